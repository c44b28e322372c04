import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { badInput } from '../errors.ts';
import type { Program } from './readers.ts';

/** A file of another program, and the present time. */
export type FileToRead = { from: Program; text: string; path: string; now: Date };

/** The data of reading-thread.js. `compiler` is the module that makes TypeScript files loadable; null in the bundle. */
export type ThreadData = FileToRead & { compiler: string | null };

/** The JSON of the texts, or the reason why the file cannot be read. */
export type ThreadResult = { json: Uint8Array<ArrayBuffer> } | { fault: string };

/** Files are read one after another, because each needs much memory. */
const oneByOne = pLimit(1);

/**
 * Reads a file, and returns the JSON of a `Foreign`. A file of the maximum size takes seconds, so it is read in a
 * thread.
 * @throws BAD_USER_INPUT
 */
export function readInThread(file: FileToRead): Promise<Buffer> {
  return oneByOne(() => run(file));
}

async function run(file: FileToRead): Promise<Buffer> {
  const compiler = import.meta.url.endsWith('.ts') ? 'tsx/esm/api' : null;
  const workerData: ThreadData = { ...file, compiler };
  const worker = new Worker(new URL('./reading-thread.js', import.meta.url), { workerData });
  try {
    const [result] = (await once(worker, 'message')) as [ThreadResult];
    if ('fault' in result) throw badInput('file', result.fault);
    return Buffer.from(result.json.buffer);
  } finally {
    await worker.terminate();
  }
}
