import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { writeMarkdown } from './export-markdown.ts';
import { counting } from './lines-of.ts';
import { startProgress } from './progress.ts';
import { bodyOf, cutOff, request, type Target } from './requests.ts';
import { withServer } from './with-server.ts';

type ExportOptions = { project?: string; vectors?: boolean; output?: string; markdown?: string };

/** Writes a project as JSON lines to the standard output or a file, or as Markdown to a folder. */
export function exportTo(options: ExportOptions): Promise<void> {
  const { project, vectors = false, output, markdown } = options;
  if (markdown !== undefined && (vectors || output !== undefined)) {
    throw new Error('--markdown cannot be given with --vectors or --output.');
  }
  return withServer(project, async (target) => {
    if (markdown !== undefined) {
      const memories = await writeMarkdown(target, markdown);
      console.error(`Wrote ${memories} memories to ${markdown}.`);
      return;
    }
    if (output === undefined) return writeExport(target, vectors, process.stdout);
    await toFile(output, (file) => writeExport(target, vectors, file));
    console.error(`Exported to ${output}.`);
  });
}

async function writeExport(target: Target, vectors: boolean, to: Writable): Promise<void> {
  const response = await request(target, `/export?vectors=${vectors}`, {
    headers: { 'accept-encoding': 'gzip' },
  });
  const progress = startProgress();
  const megabytes = (total: number) => `${(total / 1e6).toFixed(1)} MB`;
  const watch = counting((total) => progress.show(null, megabytes(total)));
  let last = '';
  const lastLine = counting(() => {});
  lastLine.on('data', (part: Buffer) => {
    last = (last + part.toString('latin1')).slice(-200);
  });
  await pipeline(bodyOf(response), watch, lastLine, to, { end: to !== process.stdout });
  progress.end();
  if (!/\{"end":\{"lines":\d+\}\}\n$/.test(last)) throw cutOff();
}

/** Writes a file under a temporary name, and renames it when it is complete. A name that ends in .gz is compressed. */
export async function toFile(
  file: string,
  write: (to: Writable) => Promise<void>,
  { compress = file.endsWith('.gz') }: { compress?: boolean } = {},
): Promise<void> {
  const part = `${file}.part`;
  const end = createWriteStream(part, { mode: 0o600, flush: true });
  const opened = new Promise((resolve, reject) => end.once('open', resolve).once('error', reject));
  try {
    await opened;
    if (compress) {
      const gzip = createGzip();
      const stored = pipeline(gzip, end);
      await Promise.all([write(gzip), stored]);
    } else await write(end);
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
