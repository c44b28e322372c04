import type { App } from '../app.ts';
import { selectVectors } from '../db/chunk-vectors.ts';
import { isWhole } from '../db/expected-results.ts';
import type { EntryRow, ProjectRow } from '../db/rows.ts';
import { settingsOf, spaceOf } from '../projects/settings.ts';
import { countSearch } from '../stats/record-counts.ts';
import { diversify } from './diversify.ts';
import { findMatches, type Match } from './matches.ts';
import { prepareSearch } from './prepare-search.ts';
import { DIVERSIFY_DEPTH, type Preset } from './presets.ts';
import { selectFoundEntries } from './queries.ts';
import { best, type Weights } from './score.ts';
import { type ScoredCandidate, scoreCandidates } from './score-candidates.ts';
import type { Retrieval, Scoring, Searched, SearchFunction } from './types.ts';

/**
 * The results, best first, the number of candidates below the similarity threshold, and the explanation if
 * one was requested.
 */
export type Retrieved = {
  results: RetrievedResult[];
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
  nearMisses: RetrievedResult[];
};

/** Maximum number of near misses in an explanation. */
export const MAX_NEAR_MISSES = 10;

/** A ranked entry with its score and the values of the parts. */
export type RetrievedResult = Omit<ScoredCandidate, 'entry' | 'entrySimilarity' | 'entryChunks'> & {
  entry: EntryRow;
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
  const scored = scoreCandidates(candidates, scoring);
  const mostRelevant = Math.max(0, ...candidates.map((one) => one.topicRelevance));
  const leastRelevance = retrieval.leastRelevance?.(mostRelevant) ?? 0;
  const isNear = (one: ScoredCandidate) =>
    similarityThreshold === 0 || similarityOfEntry(one) >= similarityThreshold;
  const near = scored.filter(isNear);
  const passing = near.filter(({ topicRelevance }) => topicRelevance >= leastRelevance);
  const filtered = scored.filter((one) => !isNear(one));
  const ranked =
    retrieval.mmrLambda === 1
      ? best(passing, retrieval)
      : await diversified(app, project, passing, retrieval);
  return {
    results: await readWhole(app, searched, ranked),
    filteredByThreshold: filtered.length,
    nearestFiltered: filtered.length > 0 ? Math.max(...filtered.map(similarityOfEntry)) : null,
    leastRelevance,
    explanation: retrieval.explain
      ? await explainResults(app, scoring, { search, searched, scored, ranked })
      : null,
  };
}

/**
 * The greatest similarity of an entry's chunks. The most relevant chunk can be less similar: it may be first because of
 * its words.
 */
function similarityOfEntry({ similarity, entrySimilarity }: ScoredCandidate): number {
  return Math.max(entrySimilarity ?? similarity ?? 0, 0);
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

type SearchRanking = {
  search: SearchFunction;
  searched: Searched;
  scored: readonly ScoredCandidate[];
  /** The results. */
  ranked: readonly ScoredCandidate[];
};

/**
 * Explains results that have been found. The near misses are the candidates that are not results; where the
 * preset scores only as many candidates as results, more candidates are read and scored for them.
 */
async function explainResults(
  app: App,
  scoring: Scoring,
  { search, searched, scored, ranked }: SearchRanking,
): Promise<Explanation> {
  const { retrieval, preset } = scoring;
  const { limit, minScore, similarityThreshold } = retrieval;
  const { candidates } = searched;
  const isWider = preset.candidatesFor(limit + MAX_NEAR_MISSES) > preset.candidatesFor(limit);
  const known = new Set(candidates.map(({ entry }) => entry.id));
  const more = isWider ? ((await search(limit + MAX_NEAR_MISSES))?.candidates ?? []) : [];
  const others = more.filter(({ entry }) => !known.has(entry.id));
  const all = [...scored, ...scoreCandidates(others, { ...scoring, among: candidates })];
  const missed = all.filter((one) => !ranked.includes(one));
  const nearest = best(missed, { minScore: null, limit: MAX_NEAR_MISSES });
  return {
    weights: preset.weights,
    candidates: all.length,
    minScore: minScore ?? (similarityThreshold === 0 ? null : similarityThreshold),
    nearMisses: await readWhole(app, searched, nearest),
  };
}

/**
 * Reads the whole entries of the results, with the statements that match. A result whose entry was purged
 * meanwhile is left out.
 */
async function readWhole(
  app: App,
  { query, scope, words }: Searched,
  ranked: readonly ScoredCandidate[],
): Promise<RetrievedResult[]> {
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
  return whole.map(({ entrySimilarity: _similarity, entryChunks: _chunks, ...result }) => ({
    ...result,
    matches: matches.get(result.entry.id) ?? [],
  }));
}

/** Selects diverse results from the best `limit × DIVERSIFY_DEPTH` candidates. */
async function diversified(
  app: App,
  project: ProjectRow,
  scored: ScoredCandidate[],
  { minScore, limit, mmrLambda }: Retrieval,
): Promise<ScoredCandidate[]> {
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
  const picked = await diversify(items, { mmrLambda, limit });
  return picked.map(({ result }) => result);
}
