import { Duplex } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';
import type { ThreadSession } from './reopened-thread.ts';

type WriteCallback = (error?: Error | null) => void;
type SocketChunks = { chunk: Buffer; encoding: BufferEncoding }[];

/**
 * A session of the embedded database, which node-postgres uses like the socket of a PostgreSQL server. Gathered writes
 * become one message to the thread.
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
    // The chunk is copied, because the buffer of a message is moved to the thread, and that of the chunk contains other
    // data.
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

  // The driver calls these methods of a network socket. They have no effect here.
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
