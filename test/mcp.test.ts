import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { MAX_SUPERSEDED } from '../src/entries/write/write-entries.ts';
import { ACCESS } from '../src/graphql/access.ts';
import { PROFILES, REPEATABLE_TOOLS, TOOL_NAMES } from '../src/mcp/tool-selection.ts';
import { TOOLS } from '../src/mcp/tools.ts';
import { AGENT_ENV } from './support/agents.ts';
import { createDeferred } from './support/deferred.ts';
import { MOVE } from './support/entries.ts';
import { erase } from './support/erasure.ts';
import { eventually } from './support/eventually.ts';
import type { Data } from './support/graphql.ts';
import { connectMcpHttp, type McpClient } from './support/mcp.ts';
import { startAtNoon } from './support/noon.ts';
import { type TestProject, useServer } from './support/server.ts';
import { scriptAlike, writeTogether } from './support/statements.ts';

const server = useServer(AGENT_ENV);
const open: McpClient[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map(({ client }) => client.close()));
});

/** A client with a key of the project, WRITE unless told otherwise. */
async function connect(
  project: TestProject,
  options: {
    query?: string;
    role?: 'READ' | 'WRITE' | 'ADMIN';
    headers?: Record<string, string>;
  } = {},
): Promise<McpClient> {
  const { role = 'WRITE', ...rest } = options;
  const client = await connectMcpHttp(server.url, project.keys[role], rest);
  open.push(client);
  return client;
}

const namesOf = async ({ client }: McpClient) =>
  (await client.listTools()).tools.map(({ name }) => name);

/** The status of the answer to a message with headers that `fetch` would not send. */
const answerOf = async (port: number, headers: Record<string, string>, body: string) => {
  const accept = 'application/json, text/event-stream';
  const all = { 'content-type': 'application/json', accept, ...headers };
  const sent = request({ host: '127.0.0.1', port, path: '/mcp', method: 'POST', headers: all });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
};

/** Sends a message as it is. */
const send = (body: unknown, headers: Record<string, string> = {}, path = '/mcp') =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

