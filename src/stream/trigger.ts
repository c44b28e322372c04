import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import type { CycleRow, MemoryRow, ProjectRow } from '../db/rows.ts';
import type { StreamSettings } from '../db/tables.ts';
import { newId } from '../ids.ts';
import { enqueue } from '../jobs/jobs.ts';
import { addToStreamState } from '../memories/memory-state.ts';
import { streamSettingsFor } from '../projects/stream-settings.ts';
import { insertCycle } from './queries.ts';

/** Whether a stream has taken in enough to reflect on (Generative Agents: 150, of at least 10). */
export function isTriggered(
  { streamImportance, streamCount }: Pick<MemoryRow, 'streamImportance' | 'streamCount'>,
  settings: Pick<StreamSettings, 'importanceThreshold' | 'minObservations'>,
): boolean {
  return (
    streamImportance >= settings.importanceThreshold && streamCount >= settings.minObservations
  );
}

/**
 * Tells the stream what it took in, in the transaction that stored it, and has it reflect once that is
 * enough. To be called under the memory's lock; notify the jobs' signal after the commit.
 */
export async function takeIn(
  app: App,
  db: Database,
  taken: { project: ProjectRow; memoryId: string; importance: number; count: number },
): Promise<void> {
  const { project, memoryId, importance, count } = taken;
  const inMemory = { projectId: project.id, memoryId };
  const named = { projectId: project.id, id: memoryId };
  const memory = await addToStreamState(db, named, { importance, count });
  const hasChat = app.chat.defaultModel !== null;
  if (memory && hasChat && isTriggered(memory, streamSettingsFor(project, memory))) {
    await openCycle(app, db, inMemory);
  }
}

/** Has the stream reflect, unless it is about to; a job whose predecessor failed goes on with its cycle. */
export async function openCycle(
  app: App,
  db: Database,
  { projectId, memoryId }: { projectId: string; memoryId: string },
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
  await enqueue(db, { projectId, kind: 'STREAM_INSIGHTS', subject: memoryId });
}
