import { sql } from 'drizzle-orm';
import type { Connection, Database } from './database.ts';
import { prepared } from './statements.ts';

/**
 * What PostgreSQL knows of the sizes of tables and of their values when it plans a statement. Autovacuum collects it up
 * to a minute after the first rows, and never in the embedded database. Statements that were planned for an empty table
 * read all of a full one (docs/decisions/043-statistics-of-growing-tables.md).
 */

/** A table that grows by fewer pages (of 8 KiB) is left to autovacuum. */
const GROWN_PAGES = 32;

/**
 * Analyses the tables that have doubled since they were analysed, unless another process does so. On Citus, rows are in
 * the shards, which autovacuum analyses.
 */
export async function analyseGrownTables({ isDistributed, db }: Connection): Promise<void> {
  if (isDistributed) return;
  for (const { table, columns } of await selectGrownTables(db)) {
    await db.execute(sql.raw(`ANALYZE (SKIP_LOCKED) ${table} (${columns})`));
  }
}

/**
 * The role's tables that have doubled, with their columns, quoted. `relpages` is the size when a table was last analysed.
 * Documents and vectors are left to autovacuum, and so are the words of texts, which only an analysis without a list of
 * columns computes: for 10,000 entries of the embedded database, they take a third of a second.
 */
function selectGrownTables(db: Database): Promise<{ table: string; columns: string }[]> {
  const query = prepared(db, 'grown_tables', () =>
    db
      .select({
        table: sql<string>`pg_class.oid::regclass::text`,
        columns: sql<string>`(select string_agg(quote_ident(attname), ', ') from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped
          and format_type(atttypid, null) not in ('jsonb', 'tsvector', 'vector'))`,
      })
      .from(sql`pg_class`)
      .where(sql`relkind = 'r' and relnamespace = current_schema()::text::regnamespace
      and pg_has_role(relowner, 'USAGE')
      and pg_relation_size(pg_class.oid) / current_setting('block_size')::int > 2 * relpages + ${sql.raw(String(GROWN_PAGES))}`),
  );
  return query.execute();
}
