import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../app.ts';
import { isUnavailable } from '../db/failures.ts';
import { countPending, indexPending, selectProjectsToIndex } from './queries.ts';

/**
 * The index of a space takes longer to accept a chunk than all else that a write does. So a write leaves
 * its chunks to a searcher's exact comparison, and they are put into the index here, a moment later
 * (docs/decisions/012-index-behind-the-write.md).
 */

/**
 * Chunks a transaction, and how long to rest after it as a share of the time it took: the embedded database
 * works in this process, which answers no one meanwhile.
 */
const BATCH = { embedded: 4, server: 64 } as const;
const REST = { embedded: 1, server: 0 } as const;

/** With more than so many waiting, comparing them costs more than was won: writers index at once. */
const MAX_PENDING = 2000;

/** Chunks are gathered for so long, so that each round has several. */
const GATHER_MS = 200;
/** How often to look for what other processes left behind. */
const IDLE_MS = 1000;
const PROJECTS = 100;

const behind = new WeakSet<App>();

/** Whether so many chunks wait for their index that new ones are to be put there at once. */
export function isIndexingBehind(app: App): boolean {
  return behind.has(app);
}

/** Puts chunks into their indexes until stopped. Several processes stand in nobody's way. */
export function startIndexing(app: App): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (ms: number, woken: AbortSignal) =>
    sleep(ms, null, { signal: woken, ref: false }).catch(() => {});
  const run = async () => {
    while (!signal.aborted) {
      const woken = app.indexBell.rung();
      const { indexed, pending } = await indexSome(app).catch((error: unknown) => {
        if (!isUnavailable(error))
          app.log.error({ error }, 'Chunks were not indexed; trying again');
        return { indexed: 0, pending: 0 };
      });
      if (indexed > 0 && pending > 0) continue;
      if (pending === 0) await pause(IDLE_MS, woken);
      await pause(GATHER_MS, signal);
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      app.indexBell.ring();
      await running;
    },
  };
}

/**
 * Indexes some of what waits in each project, so that none waits for another. Answers how many chunks it
 * were, and how many still wait, counted up to a limit.
 */
export async function indexSome(app: App): Promise<{ indexed: number; pending: number }> {
  const projectIds = await selectProjectsToIndex(app.db, PROJECTS);
  let indexed = 0;
  for (const projectId of projectIds) {
    const start = performance.now();
    indexed += await indexPending(app.db, projectId, BATCH[app.connection.kind]).catch(
      (error: unknown) => {
        // What fails in one project stays searchable there, and holds up no other.
        if (!isUnavailable(error)) app.log.error({ error, projectId }, 'Chunks were not indexed');
        return 0;
      },
    );
    await sleep((performance.now() - start) * REST[app.connection.kind]);
  }
  const pending = projectIds.length === 0 ? 0 : await countPending(app.db, MAX_PENDING + 1);
  app.metrics.pendingChunks.set(pending);
  if (pending > MAX_PENDING) behind.add(app);
  else behind.delete(app);
  return { indexed, pending };
}
