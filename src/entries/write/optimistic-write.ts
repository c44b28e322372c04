import type { App } from '../../app.ts';
import type { Cached } from '../../chunk-cache/read-chunks.ts';
import { isUnmetCondition } from '../../db/failures.ts';
import { failIfHeld, type HashInMemory } from '../../db/held-texts.ts';
import type { ProjectRow } from '../../db/rows.ts';
import { isSamePosition, type Position } from '../../events/position.ts';
import { transact } from '../../events/transact.ts';
import { isCheckedForContradictions } from '../contradictions/request-contradiction-checks.ts';
import { readCountsAtCommit } from '../current-counts.ts';
import { decideParts, type PendingWrites } from './decide-parts.ts';
import type { WrittenVectors } from './embed-texts.ts';
import { isFoundIn, mergeEarlySearches } from './find-near.ts';
import {
  type KnownState,
  keepOwnWrite,
  knownState,
  readStateAfterEvents,
  recordCurrentState,
  recordOutdatedState,
} from './known-state.ts';
import { comparedOf, type Loaded, loadedOf } from './load-known.ts';
import { findNearNow } from './near-in-cache.ts';
import { type MemoryWrites, prepareStoring, type Stored } from './store-writes.ts';
import { type Taken, unitedVectors } from './write-round.ts';
import type { Written } from './write-set.ts';

/**
 * `sets` has the rows to store for each memory; `outcomes` the results for the callers, for the first writes of each
 * part.
 */
type DecidedWrites = { sets: MemoryWrites[]; outcomes: ReadonlyMap<PendingWrites, Written[]> };

/** Writes that have been decided and sent to the database. */
export type SentWrites = {
  /** What was stored. Null if nothing was stored, because the project has changed. */
  stored: Promise<Taken[] | null>;
  /** The number of writes of each part that were sent. The others wait for the next round. */
  taken: readonly number[];
  sets: readonly MemoryWrites[];
  /** The last event of the log before these writes. */
  head: Position;
  /** The last event of the log after these writes. Null while they wait for a connection. */
  headAfter(): Position | null;
};

/**
 * Decides writes from the state that this process knows, and sends them in one packet. They are stored only if nothing
 * in their project has changed since, and no entry holds one of the texts yet
 * (docs/decisions/054-writes-in-one-packet.md). Returns null if the writes need more data: then they are decided under
 * the locks (`writeRound`).
 *
 * `before` are earlier writes of the same calls that are being stored. The writes are decided as if these were stored
 * already, and follow them in the database without waiting for this process
 * (docs/decisions/059-slices-behind-each-other.md).
 */
export function sendOptimistic(
  app: App,
  cached: Cached,
  parts: readonly PendingWrites[],
  before: SentWrites | null = null,
): SentWrites | null {
  const state = before ? stateAfter(cached, before) : knownState(cached);
  if (state !== null) return decideAndSend(app, parts, { cached, state, before });
  if (before === null) recordOutdatedState(cached);
  return null;
}

/** The known state, at the log position after the writes that are being stored; null if it is not known. */
function stateAfter(cached: Cached, before: SentWrites): KnownState | null {
  const state = knownState(cached);
  const head = before.headAfter();
  // The known state may have been read again since, and already contain these writes.
  return state && head && isSamePosition(state.head, before.head) ? { ...state, head } : null;
}

type Known = { cached: Cached; state: KnownState; before: SentWrites | null };

function decideAndSend(
  app: App,
  parts: readonly PendingWrites[],
  { cached, state, before }: Known,
): SentWrites | null {
  const now = app.clock();
  const embedded = unitedVectors(parts);
  const decision = decideFromCache(app, parts, { cached, state, embedded, now, before });
  const project = decision?.sets[0]?.target.project;
  if (decision === null || project === undefined) return null;
  const taken = parts.map((part) => decision.outcomes.get(part)?.length ?? 0);
  if (taken.every((count) => count === 0)) return null;
  const { sets } = decision;
  const { head } = state;
  let headAfter: Position | null = null;
  const stored = storeIfUnchanged(app, parts, {
    decision,
    project,
    cached,
    head,
    before,
    embedded,
    now,
    onSent: (after) => {
      headAfter = after;
    },
  });
  // An error of writes that were sent behind others is reported when these are stored.
  stored.catch(() => {});
  return { stored, taken, sets, head, headAfter: () => headAfter };
}

type Storing = Omit<Knowing, 'state'> & {
  decision: DecidedWrites;
  project: ProjectRow;
  /** The last event of the log before these writes. */
  head: Position;
  /** Called when the writes are sent, with the last event of the log after them. */
  onSent: (after: Position) => void;
};

