import type { Connection } from '../db/database.ts';
import { memoizeByObject } from '../memoize-by-object.ts';

/** For each name, the end of the last work in this process that needs it. */
const endsOf = memoizeByObject((_: Connection) => new Map<string, Promise<void>>());

/**
 * Runs `work` after all earlier work of this process with one of the same names has ended. Work that needs a lock which
 * this process already holds therefore waits here, and does not occupy a connection.
 */
export async function inTurn<T>(
  connection: Connection,
  names: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  if (names.length === 0) return work();
  const ofNames = endsOf(connection);
  // All names are taken in the same turn of the event loop, so that two calls cannot wait for each other.
  const earlier = names.map((name) => ofNames.get(name));
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  for (const name of names) ofNames.set(name, ended);
  try {
    await Promise.all(earlier);
    return await work();
  } finally {
    for (const name of names) if (ofNames.get(name) === ended) ofNames.delete(name);
    end();
  }
}
