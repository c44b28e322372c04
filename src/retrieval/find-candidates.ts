import type { App } from '../app.ts';
import { searchMethod } from '../db/hnsw-index.ts';
import type { EntryRow } from '../db/rows.ts';
import { type ChunkScope, findNearestChunks, type RankedEntry } from '../db/vector-search.ts';
import { widen } from './dates.ts';
import { type Asked, type Measure, measureOf, type Relevance } from './measure.ts';
import type { DateRange } from './periods.ts';
import { DAYS_OF_MATCH, FUSION_DEPTH } from './presets.ts';
import { type ChunkHit, coverageOf, selectCovering } from './queries.ts';

/** An entry and its best chunk, with the values by which the chunk was compared. */
export type Candidate = Relevance & {
  entry: RankedEntry | EntryRow;
  chunk: { position: number; statement: number; text: string; occurredAt: Date };
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

export async function prepareFinder(app: App, scope: ChunkScope, search: Asked): Promise<Finder> {
  const measure = await measureOf(app, scope, search);
  const finding = { scope, search, measure };
  const read = { SEMANTIC: findByMeaning, LEXICAL: findByWords, HYBRID: findByBoth }[search.mode];
  return { measure, find: (wanted) => read(app, finding, wanted) };
}

type Finding = { scope: ChunkScope; search: Asked; measure: Measure };

async function findByMeaning(
  app: App,
  { scope, search, measure }: Finding,
  { wanted, limit }: Wanted,
): Promise<Candidate[]> {
  const hits = await readEntries(wanted, (chunks) =>
    readNearest(app, scope, { search, measure, chunks, limit, during: null }),
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

/**
 * The best of the candidates by similarity and by coverage and, for a question with dates, of those nearest in
 * meaning that happened about then. Each has all values, so that the union is ranked by the fused relevance.
 */
async function findByBoth(
  app: App,
  { scope, search, measure }: Finding,
  { wanted, limit }: Wanted,
): Promise<Candidate[]> {
  const { embedding, words } = measure;
  const near = (during: Nearest['during']) =>
    readEntries(
      wanted,
      (chunks) => readNearest(app, scope, { search, measure, chunks, limit, during }),
      wanted * FUSION_DEPTH,
    );
  const hits = await Promise.all([
    near(null),
    readEntries(
      wanted,
      (chunks) => selectCovering(app.db, scope, { embedding, words, limit: chunks }),
      wanted * FUSION_DEPTH,
    ),
    measure.ranges.length > 0 ? near(widen(measure.ranges, DAYS_OF_MATCH)) : [],
  ]);
  return bestPerEntry(hits.flat(), measure).slice(0, wanted);
}

/** The chunks nearest to the query, with their coverage of the query's words. */
async function readNearest(
  app: App,
  scope: ChunkScope,
  { search, measure, chunks, limit, during }: Nearest,
): Promise<ChunkHit[]> {
  const { embedding, words } = measure;
  if (embedding === null) return [];
  const method = searchMethod(app.indexSizes, scope, search.chunkCount);
  const wanted = {
    vectors: [embedding],
    limit: chunks,
    // Statements of the past are not in the index.
    method: scope.asOf === null ? method : ('EXACT' as const),
    efSearch: EF_SEARCH,
    coverage: words.length > 0 ? coverageOf(words) : null,
    during,
    entries: chunks > limit ? ('RANKED' as const) : ('WHOLE' as const),
  };
  const [found = []] = await app.connection.readTransaction((db) =>
    findNearestChunks(db, scope, wanted),
  );
  return found.flatMap(({ entry, ...chunk }) => (entry ? [{ ...chunk, entry }] : []));
}

type Nearest = {
  search: Asked;
  measure: Measure;
  chunks: number;
  limit: number;
  /** Only statements that happened then. */
  during: readonly DateRange[] | null;
};

/** Reads increasing numbers of chunks until they belong to enough entries, or there are no more chunks. */
async function readEntries(
  wanted: number,
  read: (limit: number) => Promise<ChunkHit[]>,
  // Most entries have one chunk, so the first read has as many chunks as wanted entries.
  first = wanted,
): Promise<ChunkHit[]> {
  for (let limit = first; ; limit *= 4) {
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
