import type { App } from '../app.ts';
import type { ActorOf, ApiKeyRow } from '../db/rows.ts';
import { prefixOf } from '../ids.ts';
import { selectApiKeysByIds } from './key-queries.ts';
import { ROOT_SCOPE } from './secrets.ts';
import { ROOT_ACTOR, TOKEN_ACTOR } from './viewer.ts';

/** The actor of a change, as the schema's `Actor`; null if it was not recorded. */
export function actorOf(projectId: string, id: string | null): ActorOf | null {
  return id === null ? null : { projectId, id };
}

export function kindOfActor({ id }: ActorOf): 'API_KEY' | 'ROOT_KEY' | 'TOKEN' | 'JOB' {
  if (prefixOf(id) === 'key') return 'API_KEY';
  if (id.startsWith(TOKEN_ACTOR)) return 'TOKEN';
  return id === ROOT_ACTOR ? 'ROOT_KEY' : 'JOB';
}

/** The API keys that made changes in a project: keys of the project, and root keys. */
export async function findActorKeys(
  app: App,
  projectId: string,
  ids: readonly string[],
): Promise<ApiKeyRow[]> {
  const scopes = [projectId, ROOT_SCOPE];
  const found = await Promise.all(scopes.map((scope) => selectApiKeysByIds(app.db, scope, ids)));
  return found.flat();
}
