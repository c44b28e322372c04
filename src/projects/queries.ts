import {
  and,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  or,
  placeholder,
  type SQL,
} from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import type { Space } from '../db/embedding-space.ts';
import type { ApiKeyRow, ProjectRow } from '../db/rows.ts';
import { isAnyOf, prepared } from '../db/statements.ts';
import { apiKeys, memories, projects } from '../db/tables.ts';

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

export async function updatePurgedMarks(db: Database, nextTransaction: bigint): Promise<void> {
  await db
    .update(projects)
    .set({ purgedTransaction: 0n })
    .where(gte(projects.purgedTransaction, nextTransaction));
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

/** Also deletes the project's API keys, which have no foreign key, since root keys have no project. */
export async function deleteProjectRows(db: Database, id: string): Promise<void> {
  await db.delete(apiKeys).where(eq(apiKeys.projectId, id));
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

export function selectProjects(
  db: Database,
  options: { only: string | null; before: string | null; limit: number },
): Promise<ProjectRow[]> {
  return db
    .select()
    .from(projects)
    .where(and(isOnly(options.only), options.before ? lt(projects.id, options.before) : undefined))
    .orderBy(desc(projects.id))
    .limit(options.limit);
}

export async function countProjects(db: Database, only: string | null): Promise<number> {
  const rows = await db.select({ total: count() }).from(projects).where(isOnly(only));
  return rows[0]?.total ?? 0;
}

export async function hasEntries(db: Database, projectId: string): Promise<boolean> {
  const rows = await db
    .select({ id: memories.id })
    .from(memories)
    .where(and(eq(memories.projectId, projectId), gt(memories.entryCount, 0)))
    .limit(1);
  return rows.length > 0;
}

export async function insertApiKey(db: Database, row: ApiKeyRow): Promise<void> {
  await db.insert(apiKeys).values(row);
}

/** The API key with this hash and its project, if the key is neither revoked nor expired. */
export async function selectLiveKey(
  db: Database,
  options: { scope: string; hash: string; now: Date },
): Promise<{ apiKey: ApiKeyRow; project: ProjectRow | null } | null> {
  const query = prepared(db, 'live_key', () =>
    db
      .select({ apiKey: apiKeys, project: projects })
      .from(apiKeys)
      .leftJoin(projects, eq(projects.id, apiKeys.projectId))
      .where(
        and(
          eq(apiKeys.projectId, placeholder('scope')),
          eq(apiKeys.hash, placeholder('hash')),
          isNull(apiKeys.revokedAt),
          or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, placeholder('now'))),
        ),
      ),
  );
  const rows = await query.execute(options);
  return rows[0] ?? null;
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

export function selectApiKeys(
  db: Database,
  options: { scope?: string; before: string | null; limit?: number },
): Promise<ApiKeyRow[]> {
  const query = db
    .select()
    .from(apiKeys)
    .where(
      and(
        options.scope ? eq(apiKeys.projectId, options.scope) : undefined,
        options.before ? lt(apiKeys.id, options.before) : undefined,
      ),
    )
    .orderBy(desc(apiKeys.id));
  return options.limit === undefined ? query : query.limit(options.limit);
}

export async function countApiKeys(db: Database, scope: string): Promise<number> {
  const rows = await db
    .select({ total: count() })
    .from(apiKeys)
    .where(eq(apiKeys.projectId, scope));
  return rows[0]?.total ?? 0;
}

/** Revokes an API key. A revoked key keeps its first `revokedAt`. */
export async function markRevoked(
  db: Database,
  options: { scope: string; id: string; now: Date },
): Promise<void> {
  await db
    .update(apiKeys)
    .set({ revokedAt: options.now })
    .where(
      and(
        eq(apiKeys.projectId, options.scope),
        eq(apiKeys.id, options.id),
        isNull(apiKeys.revokedAt),
      ),
    );
}

function isOnly(projectId: string | null): SQL | undefined {
  return projectId === null ? undefined : eq(projects.id, projectId);
}
