import type { App } from '../app.ts';
import { isCacheable } from '../chunk-cache/cached-chunks.ts';
import type { ChunkScope } from '../db/chunk-scope.ts';
import { selectVectors } from '../db/chunks.ts';
import { type Choice, isWhole } from '../db/expected-results.ts';
import type { EntryRow, ProjectRow } from '../db/rows.ts';
import type { NORMALIZATIONS } from '../db/tables.ts';
import { type KnowledgeScope, type Scope, searchInScope } from '../memories/scope.ts';
import { queryVector } from '../models/kept-vectors.ts';
import { withoutForeignReflections } from '../projects/required-metadata.ts';
import { settingsOf, spaceOf } from '../projects/settings.ts';
import { countSearch } from '../stats/count.ts';
import { readDates, widen } from './dates.ts';
import { diversify } from './diversify.ts';
import {
  type Candidate,
  type Candidates,
  candidateSearch,
  candidatesOf,
  chunksFor,
  findCandidates,
} from './find-candidates.ts';
import { findInCache } from './find-in-cache.ts';
import { findMatches, type Match } from './matches.ts';
import {
  DAYS_OF_MATCH,
  DIVERSIFY_DEPTH,
  type Preset,
  type SearchMode,
  SHRINKING,
  utilityPart,
} from './presets.ts';
import { type Query, selectCandidates, selectCounts, selectFoundEntries } from './queries.ts';
import {
  best,
  blend,
  importancePart,
  minMax,
  type Parts,
  REFERENCE_RECENCY,
  type Recency,
  recencyOf,
  type Weights,
  weigh,
} from './rank.ts';
import { readSearchable, type Searchable } from './search-cache.ts';

/** The query, the scope and the parameters of a retrieval. */
export type Retrieval = {
  query: string;
  mode: SearchMode;
  scope: KnowledgeScope;
  /** The argument that has the scope's metadata, for messages of errors; `input.scope.metadata` when omitted. */
  metadataPath?: string;
  /** If true, only entries with a lesson, which are reflections on traces. */
  hasLesson: boolean;
  minScore: number | null;
  /** Lowest cosine similarity of a result; 0 for no threshold. */
  similarityThreshold: number;
  /** The lowest relevance of a result, where `best` is the greatest found; no such limit when omitted. */
  leastRelevance?: (best: number) => number;
  /** 1 ranks by score only; a lower value prefers results that differ from each other (`diversify.ts`). */
  mmrLambda: number;
  limit: number;
  /** The time at which recency is computed; the current time when omitted. */
  now?: Date;
  recency?: Recency;
  /** Searches what was known at this time; null or omitted for what is known now. */
  asOf?: Date | null;
  /** Whether superseded entries are searched too; false when omitted. */
  includeSuperseded?: boolean;
  normalization?: (typeof NORMALIZATIONS)[number];
  /** Greatest depth of a result (`Entry.depth`); no limit when omitted. */
  maxDepth?: number;
  /** Whether the results are explained, which needs further queries; false when omitted. */
  explain?: boolean;
  /**
   * Whether the results have the present `EntryCounts`, and the utility and recency that follow from them; true when omitted.
   * With false, they can be as of some time before, unless they are ranked by them.
   */
  withCounts?: boolean;
};

/** The fields of results and of their entries that need the present counts of the entries (`Retrieval.withCounts`). */
export const COUNTED_FIELDS: ReadonlySet<string> = new Set([
  'utility',
  'recency',
  'reviewCount',
  'accessCount',
  'lastAccessedAt',
]);

/**
 * The results, best first, the number of candidates below the similarity threshold, and the explanation if
 * one was requested.
 */
export type Retrieved = {
  results: Result[];
  filteredByThreshold: number;
  /** The greatest similarity of these candidates; null if there are none. */
  nearestFiltered: number | null;
  /** The lowest relevance that a result could have; 0 without a limit. */
  leastRelevance: number;
  explanation: Explanation | null;
};

/** How the results of a search were found (the schema's `SearchExplanation`). */
export type Explanation = {
  weights: Weights;
  /** The number of entries that were ranked. */
  candidates: number;
  minScore: number | null;
  nearMisses: Result[];
};

/** Greatest number of near misses in an explanation. */
export const MAX_NEAR_MISSES = 10;

/** A ranked entry with its score and the values of the parts. */
export type Result = {
  /** The text that was searched for. */
  query: string;
  entry: EntryRow;
  score: number;
  similarity: number | null;
  coverage: number | null;
  /** How near the statement is to the dates of the query; null without a date. */
  dateMatch: number | null;
  utility: number;
  recency: number;
  importance: number;
  /** What each part adds to the score. */
  parts: Parts;
  chunk: Candidate['chunk'];
  /** The value by which the mode compares, in 0..1. */
  relevance: number;
  /** The statements of the entry that match, best first. */
  matches: Match[];
};

