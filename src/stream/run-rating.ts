import type { App } from '../app.ts';
import type { EntryRow, JobRow } from '../db/rows.ts';
import { transact } from '../events/transact.ts';
import { complete } from '../jobs/jobs.ts';
import { findProjects } from '../projects/find-projects.ts';
import { selectUnrated, storeRating } from './queries.ts';
import { rate } from './rate.ts';
import { takeIn } from './trigger.ts';

/** Entries rated at a time, all at once. */
const BATCH = 8;

/** Asks the chat model for the importance of what was recorded without one, until all has it. */
export async function runRating(app: App, job: JobRow, signal: AbortSignal): Promise<void> {
  const inMemory = { projectId: job.projectId, memoryId: job.subject };
  for (;;) {
    signal.throwIfAborted();
    const unrated = await selectUnrated(app.db, inMemory, BATCH);
    if (unrated.length === 0) break;
    await Promise.all(unrated.map((entry) => rateEntry(app, entry, signal)));
  }
  await complete(app.db, job);
}

/** The stream's state follows the rating, which may be what makes it reflect. */
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
    await takeIn(app, db, {
      project,
      memoryId,
      importance: importance - entry.importance,
      count: 0,
    });
  });
  app.jobsBell.ring();
}
