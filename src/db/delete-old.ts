import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';

/** A table of which old rows are deleted, its primary key besides the project, and which rows are old. */
export type OldRows = {
  table: PgTable & { projectId: PgColumn };
  key: readonly PgColumn[];
  isOld: SQL | undefined;
};

/**
 * Permanently deletes at most `limit` old rows of one project, and returns their number; 0 if there are none. Rows that
 * another process is deleting are left to it: a lock that is not waited for must be in one project, since a distributed
 * database has it on one node.
 */
export async function deleteOld(
  db: Database,
  { table, key, isOld }: OldRows,
  limit: number,
): Promise<number> {
  const { projectId } = table;
  const [first] = await db.select({ projectId }).from(table).where(isOld).limit(1);
  if (first === undefined) return 0;
  const ofProject = eq(projectId, first.projectId);
  const columns = Object.fromEntries(key.map((column) => [column.name, column]));
  const some = db
    .select(columns)
    .from(table)
    .where(and(ofProject, isOld))
    .limit(limit)
    .for('update', { skipLocked: true });
  const rows = await db
    .delete(table)
    .where(and(ofProject, sql`(${sql.join([...key], sql`, `)}) in (${some})`))
    .returning({ projectId });
  return rows.length;
}