/** Runs the retrieval pipeline, and counts the search. @throws as `findResults` */
export async function retrieve(
  app: App,
  project: ProjectRow,
  retrieval: Retrieval,
  preset: Preset,
): Promise<Retrieved> {
  const startedAt = performance.now();
  const retrieved = await findResults(app, project, retrieval, preset);
  const { memoryIds, memoryTags } = retrieval.scope;
  const [only, ...others] = memoryIds ?? [];
  const isOne = only !== undefined && others.length === 0 && memoryTags === null;
  countSearch(app, { projectId: project.id, ...(isOne ? { memoryId: only } : {}) }, startedAt);
  return retrieved;
}

/**
 * The retrieval pipeline of all searches for entries: scope → candidates → score → threshold → diversify. An
 * explanation does not change the results.
 * @throws NOT_FOUND, BAD_USER_INPUT (scope), EMBEDDING_UNAVAILABLE
 */
async function findResults(
  app: App,
  project: ProjectRow,
  retrieval: Retrieval,
  preset: Preset,
): Promise<Retrieved> {
  const { limit, similarityThreshold } = retrieval;
  const { creditRule } = settingsOf(app.config, project);
  const scoring = { retrieval, preset, now: app.clock(), creditRule };
  const search = await prepareSearch(app, project, scoring);
  const searched = await search(limit);
  if (searched === null) return nothingFound(retrieval, preset);
  const { candidates } = searched;
  const scored = score(candidates, scoring);
  const mostRelevant = candidates[0]?.relevance ?? 0;
  const leastRelevance = retrieval.leastRelevance?.(mostRelevant) ?? 0;
  const isNear = ({ similarity }: Ranked) =>
    similarityThreshold === 0 || (similarity ?? 0) >= similarityThreshold;
  const near = scored.filter(isNear);
  const passing = near.filter(({ relevance }) => relevance >= leastRelevance);
  const filtered = scored.filter((one) => !isNear(one));
  const ranked =
    retrieval.mmrLambda === 1
      ? best(passing, retrieval)
      : await diversified(app, project, passing, retrieval);
  return {
    results: await readWhole(app, searched, ranked),
    filteredByThreshold: filtered.length,
    nearestFiltered:
      filtered.length > 0 ? Math.max(...filtered.map(({ similarity }) => similarity ?? 0)) : null,
    leastRelevance,
    explanation: retrieval.explain
      ? await explain(app, scoring, { search, searched, scored, ranked })
      : null,
  };
}

/** The answer of a search whose scope is empty. */
function nothingFound({ minScore, explain }: Retrieval, { weights }: Preset): Retrieved {
  const explanation = { weights, candidates: 0, minScore, nearMisses: [] };
  return {
    results: [],
    filteredByThreshold: 0,
    nearestFiltered: null,
    leastRelevance: 0,
    explanation: explain ? explanation : null,
  };
}

type Scoring = {
  retrieval: Retrieval;
  preset: Preset;
  now: Date;
  creditRule: Parameters<typeof utilityPart>[1];
};

/** What was found for a query in a scope. */
type Searched = Candidates & { query: Query; scope: ChunkScope };

/** Finds the candidates for a number of results; null if the scope is empty. */
type Search = (results: number) => Promise<Searched | null>;

type Memories = Pick<Scope, 'memoryIds' | 'withoutMemoryIds'>;

/** What is cached and older than this when the query has been embedded is brought up to date once more. */
const FRESH_MS = 100;

