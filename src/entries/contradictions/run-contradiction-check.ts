import type { App } from '../../app.ts';
import type { EntryRow, JobRow } from '../../db/rows.ts';
import { type Transaction, transact } from '../../events/transact.ts';
import { forEachPending } from '../../jobs/for-each-pending.ts';
import { callerOf, completeAlone, enqueue, requireLease } from '../../jobs/jobs.ts';
import { getMemory } from '../../memories/memories.ts';
import { whileLive } from '../../memories/while-live.ts';
import { getProject } from '../../projects/projects.ts';
import { supersede } from '../change/supersede.ts';
import { updateContradictionPending } from '../queries.ts';
import { selectContradictionPending, selectEntriesByIds } from '../read-queries.ts';
import { askForContradicted } from './ask-for-contradicted.ts';
import { findOlderFacts, isSaidBefore } from './find-older-facts.ts';

/** Number of facts that are checked concurrently. */
const BATCH = 4;

/**
 * Finds the facts that the new and changed facts of a memory contradict, and supersedes them. If some checks fail, the
 * results of the others are stored, then the job fails, and the facts whose checks failed are checked again.
 */
export function runContradictionCheck(app: App, job: JobRow, signal: AbortSignal): Promise<void> {
  return whileLive(app, job, () => checkAll(app, job, signal));
}

async function checkAll(app: App, job: JobRow, signal: AbortSignal): Promise<void> {
  const inMemory = { projectId: job.projectId, memoryId: job.subject };
  await forEachPending({
    select: (page) => selectContradictionPending(app.db, inMemory, page),
    work: (fact) => checkFact(app, { fact, job, signal }),
    limit: BATCH,
    signal,
  });
  await completeAlone(app, job);
}

type ContradictionCheck = { fact: EntryRow; job: JobRow };

async function checkFact(
  app: App,
  { fact, job, signal }: ContradictionCheck & { signal: AbortSignal },
): Promise<void> {
  const [project, memory] = await Promise.all([
    getProject(app, job.projectId),
    getMemory(app, job.projectId, job.subject),
  ]);
  // The check can have been switched off, and the fact can have been replaced, meanwhile.
  const isWanted = memory.contradictionCheck && isCurrent(fact);
  const older = isWanted ? await findOlderFacts(app, { project, memory }, fact) : [];
  const contradicted =
    older.length > 0 ? await askForContradicted(app, { fact, older, signal }) : [];
  const caller = callerOf(job, project);
  await transact(app, caller, { locks: [memory.id] }, (transaction) =>
    storeCheck(app, transaction, { fact, job, contradicted }),
  );
}

/**
 * Supersedes the facts that a fact contradicts, except those that were changed since they were read. If the fact itself
 * was changed, the job runs again.
 * @throws LeaseLost
 */
async function storeCheck(
  app: App,
  transaction: Transaction,
  { fact, job, contradicted }: ContradictionCheck & { contradicted: EntryRow[] },
): Promise<void> {
  const { db } = transaction;
  const { projectId, subject: memoryId } = job;
  await requireLease(db, job);
  const memory = await getMemory({ db }, projectId, memoryId);
  const ids = [fact.id, ...contradicted.map(({ id }) => id)];
  const rows = await selectEntriesByIds(db, projectId, ids);
  const unchanged = (read: EntryRow) =>
    rows.filter(
      (row) => row.id === read.id && row.revision === read.revision && row.memoryId === memoryId,
    );
  const [by] = unchanged(fact);
  if (by === undefined) {
    // The fact was changed or moved meanwhile. A change of its metadata alone requests no check, so the job runs again.
    await enqueue(db, { projectId, kind: job.kind, subject: memoryId });
    return;
  }
  // A fact that was superseded meanwhile replaces nothing. It is checked again when it becomes current (`supersede`).
  if (by.supersededBy !== null && contradicted.length > 0) return;
  await updateContradictionPending(db, projectId, { ids: [by.id], contradictionPending: false });
  const replaced = contradicted
    .flatMap(unchanged)
    .filter((row) => isCurrent(by) && isCurrent(row) && isSaidBefore(row, by));
  const entryIds = replaced.map(({ id }) => id);
  await supersede(transaction, memory, { entryIds, by: by.id, at: app.clock() });
}

function isCurrent({ kind, deletedAt, supersededBy }: EntryRow): boolean {
  return kind === 'FACT' && deletedAt === null && supersededBy === null;
}
