import { LRUCache } from 'lru-cache';
import { describe, expect, it } from 'vitest';
import { createLexemeCache, lexemesOf } from '../src/retrieval/query-lexemes.ts';
import { selectLexemesOf } from '../src/retrieval/word-queries.ts';
import { useServer } from './support/server.ts';

const server = useServer();

const QUERIES = [
  '',
  '  ',
  'Who moved to Berlin?',
  'running runs RUN, ran',
  'the and of',
  "Anna's dog, and the dogs' food",
  '(in brackets) "and quoted" words; well: yes!',
  'well-known 3.5 % of user@example.com at https://example.com/a?b=c',
  'naïve café in München',
  'Встреча в Москве',
  '東京 の 天気',
  'end. start',
  'a.b c/d e_f',
  'OPS-4711 of config.timeout, -250',
  "it's",
  'words…',
];

describe('the lexemes of a query', () => {
  it.each(QUERIES)('are those of the whole text in PostgreSQL: %s', async (query) => {
    const { db } = server.app;
    const app = { lexemeCache: createLexemeCache() };
    const [expected = []] = await selectLexemesOf(db, [query]);
    expect((await lexemesOf(app, db, query)).sort()).toEqual(expected.toSorted());
    // Now they are known.
    expect((await lexemesOf(app, db, query)).sort()).toEqual(expected.toSorted());
  });

  it('of a long sequence of marks are found in linear time', async () => {
    const { db } = server.app;
    const start = performance.now();
    await lexemesOf({ lexemeCache: createLexemeCache() }, db, `harbor${'.'.repeat(128 * 1024)}5`);
    expect(performance.now() - start).toBeLessThan(5000);
  }, 60_000);

  it('are complete, though new words take the place of known ones', async () => {
    const { db } = server.app;
    const app = { lexemeCache: new LRUCache<string, readonly string[]>({ max: 2 }) };
    await lexemesOf(app, db, 'harbor');
    expect((await lexemesOf(app, db, 'harbor lantern meadow')).sort()).toEqual([
      'harbor',
      'lantern',
      'meadow',
    ]);
  });
});
