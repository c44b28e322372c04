import type { App } from '../app.ts';
import { type Cached, isComparedInCache } from '../chunk-cache/chunk-cache.ts';
import type { ProjectSpace } from '../db/embedding-space.ts';
import { reusePlans } from '../db/hnsw-index.ts';
import { type KnowledgeScope, knownScope, type Scope, searchInScope } from '../memories/scope.ts';
import type { SearchMode } from './presets.ts';
import { lexemesOf } from './query-lexemes.ts';

/** The cached chunks of a project as they were at `readAt` or later, and what else a search in them needs of the database. */
export type Searchable = {
  cached: Cached;
  scope: Scope;
  /** The lexemes of the query; empty in SEMANTIC mode. */
  lexemes: string[];
  /** A time of `performance.now()`. */
  readAt: number;
};

type Asked = {
  inProject: ProjectSpace;
  named: Pick<KnowledgeScope, 'memoryIds' | 'memoryTags'>;
  query: { mode: SearchMode; text: string };
};

/**
 * Brings the cached chunks of a project up to date, confirms the scope, and reads the lexemes of new words, in one packet that
 * does not depend on the vector of the query. So it is sent while the model computes that, and the search itself needs
 * nothing more of the database. Null where a scope is to be searched in the database.
 * @throws as `searchInScope`
 */
export async function readSearchable(
  app: App,
  { inProject, named, query: { mode, text } }: Asked,
): Promise<Searchable | null> {
  const { projectId } = inProject;
  const known = knownScope(app, projectId, named);
  const cached = app.chunkCache.find(inProject);
  if (known === null || cached === null || !isComparedInCache(cached, known.chunkCount))
    return null;
  const readAt = performance.now();
  const searched = await searchInScope(app, projectId, { named, isPast: false }, async (db) => {
    const [, isUpToDate, lexemes] = await Promise.all([
      reusePlans(db),
      app.chunkCache.catchUp(cached, db),
      mode === 'SEMANTIC' ? [] : lexemesOf(app, db, text),
    ]);
    return { isUpToDate, lexemes };
  });
  if (searched === null || !searched.found.isUpToDate) return null;
  return { cached, scope: searched.scope, lexemes: searched.found.lexemes, readAt };
}
