import type { Duplex } from 'node:stream';
import type pg from 'pg';

/**
 * Makes a connection send what is written to it in one turn of the event loop together: as one packet or, if it is
 * encrypted, as one record. Each packet costs a system call on both sides, and queries that do not wait for each other
 * are often sent in the same turn.
 */
export function gatherWrites(client: pg.Client): void {
  const { stream } = client.connection;
  const write: Duplex['write'] = stream.write.bind(stream);
  let isGathering = false;
  // Passes on the arguments of each overload unchanged.
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
