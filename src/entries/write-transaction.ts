import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import { isSameSpace } from '../db/embedding-space.ts';
import { breaksUnique } from '../db/failures.ts';
import type { EntryRow, NewRevision, ProjectRow } from '../db/rows.ts';
import type { EventType } from '../db/tables.ts';
import { DomainError } from '../errors.ts';
import { type Transaction, transact } from '../events/transact.ts';
import { newId } from '../ids.ts';
import { readForWrite, type WriteTarget } from '../memories/memories.ts';
import { type GivenThresholds, thresholdsFor } from '../memories/thresholds.ts';
import { OutdatedError, retryOutdated } from '../projects/retry-outdated.ts';
import { spaceOf, type Thresholds } from '../projects/settings.ts';
import type { Caller } from '../projects/viewer.ts';
import {
  type Prepared,
  type PreparedWrite,
  prepareRevision,
  prepareTexts,
  type WriteItem,
} from './embed-texts.ts';
import { type Draft, getEntry, isUnchanged } from './entries.ts';
import { findReplays, type Replays, replayAll, storeAnswers } from './idempotency.ts';
import { lacksVectors, loadKnown } from './load-known.ts';
import { storeWriteSet } from './store-writes.ts';
import { createWriteSet, type Outcome } from './write-set.ts';

/** An outcome with the thresholds that applied to it. */
export type Written = Outcome & { thresholds: Thresholds };

export type WriteRequest = {
  memoryId: string;
  items: readonly WriteItem[];
  thresholds: GivenThresholds;
  dryRun: boolean;
  /** Embeds what `alongside` stores, before each attempt, with the current state of the project. */
  alsoEmbed?: (project: ProjectRow) => Promise<void>;
  /** Runs in the same transaction after the writes are stored, with the additional locks `alsoLock`. */
  alongside?: (transaction: Transaction, written: readonly Written[]) => Promise<void>;
  alsoLock?: readonly string[];
};

/**
 * Writes texts to a memory; every text that enters a memory is written here. Embeds before the transaction,
 * then decides and stores under the memory's lock, so that concurrent equal writes create one entry. Returns
 * the outcome of each item, or its error, in order.
 * @throws NOT_FOUND, BAD_USER_INPUT (thresholds), EMBEDDING_UNAVAILABLE (nothing was stored)
 */
export async function commitWrites(
  app: App,
  caller: Caller,
  request: WriteRequest,
): Promise<(Written | DomainError)[]> {
  const outcomes = await retryOutdated(app, caller.project, async (project, attempt) => {
    const [prepared] = await Promise.all([
      prepareTexts(app, project, request, { embedAll: attempt > 1 }),
      request.alsoEmbed?.(project),
    ]);
    return commit(app, caller, { ...request, prepared }).catch((error: unknown) => {
      // Another call stored one of the idempotency keys first; the next attempt returns its answer.
      if (breaksUnique(error, 'idempotent_writes_project_id_key_pk')) throw new OutdatedError();
      throw error;
    });
  });
  if (!request.dryRun) {
    for (const outcome of outcomes) {
      if (!(outcome instanceof DomainError)) app.metrics.writes.inc({ action: outcome.action });
    }
  }
  return outcomes;
}

/** A change of one entry. `next` returns the next state, or null for no change. */
export type EntryChange = {
  entryId: string;
  change: NewRevision['change'];
  event: EventType;
  next: (entry: EntryRow) => Promise<Draft | null> | Draft | null;
};

/**
 * Changes the text, metadata or deletion of a stored entry. Stores the previous state as a revision, and
 * embeds the text if it changes.
 * @throws NOT_FOUND, CONFLICT (another entry holds the text), EMBEDDING_UNAVAILABLE (nothing was changed)
 */
export function changeEntry(app: App, caller: Caller, change: EntryChange): Promise<EntryRow> {
  return retryOutdated(app, caller.project, async (project) => {
    const entry = await getEntry(app, project.id, change.entryId);
    const draft = await change.next(entry);
    if (draft === null || isUnchanged(entry, draft)) return entry;
    const prepared = await prepareRevision(app, project, { ...change, entry, draft });
    const { memoryId } = entry;
    const call = { memoryId, items: [], thresholds: {}, dryRun: false, prepared };
    const [outcome] = await commit(app, caller, call);
    if (outcome === undefined || outcome instanceof DomainError) {
      throw new Error('A change of an entry had no outcome');
    }
    return outcome.entry;
  });
}

type Commit = WriteRequest & { prepared: Prepared };

