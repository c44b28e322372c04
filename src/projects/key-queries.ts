import {
  and,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  or,
  type Placeholder,
  placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { byId, type Slice } from '../db/page.ts';
import { isAmong, prepared } from '../db/prepared-queries.ts';
import type { ApiKeyRow, ProjectRow } from '../db/rows.ts';
import { apiKeys, projects } from '../db/tables/projects.ts';
import type { KeyUse } from './key-uses.ts';

export async function insertApiKey(db: Database, row: ApiKeyRow): Promise<void> {
  await db.insert(apiKeys).values(row);
}

export type LiveKeyQuery = { scope: string; hash: string; now: Date };

export type LiveKey = { apiKey: ApiKeyRow; project: ProjectRow | null };

/**
 * The API key whose secret has this hash, and its project, if the key is neither revoked nor expired. The
 * secret before the last rotation is accepted until its overlap ends. Each hash is found by its own index: with OR,
 * PostgreSQL could read all keys of the project.
 */
export async function selectLiveKey(db: Database, options: LiveKeyQuery): Promise<LiveKey | null> {
  const query = prepared(db, 'live_key', () => {
    const inScope = eq(apiKeys.projectId, placeholder('scope'));
    const current = db
      .select({ id: apiKeys.id })
      .from(apiKeys)
      .where(and(inScope, eq(apiKeys.hash, placeholder('hash'))));
    const previous = db
      .select({ id: apiKeys.id })
      .from(apiKeys)
      .where(
        and(
          inScope,
          eq(apiKeys.previousHash, placeholder('hash')),
          gt(apiKeys.previousUntil, placeholder('now')),
        ),
      );
    return db
      .select({ apiKey: apiKeys, project: projects })
      .from(apiKeys)
      .leftJoin(projects, eq(projects.id, apiKeys.projectId))
      .where(
        and(
          inScope,
          inArray(apiKeys.id, current.unionAll(previous)),
          isInForce(placeholder('now')),
        ),
      );
  });
  const rows = await query.execute(options);
  return rows[0] ?? null;
}

/** Condition for the keys that are neither revoked nor expired. */
function isInForce(now: Date | Placeholder): SQL | undefined {
  return and(isNull(apiKeys.revokedAt), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)));
}

/** Returns those hashes of the given keys whose secrets are still accepted. */
export async function selectLiveHashes(
  db: Database,
  { keys, now }: { keys: readonly Pick<ApiKeyRow, 'projectId' | 'hash'>[]; now: Date },
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const hashes = keys.map(({ hash }) => hash);
  const scopes = [...new Set(keys.map(({ projectId }) => projectId))];
  const { hash, previousHash, previousUntil } = apiKeys;
  const isPrevious = and(isAmong(previousHash, hashes), gt(previousUntil, now));
  const rows = await db
    .select({ hash, previousHash, isPrevious: sql<boolean>`coalesce((${isPrevious}), false)` })
    .from(apiKeys)
    .where(
      and(
        isAmong(apiKeys.projectId, scopes),
        or(isAmong(hash, hashes), isPrevious),
        isInForce(now),
      ),
    );
  const live = rows.map((row) => row.hash);
  return new Set([
    ...live,
    ...rows.flatMap((row) => (row.isPrevious ? (row.previousHash ?? []) : [])),
  ]);
}

export function selectApiKeysByIds(
  db: Database,
  scope: string,
  ids: readonly string[],
): Promise<ApiKeyRow[]> {
  return db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.projectId, scope), inArray(apiKeys.id, [...ids])));
}

export const KEY_ORDER = byId<ApiKeyRow>('apiKeys', apiKeys.id);

/** A page of the keys of a scope; without a slice, all keys of the scope, or of all scopes, newest first. */
export function selectApiKeys(
  db: Database,
  scope: string | null,
  slice: Slice | null,
): Promise<ApiKeyRow[]> {
  const query = db
    .select()
    .from(apiKeys)
    .where(and(scope === null ? undefined : eq(apiKeys.projectId, scope), slice?.where))
    .orderBy(...(slice?.orderBy ?? [desc(apiKeys.id)]));
  return slice === null ? query : query.limit(slice.limit);
}

export async function countApiKeys(db: Database, scope: string): Promise<number> {
  const rows = await db
    .select({ total: count() })
    .from(apiKeys)
    .where(eq(apiKeys.projectId, scope));
  return rows[0]?.total ?? 0;
}

/** The API key with an exclusive lock, for a change that depends on its current state. */
export async function selectKeyForChange(
  db: Database,
  scope: string,
  id: string,
): Promise<ApiKeyRow | null> {
  const rows = await db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.projectId, scope), eq(apiKeys.id, id)))
    .for('update');
  return rows[0] ?? null;
}

export async function updateApiKey(
  db: Database,
  { projectId, id }: Pick<ApiKeyRow, 'projectId' | 'id'>,
  values: Partial<ApiKeyRow>,
): Promise<void> {
  await db
    .update(apiKeys)
    .set(values)
    .where(and(eq(apiKeys.projectId, projectId), eq(apiKeys.id, id)));
}

/** Sets when keys were last used, in one statement. A stored time that is later is kept. */
export async function updateLastUses(db: Database, uses: readonly KeyUse[]): Promise<void> {
  const rows = JSON.stringify(uses);
  await db
    .update(apiKeys)
    .set({ lastUsedAt: sql`greatest(${apiKeys.lastUsedAt}, used."usedAt")` })
    .from(
      sql`jsonb_to_recordset(${rows}::jsonb) as used("projectId" text, id text, "usedAt" timestamptz)`,
    )
    .where(sql`${apiKeys.projectId} = used."projectId" and ${apiKeys.id} = used.id`);
}

export async function deleteApiKeys(db: Database, scope: string): Promise<void> {
  await db.delete(apiKeys).where(eq(apiKeys.projectId, scope));
}
