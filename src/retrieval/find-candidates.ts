import type { App } from '../app.ts';
import { searchMethod } from '../db/hnsw-index.ts';
import type { EntryRow } from '../db/rows.ts';
import { type ChunkScope, findNearestChunks, type RankedEntry } from '../db/vector-search.ts';
import { type Measure, measureOf, type Relevance } from './measure.ts';
import { FUSION_DEPTH, type SearchMode } from './presets.ts';
import { type ChunkHit, coverageOf, selectCovering } from './queries.ts';

/** An entry and its best chunk, with the values by which the chunk was compared. */
export type Candidate = Relevance & {
  entry: RankedEntry | EntryRow;
  chunk: { position: number; statement: number; text: string; occurredAt: Date };
};

export type Search = {
  query: string;
  mode: SearchMode;
  /** The vector of the query; null in LEXICAL mode. */
  embedding: number[] | null;
  chunkCount: number;
  /** The time from which relative dates in the query are read. */
  at: Date;
};

/** `limit` is the number of results: where it is less, most candidates need not be read whole. */
type Wanted = { wanted: number; limit: number };

/** The `hnsw.ef_search` of searches: the number of candidates that the index keeps during a search. */
const EF_SEARCH = 100;

/** Finds the entries most relevant to a query, and compares other chunks with it in the same way. */
export type Finder = {
  measure: Measure;
  find(wanted: Wanted): Promise<Candidate[]>;
};

export async function prepareFinder(app: App, scope: ChunkScope, search: Search): Promise<Finder> {
  const measure = await measureOf(app, scope, search);
  const finding = { scope, search, measure };
  const read = { SEMANTIC: findByMeaning, LEXICAL: findByWords, HYBRID: findByBoth }[search.mode];
  return { measure, find: (wanted) => read(app, finding, wanted) };
}

type Finding = { scope: ChunkScope; search: Search; measure: Measure };

async function findByMeaning(
  app: App,
  { scope, search, measure }: Finding,
  { wanted, limit }: Wanted,
): Promise<Candidate[]> {
  const hits = await readEntries(wanted, (chunks) =>
    readNearest(app, scope, { search, measure, chunks, limit }),
  );
  return bestPerEntry(hits, measure);
}

async function findByWords(
  app: App,
  { scope, measure }: Finding,
  { wanted }: Wanted,
): Promise<Candidate[]> {
  const { words } = measure;
  const hits = await readEntries(wanted, (limit) =>
    selectCovering(app.db, scope, { embedding: null, words, limit }),
  );
  return bestPerEntry(hits, measure);
}

/** The union of the candidates by similarity and by coverage, each with both values. */
async function findByBoth(
  app: App,
  { scope, search, measure }: Finding,
  { wanted, limit }: Wanted,
): Promise<Candidate[]> {
  const { embedding, words } = measure;
  const chunks = wanted * FUSION_DEPTH;
  const [near, covering] = await Promise.all([
    readNearest(app, scope, { search, measure, chunks, limit }),
    selectCovering(app.db, scope, { embedding, words, limit: chunks }),
  ]);
  return bestPerEntry([...near, ...covering], measure);
}

/** The chunks nearest to the query, with their coverage of the query's words. */
async function readNearest(
  app: App,
  scope: ChunkScope,
  { search, measure, chunks, limit }: Nearest,
): Promise<ChunkHit[]> {
  const { embedding, words } = measure;
  if (embedding === null) return [];
  const method = searchMethod(scope.space, search.chunkCount);
  const wanted = {
    vectors: [embedding],
    limit: chunks,
    // Statements of the past are not in the index.
    method: scope.asOf === null ? method : ('EXACT' as const),
    efSearch: EF_SEARCH,
    coverage: words.length > 0 ? coverageOf(words) : null,
    entries: chunks > limit ? ('RANKED' as const) : ('WHOLE' as const),
  };
  const [found = []] = await app.connection.readTransaction((db) =>
    findNearestChunks(db, scope, wanted),
  );
  return found.flatMap(({ entry, ...chunk }) => (entry ? [{ ...chunk, entry }] : []));
}

type Nearest = { search: Search; measure: Measure; chunks: number; limit: number };

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

/** One candidate for each entry, with its best chunk, most relevant first. */
function bestPerEntry(hits: readonly ChunkHit[], measure: Measure): Candidate[] {
  const candidates = new Map<string, Candidate>();
  for (const { entry, position, statement, text, occurredAt, ...values } of hits) {
    const relevance = measure.relevanceOf({ ...values, occurredAt });
    const known = candidates.get(entry.id);
    if (known && known.relevance >= relevance.relevance) continue;
    const chunk = { position, statement, text, occurredAt };
    candidates.set(entry.id, { ...relevance, entry, chunk });
  }
  return [...candidates.values()].sort((one, other) => other.relevance - one.relevance);
}
