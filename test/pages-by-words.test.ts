import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { contains } from '../src/db/entry-conditions.ts';
import type { WordLookup } from '../src/db/match-words.ts';
import { sliceOf } from '../src/db/page.ts';
import { readByWords } from '../src/db/pages-by-words.ts';
import { entries } from '../src/db/tables/entries.ts';
import { entryOrder } from '../src/entries/list-queries.ts';
import { isCitus } from './support/database-server.ts';
import { useServer } from './support/server.ts';

describe('a page of a list that is filtered by words', () => {
  const slice = sliceOf(entryOrder({ field: 'CREATED_AT', direction: 'DESC' }), { first: 20 });
  const list = { id: entries.id, rows: undefined, checkedPerRow: 5 };

  /** How the words were looked up in each statement, if the first one finds so many rows. */
  async function lookups(found: number): Promise<WordLookup[]> {
    const seen: WordLookup[] = [];
    await readByWords(slice, list, async (_, lookup) => {
      seen.push(lookup);
      return Array.from({ length: seen.length === 1 ? found : slice.limit }, (_, i) => i);
    });
    return seen;
  }

  it('checks the first rows, and then further rows or those that the index of words finds', async () => {
    const checked = { byIndex: false };
    expect(await lookups(slice.limit)).toEqual([checked]);
    expect(await lookups(3)).toEqual([checked, checked]);
    expect(await lookups(2)).toEqual([checked, { byIndex: true }]);
    expect(await lookups(0)).toEqual([checked, { byIndex: true }]);
  });

  const server = useServer();

  it.skipIf(isCitus)('does not find the first rows by the index of words', async () => {
    const planOf = (lookup: WordLookup) =>
      server.app.connection.transaction(async (db) => {
        await db.execute(sql`select set_config('enable_seqscan', 'off', true)`);
        const rows = db.select({ id: entries.id }).from(entries).where(contains('plan', lookup));
        return JSON.stringify(await db.execute(sql`explain ${rows}`));
      });
    expect(await planOf({ byIndex: true })).toContain('entries_words');
    expect(await planOf({ byIndex: false })).not.toContain('entries_words');
  });

  it('finds the same rows by checking them as by the index of words', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const texts = [
      'See docs.example.com/Setup_Guide, or "well-known" notes.',
      'INV-4711 costs 3.14, 1e5 and 1e5x units; 12abc',
      'MÜSLI im Cafe\u0301, Straße 7',
      'KELVIN \u212A and İstanbul',
      'Two lines\nwith a backslash \\n and 100% of a_b',
    ];
    for (const text of texts) await project.write(memoryId, text);
    const find = async (filter: string, byIndex: boolean) => {
      const isFound = and(eq(entries.memoryId, memoryId), contains(filter, { byIndex }));
      const rows = await server.app.db.select({ id: entries.id }).from(entries).where(isFound);
      return rows.map(({ id }) => id).sort();
    };
    const words = texts.flatMap((text) => text.split(/[^\p{L}\p{N}\p{M}]+/u).filter(Boolean));
    const beginnings = words.map((word) => word.slice(0, Math.ceil(word.length / 2)));
    const filters = [
      ...words,
      ...beginnings,
      'docs setup',
      'X units 1e',
      '1e5and',
      'k',
      'absent',
      'well known absent',
    ];
    for (const word of filters.flatMap((filter) => [filter, filter.toUpperCase()])) {
      expect(await find(word, false), word).toEqual(await find(word, true));
    }
    for (const word of words) expect(await find(word, false), word).not.toEqual([]);
  });
});
