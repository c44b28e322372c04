import {
  appendChunks,
  deleteChunksElsewhere,
  endChunks,
  insertChunks,
  type StoredChunk,
  selectNextPositions,
  updateChunks,
} from '../../db/chunks.ts';
import type { Database } from '../../db/database.ts';
import { isSameSpace, type Space } from '../../db/embedding-space.ts';
import type { EntryRow, MemoryCounts, MemoryRow, NewChunk } from '../../db/rows.ts';
import type { Transaction } from '../../events/transact.ts';
import { addCounts, type WriteTarget } from '../../memories/memories.ts';
import { addToStreamState } from '../../memories/memory-state.ts';
import { nextSpaceOf } from '../../projects/settings.ts';
import { insertEntries, updateEntryRows } from '../queries.ts';
import { selectCoveredThrough } from '../read-queries.ts';
import { insertRevisions } from '../revision-queries.ts';
import { sumShares } from '../stream-share.ts';
import {
  type AddedText,
  type ChunkedText,
  chunkRows,
  type EmbeddedTexts,
  type WrittenVectors,
} from './embed-texts.ts';
import type { WriteSet } from './write-set.ts';

/** The write set of a memory. */
export type MemoryWrites = { target: WriteTarget; set: WriteSet };

/** The stored chunks in the space of the project, and the counts of the memories whose counts have changed. */
export type Stored = { chunks: StoredChunk[]; counts: MemoryCounts[] };

/**
 * Prepares to store the write sets of memories of one project with their events, in as few statements as for a single
 * one. Returns a function that stores them, and sends all its statements before it waits for an answer. Requires the
 * locks of the memories.
 */
export async function prepareStoring(
  { db, record }: Transaction,
  writes: readonly MemoryWrites[],
  { now, space, vectors, next, isIndexed }: WrittenVectors & { now: Date },
): Promise<() => Promise<Stored>> {
  const project = writes[0]?.target.project;
  if (project === undefined) return async () => ({ chunks: [], counts: [] });
  const projectId = project.id;
  const sets = writes.map(({ set }) => set);
  const { added, created, changed, ended, grown } = unitedWrites(sets);
  const nextSpace = next !== null && isSameSpace(next.space, nextSpaceOf(project)) ? next : null;
  const spaces = nextSpace ? [space, nextSpace.space] : [space];
  const [inNext, removed] = await Promise.all([
    nextSpace
      ? selectNextPositions(db, projectId, { space: nextSpace.space, entryIds: [...grown] })
      : new Map(),
    endChunks(db, projectId, { statements: ended, space, at: now }),
    updateChunks(db, projectId, sets.flatMap(withOutdatedChunks)),
    ...writes.map(({ target: { memory }, set }) => storeShares(db, memory, set)),
  ]);
  const rows = rowsOf(added, { space, vectors, isIndexed, knownFrom: now });
  const growth = writes.map(({ target: { memory }, set }) => ({
    memoryId: memory.id,
    entries: set.entryCount,
    chunks: chunksOf(memory, rows) - (removed.get(memory.id) ?? 0),
    contentBytes: set.contentBytes,
  }));
  record(...sets.flatMap(({ events }) => events));
  return async () => {
    const storing = [
      insertEntries(db, created),
      updateEntryRows(db, projectId, changed),
      // In other spaces, the chunks of an updated entry no longer cover its whole text.
      deleteChunksElsewhere(db, projectId, { entryIds: [...grown], spaces }),
    ];
    const [chunks, counts] = await Promise.all([
      storeChunks(db, { projectId, space }, { rows, grown }),
      addCounts(db, projectId, growth),
      nextSpace
        ? storeForNextSpace(db, projectId, sets, {
            ...nextSpace,
            knownFrom: now,
            grown,
            before: inNext,
          })
        : null,
      insertRevisions(
        db,
        sets.flatMap(({ revisions }) => revisions),
      ),
      ...storing,
    ]);
    return { chunks, counts };
  };
}

/** Combines the writes of all sets. `grown` are the ids of existing entries with new statements. */
function unitedWrites(sets: readonly WriteSet[]) {
  const added = sets.flatMap((set) => set.added);
  const changed = sets.flatMap((set) => [...set.changed.values()]);
  const written = new Set(added.map(({ entry }) => entry.id));
  return {
    added,
    created: sets.flatMap(({ created }) => [...created.values()]),
    changed,
    ended: sets.flatMap(({ cleared }) =>
      [...cleared].map(([entryId, numbers]) => ({ entryId, numbers })),
    ),
    grown: new Set(changed.map(({ id }) => id).filter((id) => written.has(id))),
  };
}

function chunksOf({ id }: MemoryRow, rows: readonly NewChunk[]): number {
  return rows.filter(({ memoryId }) => memoryId === id).length;
}

/** The changed entries whose stored chunks must follow the entry's kind and expiry. */
function withOutdatedChunks(set: WriteSet): EntryRow[] {
  return [...set.withOutdatedChunks].flatMap((id) => set.changed.get(id) ?? []);
}

/** Adds the changed shares to the state of the stream, except the shares of entries that a cycle covers. */
async function storeShares(db: Database, memory: MemoryRow, { shares }: WriteSet): Promise<void> {
  if (shares.length === 0) return;
  const sum = sumShares(shares, await selectCoveredThrough(db, memory));
  if (sum.importance !== 0 || sum.count !== 0) await addToStreamState(db, memory, sum);
}

/** Stores chunks. The positions of those of grown entries follow the positions of the entry's existing chunks. */
async function storeChunks(
  db: Database,
  inProject: { projectId: string; space: Space },
  { rows, grown }: { rows: readonly NewChunk[]; grown: ReadonlySet<string> },
): Promise<StoredChunk[]> {
  const isAppended = ({ entryId }: NewChunk) => grown.has(entryId);
  const created = rows.filter((row) => !isAppended(row));
  const stored = await Promise.all([
    insertChunks(db, created),
    appendChunks(db, inProject, rows.filter(isAppended)),
  ]);
  return stored.flat();
}

/** The chunk rows of added statements. The positions of each entry begin at 0. */
function rowsOf(
  statements: readonly AddedText[],
  options: Pick<WrittenVectors, 'space' | 'vectors' | 'isIndexed'> & { knownFrom: Date },
  chunked: (text: ChunkedText) => ChunkedText | undefined = (text) => text,
): NewChunk[] {
  const next = new Map<string, number>();
  return statements.flatMap((added) => {
    const { id } = added.entry;
    const text = chunked(added.text);
    if (text === undefined) return [];
    const start = next.get(id) ?? 0;
    next.set(id, start + text.chunks.length);
    return chunkRows({ ...added, text }, { ...options, start });
  });
}

type InNextSpace = EmbeddedTexts & {
  knownFrom: Date;
  grown: ReadonlySet<string>;
  /** Whether a grown entry has current chunks in the next space. */
  before: ReadonlyMap<string, { isCurrent: boolean }>;
};

/** Omits updated entries that have no chunks in the next space yet; the re-embedding job embeds them whole. */
async function storeForNextSpace(
  db: Database,
  projectId: string,
  sets: readonly WriteSet[],
  { space, texts, vectors, knownFrom, grown, before }: InNextSpace,
): Promise<void> {
  const reached = sets.flatMap(({ added, created }) =>
    added.filter(({ entry }) => created.has(entry.id) || before.get(entry.id)?.isCurrent === true),
  );
  const options = { space, vectors, isIndexed: false, knownFrom };
  const rows = rowsOf(reached, options, (text) => texts.get(text));
  await storeChunks(db, { projectId, space }, { rows, grown });
}
