import type { Duplex } from 'node:stream';
import type pg from 'pg';

/**
 * Makes a connection send all writes of one turn of the event loop as one packet, or as one record if it is
 * encrypted. Each packet costs a system call on both sides, and independent queries are often sent in the same turn.
 */
export function gatherWrites(client: pg.Client): void {
  const { stream } = client.connection;
  const write: Duplex['write'] = stream.write.bind(stream);
  let isGathering = false;
  // Passes the arguments of every overload on unchanged.
  stream.write = (...args: [never]) => {
    if (!isGathering) {
      isGathering = true;
      stream.cork();
      setImmediate(() => {
        isGathering = false;
        stream.uncork();
      });
    }
    return write(...args);
  };
}
