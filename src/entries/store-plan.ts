import type { NewChunk } from '../db/rows.ts';
import type { Space } from '../db/spaces.ts';
import type { Transaction } from '../events/transact.ts';
import { addCounts } from '../memories/hold-memory.ts';
import { chunkRows, type Vectors } from './embed-passages.ts';
import type { Plan } from './plan-writes.ts';
import {
  countChunks,
  insertChunks,
  insertEntries,
  insertRevisions,
  updateEntryRow,
} from './queries.ts';

type Embedded = { space: Space; vectors: Vectors };

/** Stores what was planned, with its events. To be called under the memory's lock. */
export async function storePlan(
  { db, record }: Transaction,
  memory: { projectId: string; id: string },
  plan: Plan,
  embedded: Embedded,
): Promise<void> {
  const merged = [...plan.merged.values()];
  const chunksBefore = await countChunks(db, memory.projectId, {
    space: embedded.space,
    entryIds: merged.map((entry) => entry.id),
  });
  const chunks = plannedChunks(plan, embedded, chunksBefore);
  await Promise.all([
    insertEntries(db, [...plan.created.values()]),
    ...merged.map((entry) => updateEntryRow(db, entry)),
    insertChunks(db, chunks),
    insertRevisions(db, plan.revisions),
    addCounts(db, memory, { entries: plan.created.size, chunks: chunks.length }),
    record(...plan.happenings),
  ]);
}

/** New chunks follow those that their entry has already. */
function plannedChunks(
  plan: Plan,
  { space, vectors }: Embedded,
  chunksBefore: ReadonlyMap<string, number>,
): NewChunk[] {
  const next = new Map(chunksBefore);
  return plan.passages.flatMap(({ entry, passage }) => {
    const start = next.get(entry.id) ?? 0;
    next.set(entry.id, start + passage.chunks.length);
    return chunkRows(entry, passage, { space, vectors, start });
  });
}
