import { Socket } from 'node:net';

type Callback = (error?: Error | null) => void;

/**
 * A socket that sends what is written in one turn of the event loop as one packet: each packet costs both
 * sides a system call, and queries that do not wait for each other are often asked in the same turn.
 */
export class GatheringSocket extends Socket {
  #isGathering = false;

  override write(data: string | Uint8Array, callback?: Callback): boolean;
  override write(
    data: string | Uint8Array,
    encoding?: BufferEncoding,
    callback?: Callback,
  ): boolean;
  // All overloads are passed on as they are.
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
