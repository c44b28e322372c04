import type { App } from '../app.ts';
import type { JobRow, TraceRow } from '../db/rows.ts';
import { deleteEntry } from '../entries/change-entry.ts';
import { commitWrites } from '../entries/commit-writes.ts';
import { onlyOutcome } from '../entries/write-entries.ts';
import { complete, completeAlone, JOB_ACTORS, requireLease } from '../jobs/jobs.ts';
import { getProject } from '../projects/projects.ts';
import { findTraces, linkReflection, readTrajectory } from '../traces/traces.ts';
import type { TraceMessage } from '../traces/trajectory.ts';
import { askForReflection } from './ask-for-reflection.ts';
import { lessonItem } from './lesson-item.ts';
import { findReflection, isLive, reflectionsMemory } from './reflections.ts';

/** The trace of the job was deleted. */
class TraceDeleted extends Error {}

/**
 * Writes the reflection on a reviewed trace and completes the job in the same transaction, so that repeated
 * runs of the job create only one reflection. An earlier reflection on the trace is deleted first. If the trace
 * was deleted, the job is completed without a reflection.
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
  const caller = { project, actor: JOB_ACTORS[job.kind], isRoot: false };
  const trace = await readTrace(app, job);
  const memory = await reflectionsMemory(app, caller, trace.reflectionMemoryId);
  // Stored by `createTrace`, which checks the form of the messages.
  const trajectory = (await readTrajectory(app, trace)) as TraceMessage[];
  const { reflection, ...lesson } = await askForReflection(app, { trace, trajectory, signal });
  const old = await findReflection(app, await readTrace(app, job));
  await requireLease(app.db, job);
  if (old && (await isLive(app, old))) await deleteEntry(app, caller, old.id);
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
  const written = await commitWrites(app, caller, {
    memoryId: memory.id,
    items: [item],
    rules: {},
    dryRun: false,
    alongside: async (transaction, [stored]) => {
      if (stored === undefined) throw new Error('A reflection was not stored');
      await complete(transaction, job);
      if (!(await linkReflection(transaction.db, trace, stored.entry.id))) throw new TraceDeleted();
    },
  });
  onlyOutcome(written);
}

/** @throws TraceDeleted */
async function readTrace(app: App, job: JobRow): Promise<TraceRow> {
  const [trace] = await findTraces(app, job.projectId, [job.subject]);
  if (trace === undefined) throw new TraceDeleted();
  return trace;
}
