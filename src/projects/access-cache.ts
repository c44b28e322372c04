import type { Connection } from '../db/database.ts';
import type { ApiKeyRow, ProjectRow } from '../db/rows.ts';
import type { Changes } from '../events/changes.ts';
import type { LiveKey, LiveKeyQuery } from './queries.ts';

/**
 * API keys and projects as every request needs them, kept in the process. All are forgotten when a key or a project
 * is changed in any process, and none is used unless the process has heard of the changes until a second ago.
 * So a revoked key is refused within milliseconds by every process, and within a second if a connection hangs.
 */
export type AccessCache = {
  /** The live key of a secret, from `read` if it is not known. */
  key(query: LiveKeyQuery, read: () => Promise<LiveKey | null>): Promise<LiveKey | null>;
  /** The project with the id, from `read` if it is not known. */
  project(id: string, read: () => Promise<ProjectRow | null>): Promise<ProjectRow | null>;
};

/** Keys, and projects, that are kept. */
const KEPT_ROWS = 10_000;

export function openAccessCache(connection: Connection, changes: Changes): AccessCache {
  const keys = new Map<string, LiveKey>();
  const projects = new Map<string, ProjectRow>();
  let changesSoFar = 0;
  changes.onAccessChange(() => {
    changesSoFar += 1;
    keys.clear();
    projects.clear();
  });
  /** Keeps what was read, unless something was changed while it was read. */
  const keeping = async <Row>(
    kept: Map<string, Row>,
    name: string,
    read: () => Promise<Row | null>,
  ): Promise<Row | null> => {
    const before = changesSoFar;
    const row = await read();
    if (row === null || changesSoFar !== before) return row;
    if (kept.size >= KEPT_ROWS) kept.clear();
    kept.set(name, row);
    return row;
  };
  return {
    key: async (query, read) => {
      const known = connection.isHearing() ? keys.get(query.hash) : undefined;
      if (known && isLive(known.apiKey, query)) return known;
      return keeping(keys, query.hash, read);
    },
    project: async (id, read) => {
      const known = connection.isHearing() ? projects.get(id) : undefined;
      return known ?? keeping(projects, id, read);
    },
  };
}

/** True if the secret is still accepted at the time of the query: neither it nor the key has expired. */
function isLive({ hash, previousUntil, expiresAt }: ApiKeyRow, query: LiveKeyQuery): boolean {
  const { now } = query;
  if (expiresAt !== null && expiresAt <= now) return false;
  return hash === query.hash || (previousUntil !== null && previousUntil > now);
}
