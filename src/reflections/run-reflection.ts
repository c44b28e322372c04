import type { App } from '../app.ts';
import type { EntryRow, JobRow, TraceRow } from '../db/rows.ts';
import { prepareDeletion } from '../entries/change/delete-alongside.ts';
import { writeTexts } from '../entries/write/route-writes.ts';
import { onlyOutcome } from '../entries/write/write-entries.ts';
import { conflict, type DomainError } from '../errors.ts';
import { callerOf, complete, completeAlone, requireLease } from '../jobs/jobs.ts';
import { getProject } from '../projects/projects.ts';
import { findTraces, linkReflection, readTrajectory } from '../traces/traces.ts';
import type { TraceMessage } from '../traces/trajectory.ts';
import { askForReflection } from './ask-for-reflection.ts';
import { lessonItem } from './lesson-item.ts';
import { findReflection, isEntryLive, reflectionsMemory } from './reflections.ts';

/** The trace of the job was deleted. */
class TraceDeleted extends Error {}

/**
 * Writes the reflection on a reviewed trace, deletes an earlier one and completes the job, in one transaction. So
 * the earlier reflection exists until the new one is stored, and a repeated run of the job creates no second one. If
 * the trace was deleted, the job is completed without a reflection.
 */
export async function runReflection(app: App, job: JobRow, signal: AbortSignal): Promise<void> {
  try {
    await writeReflection(app, job, signal);
  } catch (error) {
    if (!(error instanceof TraceDeleted)) throw error;
    await completeAlone(app, job);
  }
}

/** @throws TraceDeleted */
async function writeReflection(app: App, job: JobRow, signal: AbortSignal): Promise<void> {
  const project = await getProject(app, job.projectId);
  const caller = callerOf(job, project);
  const trace = await readTrace(app, job);
  const memory = await reflectionsMemory(app, caller, trace.reflectionMemoryId);
  // Stored by `createTrace`, which checks the form of the messages.
  const trajectory = (await readTrajectory(app, trace)) as TraceMessage[];
  const { reflection, ...lesson } = await askForReflection(app, { trace, trajectory, signal });
  await requireLease(app.db, job);
  const old = await findLiveReflection(app, job);
  let deleteOld: Awaited<ReturnType<typeof prepareDeletion>> | null = null;
  const item = lessonItem({
    content: reflection,
    source: 'REFLECTION',
    metadata: trace.metadata,
    lesson: {
      ...lesson,
      task: trace.task,
      embeddedText: trace.embeddedText,
      outcome: trace.reviewResult,
      toolsUsed: trace.toolsUsed,
      traceId: trace.id,
    },
  });
  const written = await writeTexts(app, caller, {
    memoryId: memory.id,
    items: [item],
    rules: {},
    dryRun: false,
    alsoLock: old ? [old.memoryId] : [],
    alsoEmbed: async (current) => {
      const entry = await findLiveReflection(app, job);
      // The transaction has locked another memory. The next attempt of the job locks the right one.
      if (entry && entry.memoryId !== old?.memoryId) throw moved(entry.id);
      deleteOld = entry && (await prepareDeletion(app, { ...caller, project: current }, entry));
    },
    alongside: async (transaction, [stored]) => {
      if (stored === undefined) throw new Error('A reflection was not stored');
      await deleteOld?.(transaction);
      await complete(transaction, job);
      if (!(await linkReflection(transaction.db, trace, stored.entry.id))) throw new TraceDeleted();
    },
  });
  onlyOutcome(written);
}

function moved(entryId: string): DomainError {
  return conflict('The earlier reflection was moved or restored meanwhile.', { entryId });
}

/** The stored reflection on the trace of the job; null if there is none that is live. @throws TraceDeleted */
async function findLiveReflection(app: App, job: JobRow): Promise<EntryRow | null> {
  const entry = await findReflection(app, await readTrace(app, job));
  return entry && (await isEntryLive(app, entry)) ? entry : null;
}

/** @throws TraceDeleted */
async function readTrace(app: App, job: JobRow): Promise<TraceRow> {
  const [trace] = await findTraces(app, job.projectId, [job.subject]);
  if (trace === undefined) throw new TraceDeleted();
  return trace;
}
