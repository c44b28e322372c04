import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import { EXACT_SCAN_CHUNKS, searchMethod } from '../db/hnsw-index.ts';
import type { ChunkScope } from '../db/vector-search.ts';
import { knownWords, rememberWords } from './frequent-words.ts';
import { type Relevance, relevanceBy } from './measure.ts';
import { FUSION_DEPTH } from './presets.ts';
import {
  type CandidateSearch,
  type FoundCandidates,
  type FoundEntry,
  type Query,
  selectCandidates,
} from './queries.ts';
import type { WeightedWord } from './words.ts';

/** An entry and its best chunk, with the values by which the chunk was compared. */
export type Candidate = Relevance & {
  entry: FoundEntry['entry'];
  chunk: { position: number; statement: number; text: string; occurredAt: Date };
  others: FoundEntry['others'];
};

/** `limit` is the number of results: where it is less, most candidates need not be read whole. */
export type Wanted = { wanted: number; limit: number };

export type Candidates = { candidates: Candidate[]; words: WeightedWord[] };

/** A query, and the number of chunks in the memories of its scope. */
export type Asked = { query: Query; chunkCount: number };

/** The `hnsw.ef_search` of searches: the number of candidates that the index keeps during a search. */
const EF_SEARCH = 100;

/** With this number of chunks, growing by its factor, the limits of a search are as good as none. */
const GROWTH = 4;

/** Finds the entries most relevant to a query, best first. It must run in a transaction. */
export async function findCandidates(
  app: App,
  db: Database,
  scope: ChunkScope,
  { query, chunkCount }: Asked,
  { wanted, limit }: Wanted,
): Promise<Candidates> {
  const search: CandidateSearch = {
    query,
    chunkCount,
    method: methodOf(app, scope, chunkCount),
    efSearch: EF_SEARCH,
    // Most entries have one chunk, so the first read has as many chunks as wanted entries.
    chunks: query.mode === 'HYBRID' ? wanted * FUSION_DEPTH : wanted,
    entries: wanted,
    read: wanted > limit ? 'RANKED' : 'WHOLE',
    known: knownWords(app, scope),
  };
  const { found, words } = await selectEnough(db, scope, search);
  rememberWords(app, scope, words);
  const relevanceOf = relevanceBy(query.mode, query.ranges);
  const candidates = found.map(({ entry, others, text, ...chunk }) => {
    const { position, statement, occurredAt } = chunk;
    const best = { position, statement, text, occurredAt };
    return { entry, others, chunk: best, ...relevanceOf(chunk) };
  });
  candidates.sort((one, other) => other.relevance - one.relevance);
  return { candidates, words };
}

/** Reads increasing numbers of chunks until they belong to enough entries, or there are no more chunks. */
async function selectEnough(
  db: Database,
  scope: ChunkScope,
  search: CandidateSearch,
): Promise<FoundCandidates> {
  const result = await selectCandidates(db, scope, search);
  // An index that returned too little can have missed chunks.
  if (!result.isComplete) return selectEnough(db, scope, { ...search, method: 'EXACT' });
  if (!result.isFull || result.found.length >= search.entries) return result;
  return selectEnough(db, scope, { ...search, chunks: search.chunks * GROWTH });
}

function methodOf(app: App, scope: ChunkScope, chunkCount: number): CandidateSearch['method'] {
  // Statements of the past are not in the index, and the number of chunks is that of now.
  if (scope.asOf !== null) return 'EXACT';
  if (chunkCount <= EXACT_SCAN_CHUNKS) return 'SCAN';
  return searchMethod(app.indexSizes, scope, chunkCount);
}
