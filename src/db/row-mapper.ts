import { Column, is, SQL, Subquery } from 'drizzle-orm';

/** A column of a result as Drizzle describes it: where its value goes, and what it was selected as. */
export type SelectedField = { path: string[]; field: unknown };

type Decoder = { mapFromDriverValue(value: unknown): unknown };
type Decode = (raw: unknown) => unknown;
type Cell = { table: string | null; key: string; decode: Decode | null };

/**
 * Makes objects of rows, as Drizzle does, but looks at the columns once instead of for each cell of each row:
 * that took a third of the time of a request that reads a hundred rows.
 */
export function rowMapper(fields: readonly SelectedField[]) {
  const cells = fields.map(cellOf);
  return (rows: unknown[][]): Record<string, unknown>[] => rows.map((row) => toObject(cells, row));
}

function toObject(cells: readonly Cell[], row: readonly unknown[]): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (let i = 0; i < cells.length; i += 1) {
    const { table, key, decode } = cells[i] as Cell;
    const raw = row[i];
    const value = raw === null || decode === null ? raw : decode(raw);
    if (table === null) object[key] = value;
    else {
      object[table] ??= {};
      (object[table] as Record<string, unknown>)[key] = value;
    }
  }
  return object;
}

function cellOf({ path, field }: SelectedField): Cell {
  const decoder = decoderOf(field);
  // Most columns are as the driver gives them.
  const isPlain = decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue;
  const [first = '', second] = path;
  return {
    table: second === undefined ? null : first,
    key: second ?? first,
    decode: isPlain ? null : decoder.mapFromDriverValue.bind(decoder),
  };
}

function decoderOf(field: unknown): Decoder {
  if (is(field, Column)) return field as Decoder;
  const sql = is(field, SQL) ? field : is(field, Subquery) ? field._.sql : (field as Aliased).sql;
  return (sql as unknown as { decoder: Decoder }).decoder;
}

type Aliased = { sql: SQL };
