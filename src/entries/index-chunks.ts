import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../app.ts';
import { indexPendingChunks } from '../db/chunks.ts';
import { isUnavailable } from '../db/failures.ts';
import { countPending, selectProjectsToIndex } from '../db/hnsw-index.ts';

/**
 * Adding a chunk to the HNSW index takes longer than the rest of a write. Chunks are therefore stored outside
 * the index, where searches compare them exactly, and are added to it here in the background
 * (docs/decisions/012-index-behind-the-write.md).
 */

/**
 * Chunks in one transaction, such transactions of a project in a round, and the pause after each as a multiple of its
 * duration. A transaction holds locks of its chunks, and takes some 2 ms a chunk. The embedded database runs in this
 * process, which answers no request during the transaction.
 */
const BATCH = { embedded: 4, server: 8 } as const;
const BATCHES = { embedded: 1, server: 8 } as const;
const PAUSE = { embedded: 1, server: 0 } as const;

/** With more pending chunks, comparing them costs more than the delay saves; writes then index at once. */
export const MAX_PENDING = 2000;

/** New chunks are collected for this time, so that each round indexes several. */
const GATHER_MS = 200;
/** Interval of the search for chunks that a process stored and did not index before its end. */
const IDLE_MS = 60_000;
/** Pause after a failure, such as an unavailable database. */
const RETRY_MS = 1000;
const PROJECTS = 100;

const behind = new WeakSet<App>();

/** True while more than `MAX_PENDING` chunks are pending, so that writes index new chunks at once. */
export function isIndexingBehind(app: App): boolean {
  return behind.has(app);
}

/** Adds pending chunks to their indexes until stopped. Several processes can do this at the same time. */
export function startIndexing(app: App): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (ms: number, woken: AbortSignal) =>
    sleep(ms, null, { signal: woken, ref: false }).catch(() => {});
  const run = async () => {
    while (!signal.aborted) {
      const woken = app.indexSignal.next();
      const round = await indexSome(app).catch((error: unknown) => {
        if (!isUnavailable(error))
          app.log.error({ error }, 'Chunks were not indexed; trying again');
        return null;
      });
      if (round === null) {
        await pause(RETRY_MS, signal);
        continue;
      }
      const { indexed, pending } = round;
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
 * Indexes some pending chunks of each project, so that no project waits for another. Returns the number of
 * indexed chunks and the number of pending chunks, which is counted up to `MAX_PENDING` + 1.
 */
export async function indexSome(app: App): Promise<{ indexed: number; pending: number }> {
  const projectIds = await selectProjectsToIndex(app.db, PROJECTS);
  let indexed = 0;
  for (const projectId of projectIds) indexed += await indexProject(app, projectId);
  const pending = projectIds.length === 0 ? 0 : await countPending(app.db, MAX_PENDING + 1);
  app.metrics.pendingChunks.set(pending);
  if (pending > MAX_PENDING) behind.add(app);
  else behind.delete(app);
  return { indexed, pending };
}

/** Indexes some pending chunks of a project, and returns their number. Other transactions take turns with it. */
async function indexProject(app: App, projectId: string): Promise<number> {
  const { kind } = app.connection;
  let indexed = 0;
  for (let batch = 0; batch < BATCHES[kind]; batch += 1) {
    const start = performance.now();
    const added = await indexPendingChunks(app.db, projectId, BATCH[kind]).catch(
      (error: unknown) => {
        // Chunks that cannot be indexed remain searchable, and do not block other projects.
        if (!isUnavailable(error)) app.log.error({ error, projectId }, 'Chunks were not indexed');
        return 0;
      },
    );
    indexed += added;
    await sleep((performance.now() - start) * PAUSE[kind]);
    if (added < BATCH[kind]) break;
  }
  return indexed;
}
