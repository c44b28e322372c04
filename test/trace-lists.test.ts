import { and, eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { jobs } from '../src/db/tables/jobs.ts';
import { traces } from '../src/db/tables/traces.ts';
import { newId } from '../src/ids.ts';
import { createAgent } from './support/agents.ts';
import { scripted } from './support/model-server.ts';
import { readFromBothEnds } from './support/pages.ts';
import { type TestProject, useServer } from './support/server.ts';
import { createTrace, reviewTrace } from './support/traces.ts';

const server = useServer();

const LIST = `query ($filter: TraceFilter, $orderBy: TraceOrder, $first: Int, $after: String, $last: Int,
  $before: String) { traces(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last,
  before: $before) { totalCount nodes { task } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;
const SEARCH = `query ($input: SearchTracesInput!) { searchTraces(input: $input) {
  results { similarity trace { task } } } }`;

const list = async (project: TestProject, variables: Record<string, unknown> = {}) =>
  (await project.run(LIST, variables)).traces;

type Task = { task: string };

const tasksOf = (nodes: Task[]) => nodes.map(({ task }) => task);

const rewarded = (reward: number) => ({ review: { reward, generateReflection: false } });

/** Sets the time of a trace's creation. */
const createdAt = (project: TestProject, id: string, time: string) =>
  server.app.db
    .update(traces)
    .set({ createdAt: new Date(time) })
    .where(and(eq(traces.projectId, project.id), eq(traces.id, id)));

/** Five runs that differ in what the filters and orders read. */
async function runs() {
  const project = await server.project();
  const made = [
    { task: 'Book a flight', model: 'gpt', durationMs: 500, ...rewarded(1) },
    { task: 'Water the plants', model: 'llama', finalResponse: 'Watered the ficus.' },
    { task: 'Bill of May', model: 'gpt', durationMs: 0, ...rewarded(0.2) },
    { task: 'Fly home', agentId: 'pilot', durationMs: 500, ...rewarded(0.2) },
    { task: 'Sleep', metadata: { person: 'ada' } },
  ];
  for (const [i, input] of made.entries()) {
    const { id } = await createTrace(project, input);
    await createdAt(project, id, `2026-03-0${i + 1}T00:00:00Z`);
  }
  return project;
}

describe('traces', () => {
  it.each<[Record<string, unknown>, string[]]>([
    [{}, ['Sleep', 'Fly home', 'Bill of May', 'Water the plants', 'Book a flight']],
    [{ reviewStatus: 'PENDING' }, ['Sleep', 'Water the plants']],
    [{ reviewStatus: 'PASSED' }, ['Book a flight']],
    [{ reviewStatus: 'FAILED' }, ['Fly home', 'Bill of May']],
    [{ agentId: 'pilot' }, ['Fly home']],
    [{ agentId: '' }, []],
    [{ metadata: { person: 'ada' } }, ['Sleep']],
    [{ model: 'gpt' }, ['Bill of May', 'Book a flight']],
    [{ model: '' }, []],
    [{ text: 'flight BOOK' }, ['Book a flight']],
    [{ text: 'fl' }, ['Fly home', 'Book a flight']],
    [{ text: 'plants ficus' }, ['Water the plants']],
    [{ text: 'fl home' }, []],
    [{ text: ' …! ' }, []],
    [{ text: "'); drop table traces; --" }, []],
    [{ createdAfter: '2026-03-04T00:00:00Z' }, ['Sleep', 'Fly home']],
    [{ createdBefore: '2026-03-02T00:00:00Z' }, ['Book a flight']],
    [
      { createdAfter: '2026-03-02T00:00:00Z', createdBefore: '2026-03-03T00:00:00Z' },
      ['Water the plants'],
    ],
    [{ minReward: 0.2 }, ['Fly home', 'Bill of May', 'Book a flight']],
    [{ maxReward: 0.2 }, ['Fly home', 'Bill of May']],
    [{ minReward: 0.5, maxReward: 1 }, ['Book a flight']],
    [{ reflectionStatus: 'COMPLETED' }, []],
    [{ model: 'gpt', text: 'book', reviewStatus: null, minReward: null }, ['Book a flight']],
  ])('are filtered by %j', async (filter, tasks) => {
    const project = await runs();
    const { nodes, totalCount } = await list(project, { filter });
    expect(tasksOf(nodes)).toEqual(tasks);
    expect(totalCount).toBe(tasks.length);
  });

  it.each<[Record<string, unknown>, string]>([
    [{ minReward: 1.1 }, 'filter.minReward'],
    [{ maxReward: -1 }, 'filter.maxReward'],
    [{ createdAfter: '0001-01-01T00:00:00Z' }, 'filter.createdAfter'],
    [{ text: 'a\0b' }, 'filter.text'],
    [{ text: 'x'.repeat(32_769) }, 'filter.text'],
    [{ model: 'a\0b' }, 'filter.model'],
    [{ agentId: 'a\0b' }, 'filter.agentId'],
  ])('are not filtered by %j', async (filter, path) => {
    const project = await server.project();
    const { extensions } = await project.fail(LIST, { filter });
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path });
  });

  it('are filtered by the status of the latest job of the reflection, as it is shown', async () => {
    const project = await server.project();
    const stored = { projectId: project.id, kind: 'TRACE_REFLECTION' as const, runAt: new Date() };
    for (const statuses of [['FAILED', 'COMPLETED'], ['FAILED'], []] as const) {
      const { id } = await createTrace(project, { task: statuses.join(' then ') || 'none' });
      for (const status of statuses) {
        const job = { ...stored, id: newId('job'), subject: id, status, createdAt: new Date() };
        await server.app.db.insert(jobs).values(job);
      }
    }
    const found = async (reflectionStatus: string) =>
      tasksOf((await list(project, { filter: { reflectionStatus } })).nodes);
    expect(await found('FAILED')).toEqual(['FAILED']);
    expect(await found('COMPLETED')).toEqual(['FAILED then COMPLETED']);
    expect(await found('CANCELLED')).toEqual([]);
  });

  it('are filtered by an entry that they retrieved', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const { entry } = await project.write(memoryId, 'The passport is in the drawer.');
    const other = (await project.write(memoryId, 'Ada likes window seats.')).entry;
    await createTrace(project, { task: 'Find it', retrievedEntryIds: [other.id, entry.id] });
    await createTrace(project, { task: 'Seat', retrievedEntryIds: [other.id] });
    const found = async (retrievedEntryId: string) =>
      tasksOf((await list(project, { filter: { retrievedEntryId } })).nodes);
    expect(await found(entry.id)).toEqual(['Find it']);
    expect(await found(other.id)).toEqual(['Seat', 'Find it']);
    expect(await found('me_none')).toEqual([]);
    const input = { query: 'Find it', filter: { retrievedEntryId: entry.id } };
    const { results } = (await project.run(SEARCH, { input })).searchTraces;
    expect(results).toHaveLength(1);
  });

  it('finds words of a long final response in its first 100,000 characters', async () => {
    const project = await server.project();
    const finalResponse = `${'word '.repeat(19_999)}near ${'x '.repeat(400_000)}far`;
    await createTrace(project, { finalResponse });
    expect((await list(project, { filter: { text: 'near' } })).totalCount).toBe(1);
    expect((await list(project, { filter: { text: 'far' } })).totalCount).toBe(0);
  });

  it.each<[string, string, string[]]>([
    [
      'CREATED_AT',
      'ASC',
      ['Book a flight', 'Water the plants', 'Bill of May', 'Fly home', 'Sleep'],
    ],
    ['DURATION', 'ASC', ['Water the plants', 'Sleep', 'Bill of May', 'Book a flight', 'Fly home']],
    ['REWARD', 'ASC', ['Water the plants', 'Sleep', 'Bill of May', 'Fly home', 'Book a flight']],
  ])('are ordered by %s, in pages of both directions', async (field, direction, tasks) => {
    const project = await runs();
    for (const [turned, expected] of [
      [direction, tasks],
      ['DESC', tasks.toReversed()],
    ] as const) {
      const orderBy = { field, direction: turned };
      expect(tasksOf((await list(project, { orderBy })).nodes)).toEqual(expected);
      const read = (page: object) => list(project, { orderBy, ...page });
      const { forward, backward } = await readFromBothEnds<Task>(2, read);
      expect(tasksOf(forward)).toEqual(expected);
      expect(tasksOf(backward)).toEqual(expected);
    }
  });

  it.each(['ASC', 'DESC'])('have the words, page by page: %s', async (direction) => {
    const project = await server.project();
    // The traces with the word "rare" are among the first, in the middle and among the last.
    const isRare = (i: number) => i % 11 === 4;
    const tasks = Array.from(
      { length: 80 },
      (_, i) => `${isRare(i) ? 'rare' : 'common'} task ${i}`,
    );
    for (const task of tasks) await createTrace(project, { task });
    const rare = tasks.filter((_, i) => isRare(i));
    const expected = direction === 'ASC' ? rare : rare.toReversed();
    const orderBy = { field: 'CREATED_AT', direction };
    const { forward, backward } = await readFromBothEnds<Task>(3, async (page) => {
      const read = await list(project, { filter: { text: 'rare ta' }, orderBy, ...page });
      expect(read.totalCount).toBe(rare.length);
      return read;
    });
    expect(tasksOf(forward)).toEqual(expected);
    expect(tasksOf(backward)).toEqual(expected);
  });

  it('refuse a cursor of another order', async () => {
    const project = await runs();
    const { pageInfo } = await list(project, { orderBy: { field: 'REWARD' } });
    const after = pageInfo.endCursor;
    const { extensions } = await project.fail(LIST, { orderBy: { field: 'DURATION' }, after });
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path: 'after' });
  });

  it('show who made and reviewed each, its agent and its usage, in a fixed number of queries', async () => {
    const project = await server.project();
    const agent = await createAgent(project);
    const usage = { inputTokens: 10, outputTokens: 0 };
    const add = async () => {
      const trajectory = [{ role: 'user', content: 'Hi' }];
      const { id } = await createTrace(project, {
        agentId: agent.id,
        usage,
        durationMs: 7,
        trajectory,
      });
      await reviewTrace(project, { traceId: id, result: 'PASS' });
    };
    const read = async () => {
      const select = vi.spyOn(server.app.db, 'select');
      const { traces: found } =
        await project.run(`{ traces { nodes { usage { inputTokens outputTokens }
        durationMs messageCount agent { id } createdBy { kind name } updatedBy { kind }
        review { reviewedBy { kind } } retrieved { rank } reflectionStatus } } }`);
      const queries = select.mock.calls.length;
      select.mockRestore();
      return { queries, nodes: found.nodes };
    };
    await add();
    const one = await read();
    expect(one.queries).toBeGreaterThan(0);
    for (let i = 0; i < 4; i += 1) await add();
    const five = await read();
    expect(five.nodes).toHaveLength(5);
    // What runs in the background reads as well, but not during each of these.
    const more = [five, await read(), await read(), await read(), await read()];
    const fewest = Math.min(...more.map(({ queries }) => queries));
    expect(fewest).toBeLessThanOrEqual(one.queries);
    expect(five.nodes[4]).toEqual({
      usage,
      durationMs: 7,
      messageCount: 1,
      agent: { id: agent.id },
      createdBy: { kind: 'API_KEY', name: 'WRITE' },
      updatedBy: { kind: 'API_KEY' },
      review: { reviewedBy: { kind: 'API_KEY' } },
      retrieved: [],
      reflectionStatus: null,
    });
  });
});

describe('searchTraces', () => {
  async function searchable() {
    const project = await server.project();
    server.models.script('Go to Oslo', scripted(1));
    for (const [task, similarity, axis] of [
      ['Cancel the trip', 0.9, 10],
      ['Move the trip', 0.8, 11],
      ['Mow the lawn', 0.1, 12],
      ['The opposite', -0.5, 13],
    ] as const) {
      server.models.script(task, scripted(similarity, axis));
      await createTrace(project, { task, model: task.includes('trip') ? 'gpt' : 'llama' });
    }
    const search = async (input: Record<string, unknown>) => {
      const found = await project.run(SEARCH, { input: { query: 'Go to Oslo', ...input } });
      return found.searchTraces.results as { similarity: number; trace: { task: string } }[];
    };
    return { project, search };
  }

  it('finds the nearest that meet a filter', async () => {
    const { search } = await searchable();
    const tasks = async (input: Record<string, unknown>) =>
      (await search(input)).map(({ trace }) => trace.task);
    const all = ['Cancel the trip', 'Move the trip', 'Mow the lawn', 'The opposite'];
    expect(await tasks({})).toEqual(all);
    expect(await tasks({ filter: {} })).toEqual(all);
    expect(await tasks({ filter: { model: 'llama' }, limit: 1 })).toEqual(['Mow the lawn']);
    expect(await tasks({ filter: { text: 'trip' } })).toEqual(all.slice(0, 2));
    expect(await tasks({ filter: { reviewStatus: 'PASSED' } })).toEqual([]);
  });

  it('excludes what is less similar than minScore', async () => {
    const { search } = await searchable();
    const found = async (minScore: number | null) =>
      (await search({ minScore })).map(({ similarity }) => similarity.toFixed(2));
    expect(await found(null)).toEqual(['0.90', '0.80', '0.10', '0.00']);
    expect(await found(0)).toEqual(['0.90', '0.80', '0.10', '0.00']);
    expect(await found(0.75)).toEqual(['0.90', '0.80']);
    expect(await found(1)).toEqual([]);
  });

  it.each<[Record<string, unknown>, string]>([
    [{ query: ' ' }, 'input.query'],
    [{ minScore: 1.1 }, 'input.minScore'],
    [{ limit: 0 }, 'input.limit'],
    [{ filter: { minReward: 2 } }, 'input.filter.minReward'],
  ])('refuses %j', async (input, path) => {
    const project = await server.project();
    const { extensions } = await project.fail(SEARCH, { input: { query: 'q', ...input } });
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path });
  });
});
