import {
  and,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  lt,
  or,
  type Placeholder,
  placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { deleteOld } from '../db/delete-old.ts';
import type { Space } from '../db/embedding-space.ts';
import { byId, type Slice } from '../db/page.ts';
import type { ApiKeyRow, ProjectRow } from '../db/rows.ts';
import { isAmong, isAnyOf, prepared } from '../db/statements.ts';
import { apiKeys, idempotentCreates, memories, projects, traces } from '../db/tables.ts';
import type { KeyUse } from './key-uses.ts';

export async function insertProject(db: Database, row: ProjectRow): Promise<void> {
  await db.insert(projects).values(row).onConflictDoNothing();
}

export async function updateProjectRow(
  db: Database,
  id: string,
  values: Partial<ProjectRow>,
): Promise<ProjectRow | null> {
  const rows = await db.update(projects).set(values).where(eq(projects.id, id)).returning();
  return rows[0] ?? null;
}

/** The current and next spaces of all projects. */
export async function selectSpaces(db: Database): Promise<Space[]> {
  const current = { model: projects.embeddingModel, dimensions: projects.embeddingDimensions };
  const next = { model: projects.nextModel, dimensions: projects.nextDimensions };
  const [used, nextUsed] = await Promise.all([
    db.selectDistinct(current).from(projects),
    db.selectDistinct(next).from(projects),
  ]);
  return [...used, ...nextUsed].flatMap(({ model, dimensions }) =>
    model === null || dimensions === null ? [] : [{ model, dimensions }],
  );
}

/** The current spaces of projects, each with the number of projects that use it. */
export function countProjectsBySpace(db: Database): Promise<(Space & { projects: number })[]> {
  const space = { model: projects.embeddingModel, dimensions: projects.embeddingDimensions };
  return db
    .select({ ...space, projects: count() })
    .from(projects)
    .groupBy(space.model, space.dimensions);
}

/** The project with a share lock, which prevents its deletion until the transaction ends. */
export async function selectForUse(db: Database, id: string): Promise<ProjectRow | null> {
  const query = prepared(db, 'project_for_use', () =>
    db
      .select()
      .from(projects)
      .where(eq(projects.id, placeholder('id')))
      .for('key share'),
  );
  const rows = await query.execute({ id });
  return rows[0] ?? null;
}

/**
 * Also deletes the project's API keys and idempotency keys, which have no foreign key, since those of the root
 * scope have no project.
 */
export async function deleteProjectRows(db: Database, id: string): Promise<void> {
  await db.delete(apiKeys).where(eq(apiKeys.projectId, id));
  await db.delete(idempotentCreates).where(eq(idempotentCreates.projectId, id));
  await db.delete(projects).where(eq(projects.id, id));
}

export function selectProjectsByIds(db: Database, ids: readonly string[]): Promise<ProjectRow[]> {
  const query = prepared(db, 'projects_by_id', () =>
    db.select().from(projects).where(isAnyOf(projects.id, 'ids')),
  );
  return query.execute({ ids });
}

/** The project with an exclusive lock, for a change that depends on its current state. */
export async function selectForChange(db: Database, id: string): Promise<ProjectRow | null> {
  const rows = await db.select().from(projects).where(eq(projects.id, id)).for('update');
  return rows[0] ?? null;
}

export const PROJECT_ORDER = byId<ProjectRow>('projects', projects.id);

/** A page of all projects, or of the single project `only`. */
export function selectProjects(
  db: Database,
  only: string | null,
  { where, orderBy, limit }: Slice,
): Promise<ProjectRow[]> {
  return db
    .select()
    .from(projects)
    .where(and(isOnly(only), where))
    .orderBy(...orderBy)
    .limit(limit);
}

export async function countProjects(db: Database, only: string | null): Promise<number> {
  const rows = await db.select({ total: count() }).from(projects).where(isOnly(only));
  return rows[0]?.total ?? 0;
}

/** Whether the project has entries that are not deleted, or traces: both have vectors of its model. */
export async function hasVectors(db: Database, projectId: string): Promise<boolean> {
  const found = await Promise.all([
    db
      .select({ id: memories.id })
      .from(memories)
      .where(and(eq(memories.projectId, projectId), gt(memories.entryCount, 0)))
      .limit(1),
    db.select({ id: traces.id }).from(traces).where(eq(traces.projectId, projectId)).limit(1),
  ]);
  return found.some((rows) => rows.length > 0);
}

export async function insertApiKey(db: Database, row: ApiKeyRow): Promise<void> {
  await db.insert(apiKeys).values(row);
}

export type LiveKeyQuery = { scope: string; hash: string; now: Date };

export type LiveKey = { apiKey: ApiKeyRow; project: ProjectRow | null };

/**
 * The API key whose secret has this hash, and its project, if the key is neither revoked nor expired. The
 * secret before the last rotation counts until its end. Each hash is found by its own index: with OR,
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

/** The hashes among those of the keys with which one can still be authenticated. */
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

/** Sets when keys were last used, in one statement. A later time stays. */
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

type CreateRow = typeof idempotentCreates.$inferSelect;

/** The object that was created with an idempotency key. */
export async function selectCreate(
  db: Database,
  { projectId, operation, key }: Pick<CreateRow, 'projectId' | 'operation' | 'key'>,
): Promise<CreateRow | null> {
  const rows = await db
    .select()
    .from(idempotentCreates)
    .where(
      and(
        eq(idempotentCreates.projectId, projectId),
        eq(idempotentCreates.operation, operation),
        eq(idempotentCreates.key, key),
      ),
    );
  return rows[0] ?? null;
}

export async function insertCreate(db: Database, row: CreateRow): Promise<void> {
  await db.insert(idempotentCreates).values(row);
}

/** Deletes up to `limit` idempotency keys that were stored before a time, and returns their number. */
export function deleteCreates(
  db: Database,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { operation, key, createdAt } = idempotentCreates;
  const isOld = lt(createdAt, before);
  return deleteOld(db, { table: idempotentCreates, key: [operation, key], isOld }, limit);
}

/** Deletes the idempotency keys of all objects that were created in a project. */
export async function deleteAllCreates(db: Database, projectId: string): Promise<void> {
  await db.delete(idempotentCreates).where(eq(idempotentCreates.projectId, projectId));
}

function isOnly(projectId: string | null): SQL | undefined {
  return projectId === null ? undefined : eq(projects.id, projectId);
}
