import {
  deleteChunksElsewhere,
  endChunks,
  insertChunks,
  selectNextPositions,
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
  { now, space, vectors, next, isIndexed }: WrittenVectors & { now: Date },
): Promise<void> {
  const projectId = project.id;
  const ended = [...set.cleared].map(([entryId, numbers]) => ({ entryId, numbers }));
  const written = new Set(set.added.map(({ entry }) => entry.id));
  const grown = [...set.changed.keys()].filter((id) => written.has(id));
  const nextSpace = next !== null && isSameSpace(next.space, nextSpaceOf(project)) ? next : null;
  const [before, beforeInNext] = await Promise.all([
    selectNextPositions(db, projectId, { space, entryIds: grown }),
    nextSpace
      ? selectNextPositions(db, projectId, { space: nextSpace.space, entryIds: grown })
      : new Map(),
  ]);
  const removed = await endChunks(db, projectId, { statements: ended, space, at: now });
  const added = rowsOf(set, before, { space, vectors, isIndexed, knownFrom: now });
  const spaces = nextSpace ? [space, nextSpace.space] : [space];
  await Promise.all([
    insertEntries(db, [...set.created.values()]),
    updateEntryRows(db, projectId, [...set.changed.values()]),
    updateChunks(db, projectId, refiled(set)),
    insertChunks(db, added),
    // The chunks of a merged entry in any other space no longer cover the whole entry.
    deleteChunksElsewhere(db, projectId, { entryIds: grown, spaces }),
    nextSpace ? storeForNextSpace(db, set, beforeInNext, { ...nextSpace, knownFrom: now }) : null,
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

/** The changed entries whose stored chunks must follow the entry's kind and expiry. */
function refiled(set: WriteSet): EntryRow[] {
  return [...set.refiled].flatMap((id) => set.changed.get(id) ?? []);
}

/** Entries that a cycle covers no longer count for the state of the stream. */
async function storeShares(db: Database, memory: MemoryRow, { shares }: WriteSet): Promise<void> {
  if (shares.length === 0) return;
  const sum = sumShares(shares, await selectCoveredThrough(db, memory));
  if (sum.importance !== 0 || sum.count !== 0) await addToStreamState(db, memory, sum);
}

type Positions = ReadonlyMap<string, { next: number; isCurrent: boolean }>;

/** The chunk rows of the added statements. Their positions follow those of their entry's existing chunks. */
function rowsOf(
  set: WriteSet,
  before: Positions,
  options: Pick<WrittenVectors, 'space' | 'vectors' | 'isIndexed'> & { knownFrom: Date },
  chunked: (text: ChunkedText) => ChunkedText | undefined = (text) => text,
): NewChunk[] {
  const next = new Map<string, number>();
  return set.added.flatMap((added) => {
    const { id } = added.entry;
    const text = chunked(added.text);
    if (text === undefined) return [];
    const start = next.get(id) ?? before.get(id)?.next ?? 0;
    next.set(id, start + text.chunks.length);
    return chunkRows({ ...added, text }, { ...options, start });
  });
}

/** Omits merged entries that have no chunks in the next space yet; the re-embedding job embeds them whole. */
async function storeForNextSpace(
  db: Database,
  set: WriteSet,
  before: Positions,
  { space, texts, vectors, knownFrom }: EmbeddedTexts & { knownFrom: Date },
): Promise<void> {
  const isWhole = (id: string) => set.created.has(id) || before.get(id)?.isCurrent === true;
  const reached = { ...set, added: set.added.filter(({ entry }) => isWhole(entry.id)) };
  const options = { space, vectors, isIndexed: false, knownFrom };
  const rows = rowsOf(reached, before, options, (text) => texts.get(text));
  await insertChunks(db, rows);
}
