import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { rowMapper } from '../../src/db/row-mapper.ts';
import { chunks, entries } from '../../src/db/tables.ts';

it('a row becomes what its columns say, those of a table apart', () => {
  const map = rowMapper([
    { path: ['text'], field: chunks.text },
    { path: ['vector'], field: chunks.embedding },
    { path: ['total'], field: sql`count(*)`.mapWith(Number) },
    { path: ['one'], field: sql`1`.as('one') },
    { path: ['entry', 'id'], field: entries.id },
    { path: ['entry', 'createdAt'], field: entries.createdAt },
    { path: ['entry', 'deletedAt'], field: entries.deletedAt },
  ]);
  const time = '2026-11-20 10:00:00.123+00';
  const rows = [
    ['first', '[1,0.5]', '3', 1, 'me_1', time, null],
    [null, null, null, null, null, null, time],
  ];
  const at = new Date('2026-11-20T10:00:00.123Z');
  expect(map(rows)).toEqual([
    {
      text: 'first',
      vector: [1, 0.5],
      total: 3,
      one: 1,
      entry: { id: 'me_1', createdAt: at, deletedAt: null },
    },
    {
      text: null,
      vector: null,
      total: null,
      one: null,
      entry: { id: null, createdAt: null, deletedAt: at },
    },
  ]);
});
