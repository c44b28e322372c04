import {
  countChunks,
  deleteChunks,
  deleteChunksElsewhere,
  insertChunks,
  updateChunks,
} from '../db/chunks.ts';
import type { Database } from '../db/database.ts';
import { isSameSpace } from '../db/embedding-space.ts';
import type { EntryRow, MemoryRow, NewChunk } from '../db/rows.ts';
import type { Transaction } from '../events/transact.ts';
import { addCounts, type WriteTarget } from '../memories/memories.ts';
import { addToStreamState } from '../memories/memory-state.ts';
import { nextSpaceOf } from '../projects/settings.ts';
import {
  type ChunkedText,
  chunkRows,
  type EmbeddedTexts,
  type WrittenVectors,
} from './embed-texts.ts';
import {
  insertEntries,
  insertRevisions,
  selectCoveredThrough,
  updateEntryRows,
} from './queries.ts';
import { sumShares } from './stream-share.ts';
import type { WriteSet } from './write-set.ts';

/** Stores a write set with its events. Requires the memory's lock. */
export async function storeWriteSet(
  { db, record }: Transaction,
  { memory, project }: WriteTarget,
  set: WriteSet,
  { space, vectors, next, isIndexed }: WrittenVectors,
): Promise<void> {
  const projectId = project.id;
  const cleared = [...set.cleared];
  const grown = [...set.changed.keys()].filter((id) => !set.cleared.has(id));
  const nextSpace = next !== null && isSameSpace(next.space, nextSpaceOf(project)) ? next : null;
  const [before, beforeInNext, removed] = await Promise.all([
    countChunks(db, projectId, { space, entryIds: grown }),
    nextSpace ? countChunks(db, projectId, { space: nextSpace.space, entryIds: grown }) : new Map(),
    deleteChunks(db, projectId, { entryIds: cleared, space }),
  ]);
  const added = rowsOf(set, before, { space, vectors, isIndexed });
  const spaces = nextSpace ? [space, nextSpace.space] : [space];
  await Promise.all([
    insertEntries(db, [...set.created.values()]),
    updateEntryRows(db, projectId, [...set.changed.values()]),
    updateChunks(db, projectId, refiled(set)),
    insertChunks(db, added),
    // The chunks of a merged entry in any other space no longer cover the whole entry.
    deleteChunksElsewhere(db, projectId, { entryIds: grown, spaces }),
    nextSpace ? storeForNextSpace(db, set, beforeInNext, nextSpace) : null,
    insertRevisions(db, set.revisions),
    addCounts(db, memory, {
      entries: set.entryCount,
      chunks: added.length - removed,
      contentBytes: set.contentBytes,
    }),
    storeShares(db, memory, set),
    record(...set.events),
  ]);
}

/** The changed entries whose stored chunks remain and must follow the entry's kind and expiry. */
function refiled(set: WriteSet): EntryRow[] {
  return [...set.refiled].flatMap((id) => (set.cleared.has(id) ? [] : (set.changed.get(id) ?? [])));
}

/** Entries that a cycle covers no longer count for the state of the stream. */
async function storeShares(db: Database, memory: MemoryRow, { shares }: WriteSet): Promise<void> {
  if (shares.length === 0) return;
  const sum = sumShares(shares, await selectCoveredThrough(db, memory));
  if (sum.importance !== 0 || sum.count !== 0) await addToStreamState(db, memory, sum);
}

/** The chunk rows of the added texts. The positions of a text follow those of its entry's existing chunks. */
function rowsOf(
  set: WriteSet,
  before: ReadonlyMap<string, number>,
  options: Pick<WrittenVectors, 'space' | 'vectors' | 'isIndexed'>,
  chunked: (text: ChunkedText) => ChunkedText | undefined = (text) => text,
): NewChunk[] {
  const next = new Map(before);
  return set.added.flatMap(({ entry, text }) => {
    const own = chunked(text);
    if (own === undefined) return [];
    const start = next.get(entry.id) ?? 0;
    next.set(entry.id, start + own.chunks.length);
    return chunkRows(entry, own, { ...options, start });
  });
}

/** Omits merged entries that have no chunks in the next space yet; the re-embedding job embeds them whole. */
async function storeForNextSpace(
  db: Database,
  set: WriteSet,
  before: ReadonlyMap<string, number>,
  { space, texts, vectors }: EmbeddedTexts,
): Promise<void> {
  const isWhole = (id: string) => set.created.has(id) || set.cleared.has(id) || before.has(id);
  const reached = { ...set, added: set.added.filter(({ entry }) => isWhole(entry.id)) };
  const chunked = new Map(texts.map((text) => [text.embeddingText, text]));
  const rows = rowsOf(reached, before, { space, vectors, isIndexed: false }, ({ embeddingText }) =>
    chunked.get(embeddingText),
  );
  await insertChunks(db, rows);
}
