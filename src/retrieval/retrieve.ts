import type { App } from '../app.ts';
import { selectVectors } from '../db/chunks.ts';
import type { Space } from '../db/embedding-space.ts';
import type { EntryRow, ProjectRow } from '../db/rows.ts';
import type { Metadata } from '../db/tables.ts';
import { isWhole } from '../db/vector-search.ts';
import { findEntries } from '../entries/entries.ts';
import { recordAccesses } from '../entries/entry-state.ts';
import { resolveScope } from '../memories/scope.ts';
import { spaceOf } from '../projects/settings.ts';
import { diversify } from './diversify.ts';
import { type Candidate, findCandidates } from './find-candidates.ts';
import { DIVERSIFY_DEPTH, type Preset, type SearchMode } from './presets.ts';
import {
  best,
  blend,
  importancePart,
  minMax,
  type NORMALIZATIONS,
  type Parts,
  recencyOf,
} from './rank.ts';

/** The query, the scope and the parameters of a retrieval. */
export type Retrieval = {
  query: string;
  mode: SearchMode;
  memoryIds: string[] | null;
  memoryTags: string[] | null;
  kinds: EntryRow['kind'][] | null;
  metadata: Metadata | null;
  /** If true, only entries with a lesson, which are reflections on traces. */
  hasLesson: boolean;
  minScore: number | null;
  /** Lowest cosine similarity of a result; 0 for no threshold. */
  similarityThreshold: number;
  /** 1 ranks by score only; a lower value prefers results that differ from each other (`diversify.ts`). */
  mmrLambda: number;
  limit: number;
  /** The time at which recency is computed; the current time when omitted. */
  now?: Date;
  decayFactor?: number;
  normalization?: (typeof NORMALIZATIONS)[number];
  /** Greatest depth of a result (`Entry.depth`); no limit when omitted. */
  maxDepth?: number;
};

/** The results, best first, and the number of candidates below the similarity threshold. */
export type Retrieved = { results: Result[]; filteredByThreshold: number };

/** A ranked entry with its score and the values of the parts. */
export type Result = {
  entry: EntryRow;
  score: number;
  similarity: number | null;
  coverage: number | null;
  utility: number;
  recency: number;
  importance: number;
  chunk: Candidate['chunk'];
};

/**
 * The retrieval pipeline of all searches for entries: scope → candidates → score → threshold → diversify.
 * @throws NOT_FOUND, BAD_USER_INPUT (scope), EMBEDDING_UNAVAILABLE
 */
export async function retrieve(
  app: App,
  project: ProjectRow,
  retrieval: Retrieval,
  preset: Preset,
): Promise<Retrieved> {
  const { query, mode, kinds, metadata, hasLesson, limit, similarityThreshold } = retrieval;
  const { memoryIds, chunkCount } = await resolveScope(app, project.id, retrieval);
  if (chunkCount === 0) return { results: [], filteredByThreshold: 0 };
  const space = spaceOf(project);
  const now = app.clock();
  const scope = {
    projectId: project.id,
    space,
    memoryIds,
    kinds,
    metadata,
    hasLesson,
    at: now,
    maxDepth: retrieval.maxDepth ?? null,
  };
  const wanted = preset.candidatesFor(limit);
  const candidates = await findCandidates(app, scope, { query, mode, wanted, limit, chunkCount });
  const scored = score(candidates, { retrieval, preset, now });
  const passing = scored.filter(
    ({ similarity }) => similarityThreshold === 0 || (similarity ?? 0) >= similarityThreshold,
  );
  const ranked =
    retrieval.mmrLambda === 1
      ? best(passing, retrieval)
      : await diversified(app, { project, space }, passing, retrieval);
  const results = await readWhole(app, project, ranked);
  return { results, filteredByThreshold: scored.length - passing.length };
}

/** A result whose entry may have been read only in the columns that ranking uses. */
type Ranked = Omit<Result, 'entry'> & { entry: Candidate['entry'] };

/** Reads the whole entries of the results. A result whose entry was purged meanwhile is left out. */
async function readWhole(app: App, project: ProjectRow, ranked: Ranked[]): Promise<Result[]> {
  const ids = ranked.flatMap(({ entry }) => (isWhole(entry) ? [] : [entry.id]));
  const rows = ids.length > 0 ? await findEntries(app, project.id, ids) : [];
  const entries = new Map(rows.map((row) => [row.id, row]));
  return ranked.flatMap((result) => {
    const entry = isWhole(result.entry) ? result.entry : entries.get(result.entry.id);
    return entry ? [{ ...result, entry }] : [];
  });
}

/** Selects diverse results from the best `limit × DIVERSIFY_DEPTH` candidates. */
async function diversified(
  app: App,
  { project, space }: { project: ProjectRow; space: Space },
  scored: Ranked[],
  { minScore, limit, mmrLambda }: Retrieval,
): Promise<Ranked[]> {
  const pool = best(scored, { minScore, limit: limit * DIVERSIFY_DEPTH });
  const vectors = await selectVectors(
    app.db,
    { projectId: project.id, space },
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

/** The candidates with their scores. */
function score(
  candidates: readonly Candidate[],
  { retrieval, preset, now }: { retrieval: Retrieval; preset: Preset; now: Date },
): Ranked[] {
  const parts = candidates.map(({ entry, relevance }): Parts => {
    const since = entry.lastAccessedAt ?? entry.occurredAt ?? entry.createdAt;
    return {
      relevance,
      utility: entry.utility,
      recency: recencyOf(since, retrieval.now ?? now, retrieval.decayFactor),
      importance: importancePart(entry.importance),
    };
  });
  const ranked = retrieval.normalization === 'MIN_MAX' ? minMax(parts) : parts;
  return candidates.flatMap(({ entry, chunk, similarity, coverage }, i) => {
    const own = parts[i];
    const weighed = ranked[i];
    if (own === undefined || weighed === undefined) return [];
    const { utility, recency, importance } = own;
    const blended = blend(weighed, preset.weights);
    return { entry, chunk, similarity, coverage, utility, recency, importance, score: blended };
  });
}

/** Counts an access of each result. Returns the results with the new counts. */
export async function touchResults(
  app: App,
  projectId: string,
  { results, at }: { results: Result[]; at: Date },
): Promise<Result[]> {
  const ids = results.map(({ entry }) => entry.id);
  const accesses = await recordAccesses(app, projectId, { ids, at });
  return results.map((result) => ({
    ...result,
    entry: { ...result.entry, ...accesses.get(result.entry.id) },
  }));
}
