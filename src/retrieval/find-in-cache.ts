import type { CachedChunks, FewSlots } from '../chunk-cache/cached-chunks.ts';
import { greatestOfEstimates, indexesAtLeast } from '../chunk-cache/greatest.ts';
import type { ChunkScope } from '../db/chunk-scope.ts';
import { ANY_ENTRY } from '../db/entry-conditions.ts';
import { fuse, relevanceBy } from './measure.ts';
import { CONTEXT_SHARE, type SearchMode } from './presets.ts';
import type { FoundEntry, FoundStatement, Query } from './queries.ts';
import { MAX_COUNTED, type WeightedWord, weigh } from './words.ts';

type Wanted = {
  query: Query;
  /** The lexemes of the query; empty in SEMANTIC mode. */
  lexemes: readonly string[];
  /** The number of chunks in the memories of the scope. */
  chunkCount: number;
  /** The number of entries. */
  entries: number;
  /** The number of chunks among which they are looked for at first. */
  chunks: number;
};

export type FoundInCache = { found: FoundEntry[]; words: WeightedWord[] };

/** The factor by which more chunks are looked at, until they belong to enough entries. */
const GROWTH = 4;

/** The most relevant entries of a scope among the cached chunks of its project, best first. Compares all chunks of the scope. */
export function findInCache(
  chunks: CachedChunks,
  scope: ChunkScope,
  { query, lexemes, chunkCount, entries, chunks: atFirst }: Wanted,
): FoundInCache {
  const few = chunks.fewSlotsOf(scope);
  const words = weighWords(chunks, scope, { mode: query.mode, lexemes, chunkCount, few });
  const compared = compare(chunks, few, { query, words });
  const { estimates, slotAt, relevanceAt } = compared;
  const isIn = chunks.inScope(scope);
  const comparison = {
    isIn: (place: number) => isIn(slotAt(place)),
    least: query.mode === 'LEXICAL' ? 0 : Number.NEGATIVE_INFINITY,
    maxError: compared.maxError,
    indexesAtLeast: compared.indexesAtLeast,
    numberAt: (place: number) => relevanceAt(slotAt(place)),
  };
  for (let limit = atFirst; ; limit *= GROWTH) {
    const slots = greatestOfEstimates(estimates, { limit, ...comparison }).map(slotAt);
    const best = bestOfEntries(chunks, slots);
    if (best.length >= entries || slots.length < limit) {
      const found = best
        .slice(0, entries)
        .map((slot) => foundEntry(chunks, slot, { compared, isIn }));
      return { found, words };
    }
  }
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

type Found = { compared: Compared; isIn: (slot: number) => boolean };

function foundEntry(chunks: CachedChunks, slot: number, { compared, isIn }: Found): FoundEntry {
  const statementAt = (at: number): FoundStatement => ({
    statement: chunks.chunkAt(at).statement,
    occurredAt: new Date(chunks.chunkAt(at).occurredAt),
    ...compared.measure(at),
  });
  const { entryId, position, text } = chunks.chunkAt(slot);
  const entry = chunks.entryOf(entryId);
  const hasSeveral = entry.statements.length > 1;
  const others = hasSeveral ? chunks.slotsOf(entryId).filter(isIn).map(statementAt) : null;
  return { ...statementAt(slot), entry, position, text, others };
}

/** The words of the query with their weights, by the numbers of chunks in the memories of the scope that contain them. */
function weighWords(
  chunks: CachedChunks,
  scope: ChunkScope,
  asked: {
    mode: SearchMode;
    lexemes: readonly string[];
    chunkCount: number;
    few: FewSlots | null;
  },
): WeightedWord[] {
  const { mode, lexemes, chunkCount: total, few } = asked;
  if (lexemes.length === 0) return [];
  const inMemories = { ...scope, conditions: ANY_ENTRY, at: null, maxDepth: null };
  const isCounted = chunks.inScope({ ...inMemories, includeSuperseded: true });
  const words = lexemes.map((lexeme) => ({
    lexeme,
    chunks: chunks.countWithWord(lexeme, { few, isCounted, max: MAX_COUNTED }),
  }));
  return weigh(words, { mode, total });
}

/** The result of comparing a query with chunks. What is computed for a slot outside the scope has no meaning. */
type Compared = {
  /**
   * An estimate of the relevance of each compared chunk. If only a few slots are compared, the estimates are in the order of these;
   * otherwise the index is the slot. The next search can overwrite the array.
   */
  estimates: Float32Array | Float64Array;
  /** The indexes of the estimates of at least `least`. */
  indexesAtLeast: (least: number) => number[];
  /** The maximum difference between the relevance of a slot and its estimate. */
  maxError: number;
  /** Returns the slot to which an index of `estimates` belongs. */
  slotAt: (place: number) => number;
  /** Computes the relevance of a slot as `relevanceBy` does, except that a negative similarity is not set to 0 in SEMANTIC mode. */
  relevanceAt: (slot: number) => number;
  /** The values from which the relevance is computed; in LEXICAL mode, the similarity is 0. */
  measure: (slot: number) => { similarity: number; coverage: number };
};

/** Compares a query with the chunks in `few` slots, or with all cached chunks if `few` is null. */
function compare(
  chunks: CachedChunks,
  few: FewSlots | null,
  { query, words }: { query: Query; words: readonly WeightedWord[] },
): Compared {
  const { mode, embedding, ranges } = query;
  const coverage = chunks.sumWeights(
    words.map(({ lexeme, weight }) => ({
      lexeme,
      inText: weight,
      inContext: weight * CONTEXT_SHARE,
    })),
    few,
  );
  const coverageAt = (slot: number) => coverage[slot] ?? 0;
  const slotAt = (place: number) => (few === null ? place : (few[place] ?? 0));
  if (embedding === null) {
    const estimates = few === null ? coverage : Float64Array.from(few, coverageAt);
    const measure = (slot: number) => ({ similarity: 0, coverage: coverageAt(slot) });
    return {
      estimates,
      indexesAtLeast: (least) => indexesAtLeast(estimates, least),
      maxError: 0,
      slotAt,
      relevanceAt: coverageAt,
      measure,
    };
  }
  const { vectors } = chunks;
  const similarityAt = vectors.similarityTo(embedding);
  const measure = (slot: number) => ({
    similarity: similarityAt(slot),
    coverage: coverageAt(slot),
  });
  const [estimates = new Float32Array()] =
    few === null ? vectors.estimates([embedding]) : [vectors.similaritiesAt(embedding, few)];
  const indexesOf = few === null ? vectors.indexesAtLeast : indexesAtLeast;
  const compared = {
    estimates,
    indexesAtLeast: (least: number) => indexesOf(estimates, least),
    maxError: vectors.maxError,
    slotAt,
    measure,
  };
  if (mode === 'SEMANTIC') return { ...compared, relevanceAt: similarityAt };
  const relevanceOf = relevanceBy(mode, ranges);
  const relevanceWith = (slot: number, similarity: number) => {
    if (ranges.length === 0) return fuse(similarity, coverageAt(slot));
    const time = chunks.occurredAt(slot);
    if (time === null) return 0;
    const occurredAt = new Date(time);
    return relevanceOf({ similarity, coverage: coverageAt(slot), occurredAt }).relevance;
  };
  // In the same array, each similarity is replaced by the relevance that is computed from it.
  for (let place = 0; place < estimates.length; place += 1) {
    estimates[place] = relevanceWith(slotAt(place), estimates[place] ?? 0);
  }
  // An error in the similarity causes a smaller error in the relevance, so `maxError` is a limit for both.
  const relevanceAt = (slot: number) => relevanceWith(slot, similarityAt(slot));
  return { ...compared, relevanceAt };
}
