import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../app.ts';
import { isUnavailable } from '../db/failures.ts';
import type { GenerationRow } from '../db/rows.ts';
import { STALE_MS, whileRunning } from './running-generations.ts';

/** Interval of the attempts to store an end while the database is unavailable. */
const AGAIN_MS = 1000;

/** Maximum time for which a call waits until the end of its generation is stored. */
const MAX_WAIT_MS = 10_000;

/**
 * Stores the end of a generation. While the database is unavailable, storing is retried and the generation stays
 * RUNNING. The call waits for up to `MAX_WAIT_MS`, then fails with the error of the database; storing is still retried.
 */
export async function storeOrRetry<T>(
  app: App,
  row: GenerationRow,
  store: () => Promise<T>,
): Promise<T> {
  try {
    return await store();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    const waited = new AbortController();
    const late = sleep(MAX_WAIT_MS, null, { signal: waited.signal, ref: false }).then(() => {
      throw error;
    });
    return Promise.race([retryStoring(app, row, store), late]).finally(() => waited.abort());
  }
}

/** Stores the end of a generation as soon as the database is available. Until then the generation stays RUNNING. */
export function retryStoring<T>(app: App, row: GenerationRow, store: () => Promise<T>): Promise<T> {
  const watched = { row, stored: Promise.resolve(), callerSignal: undefined };
  const storing = whileRunning(app, watched, () => storeLater(store));
  // After `MAX_WAIT_MS` no call waits for the result, so a failure is logged here.
  storing.catch((error: unknown) =>
    app.log.warn(
      { error, generation: row.id },
      'The end of a generation could not be stored after a database outage',
    ),
  );
  return storing;
}

/**
 * Tries to store a change of a generation every `AGAIN_MS` until the database is available, for up to `STALE_MS`, after
 * which the generation is abandoned. A closed database does not count as unavailable, so the attempts end when the app
 * is closed.
 * @throws the last error of `store`
 */
export async function storeLater<T>(store: () => Promise<T>): Promise<T> {
  const until = performance.now() + STALE_MS;
  for (;;) {
    await sleep(AGAIN_MS, null, { ref: false });
    try {
      return await store();
    } catch (error) {
      if (!isUnavailable(error) || performance.now() > until) throw error;
    }
  }
}
