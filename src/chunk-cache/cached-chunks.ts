import type { ChunkScope } from '../db/chunk-scope.ts';
import type { EntryRow } from '../db/rows.ts';
import { type CachedEntries, createCachedEntries } from './cached-entries.ts';
import {
  type CachedChunk,
  type ChunkSlots,
  createChunkSlots,
  type RemovedChunk,
} from './chunk-slots.ts';
import type { CachedRow, GoneRow } from './queries.ts';
import { createIntern } from './shared-values.ts';
import { createVectorTable, type VectorTable } from './vector-table.ts';
import { createWordIndex, type FewSlots, type WordIndex } from './word-index.ts';

/**
 * The current chunks of a project in the memory of the process, with their vectors, words and entries. Each has a
 * slot, which is its number in the order in which chunks were added. A chunk that is removed leaves its slot empty.
 */
export type CachedChunks = {
  /** The number of slots, also of those that are empty. */
  slotCount(): number;
  /** The estimated memory of the chunks, in bytes. */
  bytes(): number;
  /** The share of slots that are empty, in 0..1. */
  emptyShare(): number;
  /** Adds chunks. */
  add(rows: readonly CachedRow[]): void;
  /** Replaces all chunks of the entries that have a row. Those that have not changed keep their slots. */
  replace(rows: readonly (CachedRow | GoneRow)[]): void;
  /**
   * Stores the new states of entries, and adds those of the given chunks that are not cached yet. Cached chunks of
   * these entries must not have changed.
   */
  extend(states: readonly EntryRow[], rows: readonly CachedRow[]): void;
  /**
   * Compares vectors with those of the chunks. The place of a vector in the table is the slot of its chunk. For an
   * empty slot, the result has no meaning.
   */
  vectors: Omit<VectorTable, 'add' | 'isAt' | 'bytes'>;
  /** Finds the chunks that contain words. Some of their slots can be empty. */
  words: Omit<WordIndex, 'add' | 'bytes'>;
  /** Tells whether the chunk of a slot is in a scope, which must be one of `isCacheable`. */
  inScope(scope: ChunkScope): (slot: number) => boolean;
  /**
   * All slots of the memories of a scope. Some of them can be empty, and some chunks can fail other conditions of the
   * scope, so test each with `inScope`. Null if they are more than an eighth of all slots, because comparing all slots
   * then takes less time.
   */
  fewSlotsOf(scope: Pick<ChunkScope, 'memoryIds'>): FewSlots | null;
  chunkAt(slot: number): CachedChunk;
  /** When the statement of the chunk happened, in milliseconds since 1970; null for an empty slot. */
  occurredAt(slot: number): number | null;
  /** The slots of the chunks of an entry. */
  slotsOf(entryId: string): readonly number[];
  /** The entry of a chunk. Columns that change without an event (`EntryCounts`) can be outdated. */
  entryOf(entryId: string): EntryRow;
};

/** The key of a chunk in its project and space. */
export type ChunkKey = Pick<CachedChunk, 'entryId' | 'position'>;

/**
 * The parts of the cached chunks. A chunk has the same number in the slots, the table of vectors and the index of
 * words.
 */
type ChunkParts = {
  slots: ChunkSlots;
  entries: CachedEntries;
  vectors: VectorTable;
  words: WordIndex;
};

/** Creates an empty collection of chunks, whose vectors must have this number of dimensions. */
export function createCachedChunks(dimensions: number): CachedChunks {
  const intern = createIntern();
  const entries = createCachedEntries(intern);
  const slots = createChunkSlots(entries, intern);
  const vectors = createVectorTable(dimensions);
  const words = createWordIndex();
  const parts = { slots, entries, vectors, words };
  return {
    slotCount: slots.count,
    bytes: () => vectors.bytes() + words.bytes() + slots.bytes() + entries.bytes(),
    emptyShare: slots.emptyShare,
    add: (rows) => {
      for (const row of rows) add(parts, row);
    },
    replace: (rows) => replace(parts, rows),
    extend: (states, rows) => extend(parts, states, rows),
    vectors,
    words,
    inScope: slots.inScope,
    fewSlotsOf: slots.fewOf,
    chunkAt: (slot) => {
      const chunk = slots.at(slot);
      if (chunk === null) throw new Error(`The slot ${slot} is empty`);
      return chunk;
    },
    occurredAt: slots.occurredAt,
    slotsOf: slots.ofEntry,
    entryOf: (entryId) => {
      const entry = entries.get(entryId);
      if (entry === undefined) throw new Error(`The entry ${entryId} is not cached`);
      return entry;
    },
  };
}

