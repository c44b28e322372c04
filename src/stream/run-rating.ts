import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import type { EntryRow, JobRow, MemoryRow, ProjectRow } from '../db/rows.ts';
import type { StreamSettings } from '../db/tables/stream-settings.ts';
import { findEntries } from '../entries/entries.ts';
import { updateImportance } from '../entries/entry-state.ts';
import { contentOf } from '../entries/statements.ts';
import { streamShareOf } from '../entries/stream-share.ts';
import { onlyChanged } from '../events/field-changes.ts';
import { transact } from '../events/transact.ts';
import { forEachPending } from '../jobs/for-each-pending.ts';
import { callerOf, completeAlone, requireLease } from '../jobs/jobs.ts';
import { getMemory } from '../memories/memories.ts';
import { whileLive } from '../memories/while-live.ts';
import { findProjects, getProject } from '../projects/projects.ts';
import { streamSettingsFor } from '../projects/stream-settings.ts';
import { selectOpenCycle, updateCycle } from './cycle-queries.ts';
import { selectUnrated } from './queries.ts';
import { rate } from './rate.ts';
import { addToStream } from './trigger.ts';

/** Number of entries that are rated concurrently. */
const BATCH = 8;

/**
 * Lets the chat model rate all entries that were recorded without an importance. If some ratings fail, the others are
 * stored before the job fails.
 */
export function runRating(app: App, job: JobRow, signal: AbortSignal): Promise<void> {
  return whileLive(app, job, () => rateAll(app, job, signal));
}

async function rateAll(app: App, job: JobRow, signal: AbortSignal): Promise<void> {
  const inMemory = { projectId: job.projectId, memoryId: job.subject };
  const project = await getProject(app, job.projectId);
  const settings = streamSettingsFor(project, await getMemory(app, project.id, job.subject));
  // While rating is switched off, the entries stay unrated.
  if (!settings.rating) return completeAlone(app, job);
  await forEachPending({
    select: (page) => selectUnrated(app.db, inMemory, page),
    work: (entry) => rateEntry(app, { entry, settings, job, signal }),
    limit: BATCH,
    signal,
  });
  await completeAlone(app, job);
}

type Rating = { entry: EntryRow; settings: StreamSettings; job: JobRow; signal: AbortSignal };

async function rateEntry(app: App, { entry, settings, job, signal }: Rating): Promise<void> {
  const { projectId, memoryId, importanceParts } = entry;
  const context = importanceParts?.context ?? null;
  const content = contentOf(entry);
  const { importance, parts } = await rate(app, content, { settings, context, signal });
  const [project] = await findProjects(app, [projectId]);
  if (project === undefined) return;
  const caller = callerOf(job, project);
  await transact(app, caller, { locks: [memoryId] }, async ({ db, record }) => {
    await requireLease(db, job);
    const [current = entry] = await findEntries({ db }, projectId, [entry.id]);
    if (!(await updateImportance(db, entry, { importance, importanceParts: parts }))) return;
    const memory = await getMemory({ db }, projectId, memoryId);
    const changes = onlyChanged([
      { field: 'importance', before: entry.importance, after: importance },
    ]);
    record({ type: 'ENTRY_RATED', memory, entryId: entry.id, changes });
    const difference = importance - entry.importance;
    // The kind may have changed meanwhile. Only an entry that counts in the stream corrects its state.
    const counts = streamShareOf(current) !== null;
    if (counts) await correctStream(app, db, { project, memory, entry, difference });
  });
  app.jobsSignal.notify();
}

type Correction = { project: ProjectRow; memory: MemoryRow; entry: EntryRow; difference: number };

/**
 * Adds the difference of a rating to the stream's state, which can start a cycle, and to the open cycle if it
 * covers the entry. Entries of finished cycles are no longer part of the state.
 */
async function correctStream(
  app: App,
  db: Database,
  { project, memory, entry, difference }: Correction,
): Promise<void> {
  const { projectId, memoryId, id } = entry;
  const { coveredThrough } = memory;
  if (coveredThrough !== null && id <= coveredThrough) return;
  const open = await selectOpenCycle(db, { projectId, memoryId });
  if (open?.startedAt && open.through !== null && id <= open.through) {
    await updateCycle(db, open, { importance: open.importance + difference });
  }
  await addToStream(app, db, { project, memoryId, importance: difference, count: 0 });
}
