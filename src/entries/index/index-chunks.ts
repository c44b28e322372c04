import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../../app.ts';
import { indexPendingChunks } from '../../db/chunks.ts';
import type { Connection } from '../../db/database.ts';
import { isUnavailable } from '../../db/failures.ts';
import { countPending, selectPendingProjects } from '../../db/hnsw-index.ts';
import { indexedProjects } from '../../memories/memories.ts';
import { createWakeSignal, type WakeSignal } from '../../wake-signal.ts';

/**
 * Adding a chunk to the HNSW index takes longer than the rest of a write. Chunks are therefore stored outside
 * the index, where searches compare them exactly, and those of large projects are added to it here in the background
 * (docs/decisions/012-index-behind-the-write.md, 048-no-index-for-small-projects.md).
 */

/**
 * The number of chunks that one transaction adds. It locks them and takes 2 to 4 ms for each. The embedded database
 * runs one transaction at a time, so requests wait for it.
 */
const BATCH = { embedded: 4, server: 8 } as const;

/** The number of transactions for a project in a round, and the pause after each, as a multiple of its duration. */
type Pace = { batches: number; pause: number };
const PACE: Record<Connection['kind'], Pace> = {
  embedded: { batches: 1, pause: 1 },
  server: { batches: 8, pause: 0 },
};

/**
 * The pace for a project whose index this process does not need: it has cached the project, or only other processes
 * have written to it. When a project becomes large enough for the index, all of its chunks are pending. Adding them
 * without pauses used a core for minutes, and the requests of the load test took seven times as long
 * (docs/decisions/058-no-index-for-cached-projects.md).
 */
const SLOW: Pace = { batches: 1, pause: 6 };

/**
 * The maximum number of pending chunks of a project that is not cached. With more, comparing them takes longer than
 * adding a new chunk to the index, so writes to the project add their chunks themselves.
 */
export const MAX_PENDING = 2000;

/** New chunks are collected for this time, so that each round indexes several. */
const GATHER_MS = 200;
/** All projects are checked at this interval, because a process can end before it has indexed what it stored. */
const ALL_MS = 60_000;
/** Pause after a failure, such as an unavailable database. */
const RETRY_MS = 1000;
/** The maximum number of projects in a round. */
const PROJECTS = 100;

/** The projects with chunks that this process has to add to the vector index. */
export type PendingChunks = {
  /** Wakes the background loop that adds the chunks. */
  signal: WakeSignal;
  /**
   * The projects whose chunks are to be indexed, in the order in which they were added. The value is true if this
   * process has written to the project, and false if the check of all projects has found it.
   */
  waiting: Map<string, boolean>;
  /** The projects that had more than `MAX_PENDING` pending chunks in their last round. */
  behind: Set<string>;
};

export function createPendingChunks(): PendingChunks {
  return { signal: createWakeSignal(), waiting: new Map(), behind: new Set() };
}

/** Lets the background loop add the new chunks of a project to the index. */
export function indexSoon({ pendingChunks }: App, projectId: string): void {
  pendingChunks.waiting.set(projectId, true);
  pendingChunks.signal.notify();
}

/** True while more than `MAX_PENDING` chunks of a project are pending, so that its writes index new chunks at once. */
export function isIndexingBehind({ pendingChunks }: App, projectId: string): boolean {
  return pendingChunks.behind.has(projectId);
}

/** Adds pending chunks to their indexes until stopped. Several processes can do this at the same time. */
export function startIndexing(app: App): { stop(): Promise<void> } {
  const { signal: wake, waiting } = app.pendingChunks;
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (ms: number, woken: AbortSignal) =>
    sleep(ms, null, { signal: woken, ref: false }).catch(() => {});
  let allAt = 0;
  const indexOnce = async () => {
    if (performance.now() >= allAt) {
      for (const projectId of await findPendingProjects(app)) {
        if (!waiting.has(projectId)) waiting.set(projectId, false);
      }
      allAt = performance.now() + ALL_MS;
    }
    const taken = new Map([...waiting].slice(0, PROJECTS));
    const projectIds = [...taken.keys()];
    for (const projectId of projectIds) waiting.delete(projectId);
    const isWritten = (projectId: string) => taken.get(projectId) ?? false;
    // After a failure, all of them wait for the next round.
    let unfinished: readonly string[] = projectIds;
    try {
      const round = await indexSome(app, projectIds, isWritten);
      unfinished = round.unfinished;
      return round;
    } finally {
      for (const projectId of unfinished) {
        waiting.set(projectId, isWritten(projectId) || waiting.get(projectId) === true);
      }
    }
  };
  const run = async () => {
    while (!signal.aborted) {
      const woken = wake.next();
      const round = await indexOnce().catch((error: unknown) => {
        if (!isUnavailable(error))
          app.log.error({ error }, 'Chunks were not indexed; trying again');
        return null;
      });
      if (round === null) {
        await pause(RETRY_MS, signal);
        continue;
      }
      if (round.indexed > 0 && round.unfinished.length > 0) continue;
      if (waiting.size === 0) await pause(allAt - performance.now(), woken);
      await pause(GATHER_MS, signal);
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      wake.notify();
      await running;
    },
  };
}

/** The projects that are large enough for the index, and have chunks that are not in it. */
export async function findPendingProjects(app: App): Promise<string[]> {
  const indexed = await indexedProjects(app);
  const ids = indexed.map(({ projectId }) => projectId);
  return selectPendingProjects(app.db, ids);
}

/**
 * Indexes some pending chunks of each of the projects, so that none waits for another. Returns the number of indexed
 * chunks, and the projects that have more. `isWritten` tells whether this process has written to a project.
 */
export async function indexSome(
  app: App,
  projectIds: readonly string[],
  isWritten: (projectId: string) => boolean = () => true,
): Promise<{ indexed: number; unfinished: string[] }> {
  const { behind } = app.pendingChunks;
  const unfinished: string[] = [];
  let indexed = 0;
  let allPending = 0;
  const largeIds = new Set(
    (await indexedProjects(app, projectIds)).map(({ projectId }) => projectId),
  );
  for (const projectId of projectIds) {
    // The project has become too small for the index, or is deleted.
    if (!largeIds.has(projectId)) behind.delete(projectId);
  }
  for (const projectId of largeIds) {
    const isAwaited = isWritten(projectId) && !app.chunkCache.has(projectId);
    indexed += await indexProject(app, projectId, isAwaited ? PACE[app.connection.kind] : SLOW);
    const pending = await app.connection.readInOnePacket((db) =>
      countPending(db, projectId, MAX_PENDING + 1),
    );
    allPending += pending;
    if (pending > 0) unfinished.push(projectId);
    if (isAwaited && pending > MAX_PENDING) behind.add(projectId);
    else behind.delete(projectId);
  }
  app.metrics.pendingChunks.set(allPending);
  return { indexed, unfinished };
}

/** Indexes some pending chunks of a project, and returns their number. It pauses between transactions. */
async function indexProject(app: App, projectId: string, pace: Pace): Promise<number> {
  const batch = BATCH[app.connection.kind];
  let indexed = 0;
  for (let i = 0; i < pace.batches; i += 1) {
    const start = performance.now();
    const added = await indexPendingChunks(app.db, projectId, batch).catch((error: unknown) => {
      // Chunks that cannot be indexed remain searchable, and do not block other projects.
      if (!isUnavailable(error)) app.log.error({ error, projectId }, 'Chunks were not indexed');
      return 0;
    });
    indexed += added;
    await sleep((performance.now() - start) * pace.pause);
    if (added < batch) break;
  }
  return indexed;
}
