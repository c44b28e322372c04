import type { App } from '../app.ts';
import { searchMethod } from '../db/hnsw-index.ts';
import type { EntryRow } from '../db/rows.ts';
import { type ChunkScope, findNearestChunks, type RankedEntry } from '../db/vector-search.ts';
import { FUSION, FUSION_DEPTH, MIN_COVERAGE, type SearchMode } from './presets.ts';
import { type ChunkHit, coverageOf, selectCovering, selectQueryWords } from './queries.ts';
import { type WeightedWord, weighWords } from './words.ts';

/** An entry and its best chunk. All parts are in 0..1; a part that the mode does not compute is null. */
export type Candidate = {
  entry: RankedEntry | EntryRow;
  chunk: { position: number; text: string };
  similarity: number | null;
  coverage: number | null;
  relevance: number;
};

type Search = {
  query: string;
  mode: SearchMode;
  /** The vector of the query; null in LEXICAL mode. */
  embedding: number[] | null;
  wanted: number;
  /** The number of results: where it is less, most candidates need not be read whole. */
  limit: number;
  chunkCount: number;
};

/** The `hnsw.ef_search` of searches: the number of candidates that the index keeps during a search. */
const EF_SEARCH = 100;

/** The entries most relevant to a query, most relevant first. */
export async function findCandidates(
  app: App,
  scope: ChunkScope,
  search: Search,
): Promise<Candidate[]> {
  const { embedding } = search;
  if (embedding === null) return findByWords(app, scope, search);
  if (search.mode === 'SEMANTIC') return findByMeaning(app, scope, search, embedding);
  return findByBoth(app, scope, search, embedding);
}

async function findByMeaning(
  app: App,
  scope: ChunkScope,
  search: Search,
  embedding: number[],
): Promise<Candidate[]> {
  const hits = await readEntries(search.wanted, (limit) =>
    readNearest(app, scope, { ...search, embedding, words: [], chunks: limit }),
  );
  return bestPerEntry(hits, similarityOf, { similarity: similarityOf });
}

async function findByWords(app: App, scope: ChunkScope, search: Search): Promise<Candidate[]> {
  const words = await readWords(app, scope, search);
  const hits = await readEntries(search.wanted, (limit) =>
    selectCovering(app.db, scope, { embedding: null, words, limit }),
  );
  return bestPerEntry(hits, coverageIn, { coverage: coverageIn });
}

/** The union of the candidates by similarity and by coverage, each with both values. */
async function findByBoth(
  app: App,
  scope: ChunkScope,
  search: Search,
  embedding: number[],
): Promise<Candidate[]> {
  const limit = search.wanted * FUSION_DEPTH;
  const words = await readWords(app, scope, search);
  const [near, covering] = await Promise.all([
    readNearest(app, scope, { ...search, embedding, words, chunks: limit }),
    selectCovering(app.db, scope, { embedding, words, limit }),
  ]);
  return bestPerEntry([...near, ...covering], fusedScore, {
    similarity: similarityOf,
    coverage: coverageIn,
  });
}

function fusedScore(hit: ChunkHit): number {
  const coverage = hit.coverage > MIN_COVERAGE ? hit.coverage : 0;
  return FUSION.similarity * similarityOf(hit) + FUSION.coverage * coverage;
}

async function readWords(app: App, scope: ChunkScope, search: Search): Promise<WeightedWord[]> {
  return weighWords(await selectQueryWords(app.db, scope, search.query), search.chunkCount);
}

/** The chunks nearest to the query, with their coverage of the query's words. */
async function readNearest(
  app: App,
  scope: ChunkScope,
  search: Search & { embedding: number[]; words: WeightedWord[]; chunks: number },
): Promise<ChunkHit[]> {
  const method = searchMethod(scope.space, search.chunkCount);
  const wanted = {
    vectors: [search.embedding],
    limit: search.chunks,
    method,
    efSearch: EF_SEARCH,
    coverage: search.words.length > 0 ? coverageOf(search.words) : null,
    entries: search.chunks > search.limit ? ('RANKED' as const) : ('WHOLE' as const),
  };
  const [found = []] = await app.connection.readTransaction((db) =>
    findNearestChunks(db, scope, wanted),
  );
  return found.flatMap(({ entry, ...chunk }) => (entry ? [{ ...chunk, entry }] : []));
}

/** Reads increasing numbers of chunks until they belong to enough entries, or there are no more chunks. */
async function readEntries(
  wanted: number,
  read: (limit: number) => Promise<ChunkHit[]>,
): Promise<ChunkHit[]> {
  // Most entries have one chunk, so the first read has as many chunks as wanted entries.
  for (let limit = wanted; ; limit *= 4) {
    const hits = await read(limit);
    const found = new Set(hits.map(({ entry }) => entry.id)).size;
    if (found >= wanted || hits.length < limit) return hits;
  }
}

type Measure = (hit: ChunkHit) => number;

/** One candidate for each entry, with its best chunk, most relevant first. */
function bestPerEntry(
  hits: readonly ChunkHit[],
  relevanceOf: Measure,
  parts: { similarity?: Measure; coverage?: Measure },
): Candidate[] {
  const candidates = new Map<string, Candidate>();
  for (const hit of hits) {
    const relevance = relevanceOf(hit);
    const known = candidates.get(hit.entry.id);
    if (known && known.relevance >= relevance) continue;
    candidates.set(hit.entry.id, {
      entry: hit.entry,
      chunk: { position: hit.position, text: hit.text },
      similarity: parts.similarity?.(hit) ?? null,
      coverage: parts.coverage?.(hit) ?? null,
      relevance,
    });
  }
  return [...candidates.values()].sort((one, other) => other.relevance - one.relevance);
}

/** Cosine similarity, limited to 0..1. */
function similarityOf(hit: ChunkHit): number {
  return Math.min(1, Math.max(0, hit.similarity));
}

function coverageIn(hit: ChunkHit): number {
  return hit.coverage;
}