describe('the tools over MCP', () => {
  it('search, write, list and correct knowledge', async () => {
    const { call, fail } = await connect(await server.project());
    expect(
      (await fail('write_memory', { memory: 'Ada', content: 'Ada lives in Oslo.' })).text,
    ).toBe(
      'NOT_FOUND: There is no memory "Ada". The project has no memory yet. Call again with createMemory: true to ' +
        'create it.',
    );
    const made = await call('create_memory', {
      name: 'Ada',
      description: 'About Ada',
      tags: ['people'],
    });
    expect(await call('create_memory', { name: 'Ada' })).toMatchObject({ memoryId: made.memoryId });
    const written = await call('write_memory', { memory: 'Ada', content: 'Ada lives in Oslo.' });
    expect(written).toMatchObject({ action: 'CREATED', memory: 'Ada', nearest: null });
    const again = await call('write_memory', {
      memory: made.memoryId,
      content: 'Ada lives in Oslo.',
    });
    expect(again).toMatchObject({ action: 'SKIPPED', entryId: written.entryId });
    expect((await fail('write_memory', { memory: 'New', content: 'Tea is hot.' })).text).toBe(
      'NOT_FOUND: There is no memory "New". The memories are: "Ada". Call again with createMemory: true to create it, ' +
        'or use one of these memories.',
    );
    const created = await call('write_memory', {
      memory: 'New',
      content: 'Tea is hot.',
      createMemory: true,
    });
    expect(created).toMatchObject({ action: 'CREATED', memory: 'New' });
    const { memories, total, next } = await call('list_memories', { tags: ['peop*'] });
    expect({ memories, total, next }).toMatchObject({
      memories: [{ name: 'Ada', description: 'About Ada', entryCount: 1 }],
      total: 1,
      next: null,
    });
    const first = await call('list_memories', { limit: 1 });
    expect(first).toMatchObject({ total: 2, next: expect.any(String) });
    const second = await call('list_memories', { limit: 1, after: first.next });
    expect(second).toMatchObject({ memories: [{ name: 'Ada' }], next: null });
    const { results } = await call('search_knowledge', {
      query: 'Ada lives in Oslo.',
      memories: ['Ada'],
    });
    expect(results).toMatchObject([
      {
        entryId: written.entryId,
        memory: 'Ada',
        statements: [{ text: 'Ada lives in Oslo.' }],
        utility: 0.5,
      },
    ]);
    const { results: tagged } = await call('search_knowledge', {
      query: 'Tea is hot.',
      tags: ['people'],
    });
    expect(tagged.map(({ memory }: { memory: string }) => memory)).toEqual(['Ada']);
    const replaced = await call('write_memory', {
      memory: 'Ada',
      content: 'Ada lives in Bergen.',
      supersedes: [written.entryId],
      occurredAt: '2026-01-01T00:00:00Z',
    });
    const elsewhere = { memory: 'New', content: 'Moved.', supersedes: [replaced.entryId] };
    expect((await fail('write_memory', elsewhere)).text).toMatch(
      /The entry me_\w+ is in another memory; write the fact there\./,
    );
    const old = { query: 'Ada lives in Oslo.', memories: ['Ada'] };
    expect(JSON.stringify(await call('search_knowledge', old))).not.toContain(written.entryId);
    const everything = await call('search_knowledge', { ...old, includeSuperseded: true });
    expect(JSON.stringify(everything)).toContain(`"supersededBy":"${replaced.entryId}"`);
    const entryId = replaced.entryId;
    const changed = await call('update_entry', { entryId, content: 'Ada lives in Bergen now.' });
    expect(changed).toMatchObject({ content: 'Ada lives in Bergen now.', memory: 'Ada' });
    expect((await fail('update_entry', { entryId, content: 'x', ifVersion: 0 })).code).toBe(
      'CONFLICT',
    );
    expect(await call('delete_entry', { entryId })).toMatchObject({ entryId });
    expect(JSON.stringify(await call('search_knowledge', old))).not.toContain(entryId);
  });

  it('search by the metadata and the time that a fact was written with', async () => {
    const { call, fail } = await connect(await server.project());
    const write = (content: string, metadata: Data, occurredAt: string) =>
      call('write_memory', { memory: 'Ada', content, metadata, occurredAt, createMemory: true });
    await write('Ada met Bob in Oslo.', { source: 'mail' }, '2026-01-05T10:00:00Z');
    await write('Ada plays chess on Mondays.', { source: 'call' }, '2026-02-05T10:00:00Z');
    const found = async (input: Data) => {
      const { results } = await call('search_knowledge', { query: 'Ada', ...input });
      return results.map(({ statements }: Data) => statements[0].text);
    };
    expect(await found({})).toHaveLength(2);
    expect(await found({ metadata: { source: 'call' } })).toEqual(['Ada plays chess on Mondays.']);
    const time = '2026-02-01T12:00:00+01:00';
    expect(await found({ occurredAfter: time })).toEqual(['Ada plays chess on Mondays.']);
    expect(await found({ occurredBefore: time })).toEqual(['Ada met Bob in Oslo.']);
    const { text } = await fail('search_knowledge', { query: 'Ada', occurredAfter: 'May' });
    expect(text).toContain('occurredAfter: must be a time with an offset');
  });

  it('say below which relevance a result is hardly about the query', async () => {
    onTestFinished(startAtNoon(server));
    const { client, call } = await connect(await server.project());
    const content = 'Ada prefers email.';
    await call('write_memory', { memory: 'Ada', content, createMemory: true });
    const { tools } = await client.listTools();
    const described = tools.find(({ name }) => name === 'search_knowledge')?.description ?? '';
    const [, low] = /topicRelevance below ([\d.]+) is hardly about the query/.exec(described) ?? [];
    const relevanceFor = async (query: string) =>
      (await call('search_knowledge', { query })).results[0].topicRelevance;
    // A date that every entry matches makes none of them relevant.
    for (const query of ['Which bicycle needs new tyres?', 'Which bicycle needs new tyres today?'])
      expect(await relevanceFor(query)).toBeLessThan(Number(low));
    for (const query of ['Ada prefers email?', 'What happened today?'])
      expect(await relevanceFor(query)).toBeGreaterThan(Number(low));
  });

  it('show what else an entry says, and delete one statement of it', async () => {
    const project = await server.project();
    const { call, fail } = await connect(project);
    const long = `The report of Friday ${'x'.repeat(600)}`;
    const texts = ['The report of Monday', 'The report of Tuesday', long];
    const { entryId } = await writeTogether(server, project, texts);
    const { results } = await call('search_knowledge', { query: 'Monday' });
    expect(results).toMatchObject([{ entryId, statements: [{ number: 1, text: texts[0] }] }]);
    expect(results[0].otherStatements).toEqual([
      { number: 2, text: texts[1] },
      { number: 3, text: `${long.slice(0, 500)}…` },
    ]);
    const left = await call('delete_entry', { entryId, statement: 1 });
    expect(left).toMatchObject({ entryId, content: `${texts[1]}\n${long}` });
    expect((await fail('delete_entry', { entryId, statement: 1 })).code).toBe('NOT_FOUND');
    expect(await call('delete_entry', { entryId, statement: 3 })).toMatchObject({
      content: texts[1],
    });
  });

  it.each(['search_knowledge', 'memory_retrieve'])(
    'show the part of a long text that matches: %s',
    async (tool) => {
      const { call } = await connect(await server.project());
      const filler = (topic: string) => `The ${topic} was discussed for a long time. `.repeat(100);
      const content = `${filler('budget')}Ada plays chess on Mondays. ${filler('garden')}`.trim();
      await call('write_memory', { memory: 'Minutes', content, createMemory: true });
      const textFor = async (given: object) => {
        const { results } = await call(tool, { query: 'When does Ada play chess?', ...given });
        return results[0].statements[0].text;
      };
      expect(await textFor({})).toMatch(/^….* Ada plays chess on Mondays\. .*…$/s);
      expect((await textFor({})).length).toBe(2002);
      expect(await textFor({ wholeTexts: true })).toBe(content);
    },
  );

  it('take an empty list or null for an argument that was omitted', async () => {
    const project = await server.project();
    const { call } = await connect(project);
    const content = 'Ada lives in Oslo.';
    await call('write_memory', { memory: 'Ada', content, createMemory: true });
    const empty = { memories: [], tags: [] };
    const bound = await connect(project, { query: '?memories=Ada' });
    for (const { call: ask } of [{ call }, bound]) {
      for (const name of ['search_knowledge', 'memory_retrieve']) {
        const { results } = await ask(name, { query: content, limit: null, ...empty });
        // The retrieval from a stream finds facts, too.
        expect([name, results[0]?.kind]).toEqual([name, 'FACT']);
      }
      expect(await ask('list_memories', { tags: [] })).toMatchObject({ total: 1 });
    }
  });

  it('record runs, review them and give their lessons', async () => {
    const project = await server.project();
    const { call, fail } = await connect(project);
    const task = 'Deploy the billing service';
    const { entryId } = await call('write_memory', {
      memory: 'Operations',
      content: 'The billing service needs a migration first.',
      createMemory: true,
    });
    const recorded = await call('record_trace', {
      task,
      retrievedEntryIds: [entryId],
      finalResponse: 'Done',
    });
    expect(recorded).toMatchObject({ traceId: expect.stringMatching(/^trc_/), result: null });
    const { traceId } = recorded;
    server.models.chat(() => ({ text: '{}' }));
    const reviewed = await call('review_trace', { traceId, result: 'PASS', feedback: 'Worked' });
    expect(reviewed).toMatchObject({
      result: 'PASS',
      reward: 1,
      changes: [{ entryId, before: 0.5 }],
    });
    expect(reviewed.changes[0].after).toBeGreaterThan(0.5);
    expect((await fail('review_trace', { traceId, result: 'FAIL' })).code).toBe('CONFLICT');
    const atOnce = await call('record_trace', { task, result: 'FAIL', feedback: 'It broke' });
    expect(atOnce).toMatchObject({ result: 'FAIL', reward: 0 });
    const lesson = await call('create_reflection', {
      task,
      summary: 'A deployment',
      guidance: 'Run the migration before the deployment.',
      result: 'FAIL',
      keyMistake: 'No migration',
      correctAction: 'Migrate first',
      applicableTools: ['deploy'],
    });
    expect(lesson).toMatchObject({
      memory: 'reflections',
      traceId: expect.stringMatching(/^trc_/),
    });
    const { results, hint } = await call('query_reflections', { task, minScore: 0 });
    expect(hint).toBeNull();
    expect(results).toContainEqual(
      expect.objectContaining({
        entryId: lesson.entryId,
        outcome: 'FAIL',
        guidance: expect.stringMatching(/^Run/),
        task,
        keyMistake: 'No migration',
        correctAction: 'Migrate first',
        applicableTools: ['deploy'],
      }),
    );
    const augmented = await call('augment_task', { task, minScore: 0 });
    expect(augmented.augmentedTask).toMatch(/^Deploy the billing service\n\nRelevant memories:/);
    expect(augmented.retrievedEntryIds).toContain(lesson.entryId);
    const small = await call('augment_task', { task, minScore: 0, tokenBudget: 20 });
    expect(small.augmentedTask).toMatch(/…$/);
    expect(small.retrievedEntryIds).toHaveLength(1);
  });

  it('record observations, retrieve them and form insights', async () => {
    const project = await server.project();
    const { call, fail } = await connect(project);
    await call('create_memory', { name: 'Stream' });
    const unknown = { memory: 'Day', content: 'Ada cooks.' };
    const lesson = { memory: 'Day', task: 't', summary: 's', guidance: 'g', result: 'PASS' };
    for (const [name, input] of [
      ['memory_record', unknown],
      ['create_reflection', lesson],
    ] as const) {
      expect((await fail(name, input)).text).toBe(
        'NOT_FOUND: There is no memory "Day". The memories are: "Stream". Create it with create_memory, or use one of ' +
          'these memories.',
      );
    }
    const plan = { memory: 'Stream', content: 'Ada will cook.', kind: 'PLAN', importance: 7 };
    expect(await call('memory_record', plan)).toMatchObject({ kind: 'PLAN', memory: 'Stream' });
    await call('memory_record', { ...plan, content: 'Ada has cooked.', kind: 'OBSERVATION' });
    const { results } = await call('memory_retrieve', { query: 'Ada will cook.', limit: 1 });
    expect(results).toMatchObject([{ kind: 'PLAN', statements: [{ text: 'Ada will cook.' }] }]);
    const [{ parts, score, ...planned }] = results;
    expect(planned).toMatchObject({ similarity: 1, importance: 0.7, recency: 1 });
    const sum = parts.relevance + parts.utility + parts.recency + parts.importance;
    expect(score).toBeCloseTo(sum, 2);
    const others = { query: 'Ada will cook.', kinds: ['OBSERVATION'], weights: { importance: 0 } };
    const weighted = (await call('memory_retrieve', { ...others, ranking: 'PAPER_CODE' })).results;
    expect(weighted).toMatchObject([{ kind: 'OBSERVATION', parts: { importance: 0 } }]);
    const cycle = await call('memory_reflect', { memory: 'Stream', force: true });
    const { insightCycleId } = cycle;
    expect(cycle).toMatchObject({
      insightCycleId: expect.stringMatching(/^cyc_/),
      memory: 'Stream',
    });
    const read = await call('memory_reflect', { insightCycleId });
    expect(read).toMatchObject({ insightCycleId, status: expect.stringMatching(/^[A-Z]+$/) });
    const none = await fail('memory_reflect', { insightCycleId: plan.content });
    expect(none.code).toMatch(/NOT_FOUND|BAD_USER_INPUT/);
    expect((await fail('memory_reflect', { insightCycleId, memory: 'Stream' })).code).toBe(
      'BAD_USER_INPUT',
    );
  });

  it('count an access of what was retrieved, with role WRITE', async () => {
    const project = await server.project();
    const { call } = await connect(project);
    const content = 'Ada will cook.';
    const { entryId } = await call('write_memory', { memory: 'Ada', content, createMemory: true });
    const accesses = async () =>
      (await project.run('query ($id: ID!) { entry(id: $id) { accessCount } }', { id: entryId }))
        .entry.accessCount;
    const now = '2090-01-01T00:00:00Z';
    const { results } = await call('memory_retrieve', { query: content, now });
    expect(results).toMatchObject([{ entryId, recency: 0 }]);
    expect(await accesses()).toBe(0);
    await call('memory_retrieve', { query: content, touch: true });
    expect(await accesses()).toBe(1);
    const reader = await connect(project, { role: 'READ' });
    const refused = await reader.fail('memory_retrieve', { query: content, touch: true });
    expect(refused.code).toBe('FORBIDDEN');
    expect(await accesses()).toBe(1);
  });

  it('cut a long text of the nearest entry in the answer to a write', async () => {
    const { call } = await connect(await server.project());
    const write = (content: string) =>
      call('write_memory', { memory: 'Ada', content, createMemory: true });
    const long = `Ada sings ${'x'.repeat(600)}`;
    const { entryId } = await write(long);
    const { nearest } = await write('Ada sings.');
    expect(nearest).toEqual({ entryId, content: `${long.slice(0, 500)}…` });
  });

  it('show statements that contradict each other in the order in which they were said last', async () => {
    const project = await server.project();
    const { call, client } = await connect(project);
    const [oslo, lisbon] = ['Bob lives in Oslo', 'Bob lives in Lisbon'];
    scriptAlike(server, [oslo, lisbon]);
    for (const [content, day] of [
      [oslo, '2025-01-01'],
      [lisbon, '2025-02-01'],
      [oslo, '2025-03-01'],
    ] as const) {
      const occurredAt = `${day}T00:00:00Z`;
      await call('write_memory', { memory: 'Bob', content, occurredAt, createMemory: true });
    }
    const { results } = await call('search_knowledge', { query: 'Where does Bob live?' });
    expect(results[0].statements).toMatchObject([
      { text: lisbon, date: '2025-02-01T00:00:00.000Z' },
      { text: oslo, date: '2025-03-01T00:00:00.000Z' },
    ]);
    const { contents } = await client.readResource({ uri: 'lorebase://memories/Bob' });
    expect(JSON.stringify(contents)).toContain(
      `- 2025-02-01: ${lisbon}\\n- 2025-03-01: ${oslo}\\n`,
    );
  });

  const bad: [string, Record<string, unknown>, string, RegExp][] = [
    ['search_knowledge', {}, 'BAD_USER_INPUT', /: query: is missing\. Correct/],
    ['search_knowledge', { query: null }, 'BAD_USER_INPUT', /: query: is missing\./],
    ['search_knowledge', { query: 5 }, 'BAD_USER_INPUT', /: query: must be text\./],
    ['search_knowledge', { query: '' }, 'BAD_USER_INPUT', /: query: must not be blank\./],
    ['search_knowledge', { query: 'x', limit: 0 }, 'BAD_USER_INPUT', /limit: must be at least 1\./],
    ['search_knowledge', { query: 'x', limit: '5' }, 'BAD_USER_INPUT', /limit: must be a number\./],
    ['search_knowledge', { query: 'x', memories: 'Ada' }, 'BAD_USER_INPUT', /: must be a list\./],
    [
      'search_knowledge',
      { query: 'x', q: 1 },
      'BAD_USER_INPUT',
      /"q" is not an argument; .* query, /,
    ],
    ['search_knowledge', { query: ' ' }, 'BAD_USER_INPUT', /: query: must not be blank\. Correct/],
    ['search_knowledge', { query: 'x', memories: ['none'] }, 'NOT_FOUND', /no memory "none"/],
    ['search_knowledge', { query: 'x', asOf: 'yesterday' }, 'BAD_USER_INPUT', /asOf: .*such as 2/],
    ['write_memory', { memory: 'mem_x', content: 'x' }, 'NOT_FOUND', /no memory "mem_x"/],
    ['write_memory', { content: 'x' }, 'BAD_USER_INPUT', /memory: /],
    ['list_memories', { limit: 101 }, 'BAD_USER_INPUT', /limit: /],
    ['list_memories', { after: 'x' }, 'BAD_USER_INPUT', /after: /],
    ['create_memory', { name: ' ' }, 'BAD_USER_INPUT', /name: must not be blank/],
    ['update_entry', { entryId: 'me_x', content: 'x' }, 'NOT_FOUND', /no entry me_x/],
    ['delete_entry', { entryId: 'me_x' }, 'NOT_FOUND', /no entry me_x/],
    ['query_reflections', { task: 'x', memories: ['none'] }, 'NOT_FOUND', /no memory "none"/],
    ['augment_task', { task: 'x', minScore: 2 }, 'BAD_USER_INPUT', /minScore: /],
    ['record_trace', { task: 'x', retrievedEntryIds: ['me_x'] }, 'NOT_FOUND', /me_x/],
    ['record_trace', { task: 'x', feedback: 'It broke' }, 'BAD_USER_INPUT', /result: is needed/],
    ['record_trace', { task: 'x', memory: 'Lessons' }, 'BAD_USER_INPUT', /result: is needed/],
    ['record_trace', { task: 'x', result: 'MAYBE' }, 'BAD_USER_INPUT', /: must be PASS or FAIL\./],
    ['record_trace', { task: 'x', model: 'x'.repeat(201) }, 'BAD_USER_INPUT', /at most 200 char/],
    ['review_trace', { traceId: 'trc_x', result: 'PASS' }, 'NOT_FOUND', /no trace trc_x/],
    [
      'create_reflection',
      { task: 'x', summary: 's', result: 'PASS' },
      'BAD_USER_INPUT',
      /guidance: /,
    ],
    ['memory_record', { memory: 'none', content: 'x' }, 'NOT_FOUND', /no memory "none"/],
    ['memory_retrieve', { query: '' }, 'BAD_USER_INPUT', /query: /],
    ['memory_reflect', {}, 'BAD_USER_INPUT', /memory: name the memory/],
  ];

  it('answer bad input with an error that says what to do', async () => {
    const { fail } = await connect(await server.project());
    for (const [name, input, code, text] of bad) {
      const failure = await fail(name, input);
      expect([name, failure.code]).toEqual([name, code]);
      expect(failure.text).toMatch(text);
    }
    expect(new Set(bad.map(([name]) => name))).toEqual(new Set(TOOL_NAMES));
  });

  it('create no memory for a text that is refused, or for an id', async () => {
    const { call, fail } = await connect(await server.project());
    const refused: [string, string, string, RegExp][] = [
      ['New', ' ', 'BAD_USER_INPUT', /: content: must not be blank\./],
      ['New', 'é'.repeat(20_000), 'BAD_USER_INPUT', /: content: must have at most/],
      [' ', 'x', 'BAD_USER_INPUT', /: memory: must not be blank\./],
      ['mem_x', 'x', 'NOT_FOUND', /no memory "mem_x"/],
    ];
    for (const [memory, content, code, text] of refused) {
      const failure = await fail('write_memory', { memory, content, createMemory: true });
      expect([memory, failure.code]).toEqual([memory, code]);
      expect(failure.text).toMatch(text);
    }
    expect(await call('list_memories')).toMatchObject({ total: 0 });
  });

  it('answer twenty identical writes at once with one entry', async () => {
    const { call } = await connect(await server.project());
    const write = { memory: 'At once', content: 'The same fact.', createMemory: true };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call('write_memory', write)),
    );
    expect(new Set(answers.map(({ entryId }) => entryId)).size).toBe(1);
    expect(answers.filter(({ action }) => action === 'CREATED')).toHaveLength(1);
  });

  it('do a call once that is repeated with its idempotency key', async () => {
    const { call } = await connect(await server.project());
    const meta = { 'lorebase/idempotencyKey': 'call 1' };
    const one = await call('record_trace', { task: 'Once' }, meta);
    expect(await call('record_trace', { task: 'Once' }, meta)).toEqual(one);
    expect((await call('record_trace', { task: 'Once' })).traceId).not.toBe(one.traceId);
    const wrong = call('record_trace', { task: 'Once' }, { 'lorebase/idempotencyKey': 1 });
    await expect(wrong).rejects.toThrow(/_meta\["lorebase\/idempotencyKey"\]: must be a string\./);
  });

  it('are described for a model, and each needs the role of its field', async () => {
    const { client } = await connect(await server.project());
    const { tools: listed } = await client.listTools();
    expect(TOOLS.map(({ name }) => name)).toEqual([...TOOL_NAMES]);
    for (const { name, description, field, annotations } of TOOLS) {
      expect(description.length, name).toBeGreaterThan(100);
      expect(ACCESS[field], name).toBe(field.startsWith('Query.') ? 'READ' : 'WRITE');
      expect(annotations.readOnlyHint, name).toBe(field.startsWith('Query.'));
    }
    // Nothing in a schema only lengthens what a model reads.
    expect(JSON.stringify(listed)).not.toMatch(/"pattern"|9007199254740991/);
    const supersedes = TOOLS.find(({ name }) => name === 'write_memory')?.input.shape.supersedes;
    expect(supersedes?.safeParse(Array(MAX_SUPERSEDED).fill('me_x')).success).toBe(true);
    expect(supersedes?.safeParse(Array(MAX_SUPERSEDED + 1).fill('me_x')).success).toBe(false);
  });

  it('are repeated after a lost answer, except those that would do it twice or fail', () => {
    expect(TOOL_NAMES.filter((name) => !REPEATABLE_TOOLS.has(name))).toEqual([
      'update_entry',
      'review_trace',
      'memory_reflect',
    ]);
  });

  it('are chosen by profile, by name, and by the role of the key', async () => {
    const project = await server.project();
    expect(await namesOf(await connect(project))).toEqual([...TOOL_NAMES]);
    const core = await connect(project, { query: '?tools=core' });
    expect(await namesOf(core)).toHaveLength(5);
    await expect(core.call('delete_entry', { entryId: 'me_x' })).rejects.toThrow(
      /no tool "delete_entry"/,
    );
    const headers = { 'lorebase-tools': 'search_knowledge, write_memory' };
    expect(await namesOf(await connect(project, { headers }))).toEqual([
      'search_knowledge',
      'write_memory',
    ]);
    const reader = await connect(project, { role: 'READ' });
    expect(await namesOf(reader)).toEqual([
      'search_knowledge',
      'list_memories',
      'query_reflections',
      'augment_task',
      'memory_retrieve',
    ]);
    expect((await reader.fail('delete_entry', { entryId: 'me_x' })).code).toBe('FORBIDDEN');
    await expect(reader.call('none')).rejects.toThrow(
      /the tools are: search_knowledge, list_memories, q/,
    );
    for (const name of ['none', 'constructor']) {
      const wrong = connect(project, { query: `?tools=${name}` });
      await expect(wrong).rejects.toThrow(/no profile or tool/);
    }
    for (const query of ['?memories=', '?memories=Ada,%20', '?tools=']) {
      await expect(connect(project, { query })).rejects.toThrow(/a name is empty in the list/);
    }
    const unset = connect(project, { headers: { 'lorebase-memories': '' } });
    await expect(unset).rejects.toThrow(/memories: a name is empty in the list/);
    // Neither the instructions nor the descriptions nor the prompts name a tool that the client cannot call.
    for (const profile of Object.keys(PROFILES)) {
      const { client } = await connect(project, { query: `?tools=${profile}` });
      const { tools } = await client.listTools();
      const { prompts } = await client.listPrompts();
      const texts = await Promise.all(
        prompts.map(({ name }) => client.getPrompt({ name, arguments: { task: 'Mail Ada' } })),
      );
      const described = JSON.stringify([tools, prompts, texts]);
      expect(described).not.toContain('"description":""');
      const others = TOOL_NAMES.filter((name) => !tools.some((tool) => tool.name === name));
      expect(
        others.filter((name) => described.includes(name)),
        profile,
      ).toEqual([]);
    }
    const prompted = { name: 'review', arguments: { traceId: 'trc_1' } };
    await expect(core.client.getPrompt(prompted)).rejects.toThrow(/traceId: .+ review_trace/);
    await expect(reader.client.getPrompt(prompted)).rejects.toThrow(/the prompts are: recall\./);
    expect(core.client.getInstructions()).toMatch(/augment_task .+search_knowledge .+write_memory/);
    expect(reader.client.getInstructions()).toMatch(/augment_task .+search_knowledge/);
    expect(reader.client.getInstructions()).not.toMatch(/write_memory|record_trace/);
  });

  it('keep to the memories that the client names', async () => {
    const project = await server.project();
    const all = await connect(project);
    for (const memory of ['Mine', 'Other']) {
      await all.call('write_memory', {
        memory,
        content: `A text of ${memory}`,
        createMemory: true,
      });
    }
    const { results } = await all.call('search_knowledge', { query: 'A text of Other' });
    const other = results.find(({ memory }: { memory: string }) => memory === 'Other');
    const { call, fail, client } = await connect(project, { query: '?memories=Mine' });
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === 'write_memory')?.inputSchema.required).toEqual([
      'content',
    ]);
    expect(await call('write_memory', { content: 'No memory is named' })).toMatchObject({
      memory: 'Mine',
    });
    expect(await call('list_memories')).toMatchObject({ total: 1, memories: [{ name: 'Mine' }] });
    expect(await call('list_memories', { name: 'Oth' })).toMatchObject({ total: 0, memories: [] });
    for (const input of [{}, { memories: ['Mine'] }]) {
      const found = await call('search_knowledge', { query: 'A text of Other', ...input });
      expect(found.results.map(({ memory }: { memory: string }) => memory)).not.toContain('Other');
    }
    const { code, text } = await fail('search_knowledge', { query: 'x', memories: ['Other'] });
    expect([code, text]).toEqual(['FORBIDDEN', expect.stringMatching(/configured for: "Mine"/)]);
    const reflection = { task: 't', summary: 's', guidance: 'g', result: 'PASS' };
    const denied: [string, Record<string, unknown>][] = [
      ['write_memory', { memory: 'Other', content: 'x' }],
      ['write_memory', { memory: 'Other', content: 'x', createMemory: true }],
      ['create_memory', { name: 'Third' }],
      ['update_entry', { entryId: other.entryId, content: 'x' }],
      ['delete_entry', { entryId: other.entryId }],
      ['memory_record', { memory: 'Other', content: 'x' }],
      ['record_trace', { task: 't', retrievedEntryIds: [other.entryId] }],
      ['create_reflection', { ...reflection, retrievedEntryIds: [other.entryId] }],
      [
        'review_trace',
        { traceId: 'trc_x', reward: 1, entryRewards: [{ entryId: other.entryId, reward: 1 }] },
      ],
    ];
    for (const [name, input] of denied)
      expect([name, (await fail(name, input)).code]).toEqual([name, 'FORBIDDEN']);
    const tagged = await fail('search_knowledge', { query: 'x', tags: ['*'] });
    expect(tagged.code).toBe('BAD_USER_INPUT');
    const lesson = await call('create_reflection', reflection);
    expect(lesson.memory).toBe('Mine');
    expect((await client.listResources()).resources.map(({ name }) => name)).toEqual(['Mine']);
    await expect(client.readResource({ uri: 'lorebase://memories/Other' })).rejects.toThrow(
      /configured for/,
    );
  });

  it('keep lessons, streams, prompts and names to the memories that the client names', async () => {
    const project = await server.project();
    const { call: write } = await connect(project);
    const [task, summary, content] = ['Feed the otter', 'Otters eat fish.', 'The otter was fed.'];
    for (const memory of ['Mine', 'Other']) await write('create_memory', { name: memory });
    const lesson = { task, summary, guidance: 'Buy fish.', result: 'PASS', memory: 'Other' };
    await write('create_reflection', lesson);
    const { entryId } = await write('memory_record', { memory: 'Other', content, importance: 5 });
    const { insightCycleId } = await write('memory_reflect', { memory: 'Other', force: true });
    const mine = (await write('write_memory', { memory: 'Mine', content: 'A fact' })).entryId;
    const { call, fail, client } = await connect(project, { query: '?memories=Mine' });
    expect(await call('query_reflections', { task, minScore: 0 })).toMatchObject({ results: [] });
    expect(await call('augment_task', { task, minScore: 0 })).toMatchObject({
      augmentedTask: task,
    });
    const { results } = await call('memory_retrieve', { query: content });
    expect(results.map((one: { entryId: string }) => one.entryId)).toEqual([mine]);
    expect((await fail('memory_reflect', { insightCycleId })).code).toBe('FORBIDDEN');
    // The ids are looked up by the hundred.
    const retrievedEntryIds = [...Array(100).fill(mine), entryId];
    expect((await fail('record_trace', { task, retrievedEntryIds })).code).toBe('FORBIDDEN');
    const prompt = await client.getPrompt({ name: 'recall', arguments: { task } });
    expect(JSON.stringify(prompt)).not.toMatch(/fish|fed/);
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'recall' },
      argument: { name: 'memory', value: '' },
    });
    expect(completion).toEqual({ values: ['Mine'], total: 1 });
  });
});

