import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import type { EntryRow, JobRow, ProjectRow } from '../db/rows.ts';
import { storeRating } from '../entries/entry-state.ts';
import { transact } from '../events/transact.ts';
import { complete } from '../jobs/jobs.ts';
import { getMemory } from '../memories/memories.ts';
import { findProjects } from '../projects/projects.ts';
import { selectOpenCycle, selectUnrated, updateCycle } from './queries.ts';
import { rate } from './rate.ts';
import { takeIn } from './trigger.ts';

/** Entries rated at a time, all at once. */
const BATCH = 8;

/**
 * Asks the chat model for the importance of what was recorded without one, until all has it. Where it
 * fails for some, the others are rated all the same before the job fails.
 */
export async function runRating(app: App, job: JobRow, signal: AbortSignal): Promise<void> {
  const inMemory = { projectId: job.projectId, memoryId: job.subject };
  const failures: unknown[] = [];
  let after = '';
  for (;;) {
    signal.throwIfAborted();
    const unrated = await selectUnrated(app.db, inMemory, { after, limit: BATCH });
    if (unrated.length === 0) break;
    const outcomes = await Promise.allSettled(
      unrated.map((entry) => rateEntry(app, entry, signal)),
    );
    failures.push(...outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : [])));
    after = unrated.at(-1)?.id ?? '';
  }
  if (failures.length > 0) throw failures[0];
  await complete(app.db, job);
}

async function rateEntry(app: App, entry: EntryRow, signal: AbortSignal): Promise<void> {
  const { projectId, memoryId, importanceParts } = entry;
  const context = importanceParts?.context ?? null;
  const content = entry.passages.join('\n');
  const { importance, parts } = await rate(app, content, { context, signal });
  const [project] = await findProjects(app, [projectId]);
  if (project === undefined) return;
  const caller = { project, actor: 'rating', isRoot: false };
  await transact(app, caller, { locks: [memoryId] }, async ({ db }) => {
    if (!(await storeRating(db, entry, { importance, importanceParts: parts }))) return;
    await correctStream(app, db, { project, entry, difference: importance - entry.importance });
  });
  app.jobsSignal.notify();
}

/**
 * The stream's state follows the rating, which may be what makes it reflect. What a cycle has taken is
 * corrected in the cycle as well; what was reflected on is no longer in the state.
 */
async function correctStream(
  app: App,
  db: Database,
  { project, entry, difference }: { project: ProjectRow; entry: EntryRow; difference: number },
): Promise<void> {
  const { projectId, memoryId, id } = entry;
  const { reflectedThrough } = await getMemory({ db }, projectId, memoryId);
  if (reflectedThrough !== null && id <= reflectedThrough) return;
  const open = await selectOpenCycle(db, { projectId, memoryId });
  if (open?.startedAt && open.through !== null && id <= open.through) {
    await updateCycle(db, open, { importance: open.importance + difference });
  }
  await takeIn(app, db, { project, memoryId, importance: difference, count: 0 });
}
