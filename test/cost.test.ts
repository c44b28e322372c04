import { readFileSync } from 'node:fs';
import { buildSchema, getNamedType, isObjectType } from 'graphql';
import { createClient } from 'graphql-ws';
import { beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { DOCUMENT_COST, MAX_COST, SIZES, UNSIZED_ROWS } from '../src/graphql/cost.ts';
import { type Data, post } from './support/graphql.ts';
import { type TestProject, useServer } from './support/server.ts';

const server = useServer();
let project: TestProject;

beforeAll(async () => {
  project = await server.project();
});

type Response = { data: Data; errors?: Data[]; extensions?: Data };

/** The whole response of an operation, with its extensions. */
type Ask = (query: string, variables?: Record<string, unknown>) => Promise<Response>;

const overHttp: Ask = async (query, variables) => {
  const answer = await post(server.url, project.keys.WRITE, query, variables);
  return answer as unknown as Response;
};

const overWebSocket: Ask = (query, variables = {}) => {
  const client = createClient({
    url: `${server.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
    connectionParams: { 'x-api-key': project.keys.WRITE },
  });
  return new Promise<Response>((resolve) => {
    client.subscribe(
      { query, variables },
      {
        next: (result) => resolve(result as Response),
        error: (errors) => resolve({ data: null, errors: errors as Data[] }),
        complete: () => {},
      },
    );
  }).finally(() => client.dispose());
};

const costOf = async (query: string, variables?: Record<string, unknown>) =>
  (await overHttp(query, variables)).extensions?.cost;

const TWO_LEVELS =
  '{ memories(first: 100) { nodes { entries { nodes { revisions { nodes { content } } } } } } }';
const TOO_MUCH =
  '{ memories(first: 100) { nodes { entries(first: 100) { nodes { revisions(first: 10) { nodes { content } } } } } } }';

describe.each([
  { transport: 'HTTP', ask: overHttp },
  { transport: 'WebSocket', ask: overWebSocket },
])('the cost of an operation over $transport', ({ ask }) => {
  it('is in the extensions of the response, with the limit', async () => {
    const { data, extensions } = await ask('{ memories { nodes { name } } }');
    expect(data.memories.nodes).toEqual([]);
    expect(extensions).toEqual({ cost: 21, maxCost: MAX_COST });
  });

  it('is in the extensions of the error if it is too high', async () => {
    const { errors } = await ask(TOO_MUCH);
    expect(errors?.[0]?.extensions).toEqual({
      code: 'QUERY_TOO_COMPLEX',
      cost: 120_201,
      maxCost: MAX_COST,
    });
  });
});

const page = readFileSync('docs/limits.md', 'utf8');
const examples = [...page.matchAll(/^\| `(\{.+\})` \| .+ = ([\d,]+) \|$/gm)].map(
  ([, query = '', cost = '']) => ({ query, cost: Number(cost.replaceAll(',', '')) }),
);

describe('docs/limits.md', () => {
  it.each(examples)('tells the cost of $query', async ({ query, cost }) => {
    expect(await costOf(query)).toBe(cost);
  });

  it('has examples, the constants and every size argument', () => {
    expect(examples.length).toBeGreaterThan(2);
    expect(page).toContain(`counts as ${UNSIZED_ROWS} objects`);
    expect(page).toContain(`costs ${DOCUMENT_COST}, since`);
    const section = page.split('## The cost of an operation')[1];
    for (const name of SIZES) expect(section).toContain(`\`${name}\``);
  });
});

describe('the schema', () => {
  it('sizes every connection by an argument', () => {
    const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
    const unsized = Object.values(schema.getTypeMap())
      .filter(isObjectType)
      .flatMap((type) => Object.values(type.getFields()))
      .filter((field) => String(getNamedType(field.type)).endsWith('Connection'))
      .filter(({ args }) => !args.some(({ name }) => SIZES.has(name)))
      .map(({ name }) => name);
    expect(unsized).toEqual([]);
  });
});

