import { describe, expect, it } from 'vitest';
import { AGENT_ENV, createAgent, user } from './support/agents.ts';
import { scripted } from './support/model-server.ts';
import { useServer } from './support/server.ts';

const server = useServer(AGENT_ENV);

const SEARCH = `query ($input: SearchKnowledgeInput!) {
  searchKnowledge(input: $input) { results { dateMatch entry { content } } } }`;

/** The searches for entries, each with a question. */
const DOORS: Record<string, (question: string) => [operation: string, input: object]> = {
  searchKnowledge: (query) => [SEARCH, { query }],
  retrieveEntries: (query) => [
    'query ($input: RetrieveEntriesInput!) { retrieveEntries(input: $input) { results { score } } }',
    { query },
  ],
  planningContext: (situation) => [
    'query ($input: PlanningContextInput!) { planningContext(input: $input) { text } }',
    { situation },
  ],
  queryReflections: (task) => [
    'query ($input: QueryReflectionsInput!) { queryReflections(input: $input) { hint } }',
    { task },
  ],
};

type Found = { dateMatch: number | null; entry: { content: string } };

const QUESTIONS = [
  '9999-12-31',
  'Dec 31, 9999',
  '12/31/9999',
  '31.12.9999',
  'What was on 24 December 9999?',
  '3 weeks after 9999-12-31',
  '99 years after 9999-12-31',
  'from 30 December 9999 to 2 January 9999',
  'last week, as of 9999-12-31',
  '0001-01-01',
  '0000-00-00',
  '01.01.0050',
  'January 5, 12',
  'in the year 12',
  '3 weeks before 1000-01-01',
  '1000-01-01',
  '999 years ago',
  '3000 years ago',
  '99999999 days ago',
  '-5 days ago',
  '-9999-12-31',
  '99999999999 weeks before May 5, 2023',
  '9999 years before 2023-05-05',
  '9999 years after 2023-05-05',
  '10000-01-01',
  'February 29',
];

describe('questions with dates at the ends of time', () => {
  it('have an answer in each search', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    await project.write(memoryId, 'Something happened');
    await project.run(
      'mutation { createReflection(input: { task: "T", summary: "S", guidance: "G", result: PASS }) { entry { id } } }',
    );
    const agent = await createAgent(project, {
      knowledgeConfig: { scope: { memoryIds: [memoryId] } },
    });
    for (const question of QUESTIONS) {
      for (const [door, ask] of Object.entries(DOORS)) {
        const [operation, input] = ask(question);
        expect((await project.run(operation, { input }))[door], question).toBeTruthy();
      }
      const { agentKnowledge } = await project.run(
        'query ($input: AgentKnowledgeInput!) { agentKnowledge(input: $input) { results { score } } }',
        { input: { agentId: agent.id, messages: user(question) } },
      );
      expect(agentKnowledge.results, question).toHaveLength(1);
    }
  });

  it.each([
    ['yesterday', '9999-12-31T23:59:59.999Z'],
    ['this year', '9999-12-31T12:00:00Z'],
    ['this week', '9999-12-31T12:00:00Z'],
    ['yesterday', '1000-01-01T00:00:00Z'],
    ['999 years ago', '1000-01-01T00:00:00Z'],
    ['last month', '1000-01-15T00:00:00Z'],
    ['February 29', '1000-01-01T00:00:00Z'],
  ])('count %j from %s', async (query, asOf) => {
    const project = await server.project();
    await project.write(await project.memory(), 'Something happened');
    const input = { query, asOf };
    expect((await project.run(SEARCH, { input })).searchKnowledge.results).toHaveLength(
      asOf.startsWith('9') ? 1 : 0,
    );
  });

  it('find what happened then before all else, if they ask for nothing else', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const observe = (content: string, day: number) =>
      project.write(memoryId, content, {
        kind: 'OBSERVATION',
        occurredAt: `2023-05-${day}T12:00:00Z`,
      });
    server.models.script('What happened?', scripted(1));
    server.models.script('Nearly the same', scripted(0.95, 1));
    server.models.script('Something else', scripted(0, 2));
    await observe('Nearly the same', 15);
    await observe('Something else', 13);
    const contentsOf = async (query: string) =>
      (await project.run(SEARCH, { input: { query } })).searchKnowledge.results.map(
        ({ entry }: Found) => entry.content,
      );
    const then = ['Something else', 'Nearly the same'];
    expect(await contentsOf('What happened on May 13, 2023?')).toEqual(then);
    expect(await contentsOf('What happened?')).toEqual(then.toReversed());
  });

  it('find what happened on the last day', async () => {
    const project = await server.project();
    const occurredAt = '9999-12-31T12:00:00Z';
    await project.write(await project.memory(), 'The end', { kind: 'OBSERVATION', occurredAt });
    const { searchKnowledge } = await project.run(SEARCH, {
      input: { query: 'What was on Dec 31, 9999?' },
    });
    expect(searchKnowledge.results).toMatchObject([
      { dateMatch: 1, entry: { content: 'The end' } },
    ]);
  });
});

describe('questions with seasons, open ranges and days that have names', () => {
  it.each<[string, (number | null)[]]>([
    ['last summer', [1, 0, 0]],
    ['since the spring of 2043', [1, 1, 1]],
    ['before 2044', [1, 1, 0]],
    ['the day before yesterday', [0, 0, 1]],
    ['in two weeks', [null, null, null]],
  ])('match the statements of %j', async (time, matches) => {
    const project = await server.project();
    const memoryId = await project.memory();
    for (const occurredAt of ['2043-07-04', '2043-10-20', '2044-03-03']) {
      const given = { kind: 'OBSERVATION', occurredAt: `${occurredAt}T12:00:00Z` };
      await project.write(memoryId, `Ann ran on ${occurredAt}`, given);
    }
    const input = { query: `Where did Ann run ${time}?`, asOf: '2044-03-05T12:00:00Z' };
    const { searchKnowledge } = await project.run(SEARCH, { input });
    const found = searchKnowledge.results.toSorted((one: Found, other: Found) =>
      one.entry.content.localeCompare(other.entry.content),
    );
    expect(found.map(({ dateMatch }: Found) => dateMatch)).toEqual(matches);
  });
});
