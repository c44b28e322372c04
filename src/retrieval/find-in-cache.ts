import type { CachedChunks, ChunkKey } from '../chunk-cache/cached-chunks.ts';
import { greatestOfBounds, indexesAtLeast } from '../chunk-cache/greatest.ts';
import type { FewSlots } from '../chunk-cache/word-index.ts';
import type { ChunkScope } from '../db/chunk-scope.ts';
import { ANY_ENTRY } from '../db/entry-conditions.ts';
import type { Query } from './candidate-search.ts';
import { CONTEXT_SHARE, type SearchMode } from './presets.ts';
import type { FoundEntry, FoundStatement } from './queries.ts';
import { fuse, relevanceBy } from './relevance.ts';
import { MAX_COUNTED, type WeightedWord, weighWords } from './weigh-words.ts';

type WantedFromCache = {
  query: Query;
  /** The lexemes of the query; empty in SEMANTIC mode. */
  lexemes: readonly string[];
  /** The number of chunks in the memories of the scope. */
  chunkCount: number;
  /** The maximum number of entries. */
  entries: number;
  /** The number of most relevant chunks that are selected at first, to find these entries. */
  chunks: number;
};

export type FoundInCache = { found: FoundEntry[]; words: WeightedWord[] };

/** The factor by which the number of selected chunks grows until they belong to enough entries. */
const GROWTH = 4;

/**
 * The most relevant entries of a scope among the cached chunks of its project, best first. Compares all chunks of the
 * scope.
 */
export function findInCache(
  chunks: CachedChunks,
  scope: ChunkScope,
  { query, lexemes, chunkCount, entries, chunks: atFirst }: WantedFromCache,
): FoundInCache {
  const few = chunks.fewSlotsOf(scope);
  const words = countAndWeigh(chunks, scope, { mode: query.mode, lexemes, chunkCount, few });
  const compared = compare(chunks, few, { query, words });
  const { bounds, slotAt, relevanceAt } = compared;
  const isIn = chunks.inScope(scope);
  const comparison = {
    isIn: (place: number) => isIn(slotAt(place)),
    least: query.mode === 'LEXICAL' ? 0 : Number.NEGATIVE_INFINITY,
    indexesAtLeast: compared.indexesAtLeast,
    numberAt: (place: number) => relevanceAt(slotAt(place)),
    precedes: (place: number, other: number) =>
      precedes(chunks.chunkAt(slotAt(place)), chunks.chunkAt(slotAt(other))),
  };
  for (let limit = atFirst; ; limit *= GROWTH) {
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
   * An upper bound of the relevance of each compared chunk. If only a few slots are compared, the bounds are in the
   * order of these; otherwise the index is the slot. The next search can overwrite the array.
   */
  bounds: Float32Array | Float64Array;
  /** The indexes of the bounds of at least `least`. */
  indexesAtLeast: (least: number) => number[];
  /** Returns the slot of the chunk whose upper bound is at this index of `bounds`. */
  slotAt: (place: number) => number;
  /**
   * Computes the relevance of a slot as `relevanceBy` does, except that a negative similarity is not set to 0 in
   * SEMANTIC mode.
   */
  relevanceAt: (slot: number) => number;
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
  return mode === 'SEMANTIC' ? byVectors : withFusedRelevance(chunks, byVectors, query);
}

/** Returns a function that gives the slot of an index of the bounds. */
const slotsOfBounds = (few: FewSlots | null) => (place: number) =>
  few === null ? place : (few[place] ?? 0);

function compareByWords(coverage: Float64Array, few: FewSlots | null): ComparedChunks {
  const coverageAt = (slot: number) => coverage[slot] ?? 0;
  const bounds = few === null ? coverage : Float64Array.from(few, coverageAt);
  return {
    bounds,
    indexesAtLeast: (least) => indexesAtLeast(bounds, least),
    slotAt: slotsOfBounds(few),
    relevanceAt: coverageAt,
    coverageAt,
    similarityAt: () => 0,
  };
}

function compareByVectors(
  { vectors }: CachedChunks,
  few: FewSlots | null,
  { embedding, coverage }: { embedding: readonly number[]; coverage: Float64Array },
): ComparedChunks {
  const similarityAt = vectors.similarityTo(embedding);
  const [bounds = new Float32Array()] =
    few === null ? vectors.upperBounds([embedding]) : [vectors.similaritiesAt(embedding, few)];
  const indexesOf = few === null ? vectors.indexesAtLeast : indexesAtLeast;
  return {
    bounds,
    indexesAtLeast: (least) => indexesOf(bounds, least),
    slotAt: slotsOfBounds(few),
    relevanceAt: similarityAt,
    coverageAt: (slot) => coverage[slot] ?? 0,
    similarityAt,
  };
}

/** Replaces each similarity in the array by the relevance, which also depends on the words and dates of the query. */
function withFusedRelevance(
  chunks: CachedChunks,
  compared: ComparedChunks,
  query: Query,
): ComparedChunks {
  const { bounds, slotAt, coverageAt, similarityAt } = compared;
  const relevanceOf = relevanceBy(query);
  const relevanceWith = (slot: number, similarity: number) => {
    if (query.ranges.length === 0) return fuse(similarity, coverageAt(slot));
    const time = chunks.occurredAt(slot);
    if (time === null) return 0;
    const occurredAt = new Date(time);
    return relevanceOf({ similarity, coverage: coverageAt(slot), occurredAt }).relevance;
  };
  // The relevance grows with the similarity, so the relevance of an upper bound is an upper bound of the relevance.
  for (let place = 0; place < bounds.length; place += 1) {
    bounds[place] = relevanceWith(slotAt(place), bounds[place] ?? 0);
  }
  return { ...compared, relevanceAt: (slot) => relevanceWith(slot, similarityAt(slot)) };
}
