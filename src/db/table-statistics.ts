import { sql } from 'drizzle-orm';
import type { Connection, Database } from './database.ts';
import { prepared } from './prepared-queries.ts';

/**
 * The statistics of tables and their values, by which PostgreSQL plans statements. Autovacuum collects them up to a
 * minute after the first rows, and never in the embedded database. A statement that was planned for an empty table
 * scans the whole table after it has grown (docs/decisions/043-statistics-of-growing-tables.md).
 */

/** A table that has grown by fewer pages (of 8 KiB) is not analysed here. */
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
 * The tables of the current role that have doubled since their last analysis, and the columns to analyse, as quoted
 * SQL. `relpages` is the number of pages at the last analysis. Columns with documents, words or vectors are left to
 * autovacuum: for 10,000 entries and their chunks, analysing them would stop the embedded database for another half
 * second. So are indexes on expressions, which PostgreSQL does not analyse when columns are named.
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
