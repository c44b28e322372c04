import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  getIntrospectionQuery,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import { createClient } from 'graphql-ws';
import { describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { eventually } from './support/eventually.ts';
import { post, subscribe } from './support/graphql.ts';
import { selectionOf } from './support/selections.ts';
import { ROOT_KEY, type TestProject, useServer } from './support/server.ts';

const server = useServer();
const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));

type Root = 'Query' | 'Mutation' | 'Subscription';

const fields = (['Query', 'Mutation', 'Subscription'] as Root[]).flatMap((root) => {
  const type = schema.getType(root) as GraphQLObjectType;
  return Object.values(type.getFields()).map((field) => ({
    root,
    name: field.name,
    field,
    coordinate: `${root}.${field.name}`,
  }));
});

/** Ids of everything that a project holds, by what an argument would call it. */
type Belongings = Record<string, string>;

async function belongingsOf(project: TestProject): Promise<Belongings> {
  const memoryId = await project.memory({ name: 'Secret memory', tags: ['secret'] });
  const { entry } = await project.write(memoryId, 'The secret content');
  const { viewer } = await project.run(
    '{ viewer { apiKey { id } } events { headCursor nodes { id } } }',
  );
  const { events } = await project.run('{ events { nodes { id } } }');
  const { createTrace, createAgent } = await project.run(
    `mutation ($memoryId: ID!) {
      createTrace(input: { task: "Secret content" }) { trace { id } }
      createAgent(input: { name: "Secret memory", knowledgeConfig: { scope: { memoryIds: [$memoryId] } } }) { agent { id } } }`,
    { memoryId },
  );
  await project.run(
    'mutation { reembedProject(input: { embeddingModel: "test-embedder" }) { project { id } } }',
    {},
    project.keys.ADMIN,
  );
  const { jobs } = await project.run('{ jobs { nodes { id } } }');
  return {
    projectId: project.id,
    jobId: jobs.nodes[0].id,
    memoryId,
    memoryIds: memoryId,
    entryIds: entry.id,
    agentIds: createAgent.agent.id,
    traceIds: createTrace.trace.id,
    entryId: entry.id,
    apiKeyId: viewer.apiKey.id,
    ids: entry.id,
    eventId: events.nodes[0].id,
    traceId: createTrace.trace.id,
    agentId: createAgent.agent.id,
    retrievedEntryIds: entry.id,
    confirmName: 'Secret',
  };
}

/** A value for an argument: a foreign id where its name asks for one, else anything that fits. */
function valueFor(name: string, type: GraphQLInputType, foreign: Belongings): unknown {
  if (isNonNullType(type)) return valueFor(name, type.ofType, foreign);
  if (isListType(type)) {
    const value = valueFor(name, type.ofType, foreign);
    // `mergeEntries` needs two entries.
    return name === 'entryIds' ? [value, `${value}0`] : [value];
  }
  if (isInputObjectType(type)) {
    const given = Object.values(type.getFields()).filter(
      (field) =>
        isRequiredInputField(field) ||
        field.name in foreign ||
        ['content', 'result'].includes(field.name),
    );
    return Object.fromEntries(
      given.map((field) => [field.name, valueFor(field.name, field.type, foreign)]),
    );
  }
  if (name in foreign) return foreign[name];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (['messages', 'trajectory'].includes(name)) return { role: 'user', content: 'text' };
  const named = getNamedType(type).name;
  const plain: Record<string, unknown> = {
    Int: 1,
    Float: 0.5,
    Boolean: false,
    JSONObject: {},
    DateTime: '2026-01-01T00:00:00Z',
  };
  return plain[named] ?? 'text';
}

