import { Worker } from 'node:worker_threads';
import { embeddingUnavailable } from '../../errors.ts';

/** Which engine runs the model, and why not the faster one. */
export type Engine = { engine: 'onnx' | 'wasm'; reason: string | null };

type Task = 'open' | 'split' | 'embed';
type Call = { resolve: (result: unknown) => void; reject: (error: Error) => void };
type Answer = { id: number; result?: unknown; error?: string };

export type ModelThread = {
  open(): Promise<Engine>;
  split(texts: string[]): Promise<string[][]>;
  embed(texts: string[]): Promise<number[][]>;
  close(): Promise<void>;
};

/** The worker and the calls that await it; one that dies fails them and is replaced at the next call. */
export function openModelThread(): ModelThread {
  const calls = new Map<number, Call>();
  let worker: Worker | undefined;
  let lastId = 0;

  const fail = (message: string) => {
    worker = undefined;
    for (const call of calls.values()) call.reject(embeddingUnavailable(message));
    calls.clear();
  };
  const start = (): Worker => {
    const started = new Worker(new URL('./worker.js', import.meta.url));
    started.unref();
    started.on('message', ({ id, result, error }: Answer) => {
      const call = calls.get(id);
      calls.delete(id);
      if (error === undefined) call?.resolve(result);
      else call?.reject(embeddingUnavailable(`The local embedding model failed: ${error}`));
    });
    started.on('error', (error) => fail(`The local embedding model stopped: ${error.message}`));
    started.on('exit', () => worker === started && fail('The local embedding model stopped.'));
    return started;
  };
  /** The worker answers each task with what this file says it does. */
  const ask = <Result>(task: Task, texts: string[]): Promise<Result> =>
    new Promise((resolve, reject) => {
      worker ??= start();
      lastId += 1;
      calls.set(lastId, { resolve: resolve as Call['resolve'], reject });
      worker.postMessage({ id: lastId, task, texts });
    });
  return {
    open: () => ask('open', []),
    split: (texts) => ask('split', texts),
    embed: (texts) => ask('embed', texts),
    close: async () => {
      const running = worker;
      worker = undefined;
      await running?.terminate();
    },
  };
}
