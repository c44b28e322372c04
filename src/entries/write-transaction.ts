import { isDeepStrictEqual } from 'node:util';
import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import { isSameSpace } from '../db/embedding-space.ts';
import { breaksUnique } from '../db/failures.ts';
import type { EntryRow, ProjectRow } from '../db/rows.ts';
import type { Statement } from '../db/tables.ts';
import { DomainError } from '../errors.ts';
import { type Transaction, transact } from '../events/transact.ts';
import { newId } from '../ids.ts';
import { readForWrite, type WriteTarget } from '../memories/memories.ts';
import { type GivenRules, type WriteRules, writeRulesFor } from '../memories/write-rules.ts';
import { OutdatedError, retryOutdated } from '../projects/retry-outdated.ts';
import { spaceOf } from '../projects/settings.ts';
import type { Caller } from '../projects/viewer.ts';
import { needsQuotaLock, QUOTAS, requireRoom } from '../quotas/check-quotas.ts';
import { countWrites } from '../stats/count.ts';
import { type Prepared, type PreparedWrite, prepareTexts, type WriteItem } from './embed-texts.ts';
import { growthOf, requireRoomForWrites } from './growth.ts';
import { findReplays, type Replays, replayAll, storeAnswers } from './idempotency.ts';
import { loadKnown } from './load-known.ts';
import { createWriteSet } from './plan-writes.ts';
import { requestContradictionChecks } from './request-contradiction-checks.ts';
import { storeWriteSet } from './store-writes.ts';
import { supersede } from './supersede.ts';
import type { EntryRevision, Outcome } from './write-set.ts';

/** An outcome with the rules that applied to it. */
export type Written = Outcome & { rules: WriteRules };

export type WriteRequest = {
  memoryId: string;
  items: readonly WriteItem[];
  rules: GivenRules;
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
 * @throws NOT_FOUND, BAD_USER_INPUT (rules), QUOTA_EXCEEDED, EMBEDDING_UNAVAILABLE (nothing was stored)
 */
export async function commitWrites(
  app: App,
  caller: Caller,
  request: WriteRequest,
): Promise<(Written | DomainError)[]> {
  await requireRoomForWrites(app, caller.project, request.items);
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

export type Commit = WriteRequest & { prepared: Prepared };

/** Decides and stores in one transaction under the memory's lock. @throws OutdatedError */
export async function commit(
  app: App,
  caller: Caller,
  request: Commit,
): Promise<(Written | DomainError)[]> {
  const { memoryId, items, alsoLock = [], dryRun } = request;
  const quotaLock = needsQuotaLock(caller.project) ? [QUOTAS] : [];
  const scope = { locks: [memoryId, ...alsoLock, ...quotaLock], isDry: dryRun };
  const { outcomes, written } = await transact(app, caller, scope, (transaction) =>
    decideAndStore(app, { ...request, caller, transaction }),
  );
  if (dryRun) return outcomes;
  app.indexSignal.notify();
  const actions = items.length > 0 ? written.map(({ action }) => action) : [];
  countWrites(app, { projectId: caller.project.id, memoryId }, actions);
  return outcomes;
}

/** The outcomes of all items, and those among them that are not replays, in order. */
type Decided = { outcomes: (Written | DomainError)[]; written: Written[] };

type Work = Commit & { caller: Caller; transaction: Transaction };

async function decideAndStore(app: App, work: Work): Promise<Decided> {
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
  const rules = writeRulesFor(app, target, work.rules);
  const pending = prepared.writes.filter((_, i) => !replays.has(i));
  const written: Written[] = [];
  const groups = groupsOf(pending);
  for (let group = groups.shift(); group !== undefined; group = groups.shift()) {
    const isLoaded = written.length === 0 && group.every((write) => first.includes(write));
    const loaded = isLoaded ? known : await loadGroup(db, work, target, group);
    const outcomes = await writeGroup(app, work, { target, rules, group, loaded });
    written.push(...outcomes.map((outcome) => ({ ...outcome, rules })));
    if (outcomes.length < group.length) groups.unshift(group.slice(outcomes.length));
  }
  await requireRoom(app, db, target.project, growthOf(written));
  await storeAnswers(db, projectId, answersOf(items, replays, written), app.clock());
  await work.alongside?.(transaction, written);
  if (items.length === 0) return { outcomes: written, written };
  const replayed = await replayAll(db, projectId, replays);
  const next = written.values();
  const outcomes = items.map((_, i) => replayed.get(i) ?? (next.next().value as Written));
  return { outcomes, written };
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

/**
 * The writes in groups of at most `GROUP_CHUNKS` chunks, in order. A larger write is a group of its own. A write
 * that replaces entries ends its group, since later writes are not compared with what it replaced.
 */
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
    if (write.type === 'TEXT' && write.supersedes.length > 0) chunks = Number.POSITIVE_INFINITY;
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
  rules: WriteRules;
  group: readonly PreparedWrite[];
  loaded: Loaded;
};

/**
 * Decides the writes of a group one after another, and stores their changes. Ends before a write that must be
 * compared with more than was loaded, at the earliest after the first. @throws OutdatedError
 */
async function writeGroup(
  app: App,
  { caller, transaction, prepared }: Work,
  { target, rules, group, loaded }: Group,
): Promise<Outcome[]> {
  const { vectors } = prepared;
  const now = app.clock();
  const together = new Set(group.flatMap((one) => (one.type === 'REVISION' ? one.entry.id : [])));
  const { set, write, isComparable, revise, add } = createWriteSet(
    { ...loaded, memory: target.memory, rules, vectors, together },
    { now, actor: caller.actor, newEntryId: () => newId('me') },
  );
  const outcomes: Outcome[] = [];
  for (const one of group) {
    if (one.type === 'TEXT') {
      if (outcomes.length > 0 && !isComparable(one)) break;
      outcomes.push(write(one));
    } else if (one.type === 'ENTRY') outcomes.push(add(one));
    else outcomes.push(revise(ofCurrent(one, loaded.entries.get(one.entry.id))));
  }
  await storeWriteSet(transaction, target, set, { ...prepared, now });
  const replaced = group.flatMap((one, i) => {
    const outcome = outcomes[i];
    if (one.type !== 'TEXT' || one.supersedes.length === 0 || outcome === undefined) return [];
    return [{ entryIds: one.supersedes, by: outcome.entry.id }];
  });
  for (const one of replaced) await supersede(transaction, target.memory, { ...one, at: now });
  const written = outcomes.filter((_, i) => group[i]?.type === 'TEXT');
  const { memory } = target;
  await requestContradictionChecks(app, transaction.db, { memory, outcomes: written });
  return outcomes;
}

/**
 * A revision from the stored state of its entry. A skipped write has counted on a statement without a revision:
 * statements that the revision does not change keep that count. @throws OutdatedError
 */
function ofCurrent(revision: EntryRevision, current: EntryRow | undefined): EntryRevision {
  const { entry: read, draft } = revision;
  // A move changes the memory, and superseding the successor, but neither changes the revision.
  const isAsRead =
    current?.revision === read.revision &&
    current.memoryId === read.memoryId &&
    current.supersededBy === read.supersededBy;
  if (!isAsRead) throw new OutdatedError();
  const statements = draft.statements.map((statement) => {
    const isOwn = (one: Statement) => one.number === statement.number;
    const isKept = isDeepStrictEqual(read.statements.find(isOwn), statement);
    return (isKept ? current.statements.find(isOwn) : null) ?? statement;
  });
  return { ...revision, entry: current, draft: { ...draft, statements } };
}
