import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';

/** Answers of an endpoint without an end or a limit. Each stops when the caller closes the connection. */

/** Sends headers, and then nothing. */
export function headersOnly(response: ServerResponse): void {
  response.setHeader('content-type', 'application/json');
  response.flushHeaders();
}

/** Sends the same piece without an end, as fast as the caller reads it. */
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

/** Sends the same piece at an interval, without an end. */
export function drip(response: ServerResponse, { piece, everyMs }: Drip): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const timer = setInterval(() => response.write(piece), everyMs);
  response.on('close', () => clearInterval(timer));
}

type Drip = { piece: string; everyMs: number };

/** 64 MB of blanks, compressed to 64 kB. It is created before the tests, so that the endpoint answers at once. */
const bomb = gzipSync(Buffer.alloc(64_000_000, ' '));

/** Sends a small compressed answer that is large when it is decompressed. */
export function gzipBomb(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
  response.end(bomb);
}
