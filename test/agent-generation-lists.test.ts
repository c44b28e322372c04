import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  AGENT_ENV,
  agentsOn,
  CONTINUE,
  createAgent,
  GENERATE,
  generate,
  UPDATE_AGENT,
  user,
} from './support/agents.ts';
import type { Data } from './support/graphql.ts';
import type { ChatReply } from './support/model-server.ts';
import { type TestProject, useServer } from './support/server.ts';

const server = useServer(AGENT_ENV);
const { replies, informed } = agentsOn(server);

const tools = [{ type: 'function', function: { name: 'weather', parameters: {} } }];
const weather = { toolCalls: [{ name: 'weather', arguments: '{}' }] };

const LIST = `query ($agentId: ID, $status: GenerationStatus, $first: Int, $after: String, $last: Int, $before: String) {
  generations(agentId: $agentId, status: $status, first: $first, after: $after, last: $last, before: $before) {
    totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    nodes { id status text messages steps error agent { id } usage { inputTokens }
      injected { content rank entry { content } } injectedMessages requiresAction { name }
      createdBy { kind name } createdAt updatedAt trace { id usage { inputTokens outputTokens } durationMs } } } }`;

const list = async (project: TestProject, variables: Record<string, unknown> = {}) =>
  (await project.run(LIST, variables)).generations;

const toV1 = (project: TestProject, body: Record<string, unknown>) =>
  fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': project.keys.WRITE },
    body: JSON.stringify({ messages: user('The question'), ...body }),
  });

describe('a generation', () => {
  it('is stored with what was injected, who started it, and a trace with usage', async () => {
    const { project, agent } = await informed();
    server.models.chat(() => ({ text: 'The answer.', after: sleep(30) }));
    const made = await generate(project, { agentId: agent.id, messages: user('The question') });
    const { nodes, totalCount } = await list(project);
    expect(totalCount).toBe(1);
    expect(nodes[0]).toMatchObject({
      id: made.id,
      status: 'COMPLETED',
      text: 'The answer.',
      messages: [{ role: 'assistant', content: 'The answer.' }],
      steps: 1,
      error: null,
      agent: { id: agent.id },
      usage: { inputTokens: 10 },
      injected: [
        { rank: 1, content: 'Nearest fact', entry: { content: 'Nearest fact' } },
        { rank: 2, content: 'Middling fact' },
      ],
      injectedMessages: made.injectedMessages,
      createdBy: { kind: 'API_KEY', name: 'WRITE' },
      trace: { id: made.trace.id, usage: { inputTokens: 10, outputTokens: 5 } },
    });
    expect(nodes[0].trace.durationMs).toBeGreaterThanOrEqual(20);
    const ids = { id: made.id, projectId: project.id };
    const found = await project.run(
      `query ($id: ID!) { generation(id: $id) { text } node(id: $id) { __typename id }
        project { generation(id: $id) { text } generations { totalCount } } }`,
      ids,
    );
    expect(found).toEqual({
      generation: { text: 'The answer.' },
      node: { __typename: 'Generation', id: made.id },
      project: { generation: { text: 'The answer.' }, generations: { totalCount: 1 } },
    });
    const other = await server.project();
    const query = 'query ($id: ID!) { generation(id: $id) { id } node(id: $id) { id } }';
    for (const id of [made.id, 'gen_01m7vp9axme049zzpfbqmg6msh', '', 'x'.repeat(100_000)]) {
      expect(await other.run(query, { id })).toEqual({ generation: null, node: null });
    }
    const reading = await project.run(query, { id: made.id }, project.keys.READ);
    expect(reading.generation).toEqual({ id: made.id });
  });

  it.each<[string, ChatReply, boolean]>([
    ['the mutation', { kind: 'status', status: 500 }, false],
    ['/v1', { kind: 'status', status: 500 }, true],
  ])('that fails by %s says how', async (_, reply, isV1) => {
    const { project, agent } = await informed();
    server.models.chat(() => reply);
    const input = { agentId: agent.id, messages: user('The question') };
    if (isV1) expect((await toV1(project, { model: agent.id })).status).toBe(502);
    else await project.fail(GENERATE, { input });
    const { nodes } = await list(project, { status: 'FAILED' });
    expect(nodes).toMatchObject([
      { status: 'FAILED', error: expect.stringMatching(/^CHAT_UNAVAILABLE: .*500/), trace: null },
    ]);
  });

  it('that fails before the model is called says how', async () => {
    const { project, agent } = await informed();
    const foreign = 'mem_01m7vp9axme049zzpfbqmg6msh';
    const knowledgeConfig = { scope: { memoryIds: [foreign] } };
    await project.fail(GENERATE, {
      input: { agentId: agent.id, messages: user('The question'), knowledgeConfig },
    });
    const { nodes } = await list(project);
    expect(nodes).toMatchObject([
      { status: 'FAILED', error: expect.stringMatching(/^NOT_FOUND: /), steps: 0, text: '' },
    ]);
  });

  it('that fails after a message has a trace, and its idempotency key can be used again', async () => {
    const { project, agent } = await informed();
    const launch = { toolCalls: [{ name: 'launch', arguments: '{}' }] };
    replies(launch, { kind: 'status', status: 500 });
    const input = { agentId: agent.id, messages: user('Hi'), idempotencyKey: 'f 1' };
    await project.fail(GENERATE, { input });
    const { nodes } = await list(project);
    expect(nodes[0]).toMatchObject({
      status: 'FAILED',
      steps: 2,
      trace: { durationMs: expect.any(Number) },
    });
    replies({ text: 'Now.' });
    expect((await generate(project, input)).text).toBe('Now.');
    expect((await list(project)).totalCount).toBe(2);
  });

  it('is one for ten calls at once with the same idempotency key', async () => {
    const { project, agent } = await informed();
    replies({ text: 'Once.' });
    const input = { agentId: agent.id, messages: user('Hi'), idempotencyKey: 'k' };
    const calls = await Promise.allSettled(
      Array.from({ length: 10 }, () => generate(project, input)),
    );
    const made = calls.flatMap((call) => (call.status === 'fulfilled' ? call.value.id : []));
    expect(new Set(made).size).toBe(1);
    expect((await list(project)).totalCount).toBe(1);
  });

  it('of /v1 has the id of the answer, and is never continued', async () => {
    const { project, agent } = await informed();
    replies(weather, { text: 'It rains.' });
    const asked: Data = await (await toV1(project, { model: agent.id, tools })).json();
    const streamed = await (await toV1(project, { model: agent.id, stream: true })).text();
    const { nodes } = await list(project);
    expect(nodes).toMatchObject([
      { status: 'COMPLETED', text: 'It rains.' },
      { status: 'REQUIRES_ACTION', requiresAction: [{ name: 'weather' }], trace: null },
    ]);
    expect(asked.id).toBe(`chatcmpl-${nodes[1].id}`);
    expect(streamed).toContain(`"chatcmpl-${nodes[0].id}"`);
    const toolCallId = asked.choices[0].message.tool_calls[0].id;
    const toolResults = [{ toolCallId, content: 'rain' }];
    const failure = await project.fail(CONTINUE, {
      input: { generationId: nodes[1].id, toolResults },
    });
    expect(failure.extensions.code).toBe('CONFLICT');
  });
});