/** Embeds the query of a search and, meanwhile, brings cached chunks in which it can be searched for up to date. */
async function prepareSearch(app: App, project: ProjectRow, scoring: Scoring): Promise<Search> {
  const { retrieval, now } = scoring;
  const { hasLesson, asOf = null, includeSuperseded = false } = retrieval;
  const { conditions, ...named } = retrieval.scope;
  const { metadataPath = 'input.scope.metadata' } = retrieval;
  const inProject = { projectId: project.id, space: spaceOf(project) };
  const inMemories = {
    ...inProject,
    conditions: withoutForeignReflections(project, conditions, metadataPath),
    hasLesson,
    at: asOf ?? now,
    maxDepth: retrieval.maxDepth ?? null,
    asOf,
    includeSuperseded,
  };
  const scopeOf = ({ memoryIds, withoutMemoryIds }: Memories): ChunkScope => ({
    ...inMemories,
    memoryIds,
    withoutMemoryIds,
  });
  const ofAll = scopeOf({ memoryIds: null, withoutMemoryIds: [] });
  const asked = readQuery(retrieval, asOf ?? retrieval.now ?? now);
  const prepareCached = async () =>
    isCacheable(ofAll) ? readSearchable(app, { inProject, named, query: asked }) : null;
  const [embedding, prepared] = await Promise.all([
    asked.mode === 'LEXICAL' ? null : queryVector(app.embedders.for(inProject.space), asked.text),
    prepareCached(),
  ]);
  const query = { ...asked, embedding };
  const isFresh = prepared === null || performance.now() - prepared.readAt <= FRESH_MS;
  const searchable = isFresh ? prepared : await prepareCached();
  if (searchable) {
    const scope = scopeOf(searchable.scope);
    return (limit) => searchInCache(app, scope, { searchable, query, scoring, limit });
  }
  const searchOf = (limit: number) => {
    const wanted = scoring.preset.candidatesFor(limit);
    return { wanted, choice: wanted > limit ? choiceOf(scoring, limit) : null };
  };
  return async (limit) => {
    const searched = await searchInScope(
      app,
      project.id,
      { named, isPast: asOf !== null },
      async (db, memories) => {
        const scope = scopeOf(memories);
        const { chunkCount } = memories;
        if (isCacheable(scope)) app.chunkCache.request(inProject, chunkCount);
        const search = candidateSearch(app, scope, { query, chunkCount }, searchOf(limit));
        const found = await selectCandidates(db, scope, search);
        return { search, found };
      },
    );
    if (searched === null) return null;
    const scope = scopeOf(searched.scope);
    const { search, found } = searched.found;
    return { ...(await findCandidates(app, scope, search, found)), query, scope };
  };
}

type CachedSearch = { searchable: Searchable; query: Query; scoring: Scoring; limit: number };

/** Finds candidates among cached chunks. Only the counts of their entries are read from the database, where they are needed. */
async function searchInCache(
  app: App,
  scope: ChunkScope,
  { searchable, query, scoring: { preset, retrieval }, limit }: CachedSearch,
): Promise<Searched> {
  const { cached, lexemes } = searchable;
  const { chunkCount } = searchable.scope;
  const entries = preset.candidatesFor(limit);
  const chunks = chunksFor(entries, query);
  const wanted = { query, lexemes, chunkCount, entries, chunks };
  const { found, words } = findInCache(cached.chunks, scope, wanted);
  const candidates = candidatesOf(found, query);
  const { utility, recency } = preset.weights;
  const byAccesses = recency !== 0 && (retrieval.recency ?? REFERENCE_RECENCY).accessShare !== 0;
  const isCounted = retrieval.withCounts !== false || utility !== 0 || byAccesses;
  if (!isCounted || candidates.length === 0) return { candidates, words, query, scope };
  const ids = candidates.map(({ entry }) => entry.id);
  const counts = await selectCounts(app.db, scope.projectId, ids);
  // An entry without them was purged meanwhile.
  const present = candidates.flatMap((candidate) => {
    const own = counts.get(candidate.entry.id);
    return own ? [{ ...candidate, entry: { ...candidate.entry, ...own } }] : [];
  });
  return { candidates: present, words, query, scope };
}

/** How `limit` results are chosen by their scores. Diverse results are chosen by their vectors as well. */
function choiceOf({ retrieval, preset, now, creditRule }: Scoring, limit: number): Choice {
  const { normalization, recency = REFERENCE_RECENCY, mmrLambda } = retrieval;
  return {
    weights: preset.weights,
    isScaled: normalization === 'MIN_MAX',
    shrinking: creditRule === 'BASELINE' ? SHRINKING : null,
    recency: { ...recency, now: retrieval.now ?? now },
    results: mmrLambda === 1 ? limit : 0,
  };
}

/**
 * The query with its dates. Only HYBRID searches read dates: the other modes compare the whole text, in one way.
 */
function readQuery({ query, mode }: Retrieval, at: Date): Omit<Query, 'embedding'> {
  const { text, ranges } = mode === 'HYBRID' ? readDates(query, at) : { text: query, ranges: [] };
  return { mode, text, ranges, during: widen(ranges, DAYS_OF_MATCH) };
}

type Ranking = {
  search: Search;
  searched: Searched;
  scored: readonly Ranked[];
  /** The results. */
  ranked: readonly Ranked[];
};

/**
 * Explains results that have been found. The near misses are the candidates that are not results; where the
 * preset scores only as many candidates as results, more candidates are read and scored for them.
 */
