import { getTableColumns, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** Some columns of a table. The name identifies them, and is a part of the names of prepared statements. */
export type SelectedColumns<Table extends PgTable> = {
  name: string;
  columns: Table['_']['columns'];
};

type ColumnName<Table extends PgTable> = keyof Table['_']['columns'] & string;

type ColumnGroups<Column extends string, Field extends string> = {
  /** The columns that are always read. */
  always: readonly Column[];
  /** The other columns, in groups that are read together. */
  groups: readonly (readonly Column[])[];
  /**
   * Values that the database computes from a column (`of`), by the name of the result in the row. Such a value is read
   * for the field of that name, unless the column itself is read.
   */
  computed?: Readonly<Record<string, { of: Column; value: SQL }>>;
  /** For each other field of the schema without a column of the same name: the columns that its resolver reads. */
  fields: Readonly<Record<Field, readonly Column[]>>;
};

/**
 * Returns a function that selects the columns which some fields of the schema read. Columns are read in groups, so that
 * there are few different sets: each connection prepares a statement for each set.
 *
 * The result has the type of all columns of the table, but only the selected ones can be used.
 */
export function columnGroups<Table extends PgTable, Field extends string>(
  table: Table,
  { always, groups, computed = {}, fields }: ColumnGroups<ColumnName<Table>, Field>,
): (names: Iterable<string>) => SelectedColumns<Table> {
  const columns = getTableColumns(table);
  const isRead = new Set<string>([...always, ...groups.flat()]);
  const unread = Object.keys(columns).filter((name) => !isRead.has(name));
  if (unread.length > 0) throw new Error(`No group has the columns ${unread.join(', ')}`);
  const columnsOf = new Map<string, readonly string[]>(Object.entries(fields));
  const values = Object.entries(computed).map(([name, { value }]) => [name, value.as(name)]);
  const all = { ...columns, ...Object.fromEntries(values) };
  const known = new Map<string, SelectedColumns<Table>>();
  return (names) => {
    const needed = new Set([...names].flatMap((name) => columnsOf.get(name) ?? [name]));
    const groupsRead = groups.filter((group) => group.some((column) => needed.has(column)));
    const read: readonly string[] = groupsRead.flat();
    const added = Object.entries(computed).flatMap(([name, { of }]) =>
      needed.has(name) && !read.includes(of) ? [name] : [],
    );
    const name = [...groupsRead.map((group) => group[0]), ...added].join();
    const selected = known.get(name) ?? {
      name,
      columns: pick(all, [...always, ...read, ...added]),
    };
    known.set(name, selected);
    return selected;
  };
}

function pick<Columns extends object>(all: Columns, names: readonly string[]): Columns {
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => names.includes(name)),
  ) as Columns;
}