describe('the list of generations', () => {
  it('is paged in both directions, and by agent and status', async () => {
    const { project, agent } = await informed();
    const other = await createAgent(project);
    replies({ text: 'Done.' });
    const made: string[] = [];
    for (let i = 0; i < 5; i += 1) {
      made.unshift((await generate(project, { agentId: i === 2 ? other.id : agent.id })).id);
    }
    replies(weather);
    const waiting = await generate(project, { agentId: agent.id, tools });
    const all = [waiting.id, ...made];
    const idsOf = ({ nodes }: { nodes: { id: string }[] }) => nodes.map(({ id }) => id);
    expect(idsOf(await list(project))).toEqual(all);
    const first = await list(project, { first: 2 });
    expect(idsOf(first)).toEqual(all.slice(0, 2));
    expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    const next = await list(project, { first: 2, after: first.pageInfo.endCursor });
    expect(idsOf(next)).toEqual(all.slice(2, 4));
    const last = await list(project, { last: 2 });
    expect(idsOf(last)).toEqual(all.slice(-2));
    const before = await list(project, { last: 2, before: last.pageInfo.startCursor });
    expect(idsOf(before)).toEqual(all.slice(2, 4));
    expect(before.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true });

    const ofOther = await list(project, { agentId: other.id });
    expect(ofOther).toMatchObject({ totalCount: 1, nodes: [{ id: made[2] }] });
    const requiring = await list(project, { agentId: agent.id, status: 'REQUIRES_ACTION' });
    expect(idsOf(requiring)).toEqual([waiting.id]);
    expect(await list(project, { agentId: other.id, status: 'FAILED' })).toMatchObject({
      totalCount: 0,
      nodes: [],
    });
    const stranger = await server.project();
    const refused = await stranger.fail(LIST, { agentId: agent.id });
    expect(refused.extensions.code).toBe('NOT_FOUND');
    for (const wrong of [{ first: -1 }, { last: -1 }, { after: 'nonsense' }]) {
      expect((await project.fail(LIST, wrong)).extensions.code).toBe('BAD_USER_INPUT');
    }
  });
});

