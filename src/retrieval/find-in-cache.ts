import type { CachedChunks, ChunkKey } from '../chunk-cache/cached-chunks.ts';
import { greatestOfBounds, indexesAtLeast } from '../chunk-cache/greatest.ts';
import { type FewSlots, slotsOfPlaces, type WordSums } from '../chunk-cache/word-index.ts';
import type { ChunkScope } from '../db/chunk-scope.ts';
import { ANY_ENTRY } from '../db/entry-conditions.ts';
import type { Query } from './candidate-search.ts';
import { CONTEXT_SHARE, DEPTH, DEPTH_GROWTH, type SearchMode } from './presets.ts';
import type { FoundEntry, FoundStatement } from './queries.ts';
import { dateRank, fusedRank } from './relevance.ts';
import { MAX_COUNTED, type WeightedWord, weighWords } from './weigh-words.ts';

type WantedFromCache = {
  query: Query;
  /** The lexemes of the query; empty in SEMANTIC mode. */
  lexemes: readonly string[];
  /** The number of chunks in the memories of the scope. */
  chunkCount: number;
  /** The maximum number of entries. */
  entries: number;
};

export type FoundInCache = { found: FoundEntry[]; words: WeightedWord[] };

/**
 * The most relevant entries of a scope among the cached chunks of its project, best first. Compares all chunks of the
 * scope.
 */
export function findInCache(
  chunks: CachedChunks,
  scope: ChunkScope,
  { query, lexemes, chunkCount, entries }: WantedFromCache,
): FoundInCache {
  const few = chunks.fewSlotsOf(scope);
  const words = countAndWeigh(chunks, scope, { mode: query.mode, lexemes, chunkCount, few });
  const compared = compare(chunks, few, { query, words });
  const { bounds, slotAt, rankAt } = compared;
  const isIn = chunks.inScope(scope);
  const comparison = {
    isIn: (place: number) => isIn(slotAt(place)),
    least: query.mode === 'LEXICAL' ? 0 : Number.NEGATIVE_INFINITY,
    indexesAtLeast: compared.indexesAtLeast,
    numberAt: (place: number) => rankAt(slotAt(place)),
    precedes: (place: number, other: number) =>
      precedes(chunks.chunkAt(slotAt(place)), chunks.chunkAt(slotAt(other))),
  };
  for (let limit = Math.ceil(entries * DEPTH); ; limit *= DEPTH_GROWTH) {
    const slots = greatestOfBounds(bounds, { limit, ...comparison }).map(slotAt);
    const best = bestOfEntries(chunks, slots);
    if (best.length >= entries || slots.length < limit) {
      const found = best
        .slice(0, entries)
        .map((slot) => foundEntry(chunks, slot, { query, compared, isIn }));
      return { found, words };
    }
  }
}

/** The order of chunks of equal relevance, which is the same as in the database (`byRelevance`). */
function precedes(one: ChunkKey, other: ChunkKey): boolean {
  return one.entryId === other.entryId
    ? one.position < other.position
    : one.entryId < other.entryId;
}

/** The first slot of each entry, in the same order. */
function bestOfEntries(chunks: CachedChunks, slots: readonly number[]): number[] {
  const seen = new Set<string>();
  return slots.filter((slot) => {
    const { entryId } = chunks.chunkAt(slot);
    const isFirst = !seen.has(entryId);
    seen.add(entryId);
    return isFirst;
  });
}

type SlotSearch = { query: Query; compared: ComparedChunks; isIn: (slot: number) => boolean };

function foundEntry(
  chunks: CachedChunks,
  slot: number,
  { query, compared, isIn }: SlotSearch,
): FoundEntry {
  const statementAt = (at: number): FoundStatement => ({
    statement: chunks.chunkAt(at).statement,
    occurredAt: new Date(chunks.chunkAt(at).occurredAt),
    text: chunks.chunkAt(at).text,
    similarity: compared.similarityAt(at),
    coverage: compared.coverageAt(at),
  });
  const { entryId, position } = chunks.chunkAt(slot);
  const entry = chunks.entryOf(entryId);
  const hasSeveral = entry.statements.length > 1;
  const entryChunks = hasSeveral ? chunks.slotsOf(entryId).filter(isIn).map(statementAt) : null;
  const entrySimilarity = query.readsEntrySimilarity
    ? Math.max(...chunks.slotsOf(entryId).filter(isIn).map(compared.similarityAt))
    : null;
  return { ...statementAt(slot), entry, position, entrySimilarity, entryChunks };
}

/**
 * The words of the query with their weights, by the numbers of chunks in the memories of the scope that contain them.
 */