/** Adds a chunk, and its entry unless that is stored already. */
function add({ slots, entries, vectors, words }: ChunkParts, row: CachedRow): void {
  const slot = slots.count();
  vectors.add(row.vector);
  putEntry(entries, row);
  slots.add(chunkOf(row));
  const { wordsOfText } = row;
  words.add(slot, linesOf(row.words), wordsOfText === null ? null : linesOf(wordsOfText));
}

/** Implements `CachedChunks.replace`. */
function replace(parts: ChunkParts, rows: readonly (CachedRow | GoneRow)[]): void {
  const { slots, entries, vectors } = parts;
  const removed = new Map<string, RemovedChunk[]>();
  for (const { entryId } of rows) {
    if (!removed.has(entryId)) removed.set(entryId, removeEntry(parts, entryId));
  }
  for (const row of rows.filter(isChunk).sort(byKey)) {
    const same = removed.get(row.entryId)?.find(({ chunk }) => isUnchangedForSearch(chunk, row));
    if (same && vectors.isAt(same.slot, row.vector)) {
      putEntry(entries, row);
      slots.putBack(same.slot, chunkOf(row));
    } else add(parts, row);
  }
}

/** Implements `CachedChunks.extend`. */
function extend(parts: ChunkParts, states: readonly EntryRow[], rows: readonly CachedRow[]): void {
  const { slots, entries } = parts;
  for (const state of states) {
    const kept = removeEntry(parts, state.id);
    entries.put(state);
    for (const { slot, chunk } of kept) slots.putBack(slot, chunk);
  }
  // A refresh that was reading while the write was committed can have cached some of its chunks already.
  const isNew = ({ entryId, position }: CachedRow) =>
    !slots.ofEntry(entryId).some((slot) => slots.at(slot)?.position === position);
  for (const row of rows.filter(isNew).sort(byKey)) add(parts, row);
}

/** Removes an entry with its chunks. Returns these with their slots. */
function removeEntry({ slots, entries }: ChunkParts, entryId: string): RemovedChunk[] {
  const removed = slots.removeOf(entryId);
  entries.remove(entryId);
  return removed;
}

/** Stores the entry of a row, unless the row has none or the entry is stored already. */
function putEntry(entries: CachedEntries, { entry }: CachedRow): void {
  if (entry && entries.get(entry.id) === undefined) entries.put(entry);
}

function chunkOf(row: CachedRow): CachedChunk {
  const {
    vector: _vector,
    words: _words,
    wordsOfText: _wordsOfText,
    entry: _entry,
    ...chunk
  } = row;
  return chunk;
}

/** The order in which equally relevant chunks are found; the same as in the database. */
function byKey(one: ChunkKey, other: ChunkKey): number {
  if (one.entryId === other.entryId) return one.position - other.position;
  return one.entryId < other.entryId ? -1 : 1;
}

function isChunk(row: CachedRow | GoneRow): row is CachedRow {
  return row.position !== null;
}

/**
 * Whether a row is the cached chunk, with the same values of all columns by which scopes filter. The words need not
 * be compared: they are made of the text, which never changes for a stored chunk. If a value that scopes filter by
 * has changed, the chunk needs a new slot, because a write that has searched the cache already compares only the
 * slots that were added since.
 */
function isUnchangedForSearch(chunk: CachedChunk, row: CachedRow): boolean {
  return SEARCHED_COLUMNS.every((name) => chunk[name] === row[name]);
}

const SEARCHED_COLUMNS = [
  'position',
  'statement',
  'text',
  'memoryId',
  'kind',
  'depth',
  'isSuperseded',
  'expiresAt',
] as const;

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}
