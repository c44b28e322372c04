import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../app.ts';
import { indexPendingChunks } from '../db/chunks.ts';
import { isUnavailable } from '../db/failures.ts';
import { countPending, selectProjectsToIndex } from '../db/hnsw-index.ts';

/**
 * The index of a space takes longer to accept a chunk than everything else that a write does. So chunks are
 * written outside the index, where searches compare them exactly, and enter it here a moment later
 * (docs/decisions/012-index-behind-the-write.md).
 */

/**
 * Chunks of one transaction, and the pause after it as a share of its duration: the embedded database works in
 * this process, which answers no request meanwhile.
 */
const BATCH = { embedded: 4, server: 64 } as const;
const PAUSE = { embedded: 1, server: 0 } as const;

/** With more pending chunks than this, comparing them costs more than was saved: writes then index at once. */
const MAX_PENDING = 2000;

/** New chunks are gathered for this long, so that each round has several. */
const GATHER_MS = 200;
/** How often to look for chunks that other processes left behind. */
const IDLE_MS = 1000;
const PROJECTS = 100;

const behind = new WeakSet<App>();

/** True while so many chunks are pending that new ones are to enter their index at once. */
export function isIndexingBehind(app: App): boolean {
  return behind.has(app);
}

/** Puts chunks into their indexes until stopped. Several processes can do so at once. */
export function startIndexing(app: App): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (ms: number, woken: AbortSignal) =>
    sleep(ms, null, { signal: woken, ref: false }).catch(() => {});
  const run = async () => {
    while (!signal.aborted) {
      const woken = app.indexSignal.next();
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
      app.indexSignal.notify();
      await running;
    },
  };
}

/**
 * Indexes some of the pending chunks of each project, so that no project waits for another. Answers how many
 * chunks were indexed and how many are still pending, counted up to a limit.
 */
export async function indexSome(app: App): Promise<{ indexed: number; pending: number }> {
  const projectIds = await selectProjectsToIndex(app.db, PROJECTS);
  let indexed = 0;
  for (const projectId of projectIds) {
    const start = performance.now();
    indexed += await indexPendingChunks(app.db, projectId, BATCH[app.connection.kind]).catch(
      (error: unknown) => {
        // Chunks that fail in one project stay searchable there, and hold up no other project.
        if (!isUnavailable(error)) app.log.error({ error, projectId }, 'Chunks were not indexed');
        return 0;
      },
    );
    await sleep((performance.now() - start) * PAUSE[app.connection.kind]);
  }
  const pending = projectIds.length === 0 ? 0 : await countPending(app.db, MAX_PENDING + 1);
  app.metrics.pendingChunks.set(pending);
  if (pending > MAX_PENDING) behind.add(app);
  else behind.delete(app);
  return { indexed, pending };
}
