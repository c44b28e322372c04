import { Duplex } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';
import type { ThreadSession } from './reopened-thread.ts';

type WriteCallback = (error?: Error | null) => void;
type SocketChunks = { chunk: Buffer; encoding: BufferEncoding }[];

/**
 * What node-postgres takes for the socket of a PostgreSQL server: a session of the embedded database. Writes that are
 * gathered are one message to the thread.
 */
export class SessionSocket extends Duplex {
  readonly #open: () => Promise<ThreadSession>;
  #port: MessagePort | null = null;

  constructor(open: () => Promise<ThreadSession>) {
    super();
    this.#open = open;
  }

  connect(): this {
    this.#open().then(
      ({ port, crashed }) => {
        this.#port = port;
        port.on('message', (bytes: Uint8Array<ArrayBuffer>) =>
          this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
        );
        void crashed.then((crash) => this.destroy(crash));
        if (this.destroyed) port.close();
        else this.emit('connect');
      },
      (error: Error) => this.destroy(error),
    );
    return this;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: WriteCallback): void {
    // Buffers of the driver are parts of larger ones, and those of the message are moved to the thread.
    const bytes = Uint8Array.from(chunk);
    this.#port?.postMessage(bytes, [bytes.buffer]);
    done();
  }

  override _writev(chunks: SocketChunks, done: WriteCallback): void {
    const bytes = new Uint8Array(chunks.reduce((sum, { chunk }) => sum + chunk.length, 0));
    let at = 0;
    for (const { chunk } of chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    this.#port?.postMessage(bytes, [bytes.buffer]);
    done();
  }

  override _read(): void {}

  override _final(done: WriteCallback): void {
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: WriteCallback): void {
    this.#port?.close();
    done(error);
  }

  // The driver sets these on a socket of the network.
  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    this.#port?.ref();
    return this;
  }

  unref(): this {
    this.#port?.unref();
    return this;
  }
}
