import type { App } from '../app.ts';
import type { EntryRow } from '../db/rows.ts';
import { isFilled, methodFor } from '../db/spaces.ts';
import { embedQuery } from '../models/embedder.ts';
import { FUSION, FUSION_DEPTH, MIN_COVERAGE, type SearchMode } from './presets.ts';
import {
  type ChunkHit,
  type Filter,
  selectCovering,
  selectNearest,
  selectQueryWords,
} from './queries.ts';
import { type WeightedWord, weighWords } from './words.ts';

/** An entry and its best chunk. `relevance` in 0..1; the parts that were not asked for are null. */
export type Candidate = {
  entry: EntryRow;
  chunk: { position: number; text: string };
  similarity: number | null;
  coverage: number | null;
  relevance: number;
};

type Search = { query: string; mode: SearchMode; wanted: number; chunkCount: number };

/** The entries most relevant to a query, most relevant first. @throws EMBEDDING_UNAVAILABLE */
export async function findCandidates(
  app: App,
  filter: Filter,
  search: Search,
): Promise<Candidate[]> {
  if (search.mode === 'LEXICAL') return findByWords(app, filter, search);
  const embedder = app.embedders.for(filter.space);
  const embedding = await embedQuery(embedder, search.query);
  if (search.mode === 'SEMANTIC') return findNearest(app, filter, search, embedding);
  return findFused(app, filter, search, embedding);
}

async function findNearest(
  app: App,
  filter: Filter,
  search: Search,
  embedding: number[],
): Promise<Candidate[]> {
  const hits = await readEntries(search.wanted, (limit) =>
    readNearest(app, filter, { ...search, embedding, words: [], limit }),
  );
  return bestPerEntry(hits, similarityOf, { similarity: similarityOf });
}

async function findByWords(app: App, filter: Filter, search: Search): Promise<Candidate[]> {
  const words = await readWords(app, filter, search);
  const hits = await readEntries(search.wanted, (limit) =>
    selectCovering(app.db, filter, { embedding: null, words, limit }),
  );
  return bestPerEntry(hits, coverageOf, { coverage: coverageOf });
}

/** Candidates of either side, each scored by both. */
async function findFused(
  app: App,
  filter: Filter,
  search: Search,
  embedding: number[],
): Promise<Candidate[]> {
  const limit = search.wanted * FUSION_DEPTH;
  const words = await readWords(app, filter, search);
  const [near, covering] = await Promise.all([
    readNearest(app, filter, { ...search, embedding, words, limit }),
    selectCovering(app.db, filter, { embedding, words, limit }),
  ]);
  return bestPerEntry([...near, ...covering], fusedScore, {
    similarity: similarityOf,
    coverage: coverageOf,
  });
}

function fusedScore(hit: ChunkHit): number {
  const coverage = hit.coverage > MIN_COVERAGE ? hit.coverage : 0;
  return FUSION.similarity * similarityOf(hit) + FUSION.coverage * coverage;
}

async function readWords(app: App, filter: Filter, search: Search): Promise<WeightedWord[]> {
  return weighWords(await selectQueryWords(app.db, filter, search.query), search.chunkCount);
}

/** The index may give up before it has enough rows that pass the filter; then all are compared. */
async function readNearest(
  app: App,
  filter: Filter,
  search: Search & { embedding: number[]; words: WeightedWord[]; limit: number },
): Promise<ChunkHit[]> {
  const method = methodFor(filter.space, search.chunkCount);
  if (method === 'EXACT') return selectNearest(app.db, filter, { ...search, method });
  const hits = await app.connection.searchIndex((db) =>
    selectNearest(db, filter, { ...search, method }),
  );
  if (isFilled(hits, search.limit)) return hits.slice(0, search.limit);
  return selectNearest(app.db, filter, { ...search, method: 'EXACT' });
}

/** Reads more chunks until they are of as many entries as wanted, or there are no more. */
async function readEntries(
  wanted: number,
  read: (limit: number) => Promise<ChunkHit[]>,
): Promise<ChunkHit[]> {
  // Most entries have one chunk: at first as many chunks are read as entries are wanted.
  for (let limit = wanted; ; limit *= 4) {
    const hits = await read(limit);
    const found = new Set(hits.map(({ entry }) => entry.id)).size;
    if (found >= wanted || hits.length < limit) return hits;
  }
}

type Measure = (hit: ChunkHit) => number;

/** Each entry once, with its best chunk, most relevant first. */
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

/** Cosine as a part in 0..1. */
function similarityOf(hit: ChunkHit): number {
  return Math.min(1, Math.max(0, hit.similarity));
}

function coverageOf(hit: ChunkHit): number {
  return hit.coverage;
}
