import { sql } from 'drizzle-orm';
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
});
