import type { Duplex } from 'node:stream';
import type pg from 'pg';

/**
 * Makes a connection send everything that is written to it in one turn of the event loop as one packet, or as one TLS
 * record. Each packet costs a system call on both sides, and several queries are often sent in the same turn.
 * `beforeSending` is called before each packet is sent, and can add to it.
 */
export function gatherWrites(client: pg.Client, beforeSending = () => {}): void {
  const { stream } = client.connection;
  const write: Duplex['write'] = stream.write.bind(stream);
  let isGathering = false;
  // Accepts the arguments of every overload of `write`, and passes them on unchanged.
  stream.write = (...args: [never]) => {
    if (!isGathering) {
      isGathering = true;
      stream.cork();
      setImmediate(() => {
        beforeSending();
        isGathering = false;
        stream.uncork();
      });
    }
    return write(...args);
  };
}
