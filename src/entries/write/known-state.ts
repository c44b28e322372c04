import { LRUCache } from 'lru-cache';
import type { App } from '../../app.ts';
import { MAX_CHANGED, type OwnWrite } from '../../chunk-cache/chunk-cache.ts';
import type { Cached } from '../../chunk-cache/read-chunks.ts';
import type { MemoryCounts, MemoryRow, ProjectRow } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import { isSamePosition, type Position, START } from '../../events/position.ts';
import type { Transaction } from '../../events/transact.ts';
import { memoizeByObject } from '../../memoize-by-object.ts';
import { readForWrites, type WriteTarget } from '../../memories/memories.ts';
import type { PendingWrites } from './decide-parts.ts';
import { rememberSize } from './known-sizes.ts';

/**
 * The memories into which this process wrote last, with their project, as they were when `head` was the last event of
 * the project's log. If the cached chunks belong to the same event, a write can be decided without reading anything
 * (`optimistic-write.ts`).
 */
export type KnownState = {
  head: Position;
  targetOf: (memoryId: string) => WriteTarget | undefined;
};

/**
 * What this process keeps of a cached project. `known` is null until a write has read it, and after
 * `recordOutdatedState`. `misses` is the number of writes in a row for which it was out of date. `pausedUntil` is a time
 * of `performance.now()`.
 */
type KeptState = { known: KnownProject | null; misses: number; pausedUntil: number };

type KnownProject = { head: Position; project: ProjectRow; memories: LRUCache<string, MemoryRow> };

const keptStateOf = memoizeByObject(
  (_: Cached): KeptState => ({ known: null, misses: 0, pausedUntil: 0 }),
);

const MAX_MEMORIES = 1000;

/**
 * After this many writes in a row for which the state was out of date, because others change the project, none is read
 * for a while.
 */
const MAX_MISSES = 3;
const PAUSE_MS = 1000;

/** The kept state, if it belongs to the same event of the log as the cached chunks; otherwise null. */
export function knownState(cached: Cached): KnownState | null {
  const { known } = keptStateOf(cached);
  if (known === null || !isSamePosition(known.head, cached.head)) return null;
  const { head, project, memories } = known;
  const targetOf = (memoryId: string) => {
    const memory = memories.get(memoryId);
    return memory && { memory, project };
  };
  return { head, targetOf };
}

/**
 * Forgets a state that was out of date for a write. After `MAX_MISSES` such writes in a row, no state is read for
 * `PAUSE_MS`.
 */
export function recordOutdatedState(cached: Cached): void {
  const kept = keptStateOf(cached);
  if (kept.known === null) return;
  kept.known = null;
  kept.misses += 1;
  if (kept.misses >= MAX_MISSES) kept.pausedUntil = performance.now() + PAUSE_MS;
}

/** Must be called after a write that was decided by the kept state: the count of outdated states starts again at 0. */
export function recordCurrentState(cached: Cached): void {
  keptStateOf(cached).misses = 0;
}

/**
 * Adds a write of this process to the kept state, without reading the database. The write must have been decided with
 * the kept state, so that nothing else has changed the project since. Must be called after the commit.
 */
export function keepOwnWrite(
  app: App,
  cached: Cached,
  { counts, ...written }: OwnWrite & { counts: readonly MemoryCounts[] },
): void {
  const kept = keptStateOf(cached);
  const { known } = kept;
  if (known === null || !isSamePosition(known.head, written.since)) return;
  const { projectId } = cached.inProject;
  keepOrWarn(app, projectId, () => {
    if (!app.chunkCache.addOwn(cached, written)) return;
    for (const changed of counts) {
      const memory = known.memories.get(changed.id);
      if (memory) known.memories.set(memory.id, { ...memory, ...changed });
      rememberSize(app, { projectId, memoryId: changed.id }, changed.chunkCount);
    }
    kept.known = { ...known, head: written.head };
  });
}

/** The writes are stored by now, and the kept state only saves time, so a failure is logged and not thrown. */
function keepOrWarn({ log }: App, projectId: string, keep: () => void): void {
  try {
    keep();
  } catch (error) {
    log.warn({ error, projectId }, 'The cached write state of a project was dropped');
  }
}

/**
 * After the events of a transaction that writes to memories, reads the new state of these memories and the changed
 * chunks. Returns a function that keeps both, which must be called after the commit. The states of other memories are
 * kept if only this transaction has added events since they were read. `since` is the last event of the log before the
 * transaction, if that is later than the cached chunks. Returns null during a pause (`recordOutdatedState`).
 */
export function readStateAfterEvents(
  app: App,
  { db, afterEvents, headAfter }: Transaction,
  { cached, parts, since }: { cached: Cached; parts: readonly PendingWrites[]; since?: Position },
): (() => void) | null {
  const kept = keptStateOf(cached);
  if (performance.now() < kept.pausedUntil) return null;
  const { projectId } = cached.inProject;
  const memoryIds = [...new Set(parts.map(({ memoryId }) => memoryId))];
  let keep = () => {};
  afterEvents(async () => {
    const own = headAfter(START).number;
    const [changes, found] = await Promise.all([
      app.chunkCache.readChanges(cached, db, { max: MAX_CHANGED, since }),
      readForWrites(db, projectId, memoryIds),
    ]);
    keep = () => {
      if (!changes.apply()) return;
      const targets = found.flatMap((one) => (one instanceof DomainError ? [] : [one]));
      const project = targets[0]?.project;
      if (project === undefined) return;
      const { head } = changes;
      const isOnlyOwn = kept.known?.head.number === head.number - own;
      const memories = (isOnlyOwn && kept.known?.memories) || new LRUCache({ max: MAX_MEMORIES });
      for (const { memory } of targets) {
        memories.set(memory.id, memory);
        rememberSize(app, { projectId, memoryId: memory.id }, memory.chunkCount);
      }
      kept.known = { head, project, memories };
    };
  });
  return () => keepOrWarn(app, projectId, keep);
}
