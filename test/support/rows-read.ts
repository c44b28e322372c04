import { sql } from 'drizzle-orm';
import type { Database } from '../../src/db/database.ts';
import type { tables } from '../../src/db/tables/all-tables.ts';

/** How many rows of a table the current transaction has read, by PostgreSQL's own counters. */
export async function countRowsRead(db: Database, table: keyof typeof tables): Promise<number> {
  const [row] = await db
    .select({ rows: sql<string>`seq_tup_read + coalesce(idx_tup_fetch, 0)` })
    .from(sql`pg_stat_xact_user_tables`)
    .where(sql`relid = ${table}::regclass`);
  return Number(row?.rows);
}
