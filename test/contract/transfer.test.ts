import { getTableColumns } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import { tables } from '../../src/db/tables/all-tables.ts';
import { EXPORTED, LEFT_OUT } from '../../src/transfer/tables.ts';

describe('an export', () => {
  const names = Object.entries<unknown>(tables)
    .filter(([, value]) => value instanceof PgTable)
    .map(([name]) => name);

  it('writes each table, or says why it does not', () => {
    expect([...Object.keys(EXPORTED), ...Object.keys(LEFT_OUT)].sort()).toEqual(names.sort());
  });

  it.each(Object.entries(EXPORTED))(
    'writes each column of %s, or says why it does not',
    (name, exported) => {
      const { table, line, leftOut } = exported;
      expect(table).toBe(Reflect.get(tables, name));
      const columns = Object.keys(getTableColumns(table));
      const written = Object.keys(line.shape).filter((key) => columns.includes(key));
      expect([...written, ...Object.keys(leftOut)].sort()).toEqual(columns.sort());
    },
  );
});
