import { and, count, eq, gt, placeholder, type SQL } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import type { Space } from '../db/embedding-space.ts';
import { byId, type Slice } from '../db/page.ts';
import { isAnyOf, prepared } from '../db/prepared-queries.ts';
import type { ProjectRow } from '../db/rows.ts';
import { memories } from '../db/tables/memories.ts';
import { projects } from '../db/tables/projects.ts';
import { traces } from '../db/tables/traces.ts';
import { deleteAllCreates } from './create-queries.ts';
import { deleteApiKeys } from './key-queries.ts';

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
  await deleteApiKeys(db, id);
  await deleteAllCreates(db, id);
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

function isOnly(projectId: string | null): SQL | undefined {
  return projectId === null ? undefined : eq(projects.id, projectId);
}
