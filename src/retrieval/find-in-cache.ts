import type { ChunkKey } from '../chunk-cache/cached-chunks.ts';
import type { Cached } from '../chunk-cache/chunk-cache.ts';
import { greatest } from '../chunk-cache/greatest.ts';
import type { ChunkScope } from '../db/chunk-scope.ts';
import { ANY_ENTRY } from '../db/entry-conditions.ts';
import { fuse, relevanceBy } from './measure.ts';
import { CONTEXT_SHARE } from './presets.ts';
import type { Query } from './queries.ts';
import { type QueryWord, type WeightedWord, weigh } from './words.ts';

/** What a search found among cached chunks. */
export type FoundInCache = {
  /** The chunks of the most relevant entries. */
  keys: ChunkKey[];
  words: WeightedWord[];
  /** True if there are more chunks than these. */
  hasMore: boolean;
  /** The number in the project's log as of which they were found. */
  asOf: bigint;
};

type Wanted = {
  query: Query;
  /** The number of chunks in the memories of the scope. */
  chunkCount: number;
  /** The number of entries. */
  entries: number;
  /** The number of chunks among which they are looked for at first. */
  chunks: number;
};

/** Some more entries are returned, because the database may know by now that one of them is gone. */
const SPARE = { entries: 5, share: 0.1 } as const;

/** The factor by which more chunks are looked at, until they belong to enough entries. */
const GROWTH = 4;

/** Finds the most relevant entries of a scope among the cached chunks of its project. Compares all of them. */
export function findInCache(
  { chunks, number }: Cached,
  scope: ChunkScope,
  { query, chunkCount, entries, chunks: atFirst }: Wanted,
): FoundInCache {
  const words = weighWords({ chunks, number }, scope, { query, chunkCount });
  const relevance = relevanceOfSlots({ chunks, number }, { query, words });
  const isIn = chunks.inScope(scope);
  const wanted = entries + Math.max(SPARE.entries, Math.ceil(entries * SPARE.share));
  const least = query.mode === 'LEXICAL' ? 0 : Number.NEGATIVE_INFINITY;
  for (let limit = atFirst; ; limit *= GROWTH) {
    const slots = greatest(relevance, { limit, isIn, least });
    const keys: ChunkKey[] = [];
    const found = new Set<string>();
    for (const slot of slots) {
      const { entryId, position } = chunks.chunkAt(slot);
      if (found.size === wanted && !found.has(entryId)) break;
      found.add(entryId);
      keys.push({ entryId, position });
    }
    const isAll = slots.length < limit;
    if (isAll || found.size === wanted) {
      return { keys, words, hasMore: !isAll || keys.length < slots.length, asOf: number };
    }
  }
}

/** The words of the query with their weights, by the numbers of chunks in the memories of the scope that contain them. */
function weighWords(
  { chunks }: Cached,
  scope: ChunkScope,
  { query, chunkCount }: Pick<Wanted, 'query' | 'chunkCount'>,
): WeightedWord[] {
  if (query.lexemes === null) return [];
  const inMemories = { ...scope, conditions: ANY_ENTRY, at: null, maxDepth: null };
  const isCounted = chunks.inScope({ ...inMemories, includeSuperseded: true });
  const words = query.lexemes.map(
    (lexeme): QueryWord => ({
      lexeme,
      chunks: chunks.withWord(lexeme).filter(({ slot }) => isCounted(slot)).length,
    }),
  );
  return weigh(words, { mode: query.mode, total: chunkCount });
}

/** The relevance of each slot, as `relevanceBy` computes it. That of a slot outside the scope has no meaning. */
function relevanceOfSlots(
  { chunks }: Cached,
  { query, words }: { query: Query; words: readonly WeightedWord[] },
): Float64Array {
  const { mode, embedding, ranges } = query;
  const coverage = new Float64Array(chunks.slotCount());
  for (const { lexeme, weight } of words) {
    for (const { slot, isInText } of chunks.withWord(lexeme)) {
      coverage[slot] = (coverage[slot] ?? 0) + (isInText ? weight : weight * CONTEXT_SHARE);
    }
  }
  if (embedding === null) return coverage;
  const similarities = chunks.similarities(embedding);
  if (mode === 'SEMANTIC') return Float64Array.from(similarities);
  if (ranges.length === 0) {
    for (let slot = 0; slot < coverage.length; slot += 1) {
      coverage[slot] = fuse(similarities[slot] ?? 0, coverage[slot] ?? 0);
    }
    return coverage;
  }
  const relevanceOf = relevanceBy(mode, ranges);
  return coverage.map((covered, slot) => {
    const time = chunks.occurredAt(slot);
    const measured = { similarity: similarities[slot] ?? 0, coverage: covered };
    return time === null ? 0 : relevanceOf({ ...measured, occurredAt: new Date(time) }).relevance;
  });
}