/** Decides and stores in one transaction under the memory's lock. @throws OutdatedError */
async function commit(
  app: App,
  caller: Caller,
  request: Commit,
): Promise<(Written | DomainError)[]> {
  const { memoryId, alsoLock = [], dryRun } = request;
  const scope = { locks: [memoryId, ...alsoLock], isDry: dryRun };
  const outcomes = await transact(app, caller, scope, (transaction) =>
    decideAndStore(app, { ...request, caller, transaction }),
  );
  if (!dryRun) app.indexSignal.notify();
  return outcomes;
}

type Work = Commit & { caller: Caller; transaction: Transaction };

async function decideAndStore(app: App, work: Work): Promise<(Written | DomainError)[]> {
  const { caller, transaction, items, prepared } = work;
  const { db } = transaction;
  const projectId = caller.project.id;
  // The first group is loaded together with the rows that confirm its choice, in one round trip.
  const first = groupsOf(prepared.writes)[0] ?? [];
  const [target, replays, known] = await Promise.all([
    readForWrite(db, projectId, work.memoryId),
    findReplays(db, projectId, items),
    loadKnown(db, { projectId, memoryId: work.memoryId }, prepared, first),
  ]);
  if (!isSameSpace(prepared.space, spaceOf(target.project))) throw new OutdatedError();
  const thresholds = thresholdsFor(app, target, work.thresholds);
  const pending = prepared.writes.filter((_, i) => !replays.has(i));
  const written: Written[] = [];
  for (const group of groupsOf(pending)) {
    const isLoaded = written.length === 0 && group.every((write) => first.includes(write));
    const loaded = isLoaded ? known : await loadGroup(db, work, target, group);
    const outcomes = await writeGroup(app, work, { target, thresholds, group, loaded });
    written.push(...outcomes.map((outcome) => ({ ...outcome, thresholds })));
  }
  await storeAnswers(db, projectId, answersOf(items, replays, written), app.clock());
  await work.alongside?.(transaction, written);
  if (items.length === 0) return written;
  const replayed = await replayAll(db, projectId, replays);
  const next = written.values();
  return items.map((_, i) => replayed.get(i) ?? (next.next().value as Written));
}

/** The outcomes of the items that are not replays, with their items. */
function answersOf(items: readonly WriteItem[], replays: Replays, written: readonly Written[]) {
  const fresh = items.filter((_, i) => !replays.has(i));
  return fresh.flatMap((item, i) => {
    const outcome = written[i];
    return outcome ? [{ item, outcome }] : [];
  });
}

/** Chunks in one group. Each is compared with the others in this process while other writers wait. */
const GROUP_CHUNKS = 64;

/** The writes in groups of at most `GROUP_CHUNKS` chunks, in order. A larger write is a group of its own. */
function groupsOf(writes: readonly PreparedWrite[]): PreparedWrite[][] {
  const groups: PreparedWrite[][] = [];
  let chunks = Number.POSITIVE_INFINITY;
  for (const write of writes) {
    const own = write.type === 'TEXT' ? write.text.chunks.length : 1;
    chunks += own;
    if (chunks > GROUP_CHUNKS) {
      groups.push([]);
      chunks = own;
    }
    groups.at(-1)?.push(write);
  }
  return groups;
}

type Loaded = Awaited<ReturnType<typeof loadKnown>>;

function loadGroup(
  db: Database,
  { caller, memoryId, prepared }: Work,
  { memory }: WriteTarget,
  group: readonly PreparedWrite[],
): Promise<Loaded> {
  const { chunkCount } = memory;
  return loadKnown(
    db,
    { projectId: caller.project.id, memoryId },
    { ...prepared, chunkCount },
    group,
  );
}

type Group = {
  target: WriteTarget;
  thresholds: Thresholds;
  group: readonly PreparedWrite[];
  loaded: Loaded;
};

/** Decides the writes of a group one after another, and stores their changes. @throws OutdatedError */
async function writeGroup(
  app: App,
  { caller, transaction, prepared }: Work,
  { target, thresholds, group, loaded }: Group,
): Promise<Outcome[]> {
  const { vectors } = prepared;
  if (lacksVectors(group, loaded, vectors)) throw new OutdatedError();
  const { set, write, revise } = createWriteSet(
    { ...loaded, memory: target.memory, thresholds, vectors },
    { now: app.clock(), actor: caller.actor, newEntryId: () => newId('me') },
  );
  const outcomes = group.map((one) => {
    if (one.type === 'TEXT') return write(one);
    const current = loaded.entries.get(one.entry.id);
    if (current?.revision !== one.entry.revision) throw new OutdatedError();
    return revise({ ...one, entry: current });
  });
  await storeWriteSet(transaction, target, set, prepared);
  return outcomes;
}
