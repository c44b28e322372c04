import type { App } from '../app.ts';
import type { JobRow } from '../db/rows.ts';
import { deleteEntry } from '../entries/change-entry.ts';
import { onlyOutcome } from '../entries/write-entries.ts';
import { commitWrites } from '../entries/write-transaction.ts';
import { complete } from '../jobs/jobs.ts';
import { getProject } from '../projects/projects.ts';
import { getTrace, linkReflection, readTrajectory } from '../traces/traces.ts';
import type { TraceMessage } from '../traces/trajectory.ts';
import { askForReflection } from './ask-for-reflection.ts';
import { lessonItem } from './lesson-item.ts';
import { findReflection, reflectionsMemory } from './reflections.ts';

/** The actor of changes by this job. */
const ACTOR = 'reflection';

/**
 * Writes the reflection on a reviewed trace and completes the job in the same transaction, so that repeated
 * runs of the job create only one reflection. An earlier reflection on the trace is deleted first.
 */
export async function runReflection(app: App, job: JobRow, signal: AbortSignal): Promise<void> {
  const project = await getProject(app, job.projectId);
  const caller = { project, actor: ACTOR, isRoot: false };
  const trace = await getTrace(app, project.id, job.subject);
  const memory = await reflectionsMemory(app, caller, trace.reflectionMemoryId);
  // Stored by `createTrace`, which checks the form of the messages.
  const trajectory = (await readTrajectory(app, trace)) as TraceMessage[];
  const { reflection, ...lesson } = await askForReflection(app, { trace, trajectory, signal });
  const old = await findReflection(app, trace);
  if (old) await deleteEntry(app, caller, old.id);
  const item = lessonItem({
    content: reflection,
    source: 'REFLECTION',
    metadata: trace.metadata,
    lesson: {
      ...lesson,
      task: trace.task,
      outcome: trace.reviewResult,
      toolsUsed: trace.toolsUsed,
      traceId: trace.id,
    },
  });
  const written = await commitWrites(app, caller, {
    memoryId: memory.id,
    items: [item],
    thresholds: {},
    dryRun: false,
    alongside: async ({ db }, [stored]) => {
      if (stored === undefined) throw new Error('A reflection was not stored');
      await complete(db, job);
      await linkReflection(db, trace, stored.entry.id);
    },
  });
  onlyOutcome(written);
}
