import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { type FoundCandidates, selectCandidates } from '../src/retrieval/queries.ts';
import { UNRESTRICTED_SCOPE } from './support/chunk-scope.ts';
import { isCitus } from './support/database-server.ts';
import { fill } from './support/indexed-chunks.ts';
import { countRowsRead } from './support/rows-read.ts';
import { type TestProject, useServer } from './support/server.ts';

const server = useServer();

const COUNT = 2600;
const BOTH = 60;
const WANTED = 5;
let project: TestProject;

/**
 * `river` is in 2,600 texts, `amber` in 1,300, `cedar` in 1,360, of which 60 have `amber` as well, and `zinc` in 1,100.
 * No text has `amber` and `zinc`, and only one has `topaz`.
 */
function textOf(i: number): string {
  const isEven = i % 2 === 0;
  const words = [
    isEven ? 'amber' : 'cedar',
    isEven && i < 2 * BOTH ? 'cedar' : '',
    !isEven && i % 13 < 11 ? 'zinc' : '',
    i === 7 ? 'topaz' : '',
  ];
  return `River ${i} ${words.filter(Boolean).join(' ')}`;
}

/** Searches by the index of words of the whole project. `rows` is the number of chunks that were read. */
async function search(
  text: string,
  counts: Record<string, number> = {},
): Promise<FoundCandidates & { rows: number }> {
  const space = server.app.embedders.defaultSpace;
  const scope = { ...UNRESTRICTED_SCOPE, projectId: project.id, space };
  return server.app.connection.transaction(async (db) => {
    const before = await countRowsRead(db, 'chunks');
    const found = await selectCandidates(db, scope, {
      query: {
        mode: 'LEXICAL',
        text,
        ranges: [],
        dateWeight: 0,
        during: [],
        readsEntrySimilarity: false,
        embedding: null,
      },
      chunkCount: COUNT,
      method: 'EXACT',
      efSearch: 100,
      reach: 0,
      chunks: WANTED,
      entries: WANTED,
      choice: null,
      known: Object.entries(counts).map(([lexeme, chunks]) => ({ lexeme, chunks })),
    });
    return { ...found, rows: (await countRowsRead(db, 'chunks')) - before };
  });
}

const textsOf = ({ found }: FoundCandidates) => found.map(({ text }) => text);

describe('a search whose words are all frequent', () => {
  beforeAll(async () => {
    project = await server.project();
    await fill(server, project, await project.memory(), { count: COUNT, textOf });
    await server.app.db.execute(sql`analyze chunks`);
  });

  it('compares the chunks that contain two of the words', async () => {
    const found = await search('amber cedar', { amber: 1300, cedar: 1360 });
    expect(textsOf(found)).toHaveLength(WANTED);
    for (const text of textsOf(found)) expect(text).toMatch(/amber cedar/);
    if (!isCitus) expect(found.rows).toBeLessThanOrEqual(BOTH + 2 * WANTED);
  });

  it('compares those that contain the rarest one if too few contain another', async () => {
    const counts = { amber: 1300, zinc: 1100 };
    const found = await search('amber zinc', counts);
    expect(textsOf(found)).toHaveLength(WANTED);
    for (const text of textsOf(found)) expect(text).toMatch(/zinc/);
    expect((await search('amber', counts)).found).toHaveLength(WANTED);
  });

  it.skipIf(isCitus)('knows the rarest of them without counting all of their chunks', async () => {
    const { words, rows } = await search('amber river zinc');
    const lexemes = words.toSorted((one, other) => one.chunks - other.chunks);
    expect(lexemes.map(({ lexeme }) => lexeme)).toEqual(['zinc', 'amber', 'river']);
    // More than 1,000 chunks with a word change its weight very little.
    expect(new Set(words.map(({ weight }) => weight)).size).toBe(1);
    expect(rows).toBeLessThan(3 * 1000 + 1100 + 2 * WANTED);
  });

  it('finds a rare word beside them', async () => {
    const found = await search('topaz river amber', { river: 2600, amber: 1300 });
    expect(textsOf(found)[0]).toBe('River 7 cedar zinc topaz');
  });
});
