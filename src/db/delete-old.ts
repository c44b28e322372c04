import { and, eq, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';
import { isPicked } from './prepared-queries.ts';

/** A table with old rows, its primary key without the project, and the condition for old rows. */
export type OldRows = {
  table: PgTable & { projectId: PgColumn };
  key: readonly PgColumn[];
  isOld: SQL | undefined;
};

/** Maximum number of projects that are tried for one batch, because the old rows of some can be locked. */
const PROJECTS = 50;

/**
 * Permanently deletes at most `limit` old rows, a project at a time, and returns their number; 0 if there are none.
 * Rows that another process has locked are skipped. Each statement is for one project: a distributed database supports
 * SKIP LOCKED only on the node that has all rows of the project.
 */
export async function deleteOld(db: Database, old: OldRows, limit: number): Promise<number> {
  const { projectId } = old.table;
  const projects = await db
    .selectDistinct({ projectId })
    .from(old.table)
    .where(old.isOld)
    .limit(PROJECTS);
  let deleted = 0;
  for (const project of projects) {
    if (deleted === limit) break;
    deleted += await deleteInProject(db, old, { ...project, limit: limit - deleted });
  }
  return deleted;
}

async function deleteInProject(
  db: Database,
  { table, key, isOld }: OldRows,
  { projectId, limit }: { projectId: unknown; limit: number },
): Promise<number> {
  const ofProject = eq(table.projectId, projectId);
  const columns = Object.fromEntries(key.map((column) => [column.name, column]));
  const some = db
    .select(columns)
    .from(table)
    .where(and(ofProject, isOld))
    .limit(limit)
    .for('update', { skipLocked: true });
  const picked = db.$with('picked').as(some);
  const rows = await db
    .with(picked)
    .delete(table)
    .where(and(ofProject, isPicked(picked, key)))
    .returning({ projectId: table.projectId });
  return rows.length;
}
