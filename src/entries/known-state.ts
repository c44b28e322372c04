import type { App } from '../app.ts';
import type { Cached } from '../chunk-cache/chunk-cache.ts';
import { reusePlans } from '../db/hnsw-index.ts';
import { DomainError } from '../errors.ts';
import type { Position } from '../events/position.ts';
import type { Transaction } from '../events/transact.ts';
import { readForWrites, type WriteTarget } from '../memories/memories.ts';
import type { Part } from './decide-parts.ts';
import { rememberSize } from './known-sizes.ts';

/**
 * The memories into which this process wrote last, as they were behind an event of the log of their project. With them and the
 * chunks that are cached as of the same number, a write is decided without reading anything (`write-at-once.ts`).
 */
export type KnownState = { head: Position; targets: ReadonlyMap<string, WriteTarget> };

type Followed = { state: KnownState | null; misses: number; pausedUntil: number };

const followed = new WeakMap<Cached, Followed>();

/** Memories of a project that are read again with each write. */
const MAX_MEMORIES = 4;

/** After so many writes in a row for which the state was outdated, because others change the project, it is not read for a while. */
const MAX_MISSES = 3;
const PAUSE_MS = 1000;

/** The state at the number that the cached chunks have; null if it is not known. */
export function knownState(cached: Cached): KnownState | null {
  const state = followed.get(cached)?.state;
  return state?.head.number === cached.number ? state : null;
}

/** Must be called after a write that could not use the state, because others had changed the project. */
export function missed(cached: Cached): void {
  const known = followed.get(cached);
  if (!known?.state) return;
  known.state = null;
  known.misses += 1;
  if (known.misses >= MAX_MISSES) known.pausedUntil = performance.now() + PAUSE_MS;
}

/** Must be called after a write that could use it. */
export function used(cached: Cached): void {
  const known = followed.get(cached);
  if (known) known.misses = 0;
}

/**
 * Reads the state behind the events of a transaction that writes to memories, together with the changes of the cached chunks.
 * Returns what keeps it, which must be called after the commit; null where the state is not followed.
 */
export function readStateBehind(
  app: App,
  { db, behindEvents }: Transaction,
  { cached, parts }: { cached: Cached; parts: readonly Part[] },
): (() => void) | null {
  const before = followed.get(cached);
  if (before && performance.now() < before.pausedUntil) return null;
  const { projectId } = cached.of;
  const written = parts.map(({ memoryId }) => memoryId);
  const known = [...(before?.state?.targets.keys() ?? [])];
  const memoryIds = [...new Set([...written, ...known])].slice(0, MAX_MEMORIES);
  let keep = () => {};
  behindEvents(async () => {
    const [, changes, found] = await Promise.all([
      reusePlans(db),
      app.chunkCache.readChanges(cached, db),
      readForWrites(db, projectId, memoryIds),
    ]);
    keep = () => {
      if (!changes.apply()) return;
      const targets = new Map<string, WriteTarget>();
      for (const target of found) {
        if (target instanceof DomainError) continue;
        const { id: memoryId, chunkCount } = target.memory;
        targets.set(memoryId, target);
        rememberSize(app, { projectId, memoryId }, chunkCount);
      }
      const { misses = 0 } = followed.get(cached) ?? {};
      const state = { head: changes.head, targets };
      followed.set(cached, { state, misses, pausedUntil: 0 });
    };
  });
  return () => {
    try {
      keep();
    } catch (error) {
      // The writes are stored.
      app.log.warn({ error, projectId }, 'What is known of a project was not kept');
    }
  };
}