/** The operation that calls a field with the ids of another project. */
function operationOf(root: Root, field: GraphQLField<unknown, unknown>, foreign: Belongings) {
  const idOf: Record<string, string | undefined> = {
    project: foreign.projectId,
    memory: foreign.memoryId,
    entry: foreign.entryId,
    node: foreign.entryId,
    trace: foreign.traceId,
    agent: foreign.agentId,
  };
  const id = idOf[field.name];
  const names = { ...foreign, ...(id ? { id } : {}) };
  // A cursor that fits anything would be refused before the ids are looked at.
  const given = field.args.filter(
    ({ name }) => (id === undefined || name !== 'name') && name !== 'after' && name !== 'before',
  );
  const args = given.map((arg) => ({ arg, value: valueFor(arg.name, arg.type, names) }));
  const declared = args.map(({ arg }) => `$${arg.name}: ${arg.type}`).join(', ');
  const passed = args.map(({ arg }) => `${arg.name}: $${arg.name}`).join(', ');
  const head = `${root.toLowerCase()} ${declared ? `(${declared})` : ''}`;
  return {
    query: `${head} { ${field.name}${passed ? `(${passed})` : ''} ${selectionOf(field)} }`,
    variables: Object.fromEntries(args.map(({ arg, value }) => [arg.name, value])),
  };
}

/** Without arguments that name a project or a thing in it, a field can only tell of the key's own. */
const OWN = new Set([
  'Query.server',
  'Query.viewer',
  'Query.projects',
  'Query.traces',
  'Query.stats',
]);

describe('a key of another project', () => {
  it.each(fields)('learns nothing from $coordinate', async ({ root, name, field }) => {
    const [victim, stranger] = [await server.project(), await server.project()];
    const foreign = await belongingsOf(victim);
    const key = stranger.keys.ADMIN;
    for (const withProject of [true, false]) {
      const named = withProject ? victim.id : undefined;
      const { query, variables } = operationOf(root, field, foreign);
      const text =
        root === 'Subscription'
          ? await firstAnswer({ stranger, victim, named }, query, variables)
          : JSON.stringify(await post(server.url, key, query, variables, named));
      const echoed = JSON.stringify(variables) + query + (named ?? '');
      expect(text).not.toMatch(/GRAPHQL_VALIDATION_FAILED|INTERNAL_SERVER_ERROR/);
      expect(text).not.toContain('Secret memory');
      expect(text).not.toMatch(/secret content/i);
      for (const id of Object.values(foreign)) {
        if (!echoed.includes(id)) expect(text).not.toContain(id);
      }
      const namesForeign = Object.values(foreign).some(
        (id) => id.includes('_') && echoed.includes(id),
      );
      if (namesForeign && !OWN.has(`${root}.${name}`) && name !== 'createProject') {
        const isNull = new RegExp(`"data":{"${name}":(null|\\[(null,?)+\\])}`);
        const isOwn = `${root}.${name}` === 'Subscription.events' && !withProject;
        if (!isOwn && (root !== 'Query' || withProject || !isNull.test(text))) {
          expect(text).toMatch(name === 'project' ? isNull : /"code":"(NOT_FOUND|FORBIDDEN)"/);
        }
      }
    }
    const after = await victim.run(
      `{ entry(id: "${foreign.entryId}") { content memory { name } } }`,
    );
    expect(after.entry).toEqual({
      content: 'The secret content',
      memory: { name: 'Secret memory' },
    });
    expect((await post(server.url, victim.keys.READ, '{ viewer { role } }')).status).toBe(200);
  });

  type Parties = Record<'stranger' | 'victim', TestProject> & { named: string | undefined };

  /** The refusal; or else what arrives first, when the victim changes something and then the stranger. */
  async function firstAnswer(
    { stranger, victim, named }: Parties,
    query: string,
    variables: Record<string, unknown>,
  ) {
    const live = subscribe(server.url, stranger.keys.READ, query, variables, named);
    await eventually(async () => {
      const isAnswered = () => live.received.length + live.errors.length > 0;
      if (isAnswered()) return true;
      await victim.memory({ name: `Secret memory ${Math.random()}` });
      await stranger.memory();
      return isAnswered();
    }).toBe(true);
    await live.stop();
    return JSON.stringify([live.received, live.errors]);
  }

  it('finds none of its objects through nodes, search or subscriptions', async () => {
    const [victim, stranger] = [await server.project(), await server.project()];
    const foreign = await belongingsOf(victim);
    const answer = await post(
      server.url,
      stranger.keys.ADMIN,
      'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
      {
        ids: [
          foreign.projectId,
          foreign.memoryId,
          foreign.entryId,
          foreign.apiKeyId,
          foreign.eventId,
          foreign.traceId,
          foreign.agentId,
          foreign.jobId,
        ],
      },
    );
    expect(answer.data).toEqual({ nodes: Array(8).fill(null) });
    expect(answer.errors).toBeUndefined();
  });

  it('is told the same of a foreign id as of one that never was', async () => {
    const [victim, stranger] = [await server.project(), await server.project()];
    const { memoryId = '' } = await belongingsOf(victim);
    const ask = async (id: string) => {
      const query = `{ memory(id: "${id}") { name } node(id: "${id}") { id } }`;
      const change = `mutation { deleteMemory(input: { memoryId: "${id}" }) { memory { id } } }`;
      const answers = [await stranger.run(query), await stranger.fail(change)];
      return JSON.stringify(answers).replaceAll(id, 'ID');
    };
    expect(await ask(memoryId)).toBe(await ask('mem_01m7vp9axme049zzpfbqmg6msh'));
  });
});

