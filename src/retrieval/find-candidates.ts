import type { App } from '../app.ts';
import type { ChunkScope } from '../db/chunk-scope.ts';
import type { ResultChoice } from '../db/expected-results.ts';
import { efSearchOf, indexReach, searchMethod } from '../db/search-method.ts';
import type { CandidateSearch, Query } from './candidate-search.ts';
import { knownWords, rememberWords } from './frequent-words.ts';
import { DEPTH, DEPTH_GROWTH, FUSION_DEPTH } from './presets.ts';
import { type FoundCandidates, type FoundEntry, selectCandidates } from './queries.ts';
import { type Relevance, relevanceBy } from './relevance.ts';
import type { WeightedWord } from './weigh-words.ts';

/** An entry and its best chunk, with the values by which the chunk was compared. */
export type Candidate = Relevance & {
  entry: FoundEntry['entry'];
  chunk: { position: number; statement: number; text: string; occurredAt: Date };
  entrySimilarity: FoundEntry['entrySimilarity'];
  entryChunks: FoundEntry['entryChunks'];
};

/**
 * `wanted` is the number of candidates. `choice` says how the results are chosen from them; it is null if all are
 * results.
 */
export type WantedResults = { wanted: number; choice: ResultChoice | null };

export type Candidates = { candidates: Candidate[]; words: WeightedWord[] };

/** A query, and the number of chunks in the memories of its scope. */
export type CandidateQuery = { query: Query; chunkCount: number };

/**
 * The maximum number of chunks in a whole project that a search with words reads in full. In larger projects, the
 * search looks the words up in their index. That index does not know memories, so a search of single memories reads
 * more chunks in full.
 */
const SCAN_CHUNKS = 300;
const SCAN_CHUNKS_OF_MEMORIES = 1000;

/** The parameters of the search statement. */
export function candidateSearch(
  app: App,
  scope: ChunkScope,
  { query, chunkCount }: CandidateQuery,
  { wanted, choice }: WantedResults,
): CandidateSearch {
  const method = methodOf(app, scope, { query, chunkCount });
  return {
    query,
    chunkCount,
    method,
    efSearch: efSearchOf(app.indexSizes, scope),
    reach: indexReach(app.indexSizes, scope, chunkCount),
    chunks: Math.ceil(wanted * (query.mode === 'HYBRID' ? FUSION_DEPTH : DEPTH)),
    entries: wanted,
    choice,
    // A scan counts the words itself, which is faster than looking them up.
    known: method === 'SCAN' ? [] : knownWords(app, scope, chunkCount),
  };
}

/** The candidates of a search, best first, given the answer of its first statement. */
export async function findCandidates(
  app: App,
  scope: ChunkScope,
  search: CandidateSearch,
  first: FoundCandidates,
): Promise<Candidates> {
  const { found, words } = await selectEnough(app, scope, search, first);
  const { chunkCount, method } = search;
  if (method !== 'SCAN') rememberWords(app, scope, { chunkCount, words });
  return { candidates: candidatesOf(found, search.query), words };
}

/** Converts found entries to candidates, the most relevant first. */
export function candidatesOf(found: readonly FoundEntry[], query: Query): Candidate[] {
  const relevanceOf = relevanceBy(query);
  const candidates = found.map(({ entry, entrySimilarity, entryChunks, text, ...chunk }) => {
    const { position, statement, occurredAt } = chunk;
    const best = { position, statement, text, occurredAt };
    return { entry, entrySimilarity, entryChunks, chunk: best, ...relevanceOf(chunk) };
  });
  return candidates.sort((one, other) => other.relevance - one.relevance);
}

/** Reads increasing numbers of chunks until they belong to enough entries, or there are no more chunks. */
async function selectEnough(
  app: App,
  scope: ChunkScope,
  search: CandidateSearch,
  found: FoundCandidates,
): Promise<FoundCandidates> {
  const isEnough = !found.isFull || found.found.length >= search.entries;
  if (found.isComplete && isEnough) return found;
  // An index that returned too few chunks can have missed some, so all are compared.
  const next: CandidateSearch = found.isComplete
    ? { ...search, chunks: search.chunks * DEPTH_GROWTH }
    : { ...search, method: 'EXACT' };
  const more = await app.connection.readInOnePacket((db) => selectCandidates(db, scope, next));
  return selectEnough(app, scope, next, more);
}

function methodOf(
  app: App,
  scope: ChunkScope,
  { query, chunkCount }: CandidateQuery,
): CandidateSearch['method'] {
  // The index has no statements of the past, and `chunkCount` is the present number of chunks.
  if (scope.asOf !== null) return 'EXACT';
  const mostScanned = scope.memoryIds === null ? SCAN_CHUNKS : SCAN_CHUNKS_OF_MEMORIES;
  if (query.mode !== 'SEMANTIC' && chunkCount <= mostScanned) return 'SCAN';
  return searchMethod(app.indexSizes, scope, chunkCount);
}
