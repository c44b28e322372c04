import { createReadStream } from 'node:fs';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { findFile } from './find-file.ts';

/** A file that is read line by line, and the share of it, in 0..1, that was read; null if its size is not known. */
export type OpenFile = { lines: AsyncGenerator<string>; share(): number | null };

const GZIP = Buffer.from([0x1f, 0x8b]);

/** Opens a file of lines, compressed with gzip or not; `-` is the standard input. Only a part of it is in memory. */
export async function openLines(file: string): Promise<OpenFile> {
  const size = file === '-' ? null : await sizeOf(file);
  let read = 0;
  const source: Readable = file === '-' ? process.stdin : createReadStream(file);
  const counted = async function* () {
    for await (const part of source) {
      read += (part as Buffer).length;
      yield part as Buffer;
    }
  };
  return {
    lines: linesIn(unpacked(counted())),
    share: () => (size ? read / size : null),
  };
}

async function sizeOf(file: string): Promise<number> {
  const found = await findFile(file);
  if (found.isDirectory()) throw new Error(`${file} is a folder; give a file.`);
  return found.size;
}

async function* unpacked(parts: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const { value: first, done } = await parts.next();
  if (done) return;
  const all = (async function* () {
    yield first;
    yield* parts;
  })();
  if (!first.subarray(0, GZIP.length).equals(GZIP)) return yield* all;
  const gunzip = createGunzip();
  const fed = pipeline(all, gunzip);
  // The loop throws the same error, so it is ignored here.
  fed.catch(() => {});
  for await (const part of gunzip) yield part as Buffer;
  await fed;
}

/** The lines of a file that arrives in parts. */
export async function* linesIn(parts: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  for await (const part of parts) {
    const pieces = (rest + decoder.decode(part, { stream: true })).split('\n');
    rest = pieces.pop() ?? '';
    yield* pieces;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}

/** A stream that counts the bytes that pass it. */
export function counting(onBytes: (total: number) => void): Transform {
  let total = 0;
  return new Transform({
    transform: (part: Buffer, _encoding, done) => {
      total += part.length;
      onBytes(total);
      done(null, part);
    },
  });
}
