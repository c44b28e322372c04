import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { entries } from '../src/db/tables/entries.ts';
import { scripted } from './support/model-server.ts';
import { type TestProject, useServer } from './support/server.ts';
import { statementsDuring } from './support/sql-statements.ts';
import { contentsOf, hoursAgo, record, retrieve } from './support/stream.ts';

const server = useServer();

const OBSERVATIONS = 60;
const QUERY = 'What happened?';
/** Numbers in 0..1 that are different for each observation, in another order for each prime. */
const spread = (i: number, prime: number) => ((i * prime) % 61) / 61;

let project: TestProject;
let memoryId: string;
const now = Date.parse('2026-03-01T12:00:00.000Z');

beforeAll(async () => {
  project = await server.project();
  memoryId = await project.memory();
  server.models.script(QUERY, scripted(1));
  for (let i = 0; i < OBSERVATIONS; i += 1) {
    const content = `Seen ${i}`;
    server.models.script(content, scripted(spread(i, 17), 2 + i));
    const { id } = await record(project, {
      memoryId,
      content,
      importance: 1 + Math.round(9 * spread(i, 23)),
      occurredAt: i === 0 ? '1000-01-01T00:00:00.000Z' : hoursAgo(500 * spread(i, 29), now),
    });
    const lastAccessedAt = i % 3 === 0 ? new Date(now - 3_600_000 * 200 * spread(i, 31)) : null;
    const reviewed = { utility: spread(i, 37), reviewCount: i % 7, lastAccessedAt };
    await server.app.db.update(entries).set(reviewed).where(eq(entries.id, id));
  }
});

/** The contents of the results, and the queries that read entries after the candidates. */
async function ask(input: Record<string, unknown>) {
  const asked = { scope: { memoryIds: [memoryId] }, query: QUERY, now: new Date(now), ...input };
  let contents: string[] = [];
  const statements = await statementsDuring(server, async () => {
    contents = contentsOf(await retrieve(project, asked));
  });
  return { contents, later: statements.filter((text) => text.includes('as ranked(entry_id)')) };
}

const everyPart = { relevance: 1, importance: 0.7, recency: 1.3, utility: 2 };

describe('the results are expected by the statement that finds the candidates', () => {
  const rankings: [string, Record<string, unknown>][] = [
    ['MEASURED', { ranking: 'MEASURED' }],
    ['PAPER_CODE', { ranking: 'PAPER_CODE' }],
    ['GENERATIVE_AGENTS', { ranking: 'GENERATIVE_AGENTS' }],
    ['REFLECT', { ranking: 'REFLECT' }],
    ['words and meaning', { mode: 'HYBRID', weights: everyPart }],
    ['every part as it is', { normalization: 'NONE', weights: everyPart }],
    ['every part scaled', { normalization: 'MIN_MAX', weights: everyPart }],
    ['utility alone', { weights: { relevance: 0, importance: 0, recency: 0, utility: 1 } }],
    ['a fast decay', { decayFactor: 1e-9, weights: everyPart }],
    ['no weights', { weights: { relevance: 0, importance: 0, recency: 0, utility: 0 } }],
  ];

  it.each(rankings)('%s', async (_, ranking) => {
    const { contents, later } = await ask({ ...ranking, limit: 10 });
    expect(later).toEqual([]);
    // All candidates are read whole for as many results, so nothing is expected.
    const all = await ask({ ...ranking, limit: 100 });
    expect(all.contents).toHaveLength(OBSERVATIONS);
    expect(contents).toEqual(all.contents.slice(0, 10));
  });

  it('where all rewards count as they are', async () => {
    await project.run(
      'mutation ($input: UpdateProjectInput!) { updateProject(input: $input) { project { id } } }',
      { input: { settings: { creditRule: 'REWARD' } } },
      project.keys.ADMIN,
    );
    const { contents, later } = await ask({ weights: everyPart, limit: 10 });
    expect(later).toEqual([]);
    expect(contents).toEqual((await ask({ weights: everyPart, limit: 100 })).contents.slice(0, 10));
  });
});
