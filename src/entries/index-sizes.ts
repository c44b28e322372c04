import type { App } from '../app.ts';
import { isUnavailable } from '../db/failures.ts';
import { KEPT_CHUNKS, maintainOwnIndexes, readOwnIndexes } from '../db/own-indexes.ts';
import { every } from '../every.ts';
import { countChunks } from '../memories/memories.ts';

/** Interval at which the chunks in the indexes are counted, and large projects are given indexes of their own. */
const COUNT_MS = 60_000;

/** Counts what the indexes hold until stopped. By these numbers, searches choose between the indexes and a scan. */
export function startCounting(app: App): { stop(): void } {
  return repeat(app, () => readIndexSizes(app), 'Chunks were not counted; trying again');
}

/** Creates and drops the indexes of large projects until stopped. */
export function startMaintainingIndexes(app: App): { stop(): void } {
  const stopping = new AbortController();
  const maintain = async () => {
    const counts = await countChunks(app.db, KEPT_CHUNKS);
    await maintainOwnIndexes(app.connection, counts, stopping.signal);
    if (!stopping.signal.aborted) await readIndexSizes(app);
  };
  const running = repeat(app, maintain, 'Indexes were not maintained; trying again');
  return {
    stop: () => {
      running.stop();
      stopping.abort();
    },
  };
}

/** Reads how many chunks the indexes hold. */
export async function readIndexSizes(app: App): Promise<void> {
  const counts = await countChunks(app.db, KEPT_CHUNKS);
  app.indexSizes.shared = counts.bySpace;
  app.indexSizes.own = await readOwnIndexes(app.connection, counts);
}

function repeat(app: App, work: () => Promise<void>, message: string): { stop(): void } {
  let isStopped = false;
  const attempt = () =>
    work().catch((error: unknown) => {
      if (!isStopped && !isUnavailable(error)) app.log.error({ error }, message);
    });
  void attempt();
  const timer = every(COUNT_MS, attempt);
  return {
    stop: () => {
      isStopped = true;
      clearInterval(timer);
    },
  };
}
