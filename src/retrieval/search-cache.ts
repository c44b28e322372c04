import type { App } from '../app.ts';
import { type Cached, isComparedInCache } from '../chunk-cache/chunk-cache.ts';
import { type EntryCounts, readCounts } from '../chunk-cache/entry-counts.ts';
import type { ChunkScope } from '../db/chunk-scope.ts';
import type { ProjectSpace } from '../db/embedding-space.ts';
import { type KnowledgeScope, knownScope, type Scope, searchInScope } from '../memories/scope.ts';
import { onceForEach } from '../once-for-each.ts';
import { type Candidate, type Candidates, candidatesOf, chunksFor } from './find-candidates.ts';
import { findInCache } from './find-in-cache.ts';
import { createRounds } from './in-rounds.ts';
import type { Query } from './queries.ts';
import { lexemesOf } from './query-lexemes.ts';
import { REFERENCE_RECENCY } from './rank.ts';
import type { Scoring } from './retrieval.ts';

/** The cached chunks of a project, which have its state at the time `readAt` or later, and what else a search in them needs. */
export type Searchable = {
  cached: Cached;
  scope: Scope;
  /** The number of chunks in the memories of the scope. */
  chunkCount: number;
  /** The lexemes of the query; empty in SEMANTIC mode. */
  lexemes: string[];
  /** The current counts of the expected entries. */
  counts: ReadonlyMap<string, EntryCounts>;
  /** A time of `performance.now()`. */
  readAt: number;
};

/** Returns the ids of the entries that a search is expected to find in a scope, before the latest changes are known. */
export type Expect = (cached: Cached, scope: Scope) => string[];

type Asked = {
  inProject: ProjectSpace;
  named: Pick<KnowledgeScope, 'memoryIds' | 'memoryTags'>;
  query: Pick<Query, 'mode' | 'text'>;
  expect: Expect;
};

/** What one packet reads for all searches of a round: the scope, the counts of the entries, and the lexemes of each text. */
type Read = Pick<Searchable, 'scope' | 'counts' | 'readAt'> & {
  lexemes: ReadonlyMap<string, string[]>;
};

/** A search of a round: the text whose lexemes it needs, and the entries whose counts it needs. */
type Item = { words: string; expect: Expect };

const roundsOf = onceForEach((_: Cached) => createRounds<Item, Read | null>());

/**
 * Brings the cached chunks of a project up to date, confirms the scope, and reads the lexemes of new words and the counts of expected
 * entries, in one packet. The search itself then needs nothing more of the database. Searches in the same scope that come while
 * such a packet is under way share the next one. Null where a scope is to be searched in the database.
 * @throws as `searchInScope`
 */
export async function readSearchable(
  app: App,
  { inProject, named, query, expect }: Asked,
): Promise<Searchable | null> {
  const cached = findSearchable(app, { inProject, named });
  if (cached === null) return null;
  const words = comparedWords(query);
  const key = JSON.stringify([named.memoryIds, named.memoryTags]);
  const read = await roundsOf(cached)(key, { words, expect }, (items) =>
    readForSearches(app, cached, { named, items }),
  );
  if (read === null) return null;
  const { chunkCount } = read.scope;
  return { ...read, cached, chunkCount, lexemes: read.lexemes.get(words) ?? [] };
}

/** The cached chunks of a project, if a scope is searched among them. */
export function findSearchable(
  app: App,
  { inProject, named }: Pick<Asked, 'inProject' | 'named'>,
): Cached | null {
  const known = knownScope(app, inProject.projectId, named);
  const cached = app.chunkCache.find(inProject);
  const isSearched = known && cached && isComparedInCache(cached, known.chunkCount);
  return isSearched ? cached : null;
}

/** The text of which a search compares the words; empty in SEMANTIC mode. */
export function comparedWords({ mode, text }: Pick<Query, 'mode' | 'text'>): string {
  return mode === 'SEMANTIC' ? '' : text;
}

/** Reads what searches in a scope need. Null if the cached chunks were forgotten, or too many of them have changed. */
async function readForSearches(
  app: App,
  cached: Cached,
  { named, items }: Pick<Asked, 'named'> & { items: readonly Item[] },
): Promise<Read | null> {
  const { projectId } = cached.of;
  // It can have been forgotten while the round before was under way.
  if (app.chunkCache.find(cached.of) !== cached) return null;
  const readAt = performance.now();
  const options = { named, isPast: false };
  const texts = items.map(({ words }) => words);
  const searched = await searchInScope(app, projectId, options, async (db, scope) => {
    const entryIds = [...new Set(items.flatMap(({ expect }) => expect(cached, scope)))];
    const [changes, counts, ...lexemes] = await Promise.all([
      app.chunkCache.readChanges(cached, db),
      readCounts(db, projectId, entryIds),
      ...texts.map((text) => lexemesOf(app, db, text)),
    ]);
    return { isUpToDate: changes.apply(), counts, lexemes };
  });
  if (searched === null || !searched.found.isUpToDate) return null;
  const { scope, found } = searched;
  const lexemes = new Map(texts.map((text, i) => [text, found.lexemes[i] ?? []]));
  return { scope, counts: found.counts, lexemes, readAt };
}

/** Finds the candidates for a number of results among cached chunks. */
type FindCandidates = (
  scope: ChunkScope,
  state: Pick<Searchable, 'cached' | 'lexemes' | 'chunkCount'>,
  limit: number,
) => Candidates;

/** Returns a function that finds the candidates for a query. It keeps the last ones, for the same search while nothing has changed. */
export function candidateFinder(query: Query, { preset }: Scoring): FindCandidates {
  let last: { key: string; candidates: Candidates } | null = null;
  return (scope, { cached, lexemes, chunkCount }, limit) => {
    const { memoryIds, withoutMemoryIds } = scope;
    const { number } = cached;
    const state = [String(number), memoryIds, withoutMemoryIds, chunkCount, lexemes];
    const key = JSON.stringify([...state, limit]);
    if (last?.key === key) return last.candidates;
    const entries = preset.candidatesFor(limit);
    const wanted = { query, lexemes, chunkCount, entries, chunks: chunksFor(entries, query) };
    const { found, words } = findInCache(cached.chunks, scope, wanted);
    const candidates = { candidates: candidatesOf(found, query), words };
    last = { key, candidates };
    return candidates;
  };
}

/** The candidates with the current counts of their entries. Those that are not in `counts` are read from the database. */
export async function withCurrentCounts(
  app: App,
  projectId: string,
  candidates: readonly Candidate[],
  counts: Searchable['counts'],
): Promise<Candidate[]> {
  const missing = candidates.flatMap(({ entry: { id } }) => (counts.has(id) ? [] : [id]));
  const read = await readCounts(app.db, projectId, missing);
  // An entry that is not found was purged meanwhile.
  return candidates.flatMap((candidate) => {
    const { id } = candidate.entry;
    const own = counts.get(id) ?? read.get(id);
    return own ? [{ ...candidate, entry: { ...candidate.entry, ...own } }] : [];
  });
}

/** Whether the results show the counts of their entries, or are ranked by values that are computed from them. */
export function needsCounts({ preset, retrieval }: Scoring): boolean {
  const { withCounts = true, recency = REFERENCE_RECENCY } = retrieval;
  const { weights } = preset;
  const byAccesses = weights.recency !== 0 && recency.accessShare !== 0;
  return withCounts || weights.utility !== 0 || byAccesses;
}
