import type { App } from '../app.ts';
import type { EntryRow, ProjectRow } from '../db/rows.ts';
import type { Metadata } from '../db/tables.ts';
import { findEntries } from '../entries/find-entries.ts';
import { resolveScope } from '../memories/resolve-scope.ts';
import { spaceOf } from '../projects/settings.ts';
import { type Candidate, findCandidates } from './find-candidates.ts';
import type { Preset, SearchMode } from './presets.ts';
import { best, blend, importancePart, type Parts, recencyOf } from './rank.ts';

/** Where to look, and for what. */
export type Retrieval = {
  query: string;
  mode: SearchMode;
  memoryIds: string[] | null;
  memoryTags: string[] | null;
  kinds: EntryRow['kind'][] | null;
  metadata: Metadata | null;
  minScore: number | null;
  limit: number;
};

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
 * The one retrieval pipeline: scope → candidates → score → threshold. Answers best first.
 * @throws NOT_FOUND, BAD_USER_INPUT (scope), EMBEDDING_UNAVAILABLE
 */
export async function retrieve(
  app: App,
  project: ProjectRow,
  retrieval: Retrieval,
  preset: Preset,
): Promise<Result[]> {
  const { query, mode, kinds, metadata, limit } = retrieval;
  const scope = await resolveScope(app, project.id, retrieval);
  if (scope.chunkCount === 0) return [];
  const candidates = await findCandidates(
    app,
    { projectId: project.id, space: spaceOf(project), memoryIds: scope.memoryIds, kinds, metadata },
    { query, mode, wanted: limit * preset.candidatesPerResult, chunkCount: scope.chunkCount },
  );
  const scored = await score(app, project.id, candidates, preset);
  return best(scored, retrieval);
}

/** Joins candidates with their entries; one deleted since it was found is left out. */
async function score(
  app: App,
  projectId: string,
  candidates: Candidate[],
  preset: Preset,
): Promise<Result[]> {
  const ids = candidates.map((candidate) => candidate.entryId);
  const rows = ids.length > 0 ? await findEntries(app, projectId, ids) : [];
  const entries = new Map(rows.map((row) => [row.id, row]));
  const now = app.clock();
  return candidates.flatMap(({ entryId, chunk, similarity, coverage, relevance }) => {
    const entry = entries.get(entryId);
    if (entry === undefined || entry.deletedAt !== null) return [];
    const parts: Parts = {
      relevance,
      utility: entry.utility,
      recency: recencyOf(entry.lastAccessedAt ?? entry.createdAt, now),
      importance: importancePart(entry.importance),
    };
    const { utility, recency, importance } = parts;
    const blended = blend(parts, preset.weights);
    return { entry, chunk, similarity, coverage, utility, recency, importance, score: blended };
  });
}