describe('every field', () => {
  it.each(fields)('$coordinate needs a key', async ({ root, field }) => {
    const project = await server.project();
    const { query, variables } = operationOf(root, field, await belongingsOf(project));
    if (root === 'Subscription') {
      const live = subscribe(server.url, null, query, variables);
      await live.ended;
      const refusal = { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] };
      expect([live.received, live.errors]).toMatchObject([[refusal], []]);
      return live.stop();
    }
    const { errors } = await post(server.url, null, query, variables);
    expect(errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
  });

  // These lists are not taken from the access table, so that a wrong line in the table is a failure.
  it.each(fields.filter(({ root, name }) => root !== 'Query' && name !== 'events'))(
    '$coordinate is FORBIDDEN to a READ key',
    async ({ root, field }) => {
      const project = await server.project();
      const { query, variables } = operationOf(root, field, await belongingsOf(project));
      if (root === 'Subscription') {
        const live = project.subscribe(query, variables);
        await live.ended;
        expect(JSON.stringify([live.received, live.errors])).toContain('FORBIDDEN');
        return live.stop();
      }
      const { errors } = await post(server.url, project.keys.READ, query, variables);
      expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    },
  );

  it.each([
    ...['createApiKey', 'renameApiKey', 'rotateApiKey', 'revokeApiKey'],
    ...['updateProject', 'deleteProject', 'reembedProject', 'eraseData'],
    ...['createProject', 'setQuotas'],
  ])('Mutation.%s is FORBIDDEN to a WRITE key', async (name) => {
    const project = await server.project();
    const field = schema.getMutationType()?.getFields()[name];
    if (field === undefined) throw new Error(`There is no mutation ${name}`);
    const { query, variables } = operationOf('Mutation', field, await belongingsOf(project));
    const { errors } = await post(server.url, project.keys.WRITE, query, variables);
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  });

  it('Project.apiKeys is FORBIDDEN to a WRITE key', async () => {
    const { keys } = await server.project();
    const { errors } = await post(
      server.url,
      keys.WRITE,
      '{ project { apiKeys { nodes { id } } } }',
    );
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  });

  it('an API key is found by its id with role ADMIN only', async () => {
    const { keys, run } = await server.project();
    const { viewer } = await run('{ viewer { apiKey { id } } }', {}, keys.ADMIN);
    const { id } = viewer.apiKey;
    const query = `{ node(id: "${id}") { id } nodes(ids: ["${id}"]) { id } }`;
    for (const key of [keys.READ, keys.WRITE]) {
      expect(await run(query, {}, key)).toEqual({ node: null, nodes: [null] });
    }
    expect(await run(query, {}, keys.ADMIN)).toEqual({ node: { id }, nodes: [{ id }] });
  });
});

