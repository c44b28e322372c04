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
  const values = Object.entries(computed).map(([name, { value }]) => [name, value.as(name)]);
  const all = { ...columns, ...Object.fromEntries(values) };
  // The parts that are read are stored as a number with one bit for each part, so there can be at most 31 parts.
  const parts = [...groups, ...Object.keys(computed).map((name) => [name])];
  const bits = new Map<string, number>();
  for (const [i, part] of parts.entries()) for (const name of part) bits.set(name, 1 << i);
  const bitsOf = (names: Iterable<string>) => {
    let set = 0;
    for (const name of names) set |= bits.get(name) ?? 0;
    return set;
  };
  for (const [field, read] of Object.entries<readonly string[]>(fields)) {
    bits.set(field, bitsOf(read));
  }
  const select = (set: number): SelectedColumns<Table> => {
    const needed = parts.filter((_, i) => set & (1 << i));
    const names: readonly string[] = needed.flat();
    // A value is not computed if the column that it is computed from is read.
    const read = needed.filter(([first = '']) => !names.includes(computed[first]?.of ?? ''));
    const name = read.map(([first]) => first).join();
    return { name, columns: pick(all, [...always, ...read.flat()]) };
  };
  const known = new Map<number, SelectedColumns<Table>>();
  return (names) => {
    const set = bitsOf(names);
    const selected = known.get(set) ?? select(set);
    known.set(set, selected);
    return selected;
  };
}

function pick<Columns extends object>(all: Columns, names: readonly string[]): Columns {
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => names.includes(name)),
  ) as Columns;
}
