import type { App } from '../app.ts';
import type { EntryRow, MemoryRow, TraceRow } from '../db/rows.ts';
import { findEntries } from '../entries/entries.ts';
import { conflict, DomainError } from '../errors.ts';
import { enqueue } from '../jobs/jobs.ts';
import { createMemory, findMemoryByName, getMemory } from '../memories/memories.ts';
import type { Caller } from '../projects/viewer.ts';
import { TRACE_REFLECTION } from '../traces/apply-review.ts';
import { findReflectionJobs, getTrace } from '../traces/traces.ts';

/** The reflection on a trace, deleted or not; null where there is none, or it went with its memory. */
export async function findReflection(
  app: App,
  { projectId, reflectionEntryId }: TraceRow,
): Promise<EntryRow | null> {
  if (reflectionEntryId === null) return null;
  const [entry] = await findEntries(app, projectId, [reflectionEntryId]);
  return entry ?? null;
}

/**
 * Has a reflection written that failed, that was not asked for, or that is on a review since replaced.
 * @throws NOT_FOUND, CONFLICT (the trace is not reviewed, or has its reflection)
 */
export async function retryReflection(
  app: App,
  { project }: Caller,
  traceId: string,
): Promise<TraceRow> {
  const trace = await getTrace(app, project.id, traceId);
  if (trace.reviewedAt === null) throw conflict('The trace waits for its review.', { traceId });
  const jobs = await findReflectionJobs(app, project.id, [traceId]);
  const status = jobs.get(traceId)?.status;
  if (status === 'QUEUED' || status === 'RUNNING') return trace;
  const reflection = await findReflection(app, trace);
  const isOfThisReview = reflection?.lesson?.outcome === trace.reviewResult;
  const isDone = reflection?.deletedAt === null && isOfThisReview && status !== 'FAILED';
  if (isDone) throw conflict('The trace has its reflection.', { traceId });
  await enqueue(app.db, { projectId: project.id, kind: TRACE_REFLECTION, subject: traceId });
  app.jobsSignal.notify();
  return trace;
}

/** Where reflections live unless another memory is named. */
const NAME = 'reflections';

/** The memory for a reflection: the one named, else the project's own, made when first needed. @throws NOT_FOUND */
export async function reflectionsMemory(
  app: App,
  caller: Caller,
  memoryId: string | null,
): Promise<MemoryRow> {
  if (memoryId !== null) return getMemory(app, caller.project.id, memoryId);
  const found = await findMemoryByName(app, caller.project.id, NAME);
  if (found) return found;
  const description = 'What past runs taught.';
  return createMemory(app, caller, { name: NAME, description, tags: [] }).catch(
    async (error: unknown) => {
      // Another call may have made it in between.
      const made = await findMemoryByName(app, caller.project.id, NAME);
      if (made && error instanceof DomainError && error.code === 'CONFLICT') return made;
      throw error;
    },
  );
}
