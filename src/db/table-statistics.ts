import { sql } from 'drizzle-orm';
import type { Connection, Database } from './database.ts';

/**
 * What PostgreSQL knows of the sizes of tables and of their values when it plans a statement. Autovacuum collects it up
 * to a minute after the first rows, and never in the embedded database. Statements that were planned for an empty table
 * read all of a full one (docs/decisions/043-statistics-of-growing-tables.md).
 */

/** A table that grows by fewer pages (of 8 KiB) is left to autovacuum. */
const GROWN_PAGES = 32;

/**
 * Analyses the tables that have doubled since they were analysed, unless another process does so. On Citus, rows are in
 * the shards, which autovacuum analyses. After `signal`, the work is ended.
 */
export async function analyseGrownTables(
  { isDistributed, db, exclusivelyIfFree }: Connection,
  signal: AbortSignal,
): Promise<void> {
  if (isDistributed || (await selectGrownTables(db)).length === 0) return;
  await exclusivelyIfFree(signal, async (separate) => {
    for (const table of await selectGrownTables(separate)) {
      await separate.execute(sql.raw(`ANALYZE ${table}`));
    }
  });
}

/** The quoted names of the role's tables that have doubled. `relpages` is the size when a table was last analysed. */
async function selectGrownTables(db: Database): Promise<string[]> {
  const rows = await db
    .select({ name: sql<string>`oid::regclass::text` })
    .from(sql`pg_class`)
    .where(sql`relkind = 'r' and relnamespace = current_schema()::text::regnamespace
      and pg_has_role(relowner, 'USAGE')
      and pg_relation_size(oid) / current_setting('block_size')::int > 2 * relpages + ${GROWN_PAGES}`);
  return rows.map(({ name }) => name);
}
