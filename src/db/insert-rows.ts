import { getTableColumns, getTableName, placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgInsertValue, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';
import { prepared } from './prepared-queries.ts';

/** The possible numbers of rows in one statement. They are few, so that few different statements are prepared. */
const STATEMENT_SIZES = [64, 16, 8, 4, 2, 1] as const;

/**
 * Columns whose values are SQL expressions of the given values of a row. `name` becomes a part of the statement's name.
 */
export type Computed = {
  name: string;
  columnsOf(given: Record<string, SQL>): Record<string, SQL>;
};

/**
 * Inserts rows that set the same columns, in as few prepared statements as possible. Other columns get their defaults.
 * It sends all statements before it waits for an answer.
 */
export async function insertRows<Table extends PgTable>(
  db: Database,
  table: Table,
  rows: readonly Table['$inferInsert'][],
): Promise<void> {
  await insertReturning(db, table, rows, {});
}

type InsertOptions<Row extends object> = {
  computed?: Computed | undefined;
  /** The values that are returned for each row, as SQL expressions of its columns. */
  returning?: { [Key in keyof Row]: SQL<Row[Key]> };
};

/**
 * Like `insertRows`, but some columns can be computed, and values of the inserted rows are returned, in their order.
 */
export async function insertReturning<Table extends PgTable, Row extends object>(
  db: Database,
  table: Table,
  rows: readonly Table['$inferInsert'][],
  options: InsertOptions<Row>,
): Promise<Row[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => key in first);
  const insert = (some: readonly Table['$inferInsert'][]) =>
    insertSome(db, table, columns, some, options);
  return (await Promise.all(inStatements(rows, insert))).flat();
}

/** Calls `run` with slices of the rows, of the sizes `STATEMENT_SIZES`, without waiting for its results. */
export function inStatements<Row, Result>(
  rows: readonly Row[],
  run: (some: readonly Row[]) => Promise<Result>,
): Promise<Result>[] {
  const results: Promise<Result>[] = [];
  for (let start = 0; start < rows.length; ) {
    const size = STATEMENT_SIZES.find((count) => count <= rows.length - start) ?? 1;
    results.push(run(rows.slice(start, start + size)));
    start += size;
  }
  return results;
}

export type NamedColumn = [key: string, column: PgColumn];

async function insertSome<Table extends PgTable, Row extends object>(
  db: Database,
  table: Table,
  columns: readonly NamedColumn[],
  rows: readonly Table['$inferInsert'][],
  { computed, returning }: InsertOptions<Row>,
): Promise<Row[]> {
  const keys = columns.map(([key]) => key);
  const returned = Object.keys(returning ?? {});
  const name = `insert ${getTableName(table)} ${rows.length} ${keys} ${computed?.name ?? ''} ${returned}`;
  const valuesOf = (row: number) => {
    const given = placeholdersOf(columns, row);
    return { ...given, ...computed?.columnsOf(given) };
  };
  const statement = prepared(db, name, () => {
    // Each row has a placeholder for each column, which the type of a generic table cannot express.
    const values = rows.map((_, row) => valuesOf(row)) as PgInsertValue<Table>[];
    const insert = db.insert(table).values(values);
    return returning ? insert.returning(returning) : insert;
  });
  return (await statement.execute(parametersOf(columns, rows))) as Row[];
}

/** The placeholders of one row, whose values are those of `parametersOf`. */
export function placeholdersOf(columns: readonly NamedColumn[], row: number): Record<string, SQL> {
  return Object.fromEntries(
    columns.map(([key]) => [key, sql`${placeholder(parameterOf(row, key))}`]),
  );
}

/** The values in the driver's form. They are encoded here, because Drizzle would also encode null. */
export function parametersOf(
  columns: readonly NamedColumn[],
  rows: readonly Record<string, unknown>[],
): Record<string, unknown> {
  const parameters: Record<string, unknown> = {};
  for (const [number, row] of rows.entries()) {
    for (const [key, column] of columns) {
      const value = row[key] ?? null;
      parameters[parameterOf(number, key)] = value === null ? null : column.mapToDriverValue(value);
    }
  }
  return parameters;
}

function parameterOf(row: number, key: string): string {
  return `${row}_${key}`;
}