describe('the cost', () => {
  it.each([
    ['traces with their messages', '{ traces { nodes { task trajectory } } }'],
    ['a page of 100 traces', '{ traces(first: 100) { nodes { task trajectory } } }'],
    [
      '100 found traces',
      '{ searchTraces(input: { query: "q", limit: 100 }) { results { trace { trajectory } } } }',
    ],
    [
      'a page of 100 with two pages in each row',
      '{ memories(first: 100) { nodes { entries { nodes { content } } insightCycles { nodes { id } } } } }',
    ],
    ['a page of 100 with pages within pages', TWO_LEVELS],
  ])('permits %s', async (_, query) => {
    expect((await overHttp(query)).errors).toBeUndefined();
  });

  it.each([
    ['100 × 100 × 10 objects', TOO_MUCH],
    [
      'two pages of 100 traces with their messages',
      '{ a: traces(first: 100) { nodes { trajectory } } b: traces(first: 100) { nodes { trajectory } } }',
    ],
    [
      'a large page of a list without a default',
      `{ a: memories(first: 100) { nodes { entries(first: 100) { nodes { supports { entry { memory { id } } } } } } } }`,
    ],
  ])('refuses %s', async (_, query) => {
    const { errors } = await overHttp(query);
    expect(errors?.[0]?.extensions.code).toBe('QUERY_TOO_COMPLEX');
  });

  it('counts no scalars, and edges like nodes', async () => {
    const few = await costOf('{ memories { nodes { id } } }');
    expect(await costOf('{ memories { nodes { id name tags description createdAt } } }')).toBe(few);
    expect(
      await costOf(
        '{ memories { edges { cursor node { id } } pageInfo { hasNextPage endCursor } totalCount } }',
      ),
    ).toBe(few);
  });

  it('is nothing for introspection', async () => {
    expect(await costOf('{ __schema { types { fields { args { type { name } } } } } }')).toBe(0);
  });

  it.each([
    ['first', '{ entries: memories(first: 7) { nodes { id } } }', 8],
    ['limit', '{ searchTraces(input: { query: "q", limit: 7 }) { results { trace { id } } } }', 15],
    [
      'input.limit',
      '{ searchKnowledge(input: { query: "q", limit: 7 }) { results { score } } }',
      8,
    ],
    [
      'input.limit of a retrieval',
      '{ retrieveEntries(input: { query: "q", limit: 7 }) { results { score } } }',
      8,
    ],
    ['no input.limit', '{ retrieveEntries(input: { query: "q" }) { results { score } } }', 21],
    [
      'ids',
      '{ nodes(ids: ["mem_1", "mem_2", "mem_3"]) { id ... on Memory { entries { nodes { id } } } } }',
      66,
    ],
    ['ids without fields of their own', '{ nodes(ids: ["mem_1", "mem_2", "mem_3"]) { id } }', 3],
  ])('counts %s', async (_, query, cost) => {
    expect(await costOf(query)).toBe(cost);
  });

  it('counts the items of bulk writes', async () => {
    const memoryId = await project.memory();
    const content = (text: string) => ({ content: text });
    expect(
      await costOf(
        'mutation ($input: WriteEntriesInput!) { writeEntries(input: $input) { results { ... on WriteEntryPayload { entry { id } } } } }',
        { input: { memoryId, items: ['a', 'b', 'c'].map(content) } },
      ),
    ).toBe(7);
    expect(
      await costOf(
        'mutation ($input: RecordObservationsInput!) { recordObservations(input: $input) { results { ... on RecordObservationPayload { entry { id } } } } }',
        { input: { memoryId, observations: ['a', 'b'].map(content) } },
      ),
    ).toBe(5);
    const review = { traceId: 'trc_x', result: 'PASS' };
    expect(
      await costOf(
        'mutation ($input: ReviewTracesInput!) { reviewTraces(input: $input) { results { ... on ReviewTracePayload { trace { id } } } } }',
        { input: { reviews: [review, review, review] } },
      ),
    ).toBe(7);
  });

  it('is that of the variables, however often the same text is sent', async () => {
    const query = `query ($first: Int, $with: Boolean!, $orderBy: MemoryOrder) {
      memories(first: $first, orderBy: $orderBy) { nodes { id entries(first: 2) @include(if: $with) { nodes { id } } } } }`;
    const sent: [Record<string, unknown>, number | undefined][] = [
      [{ first: 3, with: false }, 4],
      [{ first: 30, with: false }, 31],
      [{ first: 3, with: true }, 13],
      [{ first: 3, with: false, orderBy: { field: 'NAME', direction: 'ASC' } }, 4],
      [{ with: false }, 21],
    ];
    for (const [variables, cost] of [...sent, ...sent]) {
      expect(await costOf(query, variables)).toBe(cost);
    }
    const unknown = { first: 3, with: false, orderBy: { field: 'AGE', direction: 'ASC' } };
    const { errors } = await overHttp(query, unknown);
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });

  it('is not computed for invalid variables, of which the error names the first', async () => {
    const query =
      'mutation ($input: WriteEntriesInput!) { writeEntries(input: $input) { results { __typename } } }';
    const items = ['one', 'two', 'three'].map((content) => ({ content, occurredAt: '2026-11-25' }));
    const { errors } = await overHttp(query, { input: { memoryId: 'mem_0', items } });
    expect(errors?.map(({ message }) => message)).toEqual([
      'Variable "$input" got invalid value "2026-11-25" at "input.items[0].occurredAt"; ' +
        'DateTime must be a time with a zone, such as 2026-01-01T00:00:00Z.',
    ]);
  });

  it('is counted for variables that are nested deeply', async () => {
    const query =
      'query ($input: SearchKnowledgeInput!) { searchKnowledge(input: $input) { results { score } } }';
    const metadata = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
    const input = `{"query": "Any", "limit": 7, "scope": {"metadata": ${metadata}}}`;
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${project.keys.READ}`,
        'content-type': 'application/json',
      },
      body: `{"query": ${JSON.stringify(query)}, "variables": {"input": ${input}}}`,
    });
    const { errors } = (await response.json()) as Response;
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });

  it.each([
    ['trajectory', '{ trace(id: "trc_x") { trajectory } }'],
    [
      'the nodes of a page of messages',
      '{ trace(id: "trc_x") { messages(first: 100) { nodes } } }',
    ],
    [
      'the edges of a page of messages',
      '{ trace(id: "trc_x") { messages { edges { cursor node } pageInfo { endCursor } } } }',
    ],
  ])('counts %s as one list of JSON objects', async (name, query) => {
    const page = name === 'trajectory' ? 0 : 1;
    expect(await costOf(query)).toBe(1 + page + DOCUMENT_COST);
  });
});