it('a client that is bound to memories that do not exist can create them, and use the others', async () => {
  const project = await server.project();
  const { call, fail } = await connect(project, { query: '?memories=Work' });
  expect(await call('list_memories')).toMatchObject({ total: 0 });
  for (const [name, input] of [
    ['write_memory', { content: 'Ada works.' }],
    ['search_knowledge', { query: 'Who works?' }],
  ] as const) {
    expect((await fail(name, input)).text).toBe(
      'NOT_FOUND: The memory "Work", for which this client is configured, does not exist: create it (write_memory with ' +
        'createMemory: true), or correct --memories.',
    );
  }
  const other = { memory: 'Other', content: 'x', createMemory: true };
  expect((await fail('write_memory', other)).code).toBe('FORBIDDEN');
  expect(await call('write_memory', { content: 'Ada works.', createMemory: true })).toMatchObject({
    memory: 'Work',
  });
  const both = await connect(project, { query: '?memories=Work,Home' });
  const { results } = await both.call('search_knowledge', { query: 'Ada works.' });
  expect(results).toMatchObject([{ memory: 'Work' }]);
  expect((await both.client.listResources()).resources).toHaveLength(1);
  expect(await both.call('create_memory', { name: 'Home' })).toMatchObject({ name: 'Home' });
});

