import { Socket } from 'node:net';

type Callback = (error?: Error | null) => void;

/**
 * A socket that sends all writes of one turn of the event loop as one packet. Each packet costs a system call
 * on both sides, and independent queries are often sent in the same turn.
 */
export class GatheringSocket extends Socket {
  #isGathering = false;

  override connect(...args: [never]): this {
    super.connect(...args);
    // Node.js sets `write` of a socket that connects to its own, in a property of the socket.
    Reflect.deleteProperty(this, 'write');
    return this;
  }

  override write(data: string | Uint8Array, callback?: Callback): boolean;
  override write(
    data: string | Uint8Array,
    encoding?: BufferEncoding,
    callback?: Callback,
  ): boolean;
  // Passes the arguments of every overload on unchanged.
  override write(...args: [never]): boolean {
    this.#gather();
    return super.write(...args);
  }

  #gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    this.cork();
    setImmediate(() => {
      this.#isGathering = false;
      this.uncork();
    });
  }
}
