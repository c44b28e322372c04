import type { App } from '../app.ts';
import { type Cached, MAX_CHANGED } from '../chunk-cache/chunk-cache.ts';
import { DomainError } from '../errors.ts';
import type { Position } from '../events/position.ts';
import type { Transaction } from '../events/transact.ts';
import { readForWrites, type WriteTarget } from '../memories/memories.ts';
import type { Part } from './decide-parts.ts';
import { rememberSize } from './known-sizes.ts';

/**
 * The memories into which this process wrote last, with their project (`targets`), as they were when `head` was the last event of
 * the project's log. If the cached chunks belong to the same event, a write can be decided without reading anything
 * (`write-at-once.ts`).
 */
export type KnownState = { head: Position; targets: ReadonlyMap<string, WriteTarget> };

type Followed = { state: KnownState | null; misses: number; pausedUntil: number };

const followed = new WeakMap<Cached, Followed>();

/** Memories of a project that are read again with each write. */
const MAX_MEMORIES = 4;

/** After so many writes in a row for which the state was out of date, because others change the project, none is read for a while. */
const MAX_MISSES = 3;
const PAUSE_MS = 1000;

/** The kept state, if it belongs to the same event of the log as the cached chunks; otherwise null. */
export function knownState(cached: Cached): KnownState | null {
  const state = followed.get(cached)?.state;
  return state?.head.number === cached.number ? state : null;
}

/** Forgets a state that was out of date for a write. After `MAX_MISSES` such writes in a row, no state is read for `PAUSE_MS`. */
export function missed(cached: Cached): void {
  const known = followed.get(cached);
  if (!known?.state) return;
  known.state = null;
  known.misses += 1;
  if (known.misses >= MAX_MISSES) known.pausedUntil = performance.now() + PAUSE_MS;
}

/** Must be called after a write that was decided by the kept state: the count of `missed` starts again at 0. */
export function used(cached: Cached): void {
  const known = followed.get(cached);
  if (known) known.misses = 0;
}

/**
 * Makes a transaction that writes to memories read, after its events, the new state of the memories and the changed chunks.
 * Returns a function that keeps both, which must be called after the commit. Returns null during a pause (`missed`).
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
    const [changes, found] = await Promise.all([
      app.chunkCache.readChanges(cached, db, MAX_CHANGED),
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