/** Stores decided writes if nothing in their project has changed since `head`. Otherwise returns null. */
async function storeIfUnchanged(
  app: App,
  parts: readonly PendingWrites[],
  { decision, project, cached, head, before, embedded, now, onSent }: Storing,
): Promise<Taken[] | null> {
  const { sets, outcomes } = decision;
  const recorder = { project, actor: '' };
  const options = {
    // The locks of the earlier writes are taken as well, so that these are stored first if they are in other memories.
    locks: memoryIdsOf([...sets, ...(before?.sets ?? [])]),
    ifUnchanged: { ...head, updatedAt: project.updatedAt },
    isPipelined: before !== null,
  };
  let withCounts = (outcome: Written) => outcome;
  try {
    const keep = await transact(app, recorder, options, async (transaction) => {
      const { db, atCommit } = transaction;
      const texts = parts.flatMap(textsOf);
      atCommit(() => failIfHeld(db, project.id, { space: embedded.space, texts }));
      const storeSets = await prepareStoring(transaction, sets, { ...embedded, now });
      let rows: Stored = { chunks: [], counts: [] };
      atCommit(async () => {
        rows = await storeSets();
      });
      const after = transaction.headAfter(head);
      onSent(after);
      withCounts = readCountsAtCommit(transaction, project.id, [...outcomes.values()].flat());
      if (!sets.every(isOnlyAdded))
        return readStateAfterEvents(app, transaction, { cached, parts, since: head });
      const entries = sets.flatMap(({ set }) => [...set.created.values(), ...set.changed.values()]);
      return () => keepOwnWrite(app, cached, { since: head, head: after, entries, ...rows });
    });
    keep?.();
  } catch (error) {
    if (!isUnmetCondition(error)) throw error;
    recordOutdatedState(cached);
    return null;
  }
  recordCurrentState(cached);
  return parts.map((part) => {
    const written = (outcomes.get(part) ?? []).map(withCounts);
    return { outcomes: written, written };
  });
}

/** Whether the write only adds: it changes no stored chunks and no share in the stream. */
function isOnlyAdded({ set: { cleared, withOutdatedChunks, shares } }: MemoryWrites): boolean {
  return cleared.size === 0 && withOutdatedChunks.size === 0 && shares.length === 0;
}

type Knowing = Known & { embedded: WrittenVectors; now: Date };

/**
 * Decides the writes of each memory. Returns null if a write needs data that is not in this process, or if a write is
 * refused.
 */
function decideFromCache(
  app: App,
  parts: readonly PendingWrites[],
  { cached, state, embedded, now, before }: Knowing,
): DecidedWrites | null {
  if (!parts.every((part) => canBeOptimistic(part) && isFoundIn(cached, part.earlySearch)))
    return null;
  const sets: MemoryWrites[] = [];
  const outcomes = new Map<PendingWrites, Written[]>();
  for (const memoryId of new Set(parts.map((part) => part.memoryId))) {
    const own = parts.filter((part) => part.memoryId === memoryId);
    const target = state.targetOf(memoryId);
    const known = loadCached(cached, { memoryId, parts: own, embedded });
    if (target === undefined || known === null || isCheckedForContradictions(app, target.memory))
      return null;
    const toDecide = own.map((part) => ({ part, replays: new Map() }));
    const { vectors } = embedded;
    const earlier = before?.sets.find((one) => one.target.memory.id === memoryId)?.set ?? null;
    const inMemory = { target, known, vectors, now, before: earlier };
    const { set, results } = decideParts(app, inMemory, toDecide);
    sets.push({ target, set });
    for (const [i, part] of own.entries()) {
      const result = results[i];
      if (result === undefined || 'error' in result) return null;
      outcomes.set(part, [...result.written.values()]);
    }
  }
  return { sets, outcomes };
}

function memoryIdsOf(sets: readonly MemoryWrites[]): string[] {
  return [...new Set(sets.map(({ target }) => target.memory.id))].sort();
}

/** The texts of a part, none of which may be stored already (`failIfHeld`). */
function textsOf({ memoryId, writes }: PendingWrites): HashInMemory[] {
  return writes.flatMap((write) =>
    write.type === 'TEXT' ? [{ memoryId, hash: write.text.hash }] : [],
  );
}

/** Whether a part only has facts of one chunk each, which replace no entries and have no idempotency keys. */
function canBeOptimistic({ writes, items, next }: PendingWrites): boolean {
  return (
    next === null &&
    items.every(({ idempotencyKey }) => idempotencyKey === null) &&
    writes.every(
      (write) =>
        write.type === 'TEXT' &&
        write.kind === 'FACT' &&
        write.supersedes.length === 0 &&
        write.text.chunks.length === 1,
    )
  );
}

type ToLoad = { memoryId: string; parts: readonly PendingWrites[]; embedded: WrittenVectors };

/** The neighbours of the texts among the cached chunks. Null if the cache lacks statements that the decision needs. */
function loadCached(
  cached: Cached,
  { memoryId, parts, embedded: { space, vectors } }: ToLoad,
): Loaded | null {
  const inMemory = { projectId: cached.inProject.projectId, memoryId };
  const writes = parts.flatMap((part) => part.writes);
  const chunks = comparedOf(writes, vectors);
  const earlySearch = mergeEarlySearches(parts.flatMap((part) => part.earlySearch ?? []));
  const near = findNearNow(cached, inMemory, { space, vectors, chunks, earlySearch });
  const found = [...near.values()].flat();
  const isComplete = found.every(
    ({ statements, entry }) => statements !== null || entry?.statements.length === 1,
  );
  if (!isComplete) return null;
  return { texts: new Map(), ...loadedOf(near) };
}
