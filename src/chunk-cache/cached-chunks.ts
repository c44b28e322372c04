import type { ChunkScope } from '../db/chunk-scope.ts';
import { isUnrestricted } from '../db/entry-conditions.ts';
import type { CachedRow } from './queries.ts';
import { createVectorTable } from './vector-table.ts';

/**
 * The current chunks of a project in the memory of the process, with their vectors and words. Each has a slot, which is its
 * number in the order in which chunks were added. A chunk that is removed leaves its slot empty.
 */
export type CachedChunks = {
  /** The number of chunks. */
  size(): number;
  slotCount(): number;
  /** An estimate of the memory that they take. */
  bytes(): number;
  /** The share of slots that are empty, in 0..1. */
  emptyShare(): number;
  /** Replaces all chunks of the entries. */
  replace(entryIds: Iterable<string>, rows: readonly CachedRow[]): void;
  /** The cosine similarity of each slot to a vector. Only those of chunks in a scope have a meaning. */
  similarities(vector: readonly number[]): Float32Array;
  /** The slots of the chunks that contain a lexeme. */
  withWord(lexeme: string): readonly WordSlot[];
  /** Tells whether the chunk of a slot is in a scope, which must be one of `isCacheable`. */
  inScope(scope: ChunkScope): (slot: number) => boolean;
  chunkAt(slot: number): CachedChunk;
  /** When the statement of the chunk happened, in milliseconds since 1970; null for an empty slot. */
  occurredAt(slot: number): number | null;
  /** The slots of the chunks of an entry. */
  slotsOf(entryId: string): readonly number[];
};

/** What is kept of a chunk beside its vector and its words. */
export type CachedChunk = Omit<CachedRow, 'vector' | 'words' | 'wordsOfText'>;

/** The key of a chunk in its project and space. */
export type ChunkKey = Pick<CachedChunk, 'entryId' | 'position'>;

/** `isInText` is false for a lexeme that only the context of the chunk contains. */
export type WordSlot = { slot: number; isInText: boolean };

/** Bytes of a chunk beside its vector and its words, and of each of its words; measured with Node.js 20. */
const CHUNK_BYTES = 320;
const WORD_BYTES = 25;

/** Whether the conditions of a scope can be told from what is kept of a chunk. */
export function isCacheable({ conditions, hasLesson, asOf }: ChunkScope): boolean {
  return !hasLesson && asOf === null && isUnrestricted(conditions, ['kinds']);
}

export function createCachedChunks(dimensions: number): CachedChunks {
  const vectors = createVectorTable(dimensions);
  const slots: (CachedChunk | null)[] = [];
  const byEntry = new Map<string, number[]>();
  const byWord = new Map<string, WordSlot[]>();
  /** Equal texts as one string, so that they take memory once. */
  const interned = new Map<string, string>();
  let filled = 0;
  let words = 0;

  const intern = (text: string) => {
    const known = interned.get(text);
    if (known === undefined) interned.set(text, text);
    return known ?? text;
  };
  const add = ({ vector, words: all, wordsOfText, ...chunk }: CachedRow) => {
    const slot = slots.length;
    vectors.add(vector);
    slots.push({ ...chunk, memoryId: intern(chunk.memoryId) });
    filled += 1;
    const ofEntry = byEntry.get(chunk.entryId);
    if (ofEntry) ofEntry.push(slot);
    else byEntry.set(chunk.entryId, [slot]);
    const inText = wordsOfText === null ? null : new Set(linesOf(wordsOfText));
    for (const lexeme of linesOf(all)) {
      const one = { slot, isInText: inText?.has(lexeme) ?? true };
      const others = byWord.get(lexeme);
      if (others) others.push(one);
      else byWord.set(lexeme, [one]);
      words += 1;
    }
  };
  const remove = (entryId: string) => {
    for (const slot of byEntry.get(entryId) ?? []) slots[slot] = null;
    filled -= byEntry.get(entryId)?.length ?? 0;
    byEntry.delete(entryId);
  };
  return {
    size: () => filled,
    slotCount: () => slots.length,
    bytes: () => vectors.bytes() + slots.length * CHUNK_BYTES + words * WORD_BYTES,
    emptyShare: () => (slots.length === 0 ? 0 : 1 - filled / slots.length),
    replace: (entryIds, rows) => {
      for (const entryId of entryIds) remove(entryId);
      for (const row of rows) add(row);
    },
    similarities: (vector) => vectors.similarities(vector),
    withWord: (lexeme) => byWord.get(lexeme) ?? [],
    inScope: (scope) => {
      const isIn = scopeTest(scope);
      return (slot) => {
        const chunk = slots[slot] ?? null;
        return chunk !== null && isIn(chunk);
      };
    },
    chunkAt: (slot) => {
      const chunk = slots[slot] ?? null;
      if (chunk === null) throw new Error(`The slot ${slot} is empty`);
      return chunk;
    },
    occurredAt: (slot) => slots[slot]?.occurredAt ?? null,
    slotsOf: (entryId) => byEntry.get(entryId) ?? [],
  };
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
  return ({ memoryId, kind, depth, isSuperseded, expiresAt }) =>
    (memoryIds === null || memoryIds.has(memoryId)) &&
    !without.has(memoryId) &&
    (includeSuperseded || !isSuperseded) &&
    (kinds === null || kinds.has(kind)) &&
    (maxDepth === null || depth <= maxDepth) &&
    (at === null || expiresAt === null || expiresAt > at);
}
