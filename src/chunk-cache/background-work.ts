import type { Logger } from 'pino';
import { isUnavailable } from '../db/failures.ts';

/** Work of the cache for which no request waits. */
export type BackgroundWork = {
  /** Aborted when the cache is closed. */
  signal: AbortSignal;
  /**
   * Waits for work of a project in the background, and then calls `done`. If the work fails, it first calls `failed`,
   * and logs the error unless the database is unavailable.
   */
  run(
    projectId: string,
    work: Promise<unknown>,
    callbacks: { failed: (error: unknown) => void; done: () => void },
  ): void;
  /** Aborts `signal`, and waits until all work has ended. */
  close(): Promise<void>;
};

export function createBackgroundWork(log: Logger): BackgroundWork {
  const underWay = new Set<Promise<void>>();
  const closing = new AbortController();
  return {
    signal: closing.signal,
    run: (projectId, work, { failed, done }) => {
      const ended = work
        .catch((error: unknown) => {
          if (closing.signal.aborted) return;
          failed(error);
          if (!isUnavailable(error))
            log.warn({ error, projectId }, 'The chunks of a project were not cached');
        })
        .then(() => {
          underWay.delete(ended);
          done();
        });
      underWay.add(ended);
    },
    close: async () => {
      closing.abort();
      await Promise.all(underWay);
    },
  };
}