describe('the list of agents', () => {
  it('has each order, in both directions of paging', async () => {
    const project = await server.project();
    const ids: Record<string, string> = {};
    for (const name of ['b', 'a', 'C']) ids[name] = (await createAgent(project, { name })).id;
    await project.run(UPDATE_AGENT, { input: { agentId: ids.a, maxSteps: 3 } });
    const AGENTS = `query ($orderBy: AgentOrder, $first: Int, $after: String, $last: Int, $before: String) {
      agents(orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
        pageInfo { startCursor endCursor hasNextPage } nodes { name } } }`;
    const ask = async (variables: Record<string, unknown>) =>
      (await project.run(AGENTS, variables)).agents;
    const namesOf = ({ nodes }: { nodes: { name: string }[] }) =>
      nodes.map(({ name }) => name).join('');
    for (const [field, ascending] of [
      ['NAME', 'Cab'],
      ['CREATED_AT', 'baC'],
      ['UPDATED_AT', 'bCa'],
    ] as const) {
      const descending = [...ascending].reverse().join('');
      for (const [direction, names] of [
        ['ASC', ascending],
        ['DESC', descending],
      ] as const) {
        const orderBy = { field, direction };
        const page = await ask({ orderBy, first: 2 });
        expect(namesOf(page)).toBe(names.slice(0, 2));
        const rest = await ask({ orderBy, first: 2, after: page.pageInfo.endCursor });
        expect(namesOf(rest)).toBe(names.slice(2));
        const end = await ask({ orderBy, last: 2 });
        expect(namesOf(end)).toBe(names.slice(1));
        const start = await ask({ orderBy, last: 2, before: end.pageInfo.startCursor });
        expect(namesOf(start)).toBe(names.slice(0, 1));
      }
    }
    const page = await ask({ orderBy: { field: 'NAME', direction: 'ASC' }, first: 1 });
    const { extensions } = await project.fail(AGENTS, { after: page.pageInfo.endCursor });
    expect(extensions.code).toBe('BAD_USER_INPUT');
  });
});

describe('events', () => {
  const LOG = `{ events(first: 100) { nodes { type agentId generationId changes { field before after } } } }`;
  const logOf = async (project: TestProject, prefix: RegExp) => {
    const { events } = await project.run(LOG);
    return events.nodes.filter(({ type }: { type: string }) => prefix.test(type));
  };

  it('tell of changes of agents', async () => {
    const project = await server.project();
    const { id: agentId } = await createAgent(project, { name: 'One' });
    const update = (more: object) => project.run(UPDATE_AGENT, { input: { agentId, ...more } });
    await update({ name: 'One' });
    await update({ name: 'Two', knowledgeConfig: { limit: 7 } });
    await project.run(
      `mutation { deleteAgent(input: { agentId: "${agentId}" }) { deletedAgentId } }`,
    );
    const log = await logOf(project, /^AGENT_/);
    expect(log.map(({ type }: { type: string }) => type)).toEqual([
      'AGENT_CREATED',
      'AGENT_UPDATED',
      'AGENT_DELETED',
    ]);
    expect(log[0]).toMatchObject({ agentId, generationId: null });
    expect(log[1].changes).toMatchObject([
      { field: 'name', before: 'One', after: 'Two' },
      { field: 'knowledgeConfig', before: { limit: 20 }, after: { limit: 7 } },
    ]);
    expect(log[2].changes).toEqual([{ field: 'name', before: 'Two', after: null }]);
  });

  it('tell of each begin and end of a generation', async () => {
    const { project, agent } = await informed();
    replies(weather, { kind: 'status', status: 500 });
    const waiting = await generate(project, { agentId: agent.id, tools });
    const toolResults = [{ toolCallId: waiting.requiresAction[0].id, content: 'rain' }];
    const input = { generationId: waiting.id, toolResults };
    await project.fail(CONTINUE, { input });
    replies({ text: 'It rains.' });
    await project.run(CONTINUE, { input });
    const log = await logOf(project, /^GENERATION_/);
    for (const event of log) {
      expect(event).toMatchObject({ agentId: agent.id, generationId: waiting.id });
    }
    const changed = log.map(({ type, changes }: { type: string; changes: object[] }) => [
      type,
      ...changes,
    ]);
    const status = (before: string | null, after: string) => ({ field: 'status', before, after });
    expect(changed).toEqual([
      ['GENERATION_STARTED', status(null, 'RUNNING')],
      ['GENERATION_ENDED', status('RUNNING', 'REQUIRES_ACTION')],
      ['GENERATION_STARTED', status('REQUIRES_ACTION', 'RUNNING')],
      ['GENERATION_ENDED', status('RUNNING', 'REQUIRES_ACTION')],
      ['GENERATION_STARTED', status('REQUIRES_ACTION', 'RUNNING')],
      ['GENERATION_ENDED', status('RUNNING', 'COMPLETED')],
    ]);
  });
});
