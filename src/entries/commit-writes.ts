import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import { breaksUnique } from '../db/failures.ts';
import type { ProjectRow } from '../db/rows.ts';
import { type Space, spaceName } from '../db/spaces.ts';
import { conflict, DomainError } from '../errors.ts';
import { type Transaction, transact } from '../events/transact.ts';
import { newId } from '../ids.ts';
import { getMemory } from '../memories/find-memories.ts';
import { type Held, holdMemory } from '../memories/hold-memory.ts';
import { type GivenThresholds, thresholdsFor } from '../memories/thresholds.ts';
import { getProject } from '../projects/find-projects.ts';
import type { Thresholds } from '../projects/settings.ts';
import { spaceOf } from '../projects/settings.ts';
import type { Caller } from '../projects/viewer.ts';
import { cutPassages, type Embedded, embedForNext, embedPassages } from './embed-passages.ts';
import { findReplays, replayAll, storeAnswers } from './idempotency.ts';
import { isIndexingBehind } from './index-chunks.ts';
import { type Outcome, planWrites, type Write } from './plan-writes.ts';
import { selectKnownTexts } from './queries.ts';
import { lacksVectors, type Reading, readMemory, readNamedEntries } from './read-memory.ts';
import { storePlan } from './store-plan.ts';
import type { WriteItem, Written } from './write-item.ts';

export type WriteRequest = {
  memoryId: string;
  items: readonly WriteItem[];
  thresholds: GivenThresholds;
  dryRun: boolean;
  /** Done in the same transaction once all is stored, under these further locks. */
  alongside?: (transaction: Transaction, written: readonly Written[]) => Promise<void>;
  alsoLock?: readonly string[];
};

/** What is made ready outside the transaction. */
type Prepared = Embedded & { next: Embedded | null; chunkCount: number; isIndexed: boolean };

/** A write starts over if what it was prepared with is no longer so; more often than this is a fault. */
const MAX_ATTEMPTS = 4;

/** What was prepared outside the transaction no longer fits what is stored. */
class Outdated extends Error {}

/**
 * The one write path: every text that enters a memory passes here. Embeds outside any transaction,
 * then decides and stores under the memory's lock, so that equal writes at once leave one entry.
 * Answers an outcome per item in order, or the error of an item that failed alone.
 * @throws NOT_FOUND, BAD_USER_INPUT (thresholds), EMBEDDING_UNAVAILABLE (nothing was stored)
 */
export async function commitWrites(
  app: App,
  caller: Caller,
  request: WriteRequest,
): Promise<(Written | DomainError)[]> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const project = attempt === 1 ? caller.project : await getProject(app, caller.project.id);
    const prepared = await prepare(app, project, request, { embedAll: attempt > 1 });
    try {
      const { memoryId, alsoLock = [], dryRun } = request;
      const scope = { locks: [memoryId, ...alsoLock], isDry: dryRun };
      const outcomes = await transact(app, caller, scope, (transaction) =>
        decideAndStore(app, { caller, transaction, request, prepared }),
      );
      if (!request.dryRun) {
        countActions(app, outcomes);
        app.indexBell.ring();
      }
      return outcomes;
    } catch (error) {
      const isKeyTaken = breaksUnique(error, 'idempotent_writes_project_id_key_pk');
      if (!(error instanceof Outdated) && !isKeyTaken) throw error;
    }
  }
  throw conflict('The memory kept changing while this was written; nothing was stored. Try again.');
}

function countActions({ metrics }: App, outcomes: readonly (Written | DomainError)[]): void {
  for (const outcome of outcomes) {
    if (!(outcome instanceof DomainError)) metrics.writes.inc({ action: outcome.action });
  }
}

/** Cuts and embeds the texts; those that the memory holds already need no vector. */
async function prepare(
  app: App,
  project: ProjectRow,
  { memoryId, items }: WriteRequest,
  { embedAll }: { embedAll: boolean },
): Promise<Prepared> {
  const space = spaceOf(project);
  const texts = items.map(({ content, lesson }) => ({
    text: content,
    searchedBy: lesson?.task ?? content,
  }));
  const passages = await cutPassages(app, space, texts);
  const [{ chunkCount }, known] = await Promise.all([
    getMemory(app, project.id, memoryId),
    embedAll
      ? { texts: new Map<string, string>(), replays: new Map<number, unknown>() }
      : readShortcuts(app.db, { projectId: project.id, memoryId }, { space, items, passages }),
  ]);
  const unknown = passages.filter(
    ({ hash }, i) => !known.replays.has(i) && !(items[i]?.kind === 'FACT' && known.texts.has(hash)),
  );
  const [vectors, next] = await Promise.all([
    embedPassages(app, space, unknown),
    embedForNext(app, project, unknown),
  ]);
  return { space, passages, vectors, next, chunkCount, isIndexed: isIndexingBehind(app) };
}

