import type { App } from '../app.ts';
import type { EntryRow, MemoryRow, TraceRow } from '../db/rows.ts';
import { findEntries } from '../entries/entries.ts';
import { conflict } from '../errors.ts';
import { enqueue } from '../jobs/jobs.ts';
import { createMemory } from '../memories/change-memory.ts';
import { findLiveMemory, findMemoryByName, getMemory } from '../memories/memories.ts';
import type { Caller } from '../projects/viewer.ts';
import { TRACE_REFLECTION } from '../traces/apply-review.ts';
import { findReflectionJobs, getTrace } from '../traces/traces.ts';

/** The reflection on a trace, including a deleted one; null if there is none, or it was purged. */
export async function findReflection(
  app: App,
  { projectId, reflectionEntryId }: TraceRow,
): Promise<EntryRow | null> {
  if (reflectionEntryId === null) return null;
  const [entry] = await findEntries(app, projectId, [reflectionEntryId]);
  return entry ?? null;
}

/**
 * Enqueues a reflection job if the last one failed or was cancelled, or if no live reflection has the review's result.
 * @throws NOT_FOUND, CONFLICT (the trace is not reviewed, or already has its reflection)
 */
export async function retryReflection(
  app: App,
  { project }: Caller,
  traceId: string,
): Promise<TraceRow> {
  const trace = await getTrace(app, project.id, traceId);
  if (trace.reviewedAt === null) throw conflict('The trace has not been reviewed.', { traceId });
  const jobs = await findReflectionJobs(app, project.id, [traceId]);
  const status = jobs.get(traceId)?.status;
  if (status === 'QUEUED' || status === 'RUNNING') return trace;
  const reflection = await findReflection(app, trace);
  const isOfThisReview = reflection?.lesson?.outcome === trace.reviewResult;
  const isWritten = status !== 'FAILED' && status !== 'CANCELLED';
  const isDone = isOfThisReview && isWritten && (await isEntryLive(app, reflection));
  if (isDone) throw conflict('The trace already has its reflection.', { traceId });
  await enqueue(app.db, { projectId: project.id, kind: TRACE_REFLECTION, subject: traceId });
  app.jobsSignal.notify();
  app.changes.wake(project.id);
  return trace;
}

/** Whether neither an entry nor its memory is deleted. */
export async function isEntryLive(app: App, entry: EntryRow): Promise<boolean> {
  const { projectId, memoryId, deletedAt } = entry;
  return deletedAt === null && (await findLiveMemory(app, projectId, memoryId)) !== null;
}

/** The name of the default memory of reflections. */
const NAME = 'reflections';

/**
 * The given memory, else the project's memory `reflections`, which is created on demand. `beforeCreating` checks the
 * reflection, so that no empty memory remains if it is refused.
 * @throws NOT_FOUND, and the errors of `beforeCreating`
 */
export async function reflectionsMemory(
  app: App,
  caller: Caller,
  memoryId: string | null,
  beforeCreating: () => Promise<void> = async () => {},
): Promise<MemoryRow> {
  if (memoryId !== null) return getMemory(app, caller.project.id, memoryId);
  const found = await findMemoryByName(app, caller.project.id, NAME);
  if (found) return found;
  await beforeCreating();
  const description = 'What past runs taught.';
  return createMemory(app, caller, { name: NAME, description, tags: [], ifExists: 'RETURN' });
}