it('a client that is bound to several memories lists them by name, tags and page', async () => {
  const project = await server.project();
  const { call: write } = await connect(project);
  await write('create_memory', { name: 'Work', tags: ['day'] });
  const { memoryId } = await write('create_memory', { name: 'Workshop', tags: ['night'] });
  await write('create_memory', { name: 'Other', tags: ['day'] });
  const { call, fail } = await connect(project, { query: `?memories=Work,${memoryId},Other` });
  const namesIn = ({ memories }: { memories: { name: string }[] }) =>
    memories.map(({ name }) => name);
  const list = async (input: object) => {
    const { memories, total, next } = await call('list_memories', { ...input });
    return { names: namesIn({ memories }), total, next };
  };
  expect(await list({ name: 'work' })).toEqual({
    names: ['Work', 'Workshop'],
    total: 2,
    next: null,
  });
  expect((await list({ tags: ['d*'] })).names).toEqual(['Work', 'Other']);
  const first = await list({ limit: 2 });
  expect(first).toEqual({ names: ['Work', 'Workshop'], total: 3, next: expect.any(String) });
  expect(await list({ limit: 2, after: first.next })).toEqual({
    names: ['Other'],
    total: 3,
    next: null,
  });
  expect((await fail('list_memories', { after: 'x' })).code).toBe('BAD_USER_INPUT');
});

