import type { App } from '../app.ts';
import type { EntryRow, ProjectRow } from '../db/rows.ts';
import type { Space } from '../db/spaces.ts';
import type { Metadata } from '../db/tables.ts';
import { resolveScope } from '../memories/resolve-scope.ts';
import { spaceOf } from '../projects/settings.ts';
import { diversify } from './diversify.ts';
import { type Candidate, findCandidates } from './find-candidates.ts';
import { DIVERSIFY_DEPTH, type Preset, type SearchMode } from './presets.ts';
import { selectVectors } from './queries.ts';
import {
  best,
  blend,
  importancePart,
  minMax,
  type NORMALIZATIONS,
  type Parts,
  recencyOf,
} from './rank.ts';

/** Where to look, and for what. */
export type Retrieval = {
  query: string;
  mode: SearchMode;
  memoryIds: string[] | null;
  memoryTags: string[] | null;
  kinds: EntryRow['kind'][] | null;
  metadata: Metadata | null;
  /** Only reflections on runs, which have a lesson. */
  hasLesson: boolean;
  minScore: number | null;
  /** Lowest cosine similarity of a result; 0 for none. */
  similarityThreshold: number;
  /** 1 ranks by score alone; less prefers results that differ from each other. */
  mmrLambda: number;
  limit: number;
  /** The time that recency is counted to; the clock's when left out. */
  now?: Date;
  decayFactor?: number;
  normalization?: (typeof NORMALIZATIONS)[number];
  /** Leaves out insights deeper than this. */
  maxDepth?: number;
};

/** Results, best first, and how many candidates the similarity threshold kept from being one. */
export type Retrieved = { results: Result[]; filteredByThreshold: number };

/** A ranked entry, what its score was made of, and what it could be weighed by besides. */
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
 * The one retrieval pipeline: scope → candidates → score → threshold → diversify. Answers best first.
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
  const filter = { projectId: project.id, space, memoryIds, kinds, metadata, hasLesson };
  const scored = await scoreEnough(preset.candidatesFor(limit), async (wanted) => {
    const candidates = await findCandidates(app, filter, { query, mode, wanted, chunkCount });
    const shown = score(candidates, { retrieval, preset, now: app.clock() });
    return { shown, hidden: candidates.length - shown.length };
  });
  const passing = scored.filter(
    ({ similarity }) => similarityThreshold === 0 || (similarity ?? 0) >= similarityThreshold,
  );
  const results =
    retrieval.mmrLambda === 1
      ? best(passing, retrieval)
      : await diversified(app, { project, space }, passing, retrieval);
  return { results, filteredByThreshold: scored.length - passing.length };
}

const MAX_TRIES = 5;

/** Candidates that may not be shown, such as expired ones, take no one's place: more are read instead. */
async function scoreEnough(
  wanted: number,
  read: (wanted: number) => Promise<{ shown: Result[]; hidden: number }>,
): Promise<Result[]> {
  let asked = wanted;
  for (let tries = 1; ; tries += 1) {
    const { shown, hidden } = await read(asked);
    const isAll = shown.length + hidden < asked;
    if (shown.length >= wanted || hidden === 0 || isAll || tries === MAX_TRIES) return shown;
    asked = wanted + hidden * 4;
  }
}

/** The best of several times as many as wanted, chosen so that they differ from each other. */
async function diversified(
  app: App,
  { project, space }: { project: ProjectRow; space: Space },
  scored: Result[],
  { minScore, limit, mmrLambda }: Retrieval,
): Promise<Result[]> {
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

/** What may be shown of the candidates, each with its score. */
function score(
  candidates: readonly Candidate[],
  { retrieval, preset, now }: { retrieval: Retrieval; preset: Preset; now: Date },
): Result[] {
  const { decayFactor, maxDepth = Number.POSITIVE_INFINITY } = retrieval;
  const found = candidates.flatMap((candidate) => {
    const { entry } = candidate;
    if (!isShown(entry, now) || entry.depth > maxDepth) return [];
    const since = entry.lastAccessedAt ?? entry.occurredAt ?? entry.createdAt;
    const parts: Parts = {
      relevance: candidate.relevance,
      utility: entry.utility,
      recency: recencyOf(since, retrieval.now ?? now, decayFactor),
      importance: importancePart(entry.importance),
    };
    return { candidate, parts };
  });
  const all = found.map(({ parts }) => parts);
  const ranked = retrieval.normalization === 'MIN_MAX' ? minMax(all) : all;
  return found.map(({ candidate, parts }, i) => {
    const { entry, chunk, similarity, coverage } = candidate;
    const { utility, recency, importance } = parts;
    const blended = blend(ranked[i] ?? parts, preset.weights);
    return { entry, chunk, similarity, coverage, utility, recency, importance, score: blended };
  });
}

/** What expired leaves search at once, before it is deleted. */
function isShown({ deletedAt, expiresAt }: EntryRow, now: Date): boolean {
  return deletedAt === null && (expiresAt === null || expiresAt > now);
}
