import type { CachedChunks } from '../chunk-cache/cached-chunks.ts';
import { greatest } from '../chunk-cache/greatest.ts';
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

/** The most relevant entries of a scope among the cached chunks of its project, best first. Compares all of them. */
export function findInCache(
  chunks: CachedChunks,
  scope: ChunkScope,
  { query, lexemes, chunkCount, entries, chunks: atFirst }: Wanted,
): FoundInCache {
  const words = weighWords(chunks, scope, { mode: query.mode, lexemes, chunkCount });
  const compared = compareAll(chunks, { query, words });
  const isIn = chunks.inScope(scope);
  const least = query.mode === 'LEXICAL' ? 0 : Number.NEGATIVE_INFINITY;
  for (let limit = atFirst; ; limit *= GROWTH) {
    const slots = greatest(compared.relevance, { limit, isIn, least });
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
    similarity: compared.similarities?.[at] ?? 0,
    coverage: compared.coverage[at] ?? 0,
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
  asked: { mode: SearchMode; lexemes: readonly string[]; chunkCount: number },
): WeightedWord[] {
  const { mode, lexemes, chunkCount: total } = asked;
  if (lexemes.length === 0) return [];
  const inMemories = { ...scope, conditions: ANY_ENTRY, at: null, maxDepth: null };
  const isCounted = chunks.inScope({ ...inMemories, includeSuperseded: true });
  const words = lexemes.map((lexeme) => ({
    lexeme,
    chunks: chunks.countWithWord(lexeme, isCounted, MAX_COUNTED),
  }));
  return weigh(words, { mode, total });
}

/** How each slot compares with a query. What is computed of a slot outside the scope has no meaning. */
type Compared = {
  /** Null in LEXICAL mode. Overwritten by the next search. */
  similarities: Float32Array | null;
  coverage: Float64Array;
  /** As `relevanceBy` computes it, but a similarity below 0 stays one. */
  relevance: Float32Array | Float64Array;
};

function compareAll(
  chunks: CachedChunks,
  { query, words }: { query: Query; words: readonly WeightedWord[] },
): Compared {
  const { mode, embedding, ranges } = query;
  const coverage = new Float64Array(chunks.slotCount());
  for (const { lexeme, weight } of words) {
    chunks.addWeight(lexeme, { inText: weight, inContext: weight * CONTEXT_SHARE }, coverage);
  }
  if (embedding === null) return { similarities: null, coverage, relevance: coverage };
  const similarities = chunks.similarities(embedding);
  if (mode === 'SEMANTIC') return { similarities, coverage, relevance: similarities };
  const relevance = new Float64Array(coverage.length);
  if (ranges.length === 0) {
    for (let slot = 0; slot < relevance.length; slot += 1) {
      relevance[slot] = fuse(similarities[slot] ?? 0, coverage[slot] ?? 0);
    }
    return { similarities, coverage, relevance };
  }
  const relevanceOf = relevanceBy(mode, ranges);
  for (let slot = 0; slot < relevance.length; slot += 1) {
    const time = chunks.occurredAt(slot);
    if (time === null) continue;
    const measured = { similarity: similarities[slot] ?? 0, coverage: coverage[slot] ?? 0 };
    relevance[slot] = relevanceOf({ ...measured, occurredAt: new Date(time) }).relevance;
  }
  return { similarities, coverage, relevance };
}
