import type { App } from '../app.ts';
import { isCacheable } from '../chunk-cache/match-scope.ts';
import type { ChunkScope } from '../db/chunk-scope.ts';
import type { ResultChoice } from '../db/expected-results.ts';
import type { ProjectRow } from '../db/rows.ts';
import { type Scope, searchInScope } from '../memories/scope.ts';
import { queryVector } from '../models/vector-cache.ts';
import { withoutForeignReflections } from '../projects/required-metadata.ts';
import { spaceOf } from '../projects/settings.ts';
import type { Query } from './candidate-search.ts';
import { readDates, widen } from './dates.ts';
import { candidateSearch, findCandidates } from './find-candidates.ts';
import { DAYS_OF_MATCH, FUSION, SHRINKING } from './presets.ts';
import { selectCandidates } from './queries.ts';
import { REFERENCE_RECENCY } from './score.ts';
import { readSearchable, type Searchable, searchInCache } from './search-cache.ts';
import type { Retrieval, Scoring, Searched, SearchFunction } from './types.ts';

/**
 * If the embedding takes longer than this, the cached chunks are brought up to date once more before they are searched.
 */
const FRESH_MS = 100;

/**
 * Embeds the query of a search and, meanwhile, updates the cached chunks of the project. If the search cannot use
 * cached chunks, it searches the database.
 * @throws BAD_USER_INPUT (scope), EMBEDDING_UNAVAILABLE, and as `searchInScope`
 */
export async function prepareSearch(
  app: App,
  project: ProjectRow,
  scoring: Scoring,
): Promise<SearchFunction> {
  const { retrieval, now } = scoring;
  const withoutVector = readQuery(retrieval, retrieval.asOf ?? retrieval.now ?? now);
  const place = placeOf(project, scoring);
  const { inProject, named } = place;
  const prepareCached = async () =>
    place.canUseCache ? readSearchable(app, { inProject, named, query: withoutVector }) : null;
  const { mode, text } = withoutVector;
  const [embedding, prepared] = await Promise.all([
    mode === 'LEXICAL' ? null : queryVector(app.embedders.for(inProject.space), text),
    prepareCached(),
  ]);
  const query = { ...withoutVector, embedding };
  const searchable = isFresh(prepared) ? prepared : await prepareCached();
  if (searchable === null)
    return (limit) => searchInDatabase(app, place, { query, scoring, limit });
  const scope = place.scopeOf(searchable.scope);
  return (limit) => searchInCache(app, scope, { searchable, query, scoring, limit });
}

function isFresh(prepared: Searchable | null): boolean {
  return prepared === null || performance.now() - prepared.readAt <= FRESH_MS;
}

/** The query with the dates that it names. Only HYBRID searches use them. The other modes compare the whole text. */
function readQuery(
  { query, mode, similarityThreshold }: Retrieval,
  at: Date,
): Omit<Query, 'embedding'> {
  const { text, ranges, isOnlyDate } =
    mode === 'HYBRID' ? readDates(query, at) : { text: query, ranges: [], isOnlyDate: false };
  const dateWeight = isOnlyDate ? FUSION.onlyDate : FUSION.date;
  const readsEntrySimilarity = mode === 'HYBRID' && similarityThreshold > 0;
  return {
    mode,
    text,
    ranges,
    dateWeight,
    during: widen(ranges, DAYS_OF_MATCH),
    readsEntrySimilarity,
  };
}

type Memories = Pick<Scope, 'memoryIds' | 'withoutMemoryIds'>;

type SearchPlace = ReturnType<typeof placeOf>;

/** The place in which a retrieval searches. `canUseCache` is true if it can search among cached chunks. */
function placeOf(project: ProjectRow, { retrieval, now }: Scoring) {
  const { hasLesson, asOf = null, includeSuperseded = false, maxDepth = null } = retrieval;
  const { metadataPath = 'input.scope.metadata' } = retrieval;
  const inProject = { projectId: project.id, space: spaceOf(project) };
  const inMemories = {
    ...inProject,
    conditions: withoutForeignReflections(project, retrieval.scope.conditions, metadataPath),
    hasLesson,
    at: asOf ?? now,
    maxDepth,
    asOf,
    includeSuperseded,
  };
  const scopeOf = ({ memoryIds, withoutMemoryIds }: Memories): ChunkScope => ({
    ...inMemories,
    memoryIds,
    withoutMemoryIds,
  });
  const { memoryIds, memoryTags } = retrieval.scope;
  const named = { memoryIds, memoryTags };
  return { inProject, named, scopeOf, canUseCache: isCacheable(inMemories) };
}

/** Finds candidates in the database. If the project has enough chunks, they are cached for later searches. */
async function searchInDatabase(
  app: App,
  { inProject, named, scopeOf, canUseCache }: SearchPlace,
  { query, scoring, limit }: { query: Query; scoring: Scoring; limit: number },
): Promise<Searched | null> {
  const { asOf = null } = scoring.retrieval;
  const wanted = scoring.preset.candidatesFor(limit);
  const choice = wanted > limit ? choiceOf(scoring, limit) : null;
  const searched = await searchInScope(
    app,
    inProject.projectId,
    { named, isPast: asOf !== null, weighsWords: query.mode !== 'SEMANTIC' },
    async (db, memories) => {
      const scope = scopeOf(memories);
      const { chunkCount } = memories;
      if (canUseCache) app.chunkCache.request(inProject, chunkCount);
      const search = candidateSearch(app, scope, { query, chunkCount }, { wanted, choice });
      return { search, found: await selectCandidates(db, scope, search) };
    },
  );
  if (searched === null) return null;
  const scope = scopeOf(searched.scope);
  const { search, found } = searched.found;
  return { ...(await findCandidates(app, scope, search, found)), query, scope };
}

/** How `limit` results are chosen by their scores. Diverse results are chosen by their vectors as well. */
function choiceOf({ retrieval, preset, now, creditRule }: Scoring, limit: number): ResultChoice {
  const { normalization, recency = REFERENCE_RECENCY, mmrLambda } = retrieval;
  return {
    weights: preset.weights,
    isScaled: normalization === 'MIN_MAX',
    shrinking: creditRule === 'BASELINE' ? SHRINKING : null,
    recency: { ...recency, now: retrieval.now ?? now },
    results: mmrLambda === 1 ? limit : 0,
  };
}
