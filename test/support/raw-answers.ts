import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';

/** Ways in which an endpoint's answer has no end or no bounds. Each stops when its caller goes away. */

/** Headers, and then nothing. */
export function headersOnly(response: ServerResponse): void {
  response.setHeader('content-type', 'application/json');
  response.flushHeaders();
}

/** The same piece without an end, as fast as the caller reads it. */
export function flood(
  response: ServerResponse,
  { piece, type, status = 200 }: { piece: string; type: string; status?: number },
): void {
  response.writeHead(status, { 'content-type': type });
  const block = piece.repeat(Math.ceil(65_536 / piece.length));
  const source = Readable.from(
    (function* () {
      for (;;) yield block;
    })(),
  );
  source.pipe(response);
  response.on('close', () => source.destroy());
}

/** Pieces at an interval, without an end. */
export function drip(response: ServerResponse, { piece, everyMs }: Drip): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const timer = setInterval(() => response.write(piece), everyMs);
  response.on('close', () => clearInterval(timer));
}

type Drip = { piece: string; everyMs: number };

/** 64 MB of blanks, in 64 kB. Made before a test runs, so that its time does not count as the endpoint's. */
const bomb = gzipSync(Buffer.alloc(64_000_000, ' '));

/** A small answer that unpacks to a large one. */
export function gzipBomb(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
  response.end(bomb);
}
