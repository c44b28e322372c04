import type { App } from '../app.ts';
import { readCounts } from '../chunk-cache/entry-counts.ts';
import { type Cached, isUnchanged } from '../chunk-cache/read-chunks.ts';
import type { ChunkScope } from '../db/chunk-scope.ts';
import type { Database } from '../db/database.ts';
import type { ProjectSpace } from '../db/embedding-space.ts';
import { memoizeByObject } from '../memoize-by-object.ts';
import {
  type KnowledgeScope,
  knownScope,
  type RunReads,
  type Scope,
  searchInScope,
} from '../memories/scope.ts';
import type { Query } from './candidate-search.ts';
import { candidatesOf } from './find-candidates.ts';
import { findInCache } from './find-in-cache.ts';
import { createRounds } from './in-rounds.ts';
import { lexemesOf } from './query-lexemes.ts';
import { REFERENCE_RECENCY } from './score.ts';
import type { Scoring, Searched } from './types.ts';

/** The cached chunks of a project, in its state at `readAt` or later, with the scope and lexemes of a search. */
export type Searchable = {
  cached: Cached;
  scope: Scope;
  /** The lexemes of the query; empty in SEMANTIC mode. */
  lexemes: string[];
  /** A time of `performance.now()`. */
  readAt: number;
};

type CacheQuery = {
  inProject: ProjectSpace;
  named: Pick<KnowledgeScope, 'memoryIds' | 'memoryTags'>;
  query: Pick<Query, 'mode' | 'text'>;
};

/** The data that is read for all searches of a round: the scope, and the lexemes of each of their texts. */
type CacheRead = { scope: Scope; lexemes: ReadonlyMap<string, string[]>; readAt: number };

const roundsOf = memoizeByObject((_: Cached) => createRounds<string, CacheRead | null>());

/**
 * Makes sure that the cached chunks of a project are up to date, confirms the scope, and reads the lexemes of new
 * words. None of this depends on the vector of the query, so it is sent while the model computes the vector, and the
 * search itself needs nothing more of the database. Searches in the same scope that arrive meanwhile share the next
 * round. Returns null if the database must search.
 * @throws as `searchInScope`
 */
export async function readSearchable(
  app: App,
  { inProject, named, query: { mode, text } }: CacheQuery,
): Promise<Searchable | null> {
  const known = knownScope(app, inProject.projectId, named);
  const cached = app.chunkCache.find(inProject);
  if (known === null || known.chunkCount === 0 || cached === null) return null;
  const words = mode === 'SEMANTIC' ? '' : text;
  const key = JSON.stringify([named.memoryIds, named.memoryTags]);
  const read = await roundsOf(cached)(key, words, (texts) =>
    readForSearches(app, cached, { named, texts }),
  );
  return read && { ...read, cached, lexemes: read.lexemes.get(words) ?? [] };
}

/**
 * Reads the scope and lexemes that searches for the texts need. If this process was notified of no change since the
 * cached chunks were read, it asks the database whether there is one, which takes two short statements without a
 * transaction. Otherwise it reads the changes. Null if the project was evicted, or too many of its chunks have changed.
 */
async function readForSearches(
  app: App,
  cached: Cached,
  searches: Pick<CacheQuery, 'named'> & { texts: readonly string[] },
): Promise<CacheRead | null> {
  // The project can have been evicted during the previous round.
  if (app.chunkCache.find(cached.inProject) !== cached) return null;
  const unchanged = app.chunkCache.isLatestKnown(cached)
    ? await readWith(app, cached, searches, {
        runReads: (reads) => reads(app.db),
        confirm: (db) => isUnchanged(db, cached),
      })
    : null;
  if (unchanged !== null) return unchanged;
  return readWith(app, cached, searches, {
    runReads: app.connection.readInOnePacket,
    confirm: async (db) => (await app.chunkCache.readChanges(cached, db)).apply(),
  });
}

/**
 * Reads the scope and the lexemes. `confirm` tells whether the cached chunks are up to date, or brings them up to date.
 */
async function readWith(
  app: App,
  { inProject: { projectId } }: Cached,
  { named, texts }: Pick<CacheQuery, 'named'> & { texts: readonly string[] },
  { runReads, confirm }: { runReads: RunReads; confirm: (db: Database) => Promise<boolean> },
): Promise<CacheRead | null> {
  const readAt = performance.now();
  const options = { named, isPast: false, weighsWords: false, runReads };
  const searched = await searchInScope(app, projectId, options, async (db) => {
    const [isUpToDate, ...lexemes] = await Promise.all([
      confirm(db),
      ...texts.map((text) => lexemesOf(app, db, text)),
    ]);
    return { isUpToDate, lexemes };
  });
  if (searched === null || !searched.found.isUpToDate) return null;
  const { scope, found } = searched;
  return {
    scope,
    lexemes: new Map(texts.map((text, i) => [text, found.lexemes[i] ?? []])),
    readAt,
  };
}

type CachedSearch = { searchable: Searchable; query: Query; scoring: Scoring; limit: number };

/**
 * Finds candidates among cached chunks. If the counts of their entries are needed, these are read from the database.
 */
export async function searchInCache(
  app: App,
  scope: ChunkScope,
  { searchable, query, scoring, limit }: CachedSearch,
): Promise<Searched> {
  const { cached, lexemes } = searchable;
  const { chunkCount } = searchable.scope;
  const entries = scoring.preset.candidatesFor(limit);
  const wanted = { query, lexemes, chunkCount, entries };
  const { found, words } = findInCache(cached.chunks, scope, wanted);
  const candidates = candidatesOf(found, query);
  if (!needsCounts(scoring) || candidates.length === 0) return { candidates, words, query, scope };
  const ids = candidates.map(({ entry }) => entry.id);
  const counts = await readCounts(app.db, scope.projectId, ids);
  // An entry that is not found was purged meanwhile.
  const present = candidates.flatMap((candidate) => {
    const own = counts.get(candidate.entry.id);
    return own ? [{ ...candidate, entry: { ...candidate.entry, ...own } }] : [];
  });
  return { candidates: present, words, query, scope };
}

/** Whether the results show the counts of their entries, or are ranked by values that are computed from them. */
function needsCounts({ preset, retrieval }: Scoring): boolean {
  const { withCounts = true, recency = REFERENCE_RECENCY } = retrieval;
  const { weights } = preset;
  const byAccesses = weights.recency !== 0 && recency.accessShare !== 0;
  return withCounts || weights.utility !== 0 || byAccesses;
}