async function readShortcuts(
  db: Database,
  inMemory: { projectId: string; memoryId: string },
  {
    space,
    items,
    passages,
  }: { space: Space; items: readonly WriteItem[]; passages: Embedded['passages'] },
) {
  const hashes = passages.filter((_, i) => items[i]?.kind === 'FACT').map(({ hash }) => hash);
  const [texts, replays] = await Promise.all([
    selectKnownTexts(db, inMemory, { space, hashes }),
    findReplays(db, inMemory.projectId, items),
  ]);
  return { texts, replays };
}

/** Under the lock: reads what there is, decides, stores. @throws Outdated */
async function decideAndStore(app: App, work: Work): Promise<(Written | DomainError)[]> {
  const { caller, transaction, request, prepared } = work;
  const { db } = transaction;
  const projectId = caller.project.id;
  const all = request.items.flatMap((item, i) => {
    const passage = prepared.passages[i];
    return passage === undefined ? [] : { ...item, passage };
  });
  // The first group is read together with what decides whether it is right: one round trip for all.
  const [first] = groupsOf(all);
  const [held, replays, ahead] = await Promise.all([
    holdMemory(db, projectId, request.memoryId),
    findReplays(db, projectId, request.items),
    readMemory(db, { projectId, memoryId: request.memoryId }, { ...prepared, writes: first ?? [] }),
  ]);
  if (spaceName(spaceOf(held.project)) !== spaceName(prepared.space)) throw new Outdated();
  const thresholds = thresholdsFor(app, held, request.thresholds);
  const pending = all.filter((_, i) => !replays.has(i));
  const written: Written[] = [];
  for (const group of groupsOf(pending)) {
    const isAhead = written.length === 0 && group.every((write) => first?.includes(write));
    const reading = isAhead ? ahead : await readGroup(work, held, group);
    const outcomes = await writeGroup(app, work, { held, thresholds, group, reading });
    written.push(...outcomes.map((outcome) => ({ ...outcome, thresholds })));
  }
  const keyed = pending.flatMap((item, i) => {
    const outcome = written[i];
    return outcome ? { item, outcome } : [];
  });
  await storeAnswers(db, projectId, keyed, app.clock());
  await request.alongside?.(transaction, written);
  const replayed = await replayAll(db, projectId, replays);
  const next = written.values();
  return request.items.map((_, i) => replayed.get(i) ?? (next.next().value as Written));
}

/** Chunks decided together: each is compared with the others in memory, which others wait for. */
const GROUP_CHUNKS = 64;

/** The writes in order, in groups of few enough chunks; a text of more is a group of its own. */
function groupsOf<Item extends Pick<Write, 'passage'>>(writes: readonly Item[]): Item[][] {
  const groups: Item[][] = [];
  let chunks = Number.POSITIVE_INFINITY;
  for (const write of writes) {
    chunks += write.passage.chunks.length;
    if (chunks > GROUP_CHUNKS) {
      groups.push([]);
      chunks = write.passage.chunks.length;
    }
    groups.at(-1)?.push(write);
  }
  return groups;
}

type Work = { caller: Caller; transaction: Transaction; request: WriteRequest; prepared: Prepared };
type Group = {
  held: Held;
  thresholds: Thresholds;
  group: (WriteItem & Write)[];
  reading: Reading;
};

function readGroup(
  { caller, transaction, request, prepared }: Work,
  { memory }: Held,
  writes: Write[],
): Promise<Reading> {
  const inMemory = { projectId: caller.project.id, memoryId: request.memoryId };
  const { chunkCount } = memory;
  return readMemory(transaction.db, inMemory, { ...prepared, chunkCount, writes });
}

/** Decides some writes one after another and stores the outcome. @throws Outdated */
async function writeGroup(
  app: App,
  work: Work,
  { held, thresholds, group, reading }: Group,
): Promise<Outcome[]> {
  const { caller, transaction, prepared } = work;
  const { vectors } = prepared;
  if (lacksVectors(group, reading, vectors)) throw new Outdated();
  const entries = await readNamedEntries(transaction.db, caller.project.id, reading);
  const known = { ...reading, memory: held.memory, thresholds, vectors, entries };
  const stamp = { now: app.clock(), actor: caller.actor, newEntryId: () => newId('me') };
  const plan = planWrites(group, known, stamp);
  await storePlan(transaction, held, plan, prepared);
  return plan.outcomes;
}