describe('a key over MCP', () => {
  it('never reaches another project', async () => {
    const [one, other] = await Promise.all([server.project(), server.project()]);
    const mine = await connect(one);
    const { entryId } = await mine.call('write_memory', {
      memory: 'Mine',
      content: 'Secret',
      createMemory: true,
    });
    const theirs = await connect(other, { query: `?project=${one.id}` });
    expect((await theirs.fail('search_knowledge', { query: 'Secret' })).code).toBe('NOT_FOUND');
    const { call, fail, client } = await connect(other);
    expect(await call('search_knowledge', { query: 'Secret' })).toEqual({ results: [] });
    expect((await fail('delete_entry', { entryId })).code).toBe('NOT_FOUND');
    expect((await client.listResources()).resources).toEqual([]);
  });

  it('is needed, and each refusal has its code and status', async () => {
    const { keys } = await server.project();
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const auth = { authorization: `Bearer ${keys.READ}` };
    const codeOf = async (response: Response) => {
      const { error } = (await response.json()) as {
        error: { data?: { code: string }; code: number };
      };
      return [response.status, error.data?.code ?? error.code];
    };
    expect(await codeOf(await send(ping))).toEqual([401, 'UNAUTHENTICATED']);
    expect(await codeOf(await send(ping, { authorization: 'Bearer wrong' }))).toEqual([
      401,
      'UNAUTHENTICATED',
    ]);
    expect(await codeOf(await send(ping, { ...auth, origin: 'https://evil.example' }))).toEqual([
      403,
      'FORBIDDEN',
    ]);
    expect(await codeOf(await send('{', auth))).toEqual([400, 'BAD_REQUEST']);
    expect(await codeOf(await send({ nonsense: true }, auth))).toEqual([400, -32700]);
    const odd = { ...ping, method: { toString: 1 } };
    expect(await codeOf(await send(odd, auth))).toEqual([400, -32700]);
    expect(await codeOf(await send(ping, { ...auth, accept: 'text/html' }))).toEqual([406, -32000]);
    expect(await codeOf(await send(ping, { ...auth, 'mcp-protocol-version': '1' }))).toEqual([
      400, -32000,
    ]);
    expect(await codeOf(await send(ping, auth, '/mcp?tools=none'))).toEqual([
      400,
      'BAD_USER_INPUT',
    ]);
    expect((await send(ping, { ...auth, origin: server.url })).status).toBe(200);
    const port = Number(new URL(server.url).port);
    const malformed = await answerOf(port, { ...auth, host: 'a b' }, JSON.stringify(ping));
    expect(malformed).toBe(200);
    // A page whose name was made to point to this machine (DNS rebinding).
    const rebound = { ...auth, host: 'evil.example', origin: 'http://evil.example' };
    expect(await answerOf(port, rebound, JSON.stringify(ping))).toBe(403);
    const accepted = await send({ jsonrpc: '2.0', method: 'notifications/initialized' }, auth);
    expect([accepted.status, await accepted.text()]).toEqual([202, '']);
    for (const method of ['DELETE', 'PUT', 'PATCH']) {
      const other = await fetch(`${server.url}/mcp`, { method });
      expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, POST']);
    }
    const get = await fetch(`${server.url}/mcp`, { headers: auth });
    expect(get.status).toBe(406);
  });

  it.each([
    ['tools/call', {}, 200, -32602, 'params.name: is missing.'],
    ['tools/call', undefined, 200, -32602, 'params: is missing.'],
    [
      'tools/call',
      { name: 'x', arguments: [] },
      200,
      -32602,
      'params.arguments: must be an object.',
    ],
    ['resources/read', {}, 200, -32602, 'params.uri: is missing.'],
    ['prompts/get', { name: 'x', arguments: { task: 5 } }, 200, -32602, /task: must be text\.$/],
    ['completion/complete', { ref: {}, argument: {} }, 200, -32602, /^params\.ref: is not valid; /],
    ['initialize', {}, 200, -32602, /^params\.protocolVersion: is missing; /],
    ['none', {}, 200, -32601, 'There is no method "none".'],
    ['tools/call', [], 400, -32700, /Invalid JSON-RPC message/],
  ])(
    'answers and logs a malformed %s with %j as an error',
    async (method, params, status, code, text) => {
      const { keys } = await server.project();
      const logged = vi.spyOn(server.app.log, 'info');
      onTestFinished(() => logged.mockRestore());
      const message = { jsonrpc: '2.0', id: 1, method, params };
      const answer = await send(message, { authorization: `Bearer ${keys.READ}` });
      const { error } = (await answer.json()) as Data;
      expect([answer.status, error.code]).toEqual([status, code]);
      expect(error.message).toEqual(typeof text === 'string' ? text : expect.stringMatching(text));
      const outcomes = () =>
        logged.mock.calls.flatMap(([line, said]) =>
          said === 'Operation' ? [(line as Data).outcome] : [],
        );
      await eventually(outcomes).toEqual(['BAD_REQUEST']);
    },
  );
});

