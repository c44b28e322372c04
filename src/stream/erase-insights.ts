import type { Database } from '../db/database.ts';
import type { MemoryRow } from '../db/rows.ts';
import type { ErasedEntry } from '../entries/erase-entries.ts';
import { addToStreamState } from '../memories/memory-state.ts';
import { deleteQuestionsOf, selectOpenCycle, subtractFromCycle } from './cycle-queries.ts';
import { selectInsightsOn } from './queries.ts';

/** The part of an erasure that concerns memory streams. Requires the lock of the project. */

/** The entries, with all insights that are based on them, directly or through other insights. */
export async function withInsightsOn(
  db: Database,
  projectId: string,
  entryIds: readonly string[],
): Promise<string[]> {
  const found = new Set(entryIds);
  for (let latest = [...found]; latest.length > 0; ) {
    const insights = await selectInsightsOn(db, projectId, latest);
    latest = insights.filter((id) => !found.has(id));
    for (const id of latest) found.add(id);
  }
  return [...found];
}

/**
 * Erases the questions that led to erased insights. Also erases the questions of these memories that led to no insight,
 * since they can be about erased entries. Takes erased entries out of the streams of the memories.
 */
export async function eraseFromStreams(
  db: Database,
  projectId: string,
  { erased, memories }: { erased: readonly ErasedEntry[]; memories: readonly MemoryRow[] },
): Promise<void> {
  await deleteQuestionsOf(db, projectId, {
    entryIds: erased.map(({ id }) => id),
    memoryIds: memories.map(({ id }) => id),
  });
  for (const memory of memories) {
    const since = memory.coveredThrough ?? '';
    const counted = erased.filter(
      (entry) => entry.memoryId === memory.id && entry.id > since && isCounted(entry),
    );
    if (counted.length === 0) continue;
    const { importance, count } = sumOf(counted);
    await addToStreamState(db, memory, { importance: -importance, count: -count });
    const cycle = await selectOpenCycle(db, { projectId, memoryId: memory.id });
    const through = cycle?.through ?? '';
    const covered = counted.filter(({ id }) => id <= through);
    if (cycle && covered.length > 0) await subtractFromCycle(db, cycle, sumOf(covered));
  }
}

/** Whether an entry has added to the state of its stream: plans add nothing. */
function isCounted({ kind, isRecorded }: ErasedEntry): boolean {
  return isRecorded && (kind === 'OBSERVATION' || kind === 'INSIGHT');
}

/** The importance and observations that entries have added to their stream. Insights are no observations. */
function sumOf(entries: readonly ErasedEntry[]): { importance: number; count: number } {
  return {
    importance: entries.reduce((sum, entry) => sum + entry.importance, 0),
    count: entries.filter(({ kind }) => kind === 'OBSERVATION').length,
  };
}