async function explain(
  app: App,
  scoring: Scoring,
  { search, searched, scored, ranked }: Ranking,
): Promise<Explanation> {
  const { retrieval, preset } = scoring;
  const { limit, minScore, similarityThreshold } = retrieval;
  const { candidates } = searched;
  const isWider = preset.candidatesFor(limit + MAX_NEAR_MISSES) > preset.candidatesFor(limit);
  const known = new Set(candidates.map(({ entry }) => entry.id));
  const more = isWider ? ((await search(limit + MAX_NEAR_MISSES))?.candidates ?? []) : [];
  const others = more.filter(({ entry }) => !known.has(entry.id));
  const all = [...scored, ...score(others, { ...scoring, among: candidates })];
  const missed = all.filter((one) => !ranked.includes(one));
  const nearest = best(missed, { minScore: null, limit: MAX_NEAR_MISSES });
  return {
    weights: preset.weights,
    candidates: all.length,
    minScore: minScore ?? (similarityThreshold === 0 ? null : similarityThreshold),
    nearMisses: await readWhole(app, searched, nearest),
  };
}

/** A result whose entry may have been read only in the columns that ranking uses. */
type Ranked = Omit<Result, 'entry' | 'matches'> & Pick<Candidate, 'entry' | 'others'>;

/**
 * Reads the whole entries of the results, with the statements that match. A result whose entry was purged
 * meanwhile is left out.
 */
async function readWhole(
  app: App,
  { query, scope, words }: Searched,
  ranked: readonly Ranked[],
): Promise<Result[]> {
  const entryIds = ranked.flatMap(({ entry }) => (isWhole(entry) ? [] : [entry.id]));
  const read =
    entryIds.length > 0 ? await selectFoundEntries(app.db, scope, { query, words, entryIds }) : [];
  const entries = new Map(read.map((one) => [one.entry.id, one]));
  const whole = ranked.flatMap((result) => {
    if (isWhole(result.entry)) return [{ ...result, entry: result.entry }];
    const found = entries.get(result.entry.id);
    return found ? [{ ...result, ...found }] : [];
  });
  const matches = await findMatches(app, { query, asOf: scope.asOf }, whole);
  return whole.map(({ others: _, ...result }) => ({
    ...result,
    matches: matches.get(result.entry.id) ?? [],
  }));
}

/** Selects diverse results from the best `limit × DIVERSIFY_DEPTH` candidates. */
async function diversified(
  app: App,
  project: ProjectRow,
  scored: Ranked[],
  { minScore, limit, mmrLambda }: Retrieval,
): Promise<Ranked[]> {
  const pool = best(scored, { minScore, limit: limit * DIVERSIFY_DEPTH });
  const vectors = await selectVectors(
    app.db,
    { projectId: project.id, space: spaceOf(project) },
    pool.map((result) => ({
      entryId: result.entry.id,
      position: result.chunk.position,
    })),
  );
  const items = pool.flatMap((result) => {
    const vector = vectors.get(result.entry.id);
    return vector ? { score: result.score, vector, result } : [];
  });
  return diversify(items, { mmrLambda, limit }).map(({ result }) => result);
}

/** The candidates with their scores. MIN_MAX scales the parts over the candidates `among`. */
function score(
  candidates: readonly Candidate[],
  {
    retrieval,
    preset,
    now,
    creditRule,
    among = candidates,
  }: Scoring & { among?: readonly Candidate[] },
): Ranked[] {
  const { query } = retrieval;
  const partsOf = ({ entry, relevance }: Candidate): Parts => {
    const { now: at = now, recency = REFERENCE_RECENCY } = retrieval;
    return {
      relevance,
      utility: utilityPart({ ...entry, hasLesson: hasLesson(entry) }, creditRule),
      recency: recencyOf(entry, at, recency),
      importance: importancePart(entry.importance),
    };
  };
  const parts = candidates.map(partsOf);
  const ranked = retrieval.normalization === 'MIN_MAX' ? minMax(parts, among.map(partsOf)) : parts;
  return candidates.flatMap(({ entry, chunk, others, ...compared }, i) => {
    const own = parts[i];
    const normalized = ranked[i];
    if (own === undefined || normalized === undefined) return [];
    const { utility, recency, importance } = own;
    const values = { ...compared, utility, recency, importance };
    const blended = blend(normalized, preset.weights);
    const added = weigh(normalized, preset.weights);
    return { query, entry, chunk, others, ...values, score: blended, parts: added };
  });
}

function hasLesson(entry: Candidate['entry']): boolean {
  return isWhole(entry) ? entry.lesson !== null : entry.hasLesson;
}