describe('resources over MCP', () => {
  it('are documents of memories, by id and by name', async () => {
    const { client, call } = await connect(await server.project());
    await call('create_memory', { name: 'A b/ü', description: 'Odd names', tags: ['odd'] });
    await call('write_memory', { memory: 'A b/ü', content: 'Two\nlines' });
    const { resources } = await client.listResources();
    expect(resources).toMatchObject([
      { name: 'A b/ü', description: 'Odd names', mimeType: 'text/markdown' },
    ]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates).toMatchObject([{ uriTemplate: 'lorebase://memories/{memory}' }]);
    for (const uri of [
      resources[0]?.uri ?? '',
      `lorebase://memories/${encodeURIComponent('A b/ü')}`,
    ]) {
      const { contents } = await client.readResource({ uri });
      expect(contents).toMatchObject([{ uri, mimeType: 'text/markdown' }]);
      const text = contents[0] && 'text' in contents[0] ? contents[0].text : '';
      expect(text).toMatch(
        /^# A b\/ü\n\nOdd names\n\nTags: odd\n\n1 entry[^\n]+\n\n- \d{4}-\d\d-\d\d: Two\n {2}lines\n$/,
      );
    }
    const none = ['none', '%', ''].map((name) => `lorebase://memories/${name}`);
    for (const uri of [...none, 'file:///etc/passwd']) {
      await expect(client.readResource({ uri })).rejects.toThrow(`There is no resource ${uri}`);
      await expect(client.subscribeResource({ uri })).rejects.toThrow(
        `There is no resource ${uri}`,
      );
    }
  });

  it('do not exist for deleted memories', async () => {
    const project = await server.project();
    const { client, call } = await connect(project);
    const { memoryId } = await call('create_memory', { name: 'Gone' });
    const uri = `lorebase://memories/${memoryId}`;
    await client.readResource({ uri });
    const bound = await connect(project, { query: `?memories=${memoryId}` });
    const input = { input: { memoryId } };
    await project.run(
      'mutation ($input: DeleteMemoryInput!) { deleteMemory(input: $input) { memory { id } } }',
      input,
    );
    expect((await client.listResources()).resources).toEqual([]);
    await expect(client.readResource({ uri })).rejects.toThrow(`There is no resource ${uri}`);
    await expect(client.subscribeResource({ uri })).rejects.toThrow(`There is no resource ${uri}`);
    expect((await bound.client.listResources()).resources).toEqual([]);
    expect(await bound.call('list_memories')).toMatchObject({ total: 0 });
    expect((await bound.fail('search_knowledge', { query: 'x' })).text).toBe(
      `NOT_FOUND: The memory "${memoryId}", for which this client is configured, does not exist: correct --memories.`,
    );
  });

  it('end before the first entry that does not fit', async () => {
    const project = await server.project();
    const { client } = await connect(project);
    const memoryId = await project.memory();
    const write = async (contents: string[]) =>
      project.run(
        'mutation ($input: WriteEntriesInput!) { writeEntries(input: $input) { results { __typename } } }',
        { input: { memoryId, kind: 'INSIGHT', items: contents.map((content) => ({ content })) } },
      );
    const texts = (count: number, length: number) =>
      Array.from({ length: count }, (_, i) => `${i} `.padEnd(length, 'x'));
    // From the newest: a page of 100 entries, then one that is too long, and a page later an entry that would fit.
    await write(['The oldest entry']);
    await write(texts(99, 10));
    await write(texts(1, 30_000));
    await write(texts(100, 1900));
    const { contents } = await client.readResource({ uri: `lorebase://memories/${memoryId}` });
    const text = contents[0] && 'text' in contents[0] ? contents[0].text : '';
    expect(text).toContain('101 older entries are not shown');
    expect(text).not.toContain('The oldest entry');
  });

  it('are followed by subscribers, who resume after a lost connection', async () => {
    const project = await server.project();
    const { call } = await connect(project);
    const { memoryId } = await call('create_memory', { name: 'Followed' });
    const cut = new Set<AbortController>();
    const cutting: typeof fetch = (input, init) => {
      if (init?.method !== 'GET') return fetch(input, init);
      const controller = new AbortController();
      cut.add(controller);
      init.signal?.addEventListener('abort', () => controller.abort());
      return fetch(input, { ...init, signal: controller.signal });
    };
    const follower = await connectMcpHttp(server.url, project.keys.READ, { fetch: cutting });
    open.push(follower);
    await follower.client.subscribeResource({ uri: `lorebase://memories/${memoryId}` });
    const uris = () => follower.notifications.map(({ params }) => params?.uri);
    await eventually(() => cut.size).toBe(1);
    // Writes until the stream has begun.
    await eventually(async () => {
      await call('write_memory', { memory: 'Followed', content: `Text ${Math.random()}` });
      return uris();
    }).toEqual(
      expect.arrayContaining([`lorebase://memories/${memoryId}`, 'lorebase://memories/Followed']),
    );
    for (const controller of cut) controller.abort();
    await call('create_memory', { name: 'Created while cut' });
    await eventually(() => follower.notifications.map(({ method }) => method)).toContain(
      'notifications/resources/list_changed',
    );
    expect(cut.size).toBe(2);
    const key = 'mutation ($id: ID!) { revokeApiKey(input: { apiKeyId: $id }) { apiKey { id } } }';
    const { viewer } = await project.run('{ viewer { apiKey { id } } }', {}, project.keys.READ);
    await project.run(key, { id: viewer.apiKey.id }, project.keys.ADMIN);
    await expect(follower.client.listResources()).rejects.toThrow(/revoked/);
  });
});