function countAndWeigh(
  chunks: CachedChunks,
  scope: ChunkScope,
  {
    mode,
    lexemes,
    chunkCount: total,
    few,
  }: {
    mode: SearchMode;
    lexemes: readonly string[];
    chunkCount: number;
    few: FewSlots | null;
  },
): WeightedWord[] {
  if (lexemes.length === 0) return [];
  const inMemories = { ...scope, conditions: ANY_ENTRY, at: null, maxDepth: null };
  const isCounted = chunks.inScope({ ...inMemories, includeSuperseded: true });
  const words = lexemes.map((lexeme) => ({
    lexeme,
    chunks: chunks.words.countWithWord(lexeme, { few, isCounted, max: MAX_COUNTED }),
  }));
  return weighWords(words, { mode, total });
}

/** The result of comparing a query with chunks. The values of slots outside the scope have no meaning. */
type ComparedChunks = {
  /**
   * For each compared chunk, an upper bound of its rank (`rankAt`). If all slots are compared, the index is the slot.
   * Otherwise the bounds have the same order as the few compared slots. The next search can overwrite the array.
   */
  bounds: Float32Array | Float64Array;
  /** Returns the indexes of all bounds that are `least` or more. */
  indexesAtLeast: (least: number) => number[];
  /** Returns the slot of the chunk whose upper bound is at this index of `bounds`. */
  slotAt: (place: number) => number;
  /**
   * Computes the rank of a slot: a number that is greater for a more relevant chunk (`relevanceBy`). In SEMANTIC mode,
   * it can be negative; the relevance is then 0.
   */
  rankAt: (slot: number) => number;
  /** The share of the query's words that the chunk of a slot contains, by their weights. */
  coverageAt: (slot: number) => number;
  /** The similarity of a slot to the query; 0 in LEXICAL mode. */
  similarityAt: (slot: number) => number;
};

/** Compares a query with the chunks in `few` slots, or with all cached chunks if `few` is null. */
function compare(
  chunks: CachedChunks,
  few: FewSlots | null,
  { query, words }: { query: Query; words: readonly WeightedWord[] },
): ComparedChunks {
  const { mode, embedding } = query;
  const coverage = chunks.words.sumWeights(
    words.map(({ lexeme, weight }) => ({
      lexeme,
      inText: weight,
      inContext: weight * CONTEXT_SHARE,
    })),
    few,
  );
  if (embedding === null) return compareByWords(coverage, few);
  const byVectors = compareByVectors(chunks, few, { embedding, coverage });
  return mode === 'SEMANTIC'
    ? byVectors
    : withWordsAndDates(chunks, byVectors, { few, query, coverage });
}

function compareByWords({ sums }: WordSums, few: FewSlots | null): ComparedChunks {
  const coverageAt = (slot: number) => sums[slot] ?? 0;
  const bounds = few === null ? sums : Float64Array.from(few, coverageAt);
  return {
    bounds,
    indexesAtLeast: (least) => indexesAtLeast(bounds, least),
    slotAt: slotsOfPlaces(few),
    rankAt: coverageAt,
    coverageAt,
    similarityAt: () => 0,
  };
}

function compareByVectors(
  { vectors }: CachedChunks,
  few: FewSlots | null,
  { embedding, coverage: { sums } }: { embedding: readonly number[]; coverage: WordSums },
): ComparedChunks {
  const similarityAt = vectors.similarityTo(embedding);
  const bounds =
    few === null
      ? (vectors.upperBounds([embedding])[0] ?? new Float32Array())
      : vectors.upperBoundsAt(embedding, few).bounds;
  return {
    bounds,
    indexesAtLeast: (least) => vectors.indexesAtLeast(bounds, least),
    slotAt: slotsOfPlaces(few),
    rankAt: similarityAt,
    coverageAt: (slot) => sums[slot] ?? 0,
    similarityAt,
  };
}

/** Adds the words and dates of the query to a comparison by vectors. Changes the array of bounds. */
function withWordsAndDates(
  { occurredAt }: CachedChunks,
  compared: ComparedChunks,
  { few, query, coverage }: { few: FewSlots | null; query: Query; coverage: WordSums },
): ComparedChunks {
  const { bounds, slotAt, coverageAt, similarityAt } = compared;
  const isDated = query.ranges.length > 0;
  const rankWith = (slot: number, similarity: number) =>
    fusedRank(similarity, coverageAt(slot)) +
    (isDated ? dateRank(query, occurredAt(slot) ?? 0) : 0);
  const replace = (place: number) => {
    bounds[place] = rankWith(slotAt(place), bounds[place] ?? 0);
  };
  // `bounds` has upper bounds of the similarities. A greater similarity gives a greater rank, so `rankWith` makes upper
  // bounds of the ranks from them. The rank of a chunk without a word of the query is its similarity. Most chunks of a
  // project are such chunks, and keep their bound.
  if (few === null && !isDated) coverage.slots.forEach(replace);
  else for (let place = 0; place < bounds.length; place += 1) replace(place);
  return {
    ...compared,
    // Ranks are never negative, but the bounds of chunks without a word can be.
    indexesAtLeast: (least) =>
      compared.indexesAtLeast(least > 0 ? least : Number.NEGATIVE_INFINITY),
    rankAt: (slot) => rankWith(slot, similarityAt(slot)),
  };
}
