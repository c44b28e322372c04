import type { App } from '../../app.ts';
import { MAX_CHANGED } from '../../chunk-cache/chunk-cache.ts';
import type { Cached } from '../../chunk-cache/read-chunks.ts';
import type { EntryRow, MemoryRow } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import type { Transaction } from '../../events/transact.ts';
import { readForWrites, type WriteTarget } from '../../memories/memories.ts';
import { supersede } from '../change/supersede.ts';
import {
  isCheckedForContradictions,
  requestContradictionChecks,
} from '../contradictions/request-contradiction-checks.ts';
import { requestRatings } from '../entry-state.ts';
import { findReplays, replayAll, storeAnswers } from '../idempotency.ts';
import {
  type Decided,
  decideParts,
  type PartToDecide,
  type PendingWrites,
  type Refusal,
} from './decide-parts.ts';
import type { WrittenVectors } from './embed-texts.ts';
import { isFoundIn, mergeEarlySearches, writeSearchSettings } from './find-near.ts';
import { rememberSize } from './known-sizes.ts';
import { comparedOf, loadKnown, readHolders } from './load-known.ts';
import { type MemoryWrites, prepareStoring } from './store-writes.ts';
import type { EntryRevision, Written } from './write-set.ts';

/**
 * The outcomes of the first writes of a part, in their order; the other writes wait for the next round. `written` are
 * the outcomes that do not repeat a stored answer.
 */
export type Taken = { outcomes: (Written | DomainError)[]; written: Written[] };

/**
 * Decides parts and stores them together, with their answers to idempotency keys. The parts are of one project and
 * embedded in the same spaces. Requires the locks of their memories. Returns the result of each part, in order. With
 * `isLast`, the caller sends no further statements in the transaction, so that the writes can be sent in one packet
 * with COMMIT.
 *
 * With `cached`, parts that were compared with these chunks before the lock was taken are compared again with their
 * current state. The transaction must not have written anything yet. The counts of stored entries in the outcomes can
 * be outdated (`readCountsAtCommit`).
 */
export async function writeRound(
  app: App,
  transaction: Transaction,
  parts: readonly PendingWrites[],
  {
    isLast,
    cached = null,
    now = app.clock(),
  }: { isLast: boolean; cached?: Cached | null; now?: Date },
): Promise<(Taken | Refusal)[]> {
  const embedded = unitedVectors(parts);
  const projectId = parts[0]?.caller.project.id ?? '';
  const memoryIds = [...new Set(parts.map(({ memoryId }) => memoryId))];
  const ofMemory = (memoryId: string) => parts.filter((part) => part.memoryId === memoryId);
  const inCache = new Set(
    memoryIds.filter((memoryId) => cached && areFoundIn(cached, ofMemory(memoryId))),
  );
  // Reads what all memories need in one round trip. It is sent first because it locks the project: it waits until a
  // running erasure has ended, so the reads that follow do not find erased entries.
  const targets = readForWrites(transaction.db, projectId, memoryIds);
  // This makes PostgreSQL reuse the plans of all statements that follow in the transaction.
  const current = cached && inCache.size > 0 ? bringUpToDate(app, transaction, cached) : null;
  const holders = readHolders(transaction.db, projectId, { space: embedded.space, writes: parts });
  const memories = await Promise.all(
    memoryIds.map((memoryId, i) =>
      decideInMemory(app, transaction, {
        projectId,
        memoryId,
        parts: ofMemory(memoryId),
        target: targets.then((all) => all[i]),
        holders,
        current: inCache.has(memoryId) ? current : null,
        embedded,
        now,
      }),
    ),
  );
  const decided = memories.flatMap((memory) => memory.decided);
  const sets = memories.flatMap(({ stored }) => stored ?? []);
  const storeSets = await prepareStoring(transaction, sets, { ...embedded, now });
  const store = () => Promise.all([storeSets(), storeAnswersOf(transaction, decided, now)]);
  if (isLast && !decided.some((one) => isReadAgain(app, one))) transaction.atCommit(store);
  else await store();
  const results: (Taken | Refusal)[] = [];
  for (const part of parts) {
    const one = decided.find((other) => other.part === part);
    if (one === undefined) throw new Error('A part was not decided');
    const { result } = one;
    results.push(
      'error' in result ? result : await finishPart(app, transaction, { ...one, result, now }),
    );
  }
  return results;
}

/** Whether all texts of the parts were compared with these cached chunks before the lock was taken. */
function areFoundIn(cached: Cached, parts: readonly PendingWrites[]): boolean {
  const isFound = ({ earlySearch }: PendingWrites) => isFoundIn(cached, earlySearch);
  const hasNone = ({ writes, vectors }: PendingWrites) => comparedOf(writes, vectors).length === 0;
  return parts.some(isFound) && parts.every((part) => isFound(part) || hasNone(part));
}

/**
 * Updates the cached chunks with the current state of the project. Returns null if more than `MAX_CHANGED` entries have
 * changed.
 */
async function bringUpToDate(
  app: App,
  { db }: Transaction,
  cached: Cached,
): Promise<Cached | null> {
  const changes = await app.chunkCache.readChanges(cached, db, { max: MAX_CHANGED });
  return changes.apply() ? cached : null;
}

type DecidedInMemory = Decided & { memory: MemoryRow };

type DecidedPart = PartToDecide & { result: DecidedInMemory | Refusal };