/** Reads a stream of notifications, from a position on. `told` is the text that has arrived. */
async function readStream(path: string, key: string, lastEventId: string) {
  const leaving = new AbortController();
  const response = await fetch(`${server.url}${path}`, {
    headers: {
      authorization: `Bearer ${key}`,
      accept: 'text/event-stream',
      'last-event-id': lastEventId,
    },
    signal: leaving.signal,
  });
  const stream = {
    told: '',
    leave: () => {
      leaving.abort();
      return reading;
    },
  };
  const reading = (async () => {
    for await (const part of response.body ?? []) stream.told += Buffer.from(part).toString();
  })().catch(() => {});
  return stream;
}

it('a stream of one memory tells of entries that leave it, of an erasure, and of no other memory', async () => {
  const project = await server.project();
  const here = await project.memory({ name: 'Here' });
  const there = await project.memory({ name: 'There' });
  const { entry } = await project.write(here, 'Ada lives in Oslo.');
  const { events } = await project.run('{ events { headCursor } }');
  const stream = await readStream('/mcp?memories=Here', project.keys.READ, events.headCursor);
  const uri = `"uri":"lorebase://memories/${here}"`;
  await project.run(MOVE, { input: { entryIds: [entry.id], memoryId: there } });
  await eventually(() => stream.told).toContain(uri);
  stream.told = '';
  await project.write(there, 'Grace lives in Rome.');
  await erase(project, { metadata: { person: 'nobody' } });
  await eventually(() => stream.told).toContain('list_changed');
  expect(stream.told).toContain(uri);
  expect(stream.told).not.toContain(there);
  await stream.leave();
});

it('a stream that cannot resume begins with a list that may have changed', async () => {
  const [project, stranger] = [await server.project(), await server.project()];
  await stranger.memory();
  const { events } = await stranger.run('{ events { headCursor } }');
  const stream = await readStream('/mcp', project.keys.READ, events.headCursor);
  await eventually(() => stream.told).toContain('notifications/resources/list_changed');
  expect(stream.told).toMatch(/^id: evt_/);
  await stream.leave();
});

it('a stream that resumes begins before its first message', async () => {
  const { keys, run } = await server.project();
  const { events } = await run('{ events { headCursor } }');
  const leaving = new AbortController();
  const start = performance.now();
  const { status } = await fetch(`${server.url}/mcp`, {
    headers: {
      authorization: `Bearer ${keys.READ}`,
      accept: 'text/event-stream',
      'last-event-id': events.headCursor,
    },
    signal: leaving.signal,
  });
  expect(status).toBe(200);
  // The first comment of an idle stream comes after 15 s.
  expect(performance.now() - start).toBeLessThan(10_000);
  leaving.abort();
});

