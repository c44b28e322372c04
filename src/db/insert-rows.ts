import { getTableColumns, getTableName, placeholder, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';
import { preparedStatement } from './prepared.ts';

/**
 * Inserts rows that all set the same columns, in one statement that is the same for any number of them:
 * they are sent as JSON, by which a vector, an array and a JSON value are themselves. Columns that the
 * rows do not name get their defaults.
 */
export async function insertRows<Table extends PgTable>(
  db: Database,
  table: Table,
  rows: readonly Table['$inferInsert'][],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const keys = Object.keys(first);
  const columns = getTableColumns(table);
  const named = keys.map((key): [key: string, name: string] => [key, columns[key]?.name ?? key]);
  const statement = preparedStatement(db, `insert ${getTableName(table)} ${keys}`, () => {
    const list = sql.join(
      named.map(([, name]) => sql.identifier(name)),
      sql`, `,
    );
    const records = sql`json_populate_recordset(null::${table}, ${placeholder('rows')}::json)`;
    return sql`insert into ${table} (${list}) select ${list} from ${records}`;
  });
  const records = rows.map((row: Record<string, unknown>) =>
    Object.fromEntries(named.map(([key, name]) => [name, row[key]])),
  );
  await statement.execute({ rows: JSON.stringify(records) });
}
