import type { ChunkScope } from '../db/chunk-scope.ts';
import { isUnrestricted } from '../db/entry-conditions.ts';
import type { EntryRow } from '../db/rows.ts';
import type { Metadata } from '../db/tables/columns.ts';
import type { Statement } from '../db/tables/entries.ts';
import type { CachedRow, GoneRow } from './queries.ts';
import { createVectorTable, type VectorTable } from './vector-table.ts';
import { createWordIndex, type FewSlots, type WordIndex } from './word-index.ts';

/**
 * The current chunks of a project in the memory of the process, with their vectors, words and entries. Each has a slot, which
 * is its number in the order in which chunks were added. A chunk that is removed leaves its slot empty.
 */
export type CachedChunks = {
  /** The number of slots, also of those that are empty. */
  slotCount(): number;
  /** An estimate of the memory that they take. */
  bytes(): number;
  /** The share of slots that are empty, in 0..1. */
  emptyShare(): number;
  /** Adds chunks. */
  add(rows: readonly CachedRow[]): void;
  /** Replaces all chunks of the entries that have a row. Those that have not changed keep their slots. */
  replace(rows: readonly (CachedRow | GoneRow)[]): void;
  /**
   * Stores the new states of entries, and adds those of the given chunks that are not cached yet. Cached chunks of these entries must
   * not have changed.
   */
  extend(states: readonly EntryRow[], rows: readonly CachedRow[]): void;
  /**
   * Compares vectors with those of the chunks. The place of a vector in the table is the slot of its chunk. For an empty slot, the
   * result has no meaning.
   */
  vectors: Omit<VectorTable, 'add' | 'isAt' | 'bytes'>;
  /** Finds the chunks that contain words. Some of their slots can be empty. */
  words: Omit<WordIndex, 'add' | 'bytes'>;
  /** Tells whether the chunk of a slot is in a scope, which must be one of `isCacheable`. */
  inScope(scope: ChunkScope): (slot: number) => boolean;
  /**
   * All slots of the memories of a scope. Some of them can be empty, and some chunks can fail other conditions of the scope, so test each
   * with `inScope`. Null if they are more than an eighth of all slots: then it takes less time to compare all.
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

/** What is kept of a chunk beside its vector, its words and its entry. */
export type CachedChunk = Omit<CachedRow, 'vector' | 'words' | 'wordsOfText' | 'entry'>;

/** A chunk that was removed, and the slot that it had. */
type Removed = { slot: number; chunk: CachedChunk };

/** The key of a chunk in its project and space. */
export type ChunkKey = Pick<CachedChunk, 'entryId' | 'position'>;

/**
 * The bytes of a chunk without its vector and its words, and of an entry without its texts; measured with Node.js 24.
 */
const CHUNK_BYTES = 320;
const ENTRY_BYTES = 600;

/**
 * Chunks that are at most this share of all are compared one by one. Comparing all by the first bytes of their vectors takes an eighth of
 * the time for each, and with four vectors at once a fourteenth.
 */
const FEW_SHARE = 1 / 8;

/** Whether the conditions of a scope can be told from what is kept of a chunk. */
export function isCacheable({
  conditions,
  hasLesson,
  asOf,
}: Pick<ChunkScope, 'conditions' | 'hasLesson' | 'asOf'>): boolean {
  return !hasLesson && asOf === null && isUnrestricted(conditions, ['kinds']);
}

export function createCachedChunks(dimensions: number): CachedChunks {
  const vectors = createVectorTable(dimensions);
  const words = createWordIndex();
  const slots: (CachedChunk | null)[] = [];
  const byEntry = new Map<string, number[]>();
  /** The slots of each memory in ascending order, also those that are empty by now. */
  const byMemory = new Map<string, number[]>();
  const entries = new Map<string, EntryRow>();
  /** Equal texts as one string, so that they take memory once. */
  const interned = new Map<string, string>();
  let filled = 0;
  let entryBytes = 0;
  /** The size of those texts of chunks that are not the whole text of a statement. */
  let textBytes = 0;

  const intern = <Text extends string>(text: Text): Text => {
    const known = interned.get(text);
    if (known === undefined) interned.set(text, text);
    return (known ?? text) as Text;
  };
  /** Copies an entry. Equal strings, and equal times, become one object in memory, so the copy is smaller. */
  const compact = (entry: EntryRow): EntryRow => ({
    ...entry,
    projectId: intern(entry.projectId),
    memoryId: intern(entry.memoryId),
    kind: intern(entry.kind),
    source: intern(entry.source),
    metadata: sharedIfEmpty(entry.metadata),
    statements: entry.statements.map((statement) => ({
      ...statement,
      source: intern(statement.source),
      actor: statement.actor && intern(statement.actor),
      metadata: sharedIfEmpty(statement.metadata),
      lastStatedAt: sameIfEqual(statement.lastStatedAt, statement.firstStatedAt),
    })),
    createdBy: entry.createdBy && intern(entry.createdBy),
    updatedBy: entry.updatedBy && intern(entry.updatedBy),
    updatedAt: sameIfEqual(entry.updatedAt, entry.createdAt),
    lastStatedAt: sameIfEqual(entry.lastStatedAt, entry.createdAt),
  });
  const putEntry = (entry: EntryRow) => {
    entries.set(entry.id, compact(entry));
    entryBytes += bytesOfEntry(entry);
  };
  /** Stores the chunk of a row in a slot, and its entry unless that is stored already. */
  const put = (
    slot: number,
    { vector: _vector, words: _words, wordsOfText: _wordsOfText, entry, ...chunk }: CachedRow,
  ) => {
    if (entry && !entries.has(entry.id)) putEntry(entry);
    putChunk(slot, chunk);
  };
  /** Stores a chunk in a slot. Its entry must be stored already. */
  const putChunk = (slot: number, chunk: CachedChunk) => {
    const own = entries.get(chunk.entryId);
    const said = statementWith(own, chunk.text);
    slots[slot] = {
      ...chunk,
      entryId: own?.id ?? chunk.entryId,
      memoryId: intern(chunk.memoryId),
      kind: intern(chunk.kind),
      text: said?.text ?? chunk.text,
    };
    if (said === undefined) textBytes += chunk.text.length;
    filled += 1;
    append(byEntry, chunk.entryId, slot);
  };
  const add = (row: CachedRow) => {
    const { vector, memoryId, wordsOfText } = row;
    const slot = slots.length;
    vectors.add(vector);
    put(slot, row);
    append(byMemory, memoryId, slot);
    words.add(slot, linesOf(row.words), wordsOfText === null ? null : linesOf(wordsOfText));
  };
  /** Removes an entry with its chunks. Returns these with their slots. */
  const remove = (entryId: string): Removed[] => {
    const entry = entries.get(entryId);
    const removed = (byEntry.get(entryId) ?? []).flatMap((slot) => {
      const chunk = slots[slot] ?? null;
      if (chunk === null) return [];
      slots[slot] = null;
      if (statementWith(entry, chunk.text) === undefined) textBytes -= chunk.text.length;
      return [{ slot, chunk }];
    });
    filled -= removed.length;
    byEntry.delete(entryId);
    if (entry) entryBytes -= bytesOfEntry(entry);
    entries.delete(entryId);
    return removed;
  };
  return {
    slotCount: () => slots.length,
    bytes: () =>
      vectors.bytes() + words.bytes() + slots.length * CHUNK_BYTES + textBytes + entryBytes,
    emptyShare: () => (slots.length === 0 ? 0 : 1 - filled / slots.length),
    add: (rows) => rows.forEach(add),
    replace: (rows) => {
      const removed = new Map<string, Removed[]>();
      for (const { entryId } of rows) {
        if (!removed.has(entryId)) removed.set(entryId, remove(entryId));
      }
      for (const row of rows.filter(isChunk).sort(byKey)) {
        const same = removed
          .get(row.entryId)
          ?.find(({ chunk }) => isUnchangedForSearch(chunk, row));
        if (same && vectors.isAt(same.slot, row.vector)) put(same.slot, row);
        else add(row);
      }
    },
    extend: (states, rows) => {
      for (const state of states) {
        const kept = remove(state.id);
        putEntry(state);
        for (const { slot, chunk } of kept) putChunk(slot, chunk);
      }
      // A refresh that was reading while the write was committed can have cached some of its chunks already.
      const isNew = ({ entryId, position }: CachedRow) =>
        !byEntry.get(entryId)?.some((slot) => slots[slot]?.position === position);
      for (const row of rows.filter(isNew).sort(byKey)) add(row);
    },
    vectors,
    words,
    inScope: (scope) => {
      const isIn = scopeTest(scope);
      return (slot) => {
        const chunk = slots[slot] ?? null;
        return chunk !== null && isIn(chunk);
      };
    },
    fewSlotsOf: ({ memoryIds }) => {
      if (memoryIds === null) return null;
      const lists = memoryIds.map((memoryId) => byMemory.get(memoryId) ?? []);
      const count = lists.reduce((sum, { length }) => sum + length, 0);
      if (count > slots.length * FEW_SHARE) return null;
      const [only, ...others] = lists;
      return only && others.length === 0 ? only : lists.flat().sort((one, other) => one - other);
    },
    chunkAt: (slot) => {
      const chunk = slots[slot] ?? null;
      if (chunk === null) throw new Error(`The slot ${slot} is empty`);
      return chunk;
    },
    occurredAt: (slot) => slots[slot]?.occurredAt ?? null,
    slotsOf: (entryId) => byEntry.get(entryId) ?? [],
    entryOf: (entryId) => {
      const entry = entries.get(entryId);
      if (entry === undefined) throw new Error(`The entry ${entryId} is not cached`);
      return entry;
    },
  };
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
 * Whether a row is the cached chunk, with the same values of all columns by which scopes filter. The words need not be compared: they
 * are made of the text, which never changes for a stored chunk. If a value that scopes filter by has changed, the chunk needs a new slot,
 * because a write that has searched the cache already compares only the slots that were added since.
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

/** Adds a number to the end of the list of a key. */
function append(lists: Map<string, number[]>, key: string, number: number): void {
  const list = lists.get(key);
  if (list) list.push(number);
  else lists.set(key, [number]);
}

const EMPTY = Object.freeze({});

/** Returns the same object for all empty metadata. */
function sharedIfEmpty(metadata: Metadata): Metadata {
  return Object.keys(metadata).length === 0 ? EMPTY : metadata;
}

/** Returns the other time if both are equal, so that one of the two objects or texts is not kept. */
function sameIfEqual<Time extends Date | string>(time: Time, other: Time): Time {
  return time.valueOf() === other.valueOf() ? other : time;
}

/** The statement of an entry with this text. The text of a chunk is that of its statement, or a part of it. */
function statementWith(entry: EntryRow | undefined, text: string): Statement | undefined {
  return entry?.statements.find((statement) => statement.text === text);
}

/** An estimate of the memory that an entry takes without its chunks. */
function bytesOfEntry({ statements, metadata, lesson }: EntryRow): number {
  const texts = statements.reduce(
    (sum, { text, context }) => sum + text.length + (context?.length ?? 0),
    0,
  );
  return ENTRY_BYTES + texts + JSON.stringify([metadata, lesson]).length;
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

/** The condition of `inScope` in db/chunk-scope.ts, for a chunk that is kept. */
function scopeTest(scope: ChunkScope): (chunk: CachedChunk) => boolean {
  const { includeSuperseded, maxDepth, conditions } = scope;
  const memoryIds = scope.memoryIds && new Set(scope.memoryIds);
  const without = new Set(scope.withoutMemoryIds);
  const kinds = conditions.kinds && new Set(conditions.kinds);
  const at = scope.at?.getTime() ?? null;
  const isWhole = memoryIds === null && without.size === 0 && kinds === null && maxDepth === null;
  if (isWhole && includeSuperseded && at === null) return () => true;
  return ({ memoryId, kind, depth, isSuperseded, expiresAt }) =>
    (memoryIds === null || memoryIds.has(memoryId)) &&
    !without.has(memoryId) &&
    (includeSuperseded || !isSuperseded) &&
    (kinds === null || kinds.has(kind)) &&
    (maxDepth === null || depth <= maxDepth) &&
    (at === null || expiresAt === null || expiresAt > at);
}
