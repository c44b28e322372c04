import type { Database } from '../db/database.ts';
import type { EntryRow, NewChunk } from '../db/rows.ts';
import { type Space, spaceName } from '../db/spaces.ts';
import type { Transaction } from '../events/transact.ts';
import { addCounts, type Held } from '../memories/hold-memory.ts';
import { nextSpaceOf } from '../projects/settings.ts';
import { chunkRows, type Embedded, type Vectors } from './embed-passages.ts';
import type { Plan } from './plan-writes.ts';
import {
  countChunks,
  deleteChunksElsewhere,
  insertChunks,
  insertEntries,
  insertRevisions,
  updateEntryRow,
} from './queries.ts';

type Prepared = Pick<Embedded, 'space' | 'vectors'> & {
  next: Embedded | null;
  isIndexed: boolean;
};

/** Stores what was planned, with its events. To be called under the memory's lock. */
export async function storePlan(
  { db, record }: Transaction,
  { memory, project }: Held,
  plan: Plan,
  { space, vectors, next, isIndexed }: Prepared,
): Promise<void> {
  const merged = [...plan.merged.values()];
  const added = await plannedChunks(db, plan, { space, vectors, isIndexed });
  const isNext = next !== null && isSame(next.space, nextSpaceOf(project));
  await Promise.all([
    insertEntries(db, [...plan.created.values()]),
    ...merged.map((entry) => updateEntryRow(db, entry)),
    insertChunks(db, added),
    dropElsewhere(db, memory, merged, isNext ? [space, next.space] : [space]),
    isNext ? storeForNext(db, plan, next) : null,
    insertRevisions(db, plan.revisions),
    addCounts(db, memory, { entries: plan.created.size, chunks: added.length }),
    record(...plan.happenings),
  ]);
}

/** What an entry has in a space that a merge is not written in is no longer all of it: it goes. */
async function dropElsewhere(
  db: Database,
  { projectId }: Pick<Held['memory'], 'projectId'>,
  merged: readonly EntryRow[],
  written: readonly Space[],
): Promise<void> {
  const entryIds = merged.map((entry) => entry.id);
  if (entryIds.length > 0) await deleteChunksElsewhere(db, projectId, { entryIds, written });
}

/** New chunks follow those that their entry has already. */
async function plannedChunks(
  db: Database,
  plan: Plan,
  { space, ...options }: { space: Space; vectors: Vectors; isIndexed: boolean },
): Promise<NewChunk[]> {
  const next = await chunksBefore(db, plan, space);
  return plan.passages.flatMap(({ entry, passage }) => {
    const start = next.get(entry.id) ?? 0;
    next.set(entry.id, start + passage.chunks.length);
    return chunkRows(entry, passage, { space, ...options, start });
  });
}

function chunksBefore(db: Database, plan: Plan, space: Space): Promise<Map<string, number>> {
  const [entry] = plan.merged.values();
  if (entry === undefined) return Promise.resolve(new Map());
  return countChunks(db, entry.projectId, { space, entryIds: [...plan.merged.keys()] });
}

/** An entry that the re-embedding has not reached yet is left to it, whole. */
async function storeForNext(db: Database, plan: Plan, { space, ...next }: Embedded): Promise<void> {
  const before = await chunksBefore(db, plan, space);
  const isReached = ({ id }: EntryRow) => plan.created.has(id) || before.has(id);
  const passages = new Map(next.passages.map((passage) => [passage.searchedBy, passage]));
  const rows = plan.passages.flatMap(({ entry, passage }) => {
    const cut = passages.get(passage.searchedBy);
    if (cut === undefined || !isReached(entry)) return [];
    const start = before.get(entry.id) ?? 0;
    before.set(entry.id, start + cut.chunks.length);
    return chunkRows(entry, cut, { space, vectors: next.vectors, start });
  });
  await insertChunks(db, rows);
}

function isSame(one: Space, other: Space | null): boolean {
  return other !== null && spaceName(one) === spaceName(other);
}
