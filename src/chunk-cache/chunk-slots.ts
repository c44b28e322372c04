import type { ChunkScope } from '../db/chunk-scope.ts';
import type { EntryRow } from '../db/rows.ts';
import type { Statement } from '../db/tables/entries.ts';
import { type CachedEntries, statementWith } from './cached-entries.ts';
import { scopeTest } from './match-scope.ts';
import type { CachedRow } from './queries.ts';
import type { Intern } from './shared-values.ts';
import type { FewSlots } from './word-index.ts';

/** The cached columns of a chunk. Its vector, words and entry are stored separately. */
export type CachedChunk = Omit<CachedRow, 'vector' | 'words' | 'wordsOfText' | 'entry'>;

/** A chunk that was removed, and the slot that it had. */
export type RemovedChunk = { slot: number; chunk: CachedChunk };

/**
 * The cached chunks of a project by their slots, without their vectors, words and entries. A slot is the number of a
 * chunk in the order in which chunks were added. A chunk that is removed leaves its slot empty.
 */
export type ChunkSlots = {
  /** The number of slots, also of those that are empty. */
  count(): number;
  /** The share of slots that are empty, in 0..1. */
  emptyShare(): number;
  /** The estimated memory of the chunks, in bytes. */
  bytes(): number;
  /** Stores a chunk in a new slot. Its entry must be stored already. */
  add(chunk: CachedChunk): void;
  /** Stores a chunk in the slot that it had before it was removed. Its entry must be stored already. */
  putBack(slot: number, chunk: CachedChunk): void;
  /** Removes the chunks of an entry, which must still be stored. */
  removeOf(entryId: string): RemovedChunk[];
  /** The chunk of a slot; null if the slot is empty. */
  at(slot: number): CachedChunk | null;
  /** When the statement of the chunk happened: see `CachedChunks.occurredAt`. */
  occurredAt(slot: number): number | null;
  /** The slots of the chunks of an entry. */
  ofEntry(entryId: string): readonly number[];
  /** The slots of a scope if it has few of them, otherwise null: see `CachedChunks.fewSlotsOf`. */
  fewOf(scope: Pick<ChunkScope, 'memoryIds'>): FewSlots | null;
  /** Tells whether the chunk of a slot is in a scope. */
  inScope(scope: ChunkScope): (slot: number) => boolean;
};

/** The bytes of a chunk without its vector, its words and its text; measured with Node.js 24. */
const CHUNK_BYTES = 328;

/**
 * If the memories of a scope have at most this share of all slots, only their slots are compared. Otherwise it is faster
 * to compare all slots one after another: a slot that is far from the one before takes up to eight times as long
 * (docs/decisions/084-bounds-for-many-slots.md).
 */
const FEW_SHARE = 1 / 8;

/** Creates an empty list of slots. `entries` are the entries of the chunks. */
export function createChunkSlots(entries: CachedEntries, intern: Intern): ChunkSlots {
  const slots: (CachedChunk | null)[] = [];
  /**
   * `occurredAt` of the chunk of each slot; NaN for an empty slot. A query with a date reads the times of all chunks,
   * which is faster from one array than from the chunks.
   */
  const times: number[] = [];
  const byEntry = new Map<string, number[]>();
  /** The slots of each memory in ascending order, also those that are empty by now. */
  const byMemory = new Map<string, number[]>();
  let filled = 0;
  /** The size, in bytes, of the texts of chunks that are not the whole text of their statement. */
  let textBytes = 0;

  const put = (slot: number, chunk: CachedChunk) => {
    const entry = entries.get(chunk.entryId);
    const statement = statementWith(entry, chunk.text);
    slots[slot] = withSharedTexts(chunk, { entry, statement, intern });
    times[slot] = chunk.occurredAt;
    if (statement === undefined) textBytes += chunk.text.length;
    filled += 1;
    append(byEntry, chunk.entryId, slot);
  };
  const removeOf = (entryId: string): RemovedChunk[] => {
    const entry = entries.get(entryId);
    const removed = (byEntry.get(entryId) ?? []).flatMap((slot) => {
      const chunk = slots[slot] ?? null;
      if (chunk === null) return [];
      slots[slot] = null;
      times[slot] = NaN;
      if (statementWith(entry, chunk.text) === undefined) textBytes -= chunk.text.length;
      return [{ slot, chunk }];
    });
    filled -= removed.length;
    byEntry.delete(entryId);
    return removed;
  };
  return {
    count: () => slots.length,
    emptyShare: () => (slots.length === 0 ? 0 : 1 - filled / slots.length),
    bytes: () => slots.length * CHUNK_BYTES + textBytes,
    add: (chunk) => {
      const slot = slots.length;
      put(slot, chunk);
      append(byMemory, chunk.memoryId, slot);
    },
    putBack: put,
    removeOf,
    at: (slot) => slots[slot] ?? null,
    occurredAt: (slot) => {
      const time = times[slot] ?? NaN;
      return Number.isNaN(time) ? null : time;
    },
    ofEntry: (entryId) => byEntry.get(entryId) ?? [],
    fewOf: ({ memoryIds }) =>
      memoryIds && slotsOfFew(byMemory, memoryIds, slots.length * FEW_SHARE),
    inScope: (scope) => {
      const isIn = scopeTest(scope);
      return (slot) => {
        const chunk = slots[slot] ?? null;
        return chunk !== null && isIn(chunk);
      };
    },
  };
}

/** Copies a chunk. Strings that its entry or other chunks also have become the same object in memory. */
function withSharedTexts(
  chunk: CachedChunk,
  shared: { entry: EntryRow | undefined; statement: Statement | undefined; intern: Intern },
): CachedChunk {
  const { entry, statement, intern } = shared;
  return {
    ...chunk,
    entryId: entry?.id ?? chunk.entryId,
    memoryId: intern(chunk.memoryId),
    kind: intern(chunk.kind),
    text: statement?.text ?? chunk.text,
  };
}

/** The slots of some memories in ascending order; null if they are more than `max`. */
function slotsOfFew(
  byMemory: ReadonlyMap<string, readonly number[]>,
  memoryIds: readonly string[],
  max: number,
): FewSlots | null {
  const lists = memoryIds.map((memoryId) => byMemory.get(memoryId) ?? []);
  const count = lists.reduce((sum, { length }) => sum + length, 0);
  if (count > max) return null;
  const [only, ...others] = lists;
  return only && others.length === 0 ? only : lists.flat().sort((one, other) => one - other);
}

/** Adds a number to the end of the list of a key. */
function append(lists: Map<string, number[]>, key: string, number: number): void {
  const list = lists.get(key);
  if (list) list.push(number);
  else lists.set(key, [number]);
}