type MemoryParts = {
  projectId: string;
  memoryId: string;
  target: Promise<WriteTarget | DomainError | undefined>;
  holders: ReturnType<typeof readHolders>;
  current: Promise<Cached | null> | null;
  parts: PendingWrites[];
  embedded: WrittenVectors;
  now: Date;
};

async function decideInMemory(
  app: App,
  { db }: Transaction,
  { projectId, memoryId, target: reading, holders, current, parts, embedded, now }: MemoryParts,
): Promise<{ stored: MemoryWrites | null; decided: DecidedPart[] }> {
  const chunkCount = Math.max(...parts.map((part) => part.chunkCount));
  const settings = writeSearchSettings(app, { projectId, space: embedded.space }, chunkCount);
  const writes = parts.flatMap((part) => part.writes);
  const earlySearch = mergeEarlySearches(parts.flatMap((part) => part.earlySearch ?? []));
  const [target, known, ...replays] = await Promise.all([
    reading,
    loadKnown(
      db,
      { projectId, memoryId },
      { ...embedded, ...settings, earlySearch, holders, current },
      writes,
    ),
    ...parts.map(({ items }) => findReplays(db, projectId, items)),
  ]);
  const toDecide = parts.map((part, i) => ({ part, replays: replays[i] ?? new Map() }));
  if (target === undefined) throw new Error('A memory was not read');
  if (target instanceof DomainError) {
    const result = { error: target };
    return { stored: null, decided: toDecide.map((one) => ({ ...one, result })) };
  }
  rememberSize(app, { projectId, memoryId }, target.memory.chunkCount);
  const { vectors } = embedded;
  const { set, results } = decideParts(app, { target, known, vectors, now }, toDecide);
  const decided = toDecide.map((one, i) => {
    const result = results[i];
    if (result === undefined) throw new Error('A part was not decided');
    const { memory } = target;
    return { ...one, result: 'error' in result ? result : { ...result, memory } };
  });
  return { stored: { target, set }, decided };
}

/** The vectors of all parts. */
export function unitedVectors(parts: readonly PendingWrites[]): WrittenVectors {
  const [first] = parts;
  if (first === undefined) throw new Error('There is nothing to write');
  if (parts.length === 1) return first;
  const nexts = parts.flatMap(({ next }) => next ?? []);
  return {
    space: first.space,
    vectors: new Map(parts.flatMap(({ vectors }) => [...vectors])),
    next: first.next && {
      space: first.next.space,
      texts: new Map(nexts.flatMap(({ texts }) => [...texts])),
      vectors: new Map(nexts.flatMap(({ vectors }) => [...vectors])),
    },
    isIndexed: parts.some(({ isIndexed }) => isIndexed),
  };
}

function storeAnswersOf(
  { db }: Transaction,
  decided: readonly DecidedPart[],
  now: Date,
): Promise<void> {
  const projectId = decided[0]?.part.caller.project.id ?? '';
  const answers = decided.flatMap(({ part, result }) =>
    'error' in result
      ? []
      : [...result.written].flatMap(([place, outcome]) => {
          const item = part.items[place];
          return item ? [{ item, outcome }] : [];
        }),
  );
  return storeAnswers(db, projectId, answers, now);
}

/** Whether `finishPart` reads or changes what the part has stored. */
function isReadAgain(app: App, { part, replays, result }: DecidedPart): boolean {
  if ('error' in result) return false;
  const supersedes = part.writes.some(
    (write) => write.type === 'TEXT' && write.supersedes.length > 0,
  );
  return supersedes || replays.size > 0 || isCheckedForContradictions(app, result.memory);
}

/**
 * Changes after which an entry can have texts that were not checked for contradictions: new texts, and those of a
 * restored entry, because checks leave out deleted entries.
 */
const CHANGES_TO_CHECK: readonly EntryRevision['change'][] = [
  'EDITED',
  'RESTORED',
  'MERGED',
  'REVERTED',
];

/**
 * Completes a part after its writes are stored: supersedes the entries that they replace, requests the checks and
 * ratings of their entries, and adds the outcomes that repeat stored answers.
 */
async function finishPart(
  app: App,
  transaction: Transaction,
  { part, replays, result, now }: PartToDecide & { result: DecidedInMemory; now: Date },
): Promise<Taken> {
  const { taken, written, memory } = result;
  const { actor } = part.caller;
  const { db } = transaction;
  const own: Transaction = {
    ...transaction,
    record: (...events) => transaction.record(...events.map((event) => ({ actor, ...event }))),
  };
  const toCheck: EntryRow[] = [];
  const restored: EntryRow[] = [];
  for (const [place, { action, entry }] of written) {
    const write = part.writes[place];
    if (write === undefined) continue;
    if (write.type === 'TEXT') {
      if (action !== 'SKIPPED') toCheck.push(entry);
      await supersede(own, memory, { entryIds: write.supersedes, by: entry.id, at: now });
    } else if (write.type === 'REVISION') {
      if (CHANGES_TO_CHECK.includes(write.change) && write.texts.length > 0) toCheck.push(entry);
      if (write.change === 'RESTORED') restored.push(entry);
    }
  }
  await requestContradictionChecks(app, db, { memory, entries: toCheck });
  await requestRatings(db, memory, restored);
  const ofTaken = new Map([...replays].filter(([place]) => place < taken));
  const replayed = await replayAll(db, memory.projectId, ofTaken);
  const outcomes = Array.from({ length: taken }, (_, place) => {
    const outcome = written.get(place) ?? replayed.get(place);
    if (outcome === undefined) throw new Error('A write has no outcome');
    return outcome;
  });
  return { outcomes, written: [...written.values()] };
}