describe('limits', () => {
  const levels = (depth: number) =>
    `{ entry(id: "me_x") ${'{ memory { entries(first: 1) { nodes '.repeat(depth)} { id } ${'} } }'.repeat(depth)} }`;

  it.each([
    ['depth', levels(4), false],
    ['depth', levels(6), true],
    [
      'aliases',
      `{ ${Array.from({ length: 51 }, (_, i) => `a${i}: viewer { role }`).join(' ')} }`,
      true,
    ],
    [
      'cost',
      '{ memories(first: 100) { nodes { entries(first: 100) { nodes { evidence { entry { id } } } } } } }',
      true,
    ],
    [
      'cost',
      '{ memories(first: 20) { nodes { entries(first: 5) { nodes { id content } } } } }',
      false,
    ],
    ['tokens', `{ viewer { ${'role '.repeat(6000)} } }`, true],
  ])('on %s hold', async (_, query, isRefused) => {
    const project = await server.project();
    const { errors } = await post(server.url, project.keys.READ, query);
    const code = errors?.[0]?.extensions.code;
    if (isRefused) expect(code).toMatch(/^(QUERY_TOO_COMPLEX|GRAPHQL_PARSE_FAILED)$/);
    else expect(code === undefined || code === 'NOT_FOUND').toBe(true);
  });

  it('count what variables ask for', async () => {
    const project = await server.project();
    const query = `query ($n: Int!) { memories(first: $n) { nodes { entries(first: $n) { nodes { revisions(first: $n) { nodes { content } } } } } } }`;
    expect((await post(server.url, project.keys.READ, query, { n: 5 })).errors).toBeUndefined();
    const { errors } = await post(server.url, project.keys.READ, query, { n: 100 });
    expect(errors?.[0]?.extensions.code).toBe('QUERY_TOO_COMPLEX');
  });

  it('hold though another argument cannot be coerced', async () => {
    const project = await server.project();
    const heavy = 'memories(first: 100) { nodes { entries(first: 100) { nodes { id content } } } }';
    const query = `query ($v: ID! = "x") { a: node(id: $v) { id } b: ${heavy} }`;
    const answer = await post(server.url, project.keys.READ, query, { v: null });
    expect(answer.data ?? null).toBeNull();
    expect(answer.errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });

  it('on operations of a connection hold', async () => {
    const project = await server.project();
    const client = createClient({
      url: `${server.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      retryAttempts: 0,
      connectionParams: { 'x-api-key': project.keys.READ },
    });
    const refused: unknown[] = [];
    const query = 'subscription { events { id } }';
    for (let i = 0; i < 120; i += 1) {
      client.subscribe(
        { query },
        { next: () => {}, error: (error) => refused.push(error), complete: () => {} },
      );
    }
    await eventually(() => refused.length).toBe(20);
    expect(JSON.stringify(refused[0])).toContain('QUERY_TOO_COMPLEX');
    await client.dispose();
  });

  it('refuse fragments that contain themselves', async () => {
    const query = '{ viewer { ...f } } fragment f on Viewer { role ...f }';
    const { errors } = await post(server.url, ROOT_KEY, query);
    expect(errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
  });

  it('refuse batches and large bodies', async () => {
    const send = (body: string) =>
      fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': ROOT_KEY },
        body,
      });
    const batch = await send(JSON.stringify([{ query: '{ viewer { role } }' }]));
    expect([batch.status, await batch.text()]).toEqual([400, expect.stringContaining('batching')]);
    const large = await send(`{"query": "${' '.repeat(21 * 1024 * 1024)}"}`);
    expect([large.status, await large.json()]).toMatchObject([
      413,
      { errors: [{ extensions: { code: 'BAD_REQUEST' } }] },
    ]);
  });

  it('leave introspection to the tools that need it', async () => {
    const { errors } = await post(server.url, ROOT_KEY, getIntrospectionQuery());
    expect(errors).toBeUndefined();
  });
});

describe('text that cannot be stored', () => {
  it("in an id is the caller's fault", async () => {
    const project = await server.project();
    for (const query of [
      '{ memory(id: "\\u0000") { id } }',
      '{ entry(id: "me_\\u0000") { id } }',
      '{ searchKnowledge(input: { query: "q", scope: { memoryIds: ["\\u0000"] } }) { results { score } } }',
      'mutation { deleteMemory(input: { memoryId: "\\u0000" }) { memory { id } } }',
    ]) {
      expect((await project.fail(query)).extensions.code).toBe('BAD_USER_INPUT');
    }
  });
});

describe('text with many combining marks', () => {
  it('is refused before it is normalized, which would take minutes', async () => {
    const project = await server.project();
    const text = `a${'\u0301\u0323'.repeat(400_000)}`;
    for (const [query, path] of [
      ['($text: String!) { memory(name: $text) { id } }', 'name'],
      ['($text: String) { memories(name: $text) { totalCount } }', 'name'],
      ['($text: String) { tags(search: $text) { totalCount } }', 'search'],
      ['($text: String) { entries(text: $text) { totalCount } }', 'text'],
      ['($text: String) { traces(filter: { text: $text }) { totalCount } }', 'filter.text'],
      [
        '($text: String!) { searchKnowledge(input: { query: $text }) { results { score } } }',
        'input.query',
      ],
    ]) {
      const { extensions } = await project.fail(`query ${query}`, { text });
      expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path });
    }
    const { extensions } = await project.fail(
      'mutation ($text: String!) { createMemory(input: { name: $text }) { memory { id } } }',
      { text },
    );
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path: 'input.name' });
  });
});

describe('errors', () => {
  it('of ours are masked, with a request id to look them up by', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    server.app.clock = () => {
      throw new Error('the secret inside');
    };
    const answer = await post(
      server.url,
      ROOT_KEY,
      `mutation { writeEntry(input: { memoryId: "${memoryId}", content: "c" }) { action } }`,
      {},
      project.id,
    );
    server.app.clock = () => new Date();
    const [error] = answer.errors ?? [];
    expect(error?.extensions).toEqual({
      code: 'INTERNAL_SERVER_ERROR',
      requestId: expect.stringMatching(/^req_/),
    });
    expect(JSON.stringify(answer)).not.toContain('secret');
    expect(JSON.stringify(answer)).not.toContain('stack');
  });

  it.each([
    ['{ nope }', 'GRAPHQL_VALIDATION_FAILED'],
    ['{ viewer', 'GRAPHQL_PARSE_FAILED'],
    ['query ($a: ID!) { memory(id: $a) { id } }', 'BAD_USER_INPUT'],
    [String.raw`{ project(id: "\u0000") { id } }`, 'BAD_USER_INPUT'],
    [String.raw`{ memory(id: "\u0000") { id } }`, 'BAD_USER_INPUT'],
    [
      '{ entries(scope: { createdAfter: "2026-01-01" }) { totalCount } }',
      'GRAPHQL_VALIDATION_FAILED',
    ],
  ])('of the caller are told: %s', async (query, code) => {
    const { errors } = await post(server.url, ROOT_KEY, query);
    expect(errors?.[0]?.extensions.code).toBe(code);
  });

  it('say what form a time and an object have, and do not repeat a long value', async () => {
    const query =
      'query ($at: DateTime, $metadata: JSONObject) { entries(scope: { createdAfter: $at, metadata: $metadata }) { totalCount } }';
    const messageOf = async (variables: object) => {
      const { errors } = await post(server.url, ROOT_KEY, query, { ...variables });
      return errors?.[0]?.message;
    };
    const wanted = 'must be a time with a zone, such as 2026-01-01T00:00:00Z.';
    expect(await messageOf({ at: '2026-01-01' })).toContain(wanted);
    expect(await messageOf({ metadata: [] })).toContain('must be an object.');
    const message = await messageOf({ at: 'x'.repeat(100_000) });
    expect(message).toContain(wanted);
    expect(message?.length).toBeLessThanOrEqual(1001);
  });

  it('name a key that is not accepted, which is valid JSON', async () => {
    const send = (metadata: string) =>
      fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': ROOT_KEY },
        body: `{"query":"query ($m: JSONObject) { entries(scope: { metadata: $m }) { totalCount } }","variables":{"m":${metadata}}}`,
      }).then((response) => response.text());
    expect(await send('{"__proto__":1}')).toContain('must not have the key');
    expect(await send('{"constructor":{"prototype":1}}')).toContain('"totalCount":0');
  });
});
