import { type SQL, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { prepared } from './prepared-queries.ts';

/**
 * A selection of entries that other queries use as a part of theirs. `selectIds` builds a query that returns the ids in
 * the column `entry_id`; `parameters` are the values of its placeholders. Two selections with the same name have the
 * same text.
 */
export type SelectedEntries = {
  name: string;
  selectIds: (db: Database) => SQL;
  parameters: Record<string, unknown>;
};

export async function readSelectedIds(
  db: Database,
  { name, selectIds, parameters }: SelectedEntries,
): Promise<string[]> {
  const query = prepared(db, `ids of ${name}`, () =>
    db.select({ id: sql<string>`entry_id` }).from(sql`(${selectIds(db)}) as selected`),
  );
  const rows = await query.execute(parameters);
  return rows.map(({ id }) => id);
}
