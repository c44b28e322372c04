import type { App } from '../app.ts';
import { type Page, type PageRequest, readPage } from '../db/page.ts';
import type { CycleRow, EvidenceRow, JobRow, MemoryRow, ProjectRow } from '../db/rows.ts';
import type { StreamSettings } from '../db/tables/stream-settings.ts';
import { conflict } from '../errors.ts';
import { transact } from '../events/transact.ts';
import { findLatestJobs } from '../jobs/jobs.ts';
import { getMemory } from '../memories/memories.ts';
import { requireChatModel } from '../models/openai-chat.ts';
import { scoringModelOf, streamSettingsFor } from '../projects/stream-settings.ts';
import type { Caller } from '../projects/viewer.ts';
import {
  CYCLE_ORDER,
  countCycles,
  selectCycles,
  selectCyclesByIds,
  selectOpenCycle,
} from './cycle-queries.ts';
import { selectEvidence, selectLastInStream } from './queries.ts';
import { isTriggered, openCycle } from './trigger.ts';

/**
 * Starts a cycle of a memory's stream, or returns the open cycle.
 * @throws NOT_FOUND, CONFLICT (below the thresholds or with insights switched off, without `force`; or an empty
 * stream), CHAT_NOT_CONFIGURED
 */
export async function startInsightCycle(
  app: App,
  caller: Caller,
  { memoryId, force }: { memoryId: string; force: boolean },
): Promise<CycleRow> {
  const stored = await getMemory(app, caller.project.id, memoryId);
  requireChatModel(app.config.chat, scoringModelOf(app, streamSettingsFor(caller.project, stored)));
  const inMemory = { projectId: caller.project.id, memoryId };
  const cycle = await transact(app, caller, { locks: [memoryId] }, async ({ db }) => {
    const memory = await getMemory({ db }, caller.project.id, memoryId);
    const settings = streamSettingsFor(caller.project, memory);
    const open = await selectOpenCycle(db, inMemory);
    if (open === null && !force) requireTriggered(memory, settings);
    if (open === null && (await selectLastInStream(db, inMemory)) === null) {
      throw conflict('The stream has no entries to form insights from.', { memoryId });
    }
    await openCycle(app, db, inMemory, { resetsAttempts: true });
    return selectOpenCycle(db, inMemory);
  });
  if (cycle === null) throw new Error('A cycle was not opened');
  app.jobsSignal.notify();
  // No event was recorded that would wake the workers of other processes.
  app.changes.wake(caller.project.id);
  return cycle;
}

/** @throws CONFLICT for a stream that would not start a cycle by itself */
function requireTriggered(memory: MemoryRow, settings: StreamSettings): void {
  const { id: memoryId, streamImportance: importance, streamCount: observations } = memory;
  if (!settings.insights) {
    const message =
      'This stream starts no cycles by itself (insights: false). Set force: true to start one now.';
    throw conflict(message, { memoryId });
  }
  if (isTriggered(memory, settings)) return;
  throw conflict(
    `Since the last cycle, the stream has ${observations} of ${settings.minObservations} observations and an importance of ${importance} of ${settings.importanceThreshold}. Set force: true to start a cycle now.`,
    { memoryId },
  );
}

/** The state of a memory's stream. */
export function describeStream(project: ProjectRow, memory: MemoryRow) {
  const settings = streamSettingsFor(project, memory);
  return {
    cumulativeImportance: memory.streamImportance,
    observationCount: memory.streamCount,
    lastCycleAt: memory.lastCycleAt,
    importanceThreshold: settings.importanceThreshold,
    minObservations: settings.minObservations,
    settings,
  };
}

/** The cycles of a memory's stream, newest first. */
export function listCycles(
  app: App,
  { projectId, id: memoryId }: MemoryRow,
  request: PageRequest,
): Promise<Page<CycleRow>> {
  return readPage({
    order: CYCLE_ORDER,
    request,
    read: (slice) => selectCycles(app.db, { projectId, memoryId }, slice),
    count: () => countCycles(app.db, { projectId, memoryId }),
  });
}

export function findCycles(
  app: App,
  projectId: string,
  ids: readonly string[],
): Promise<CycleRow[]> {
  return selectCyclesByIds(app.db, projectId, ids);
}

/** The latest job that runs the cycles of each memory, by memory id. */
export function findInsightJobs(
  app: App,
  projectId: string,
  memoryIds: readonly string[],
): Promise<Map<string, JobRow>> {
  return findLatestJobs(app, { projectId, kind: 'STREAM_INSIGHTS', subjects: [...memoryIds] });
}

/** The evidence of each entry (`entryId`), or the insights that cite it (`evidenceId`), by entry id. */
export async function findEvidence(
  app: App,
  projectId: string,
  { entryIds, side }: { entryIds: readonly string[]; side: 'entryId' | 'evidenceId' },
): Promise<Map<string, EvidenceRow[]>> {
  const found = new Map<string, EvidenceRow[]>(entryIds.map((id) => [id, []]));
  for (const row of await selectEvidence(app.db, projectId, { entryIds: [...entryIds], side })) {
    found.get(row[side])?.push(row);
  }
  return found;
}
