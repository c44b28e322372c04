import { createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { writeFileWhole } from '../backup/write-file.ts';
import { counted } from '../counted.ts';
import { writeMarkdown } from './export-markdown.ts';
import { startProgress } from './progress.ts';
import { counting } from './read-lines.ts';
import { bodyOf, cutOff, request, type Target } from './requests.ts';
import { withServer } from './with-server.ts';

type ExportCommandOptions = {
  project?: string;
  vectors?: boolean;
  output?: string;
  markdown?: string;
};

/** Writes a project as JSON lines to the standard output or a file, or as Markdown to a folder. */
export function exportTo(options: ExportCommandOptions): Promise<void> {
  const { project, vectors = false, output, markdown } = options;
  if (markdown !== undefined && (vectors || output !== undefined)) {
    throw new Error('--markdown cannot be given with --vectors or --output.');
  }
  return withServer(project, async (target) => {
    if (markdown !== undefined) {
      const memories = await writeMarkdown(target, markdown);
      console.error(`Wrote ${counted(memories, 'memory', 'memories')} to ${markdown}.`);
      return;
    }
    if (output === undefined) return toOutput(target, vectors);
    await toFile(output, (file) => writeExport(target, vectors, file));
    console.error(`Exported to ${output}.`);
  });
}

/** Writes to the standard output. Its reader, such as `head`, may close it before the end. */
async function toOutput(target: Target, vectors: boolean): Promise<void> {
  process.stdout.on('error', () => {});
  try {
    await writeExport(target, vectors, process.stdout);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}

async function writeExport(target: Target, vectors: boolean, to: Writable): Promise<void> {
  const response = await request(target, `/export?vectors=${vectors}`, {
    headers: { 'accept-encoding': 'gzip' },
  });
  const progress = startProgress();
  const megabytes = (total: number) => `${(total / 1e6).toFixed(1)} MB`;
  const watch = counting((total) => progress.show(null, megabytes(total)));
  let last = '';
  watch.on('data', (part: Buffer) => {
    last = (last + part.toString('latin1')).slice(-200);
  });
  await pipeline(bodyOf(response), watch, to, { end: to !== process.stdout });
  progress.end();
  if (!/\{"end":\{"lines":\d+\}\}\n$/.test(last)) throw cutOff();
}

/** Writes a file by `writeFileWhole`. A name that ends in .gz is compressed. */
export function toFile(
  file: string,
  write: (to: Writable) => Promise<void>,
  { compress = file.endsWith('.gz') }: { compress?: boolean } = {},
): Promise<void> {
  return writeFileWhole(file, async (path, isTemporary) => {
    // A pipe cannot be flushed to the disk.
    const end = createWriteStream(path, { mode: 0o600, flush: isTemporary });
    await new Promise((resolve, reject) => end.once('open', resolve).once('error', reject));
    if (!compress) return write(end);
    const gzip = createGzip();
    const stored = pipeline(gzip, end);
    await Promise.all([write(gzip), stored]);
  });
}