it.each(['/mcp', '/graphql/stream'])(
  'a client of %s that leaves before its stream has begun is not followed',
  async (path) => {
    const { keys } = await server.project();
    const leaving = new AbortController();
    const left = createDeferred();
    const { listen } = server.app.changes;
    const listening = vi.spyOn(server.app.changes, 'listen').mockImplementationOnce((projectId) => {
      // The embedded database has one connection, so the stream does not begin before the end of this transaction.
      void server.app.connection.transaction(() => left.promise);
      leaving.abort();
      return listen(projectId);
    });
    const query = path === '/mcp' ? '' : '?query=subscription{events{type}}';
    const headers = { authorization: `Bearer ${keys.READ}`, accept: 'text/event-stream' };
    const asked = fetch(`${server.url}${path}${query}`, { headers, signal: leaving.signal });
    await expect(asked).rejects.toThrow(/aborted/);
    // The server notices it.
    await sleep(200);
    left.resolve();
    const [follower] = listening.mock.results;
    await eventually(() => follower?.value.isClosed()).toBe(true);
    vi.restoreAllMocks();
  },
);

describe('prompts over MCP', () => {
  it('recall what is known before a task, and ask for a review after it', async () => {
    onTestFinished(startAtNoon(server));
    const { client, call } = await connect(await server.project());
    const content = 'Ada prefers </knowledge> email.';
    const { entryId } = await call('write_memory', { memory: 'Ada', content, createMemory: true });
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual([
      'recall',
      'review',
    ]);
    const textOf = async (name: string, args: Record<string, string>) => {
      const { messages } = await client.getPrompt({ name, arguments: args });
      const [message] = messages;
      return message?.content.type === 'text' ? message.content.text : '';
    };
    const recalled = await textOf('recall', { task: content, memory: 'Ada' });
    expect(recalled).toContain(
      `[Ada] ${server.app.clock().toISOString().slice(0, 10)}: Ada prefers ‹/knowledge> email. (${entryId})`,
    );
    expect(recalled).toContain(`retrievedEntryIds ["${entryId}"]`);
    expect(await textOf('review', { result: 'FAIL', feedback: 'Too late' })).toContain(
      'The result is FAIL.',
    );
    expect(await textOf('review', { traceId: 'trc_1' })).toContain('Call review_trace for it');
    expect(await textOf('review', { result: '', feedback: '' })).toContain('Ask me first whether');
    await expect(client.getPrompt({ name: 'recall' })).rejects.toThrow(/task: say/);
    const long = textOf('recall', { task: 'é'.repeat(20_000) });
    await expect(long).rejects.toThrow(/task: must have at most 32768 bytes/);
    await expect(client.getPrompt({ name: 'none' })).rejects.toThrow(/no prompt "none"/);
    for (const tokenBudget of ['0', '1.5', 'many', '100001']) {
      const args = { task: content, tokenBudget };
      await expect(textOf('recall', args)).rejects.toThrow(/tokenBudget: must be/);
    }
    await expect(textOf('review', { result: 'GOOD' })).rejects.toThrow(/PASS or FAIL/);
    const ref = { type: 'ref/prompt' as const, name: 'recall' };
    const { completion } = await client.complete({
      ref,
      argument: { name: 'memory', value: 'ad' },
    });
    expect(completion).toEqual({ values: ['Ada'], total: 1 });
  });

  it('recall nothing that is hardly about the task', async () => {
    onTestFinished(startAtNoon(server));
    const { client, call } = await connect(await server.project());
    const content = 'Ada prefers email.';
    await call('write_memory', { memory: 'Ada', content, createMemory: true });
    const recall = async (task: string) =>
      JSON.stringify(await client.getPrompt({ name: 'recall', arguments: { task } }));
    for (const task of ['Which bicycle needs new tyres?', 'Which bicycle needs new tyres today?']) {
      const text = await recall(task);
      expect(text).toContain('Nothing is known.');
      expect(text).toContain('retrievedEntryIds []');
    }
    expect(await recall('What happened today?')).toContain(content);
  });

  it('recall a lesson once, among the lessons', async () => {
    const { client, call } = await connect(await server.project());
    const task = 'Deploy the billing service';
    const guidance = 'Run the migration first.';
    await call('create_reflection', { task, summary: task, guidance, result: 'PASS' });
    const recalled = await client.getPrompt({ name: 'recall', arguments: { task } });
    const text = JSON.stringify(recalled);
    expect(text.split(guidance)).toHaveLength(2);
    expect(text).toContain('Nothing is known.');
  });

  it('recall as much as fits into the token budget', async () => {
    const { client, call } = await connect(await server.project());
    for (const i of [1, 2, 3]) {
      const content = `Fact ${i}: ${'Ada lives in Oslo. '.repeat(300)}`;
      await call('write_memory', { memory: `Ada ${i}`, content, createMemory: true });
    }
    const linesOf = async (given: Record<string, string>) => {
      const args = { task: 'Where does Ada live?', ...given };
      const { messages } = await client.getPrompt({ name: 'recall', arguments: args });
      const text = messages[0]?.content.type === 'text' ? messages[0].content.text : '';
      const lines = text.split('\n').filter((line) => line.startsWith('[Ada'));
      expect(text.match(/me_\w+/g)).toHaveLength(2 * lines.length);
      return lines;
    };
    const [line = '', ...others] = await linesOf({});
    expect(others).toEqual([]);
    expect(line).toMatch(/Fact \d: Ada lives .+… \(me_\w+\)$/);
    expect(Buffer.byteLength(line)).toBe(2_000);
    expect(await linesOf({ tokenBudget: '3000' })).toHaveLength(2);
  });

  it('recall no lessons in a project that keeps them apart by metadata', async () => {
    const project = await server.project();
    await project.run(
      'mutation { updateProject(input: { settings: { requiredMetadataKey: "user" } }) { project { id } } }',
      {},
      project.keys.ADMIN,
    );
    const { client, call } = await connect(project);
    await call('write_memory', { memory: 'Ada', content: 'Ada likes tea.', createMemory: true });
    const recalled = await client.getPrompt({
      name: 'recall',
      arguments: { task: 'Ada likes tea.' },
    });
    const text = JSON.stringify(recalled);
    expect(text).toContain('[Ada]');
    expect(text).toContain('They were not searched');
  });

  it('take arguments that are null for none', async () => {
    const { keys } = await server.project();
    const auth = { authorization: `Bearer ${keys.READ}` };
    const message = { jsonrpc: '2.0', id: 1 };
    for (const [method, name] of [
      ['tools/call', 'list_memories'],
      ['prompts/get', 'recall'],
    ]) {
      const answer = await send({ ...message, method, params: { name, arguments: null } }, auth);
      const { result, error } = (await answer.json()) as { result?: Data; error?: Data };
      // The prompt needs a task.
      expect(result?.structuredContent.total ?? error?.message).toEqual(
        method === 'tools/call' ? 0 : expect.stringContaining('task: say'),
      );
    }
  });

  it('complete up to 100 names of memories, and tell how many there are', async () => {
    const project = await server.project();
    const { client } = await connect(project);
    const numbers = Array.from({ length: 101 }, (_, i) => i);
    await Promise.all(numbers.map((i) => project.memory({ name: `Memory ${i}` })));
    const { completion } = await client.complete({
      ref: { type: 'ref/resource', uri: 'lorebase://memories/{memory}' },
      argument: { name: 'memory', value: 'memory' },
    });
    expect([completion.values.length, completion.total]).toEqual([100, 101]);
  });
});
