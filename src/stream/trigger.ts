import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import type { CycleRow, MemoryRow, ProjectRow } from '../db/rows.ts';
import type { StreamSettings } from '../db/tables/stream-settings.ts';
import { newId } from '../ids.ts';
import { enqueue } from '../jobs/jobs.ts';
import { addToStreamState } from '../memories/memory-state.ts';
import { scoringModelOf, streamSettingsFor } from '../projects/stream-settings.ts';
import { insertCycle } from './cycle-queries.ts';

/** True if a stream has reached its thresholds (Generative Agents: importance 150, 10 observations). */
export function isTriggered(
  { streamImportance, streamCount }: Pick<MemoryRow, 'streamImportance' | 'streamCount'>,
  settings: Pick<StreamSettings, 'importanceThreshold' | 'minObservations'>,
): boolean {
  return (
    streamImportance >= settings.importanceThreshold && streamCount >= settings.minObservations
  );
}

/**
 * Adds entries to the stream's state, in the transaction that stores them, and opens a cycle if the thresholds are
 * reached and the stream forms insights. For entries that leave the stream, the numbers are negative. Requires the
 * memory's lock. Notify `app.jobsSignal` after the commit.
 */
export async function addToStream(
  app: App,
  db: Database,
  added: { project: ProjectRow; memoryId: string; importance: number; count: number },
): Promise<void> {
  const { project, memoryId, importance, count } = added;
  const inMemory = { projectId: project.id, memoryId };
  const named = { projectId: project.id, id: memoryId };
  const memory = await addToStreamState(db, named, { importance, count });
  if (memory === null) return;
  const settings = streamSettingsFor(project, memory);
  const canFormInsights = settings.insights && scoringModelOf(app, settings) !== null;
  if (canFormInsights && isTriggered(memory, settings)) await openCycle(app, db, inMemory);
}

/**
 * Opens a cycle unless one is open, and enqueues its job. If the job of the open cycle has FAILED, the new job
 * continues the cycle.
 */
export async function openCycle(
  app: App,
  db: Database,
  { projectId, memoryId }: { projectId: string; memoryId: string },
  options: { resetsAttempts?: boolean } = {},
): Promise<void> {
  const cycle: CycleRow = {
    projectId,
    id: newId('cyc'),
    memoryId,
    importance: 0,
    observationCount: 0,
    through: null,
    questions: null,
    inputTokens: 0,
    outputTokens: 0,
    createdAt: app.clock(),
    startedAt: null,
    finishedAt: null,
  };
  await insertCycle(db, cycle);
  await enqueue(db, { projectId, kind: 'STREAM_INSIGHTS', subject: memoryId }, options);
}
