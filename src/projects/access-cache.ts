import type { Connection } from '../db/database.ts';
import type { ApiKeyRow, ProjectRow } from '../db/rows.ts';
import { ACCESS_GROUP, type Changes } from '../events/changes.ts';
import { openRowCache } from '../events/row-cache.ts';
import type { LiveKey, LiveKeyQuery } from './key-queries.ts';

/**
 * The cache of this process for the API keys and projects of requests. It is cleared when any process changes a key or
 * a project. So every process refuses a revoked key within milliseconds, and within a second if a connection hangs.
 */
export type AccessCache = {
  /** Returns the valid key of a secret. If it is not cached, `read` reads it; null if there is no such key. */
  key(query: LiveKeyQuery, read: () => Promise<LiveKey | null>): Promise<LiveKey | null>;
  /** Returns the project with the id. If it is not cached, `read` reads it; null if there is no such project. */
  project(id: string, read: () => Promise<ProjectRow | null>): Promise<ProjectRow | null>;
};

export function openAccessCache(connection: Connection, changes: Changes): AccessCache {
  const keys = openRowCache<LiveKey>(connection, changes);
  const projects = openRowCache<ProjectRow>(connection, changes);
  return {
    key: async (query, read) => {
      const known = keys.get(ACCESS_GROUP, query.hash);
      if (known && isKeyValid(known.apiKey, query)) return known;
      const [row = null] = await keys.load(ACCESS_GROUP, async () =>
        named(query.hash, await read()),
      );
      return row;
    },
    project: async (id, read) => {
      const known = projects.get(ACCESS_GROUP, id);
      if (known) return known;
      const [row = null] = await projects.load(ACCESS_GROUP, async () => named(id, await read()));
      return row;
    },
  };
}

function named<Row>(name: string, row: Row | null): (readonly [string, Row])[] {
  return row === null ? [] : [[name, row]];
}

/** True if the secret is still accepted at the time of the query: neither it nor the key has expired. */
function isKeyValid({ hash, previousUntil, expiresAt }: ApiKeyRow, query: LiveKeyQuery): boolean {
  const { now } = query;
  if (expiresAt !== null && expiresAt <= now) return false;
  return hash === query.hash || (previousUntil !== null && previousUntil > now);
}
