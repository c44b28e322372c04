import type { ServerResponse } from 'node:http';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { generations } from '../src/db/tables/agents.ts';
import { entries } from '../src/db/tables/entries.ts';
import { applyRetention } from '../src/stream/apply-retention.ts';
import {
  AGENT_ENV,
  agentsOn,
  CONTINUE,
  createAgent,
  GENERATE,
  generate,
  nested,
  STREAM,
  UPDATE_AGENT,
  user,
} from './support/agents.ts';
import { createDeferred } from './support/deferred.ts';
import { eventually } from './support/eventually.ts';
import { subscribe } from './support/graphql.ts';
import type { ChatReply } from './support/model-server.ts';
import { type TestProject, useServer } from './support/server.ts';

const server = useServer(AGENT_ENV);
const { replies, sent, informed } = agentsOn(server);

const tool = (more: object) => ({ type: 'function', function: { name: 'weather', ...more } });

describe('generate', () => {
  it('records a trace that a review teaches from', async () => {
    const { project, agent } = await informed();
    replies({ text: 'The answer.' });
    const { trace, ...generation } = await generate(project, {
      agentId: agent.id,
      messages: user('The question'),
      metadata: { channel: 'web' },
    });
    expect(generation).toMatchObject({
      status: 'COMPLETED',
      text: 'The answer.',
      steps: 1,
      usage: { inputTokens: 10, outputTokens: 5 },
      messages: [{ role: 'assistant', content: 'The answer.' }],
    });
    expect(trace).toMatchObject({
      task: 'The question',
      finalResponse: 'The answer.',
      agentId: agent.id,
      model: 'test-chat',
      metadata: { channel: 'web' },
    });
    expect(trace.trajectory.at(-1)).toEqual({ role: 'assistant', content: 'The answer.' });
    expect(trace.retrieved).toHaveLength(2);
    expect(trace.retrieved[0].score).toBeCloseTo(0.36, 5);
    const { reviewTrace } = await project.run(
      `mutation { reviewTrace(input: { traceId: "${trace.id}", result: PASS, generateReflection: false }) { changes { after } } }`,
    );
    // Two entries share the credit of a run that is better than the baseline 0.5.
    expect(reviewTrace.changes).toEqual([{ after: 0.5375 }, { after: 0.5375 }]);
  });

  it('lets the model write to the memory of the agent, and no other', async () => {
    const { project, memoryId, agent } = await informed();
    await project.run(UPDATE_AGENT, {
      input: { agentId: agent.id, knowledgeConfig: { writeMemoryId: memoryId } },
    });
    const call = (content: unknown) => ({
      name: 'write_memory',
      arguments: JSON.stringify({ content, memoryId: 'mem_other' }),
    });
    replies({ toolCalls: [call('Likes tea'), call('Nearest fact')] }, { text: 'Noted.' });
    const generation = await generate(project, { agentId: agent.id });
    expect(server.models.chats.at(-2)?.tools).toMatchObject([
      {
        type: 'function',
        function: { name: 'write_memory', parameters: { required: ['content'] } },
      },
    ]);
    expect(
      sent()
        .messages.slice(-2)
        .map(({ content }) => JSON.parse(content ?? '')),
    ).toEqual([{ result: 'created' }, { result: 'skipped' }]);
    expect(generation).toMatchObject({ text: 'Noted.', steps: 2 });
    expect(generation.memoryWrites[0]).toMatchObject({
      action: 'CREATED',
      entry: { content: 'Likes tea', source: 'AGENT' },
      error: null,
    });
    expect(generation.trace.toolsUsed).toEqual(['write_memory']);
  });

  it('writes with the metadata of the scope, so that it tells each person only their own facts', async () => {
    const { project, memoryId, agent } = await informed();
    await project.run(UPDATE_AGENT, {
      input: { agentId: agent.id, knowledgeConfig: { writeMemoryId: memoryId, relativeScore: 0 } },
    });
    const write = { name: 'write_memory', arguments: '{"content":"Drinks green tea"}' };
    const tools = [{ type: 'function', function: { name: 'weather', parameters: {} } }];
    const callOf = (userId: string) => ({
      agentId: agent.id,
      tools,
      messages: [{ role: 'user', content: 'What tea is it?' }],
      knowledgeConfig: { scope: { metadata: { userId } } },
    });
    replies(
      { toolCalls: [{ name: 'weather', arguments: '{}' }] },
      { toolCalls: [write] },
      { text: 'Noted.' },
    );
    const { id, requiresAction } = await generate(project, callOf('u1'));
    const toolResults = [{ toolCallId: requiresAction[0].id, content: 'rain' }];
    const { continueGeneration } = await project.run(CONTINUE, {
      input: { generationId: id, toolResults },
    });
    expect(continueGeneration.generation.memoryWrites).toMatchObject([{ action: 'CREATED' }]);
    replies({ text: 'Yes.' });
    await generate(project, callOf('u1'));
    expect(JSON.stringify(sent().messages)).toContain('Drinks green tea');
    replies({ toolCalls: [write] }, { text: 'Noted.' });
    const ofOther = await generate(project, callOf('u2'));
    expect(JSON.stringify(server.models.chats.at(-2))).not.toContain('Drinks green tea');
    expect(ofOther.memoryWrites).toMatchObject([{ action: 'CREATED' }]);
  });

  it.each<[string, string, string]>([
    ['broken arguments', '{"content": ', 'BAD_USER_INPUT'],
    ['no content', '{"text": "x"}', 'BAD_USER_INPUT'],
    ['a blank content', '{"content": " "}', 'BAD_USER_INPUT'],
  ])('tells the model of a write with %s, and goes on', async (_, given, code) => {
    const { project, memoryId, agent } = await informed();
    const input = { agentId: agent.id, knowledgeConfig: { writeMemoryId: memoryId } };
    await project.run(UPDATE_AGENT, { input });
    replies({ toolCalls: [{ name: 'write_memory', arguments: given }] }, { text: 'Sorry.' });
    const generation = await generate(project, { agentId: agent.id });
    expect(generation.memoryWrites).toMatchObject([{ action: null, error: { code } }]);
    expect(JSON.parse(sent().messages.at(-1)?.content ?? '')).toMatchObject({ result: 'failed' });
    expect(JSON.stringify(generation.trace.trajectory)).toContain('failed');
    expect(generation.text).toBe('Sorry.');
  });

  it('tells the model that the memory to write to is gone', async () => {
    const { project, agent } = await informed();
    const gone = await project.memory();
    await project.run(UPDATE_AGENT, {
      input: { agentId: agent.id, knowledgeConfig: { writeMemoryId: gone } },
    });
    await project.run(
      `mutation { deleteMemory(input: { memoryId: "${gone}", force: true }) { memory { id } } }`,
    );
    replies(
      { toolCalls: [{ name: 'write_memory', arguments: '{"content":"x"}' }] },
      { text: 'Oh.' },
    );
    const generation = await generate(project, { agentId: agent.id });
    expect(generation.memoryWrites).toMatchObject([{ error: { code: 'NOT_FOUND' } }]);
  });

  it('makes a generation that no key of another project finds', async () => {
    const { project, agent } = await informed();
    const stranger = await server.project();
    replies({ text: 'Yes.' });
    const { id } = await generate(project, { agentId: agent.id });
    const query = 'query ($id: ID!) { node(id: $id) { id } generation(id: $id) { id } }';
    expect(await project.run(query, { id })).toEqual({ node: { id }, generation: { id } });
    expect(await stranger.run(query, { id })).toEqual({ node: null, generation: null });
  });

  it('tells the model of a tool that there is not', async () => {
    const { project, agent } = await informed();
    replies({ toolCalls: [{ name: 'launch', arguments: '{}' }] }, { text: 'Never mind.' });
    const { text } = await generate(project, { agentId: agent.id });
    expect(sent().messages.at(-1)?.content).toContain('no tool named launch');
    expect(text).toBe('Never mind.');
  });

  it.each([
    ['as they are', '{"content":"Likes\0 tea\ud800"}'],
    ['escaped', '{"content":"Likes\\u0000 tea\\ud800"}'],
  ])('keeps what a database can keep of what the model says, %s', async (_, args) => {
    const { project, memoryId, agent } = await informed();
    const input = { agentId: agent.id, knowledgeConfig: { writeMemoryId: memoryId } };
    await project.run(UPDATE_AGENT, { input });
    const call = { name: 'write_memory', arguments: args };
    replies({ toolCalls: [call] }, { text: 'No\0ted\udc00.' });
    const generation = await generate(project, { agentId: agent.id });
    expect(generation.text).toBe('Noted\ufffd.');
    expect(generation.memoryWrites).toMatchObject([{ content: 'Likes tea\ufffd', error: null }]);
    expect(generation.trace.finalResponse).toBe('Noted\ufffd.');
  });

  it('ends with a clear status where the model never does', async () => {
    const { project } = await informed();
    const agent = await createAgent(project, { maxSteps: 3 });
    replies({ toolCalls: [{ name: 'launch', arguments: '{}' }] });
    const generation = await generate(project, { agentId: agent.id });
    expect(generation).toMatchObject({ status: 'MAX_STEPS_REACHED', steps: 3 });
    expect(generation.trace).not.toBeNull();
  });

  it('runs at most 32 tool calls of a step, and tells the model of the others', async () => {
    const { project, memoryId, agent } = await informed();
    await project.run(UPDATE_AGENT, {
      input: { agentId: agent.id, knowledgeConfig: { writeMemoryId: memoryId } },
    });
    const toolCalls = Array.from({ length: 500 }, (_, i) =>
      i % 2 === 0
        ? { name: 'weather', arguments: `{"city":"${i}"}` }
        : { name: 'write_memory', arguments: '{"content":"Likes tea"}' },
    );
    replies({ toolCalls }, { text: 'Rain.' });
    const tools = [{ type: 'function', function: { name: 'weather', parameters: {} } }];
    const waiting = await generate(project, { agentId: agent.id, tools });
    expect(waiting.requiresAction).toHaveLength(16);
    expect(waiting.memoryWrites).toHaveLength(16);
    const toolResults = waiting.requiresAction.map(({ id }: { id: string }) => ({
      toolCallId: id,
      content: 'rain',
    }));
    await project.run(CONTINUE, { input: { generationId: waiting.id, toolResults } });
    const answers = sent().messages.filter(({ role }) => role === 'tool');
    expect(new Set(answers.map((answer) => answer.tool_call_id)).size).toBe(500);
    const refused = answers.filter(({ content }) => content?.includes('Only the first 32 calls'));
    expect(refused).toHaveLength(468);
  });

  it('hands calls of the caller’s tools back, and goes on with their results', async () => {
    const { project, memoryId, agent } = await informed();
    await project.run(UPDATE_AGENT, {
      input: { agentId: agent.id, knowledgeConfig: { writeMemoryId: memoryId } },
    });
    const tools = [{ type: 'function', function: { name: 'weather', parameters: {} } }];
    replies(
      {
        toolCalls: [
          { name: 'weather', arguments: '{"city":"Oslo"}' },
          { name: 'write_memory', arguments: '{"content":"Asks about Oslo"}' },
        ],
      },
      { text: 'Rain.' },
    );
    const waiting = await generate(project, {
      agentId: agent.id,
      tools,
      messages: user('The question'),
    });
    expect(waiting).toMatchObject({ status: 'REQUIRES_ACTION', trace: null });
    expect(waiting.memoryWrites).toMatchObject([{ action: 'CREATED' }]);
    const [call] = waiting.requiresAction;
    expect(call).toMatchObject({ name: 'weather', arguments: '{"city":"Oslo"}' });
    const go = (toolResults: object[]) => ({ input: { generationId: waiting.id, toolResults } });
    expect((await project.fail(CONTINUE, go([]))).extensions.path).toBe('input.toolResults');
    const wrong = await project.fail(CONTINUE, go([{ toolCallId: 'x', content: '' }]));
    expect(wrong.extensions.path).toBe('input.toolResults[0].toolCallId');
    const twice = ['rain', 'snow'].map((content) => ({ toolCallId: call.id, content }));
    const { message, extensions } = await project.fail(CONTINUE, go(twice));
    expect(message).toContain('must not be given twice');
    expect(extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      path: 'input.toolResults[1].toolCallId',
    });
    server.models.chat(() => ({ kind: 'status', status: 500 }));
    const results = go([{ toolCallId: call.id, content: 'rain' }]);
    expect((await project.fail(CONTINUE, results)).extensions.code).toBe('CHAT_UNAVAILABLE');
    replies({ text: 'Rain.' });
    const both = await Promise.allSettled([1, 2].map(() => project.run(CONTINUE, results)));
    const ended = both.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    expect(ended).toHaveLength(1);
    const { generation } = ended[0].continueGeneration;
    expect(generation).toMatchObject({ status: 'COMPLETED', text: 'Rain.', steps: 2 });
    expect(generation.trace.retrieved).toHaveLength(2);
    expect(generation.trace.toolsUsed).toEqual(['weather', 'write_memory']);
    expect((await project.fail(CONTINUE, results)).extensions.code).toBe('CONFLICT');
    const { traces } = await project.run('{ traces { totalCount } }');
    expect(traces.totalCount).toBe(1);
  });

  it('keeps what a failed continuation used, and counts no time of the caller’s tools', async () => {
    const { project, memoryId, agent } = await informed();
    await project.run(UPDATE_AGENT, {
      input: { agentId: agent.id, knowledgeConfig: { writeMemoryId: memoryId } },
    });
    replies({ toolCalls: [{ name: 'weather', arguments: '{}' }] });
    const waiting = await generate(project, { agentId: agent.id, tools: [tool({})] });
    const toolResults = [{ toolCallId: waiting.requiresAction[0].id, content: 'rain' }];
    const input = { generationId: waiting.id, toolResults };
    const { clock } = server.app;
    let later = 3_600_000;
    server.app.clock = () => new Date(Date.now() + later);
    try {
      const write = { name: 'write_memory', arguments: '{"content":"Asks about rain"}' };
      let asked = 0;
      server.models.chat(() => {
        asked += 1;
        if (asked === 1) return { toolCalls: [write] };
        later += 300_000;
        return { kind: 'status', status: 400 };
      });
      await project.fail(CONTINUE, { input });
      replies({ text: 'Rain.' });
      const { continueGeneration } = await project.run(CONTINUE, { input });
      expect(continueGeneration.generation).toMatchObject({
        usage: { inputTokens: 30, outputTokens: 15 },
        memoryWrites: [{ action: 'CREATED' }],
      });
      const { trace, stats } = await project.run(
        `{ trace(id: "${continueGeneration.generation.trace.id}") { durationMs }
          stats(from: "${clock().toISOString()}", bucket: WEEK) { generations generationLatency { p95 } } }`,
      );
      expect(Math.floor(trace.durationMs / 300_000)).toBe(1);
      expect(stats.at(-1)).toMatchObject({ generations: 1 });
      expect(Math.floor(stats.at(-1).generationLatency.p95 / 250_000)).toBe(1);
    } finally {
      server.app.clock = clock;
    }
  });

  it('shows a write whose entry was permanently deleted', async () => {
    const { project, memoryId, agent } = await informed();
    await project.run(UPDATE_AGENT, {
      input: { agentId: agent.id, knowledgeConfig: { writeMemoryId: memoryId } },
    });
    const write = { name: 'write_memory', arguments: '{"content":"Likes tea"}' };
    replies({ toolCalls: [write] }, { text: 'Noted.' });
    const { id } = await generate(project, { agentId: agent.id });
    const read = async () =>
      (await project.run(`{ generation(id: "${id}") { memoryWrites { content entry { id } } } }`))
        .generation.memoryWrites;
    const entryId = (await read())[0].entry.id;
    await project.run(
      `mutation { deleteEntry(input: { entryId: "${entryId}" }) { entry { id } } }`,
    );
    const purgeAt = new Date(0);
    await server.app.db.update(entries).set({ purgeAt }).where(eq(entries.id, entryId));
    await applyRetention(server.app);
    expect(await read()).toEqual([{ content: 'Likes tea', entry: null }]);
  });

  it.each([
    [12.5, -1, { inputTokens: 13, outputTokens: 0 }],
    [1e300, 'many', { inputTokens: 10_000_000, outputTokens: 0 }],
  ])('stores plausible numbers of tokens for %s and %s', async (input, output, usage) => {
    const { project, agent } = await informed();
    const message = { role: 'assistant', content: 'Well.' };
    const choices = [{ index: 0, finish_reason: 'stop', message }];
    const body = { choices, usage: { prompt_tokens: input, completion_tokens: output } };
    replies({ kind: 'body', body });
    const generation = await generate(project, { agentId: agent.id });
    expect(generation.usage).toEqual(usage);
    expect(generation.trace).not.toBeNull();
  });

  it('runs tool calls without type and id, and refuses those of another type', async () => {
    const { project, agent } = await informed();
    const answering = (...tool_calls: object[]) => {
      const message = { role: 'assistant', content: null, tool_calls };
      const choices = [{ index: 0, finish_reason: 'tool_calls', message }];
      return { kind: 'body' as const, body: { choices } };
    };
    const tools = [tool({})];
    replies(answering({ function: { name: 'weather', arguments: '{}' } }));
    expect(await generate(project, { agentId: agent.id, tools })).toMatchObject({
      status: 'REQUIRES_ACTION',
      requiresAction: [{ name: 'weather', arguments: '{}' }],
    });
    replies(answering({ id: 'a', type: 'custom', custom: { name: 'weather', input: '' } }));
    const input = { agentId: agent.id, tools, messages: user('Hello') };
    expect((await project.fail(GENERATE, { input })).extensions.code).toBe('CHAT_UNAVAILABLE');
  });

  it('keeps what the model said if the embedding model fails at the end', async () => {
    const { project, agent } = await informed();
    server.models.chat(() => {
      server.models.behave({ kind: 'status', status: 500 });
      return { text: 'The answer.' };
    });
    const asked = (question: string) => ({ agentId: agent.id, messages: user(question) });
    // The vector of the question is known from the search for knowledge.
    expect(await generate(project, asked('The question'))).toMatchObject({ status: 'COMPLETED' });
    server.models.behave({ kind: 'normal' });
    // The vector of a long one is not kept.
    const failure = await project.fail(GENERATE, { input: asked('The question '.repeat(200)) });
    server.models.behave({ kind: 'normal' });
    expect(failure.extensions.code).toBe('EMBEDDING_UNAVAILABLE');
    const { generations } = await project.run(
      '{ generations(first: 1) { nodes { status text steps usage { outputTokens } trace { id } } } }',
    );
    expect(generations.nodes).toEqual([
      { status: 'FAILED', text: 'The answer.', steps: 1, usage: { outputTokens: 5 }, trace: null },
    ]);
  });

  it('leaves the generation of a repeated call whose process has ended to be ended', async () => {
    const { project, agent } = await informed();
    replies({ text: 'Once.' });
    const input = { agentId: agent.id, idempotencyKey: 'g 3' };
    const first = await generate(project, input);
    const updatedAt = new Date(Date.now() - 16 * 60_000);
    await server.app.db
      .update(generations)
      .set({ status: 'RUNNING', state: {}, updatedAt })
      .where(eq(generations.id, first.id));
    const again = await generate(project, input);
    expect(again.id).not.toBe(first.id);
    const { generation } = await project.run(`{ generation(id: "${first.id}") { status } }`);
    expect(generation).toEqual({ status: 'RUNNING' });
    expect((await generate(project, input)).id).toBe(again.id);
  });

  it('is done once for an idempotency key', async () => {
    const { project, agent } = await informed();
    replies({ text: 'Once.' });
    const before = server.models.chats.length;
    const input = { agentId: agent.id, messages: user('Hi'), idempotencyKey: 'g 1' };
    const first = await generate(project, input);
    const again = await generate(project, input);
    expect(again).toMatchObject({ id: first.id, text: 'Once.', trace: { id: first.trace.id } });
    expect(server.models.chats.length - before).toBe(1);
    const other = await project.fail(GENERATE, { input: { ...input, messages: user('Ho') } });
    expect(other.extensions.code).toBe('CONFLICT');
    server.models.chat(() => ({ kind: 'status', status: 500 }));
    const failing = { ...input, idempotencyKey: 'g 2' };
    expect((await project.fail(GENERATE, { input: failing })).extensions.code).toBe(
      'CHAT_UNAVAILABLE',
    );
    replies({ text: 'Now.' });
    expect((await generate(project, failing)).text).toBe('Now.');
  });

  it.each<[string, ChatReply, string]>([
    ['answers 429', { kind: 'status', status: 429, retryAfter: '0' }, 'rate limit'],
    ['answers 500', { kind: 'status', status: 500 }, '500'],
    ['answers nonsense', { kind: 'body', body: 'nonsense' }, 'answer'],
  ])('fails with CHAT_UNAVAILABLE where the model %s', async (_, reply, message) => {
    const { project, agent } = await informed();
    server.models.chat(() => reply);
    const failure = await project.fail(GENERATE, {
      input: { agentId: agent.id, messages: user('Hello') },
    });
    expect(failure.extensions.code).toBe('CHAT_UNAVAILABLE');
    expect(failure.message).toContain(message);
  });

  it.each<[Record<string, unknown>, string]>([
    [{ messages: [] }, 'input.messages'],
    [{ messages: [{ role: 'user' }] }, 'input.messages[0].content'],
    [{ tools: [{ type: 'function', function: { name: 'a b' } }] }, 'input.tools[0].function.name'],
    [
      { tools: [{ type: 'function', function: { name: 'write_memory' } }] },
      'input.tools[0].function.name',
    ],
    [{ tools: [tool({ description: 'nul \0' })] }, 'input.tools'],
    [{ tools: [tool({ description: 'x'.repeat(1024 * 1024) })] }, 'input.tools'],
    [{ tools: [tool({ parameters: nested(200) })] }, 'input.tools'],
    [{ messages: [{ role: 'user', content: 'Hi', more: nested(200) }] }, 'input.messages'],
  ])('refuses %#', async (input, path) => {
    const { project, agent } = await informed();
    const whole = { agentId: agent.id, messages: user('Hello'), ...input };
    const { extensions } = await project.fail(GENERATE, { input: whole });
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path });
  });

  const call = { id: 'c', type: 'function', function: { name: 'f', arguments: {} } };

  it.each<[Record<string, unknown>, string]>([
    [{ messages: [{ role: 'tool', content: 'x' }] }, 'messages[0].tool_call_id: is missing'],
    [
      { messages: [{ role: 'tool', content: 'x', tool_call_id: 7 }] },
      'messages[0].tool_call_id: must be text',
    ],
    [
      { messages: [{ role: 'assistant', tool_calls: [call] }] },
      'messages[0].tool_calls[0].function.arguments: must be text',
    ],
    [
      { messages: [{ role: 'assistant', tool_calls: 'none' }] },
      'messages[0].tool_calls: must be a list',
    ],
    [{ tools: [{ type: 'function' }] }, 'tools[0].function: is missing'],
    [{ tools: [{ type: 'function', function: 'f' }] }, 'tools[0].function: must be an object'],
    [{ tools: [tool({ parameters: 'none' })] }, 'tools[0].function.parameters: must be an object'],
  ])('says what is wrong in %#', async (input, message) => {
    const { project, agent } = await informed();
    const whole = { agentId: agent.id, messages: user('Hello'), ...input };
    const failure = await project.fail(GENERATE, { input: whole });
    expect(failure.message).toBe(`input.${message}`);
  });
});

describe('a database that cannot be reached', () => {
  const failure = Object.assign(new Error('The connection was lost'), { code: 'ECONNRESET' });

  /** Loses the connection in every transaction from now on until `end`; with `isLate`, after it was committed. */
  function loseConnection({ isLate = false } = {}) {
    const { app } = server;
    const { connection } = app;
    const lost = createDeferred();
    const transaction: typeof connection.transaction = async (...args) => {
      if (isLate) await connection.transaction(...args);
      lost.resolve();
      throw failure;
    };
    app.connection = { ...connection, transaction };
    const end = () => {
      app.connection = connection;
    };
    return { end, lost: lost.promise };
  }

  /** The code with which a call fails whose connection to the database is lost when the model answers. */
  async function codeOfOutage(project: TestProject, input: object, reply: ChatReply) {
    let end = () => {};
    server.models.chat(() => {
      ({ end } = loseConnection());
      return reply;
    });
    const { extensions } = await project.fail(GENERATE, { input }).finally(() => end());
    return extensions.code;
  }

  const statusOf = async (project: TestProject, id: string) =>
    (await project.run('query ($id: ID!) { generation(id: $id) { status } }', { id })).generation
      .status;

  const listed = async (project: TestProject) =>
    await project.run('{ generations { nodes { id status } } traces { totalCount } }');

  it.each([
    ['nothing', false],
    ['the end, but not the answer,', true],
  ])('stores %s in the end, and the call waits for it', async (_, isLate) => {
    const { project, agent } = await informed();
    const isLost = createDeferred();
    let end = () => {};
    server.models.chat(() => {
      const connection = loseConnection({ isLate });
      end = connection.end;
      void connection.lost.then(isLost.resolve);
      return { text: 'The answer.' };
    });
    try {
      const input = { agentId: agent.id, messages: user('Hi'), idempotencyKey: 'lost 1' };
      const answering = generate(project, input);
      await isLost.promise;
      end();
      const answer = await answering;
      expect(answer).toMatchObject({ status: 'COMPLETED', text: 'The answer.' });
      const again = await generate(project, input);
      expect(again).toMatchObject({ id: answer.id, trace: { id: answer.trace.id } });
      expect((await listed(project)).traces.totalCount).toBe(1);
    } finally {
      end();
    }
  });

  it('does not let a call wait for long, and stores its answer nevertheless', async () => {
    const { project, agent } = await informed();
    const input = { agentId: agent.id, messages: user('Hi'), idempotencyKey: 'lost 2' };
    expect(await codeOfOutage(project, input, { text: 'The answer.' })).toBe(
      'DATABASE_UNAVAILABLE',
    );
    await eventually(async () => (await listed(project)).generations.nodes[0].status).toBe(
      'COMPLETED',
    );
    expect(await generate(project, input)).toMatchObject({ text: 'The answer.' });
  });

  it('frees the idempotency key of a generation that failed meanwhile', async () => {
    const { project, agent } = await informed();
    const input = { agentId: agent.id, messages: user('Hi'), idempotencyKey: 'lost 3' };
    expect(await codeOfOutage(project, input, { kind: 'status', status: 400 })).toBe(
      'CHAT_UNAVAILABLE',
    );
    const { id } = (await listed(project)).generations.nodes[0];
    await eventually(() => statusOf(project, id)).toBe('FAILED');
    replies({ text: 'Now.' });
    expect((await generate(project, input)).text).toBe('Now.');
  });

  it('leaves no generation RUNNING whose beginning was stored and not answered', async () => {
    const { project, agent } = await informed();
    replies({ toolCalls: [{ name: 'weather', arguments: '{}' }] });
    const tools = [tool({})];
    const input = { agentId: agent.id, tools, messages: user('Hi'), idempotencyKey: 'lost 4' };
    const failing = async (query: string, given: object) => {
      const { end } = loseConnection({ isLate: true });
      const { extensions } = await project.fail(query, { input: given }).finally(end);
      expect(extensions.code).toBe('DATABASE_UNAVAILABLE');
      const { id } = (await listed(project)).generations.nodes[0];
      return id;
    };
    const id = await failing(GENERATE, input);
    await eventually(() => statusOf(project, id)).toBe('FAILED');
    const waiting = await generate(project, input);
    const toolResults = [{ toolCallId: waiting.requiresAction[0].id, content: 'rain' }];
    const results = { generationId: waiting.id, toolResults };
    await failing(CONTINUE, results);
    await eventually(() => statusOf(project, waiting.id)).toBe('REQUIRES_ACTION');
    replies({ text: 'Rain.' });
    const { continueGeneration } = await project.run(CONTINUE, { input: results });
    expect(continueGeneration.generation.text).toBe('Rain.');
  });
});

describe('a chat model that does not answer', () => {
  const impatient = useServer({ ...AGENT_ENV, CHAT_TIMEOUT_MS: '300' });

  it('makes a generation fail with CHAT_UNAVAILABLE', async () => {
    const project = await impatient.project();
    const agent = await createAgent(project);
    impatient.models.chat(() => ({ kind: 'hang' }));
    const failure = await project.fail(GENERATE, {
      input: { agentId: agent.id, messages: user('Hello') },
    });
    expect(failure.extensions.code).toBe('CHAT_UNAVAILABLE');
    expect(failure.message).toContain('in time');
  });
});

describe('a streamed generation', () => {
  const stream = (project: TestProject, input: Record<string, unknown>) =>
    subscribe(server.url, project.keys.WRITE, STREAM, {
      input: { messages: user('The question'), ...input },
    });

  it('tells of text, tool calls, memory writes and the end', async () => {
    const { project, memoryId, agent } = await informed();
    await project.run(UPDATE_AGENT, {
      input: { agentId: agent.id, knowledgeConfig: { writeMemoryId: memoryId } },
    });
    replies(
      { toolCalls: [{ name: 'write_memory', arguments: '{"content":"Likes long answers"}' }] },
      { text: 'This is the answer.' },
    );
    const live = stream(project, { agentId: agent.id });
    await live.ended;
    const events = live.received.map((data) => data.generate);
    expect(events.map((event) => event.__typename)).toEqual([
      'GenerationStarted',
      'ToolCall',
      'MemoryWrite',
      'TextDelta',
      'TextDelta',
      'TextDelta',
      'TextDelta',
      'GenerationEnded',
    ]);
    expect(events.map((event) => event.text ?? '').join('')).toBe('This is the answer.');
    expect(events[0]).toMatchObject({
      id: events.at(-1).generation.id,
      injected: [
        { rank: 1, content: 'Nearest fact', entry: { content: 'Nearest fact' } },
        { rank: 2, content: 'Middling fact' },
      ],
    });
    expect(events[2].action).toBe('CREATED');
    expect(events.at(-1).generation).toMatchObject({
      status: 'COMPLETED',
      text: 'This is the answer.',
    });
    expect(events.at(-1).generation.trace.id).toMatch(/^trc_/);
    await live.stop();
  });

  it.each<[string, (number: number) => { index?: number }]>([
    ['have no index', () => ({})],
    ['all have the index 0', () => ({ index: 0 })],
    ['are counted', (number) => ({ index: number })],
  ])('tells tool calls apart that %s', async (_, place) => {
    const { project, agent } = await informed();
    const part = (tool_calls: object[], finish_reason: string | null = null) =>
      `data: ${JSON.stringify({ choices: [{ index: 0, delta: { tool_calls }, finish_reason }] })}\n\n`;
    const parts = ['one', 'two'].flatMap((name, number) => [
      part([{ ...place(number), id: `call_${name}`, function: { name, arguments: '' } }]),
      part([{ ...place(number), function: { arguments: '{"a"' } }]),
      part([{ ...place(number), function: { arguments: ':1}' } }]),
    ]);
    const body = [...parts, part([], 'tool_calls'), 'data: [DONE]\n\n'].join('');
    replies({ kind: 'body', body }, { text: 'Well.' });
    const live = stream(project, { agentId: agent.id });
    await live.ended;
    await live.stop();
    expect(sent().messages.at(-3)?.tool_calls).toEqual(
      ['one', 'two'].map((name) => ({
        id: `call_${name}`,
        type: 'function',
        function: { name, arguments: '{"a":1}' },
      })),
    );
  });

  it.each<[string, (number: number) => object]>([
    ['have neither ids nor indexes', () => ({})],
    ['have no ids, and all the index 0', () => ({ index: 0 })],
    ['have the same id', (index) => ({ id: 'call', index })],
  ])('tells tool calls apart that %s', async (_, place) => {
    const { project, agent } = await informed();
    const calls = ['one', 'two'].map((name, number) => ({
      ...place(number),
      function: { name, arguments: '{}' },
    }));
    const part = (tool_calls: object[], finish_reason: string | null) =>
      `data: ${JSON.stringify({ choices: [{ index: 0, delta: { tool_calls }, finish_reason }] })}\n\n`;
    const parts = calls.map((call) => part([call], null));
    const body = [...parts, part([], 'tool_calls'), 'data: [DONE]\n\n'].join('');
    replies({ kind: 'body', body }, { text: 'Well.' });
    const live = stream(project, { agentId: agent.id });
    await live.ended;
    await live.stop();
    expect(sent().messages.at(-3)?.tool_calls).toMatchObject(
      ['one', 'two'].map((name) => ({ function: { name, arguments: '{}' } })),
    );
  });

  it('of parts that are not text ends with a code', async () => {
    const { project, agent } = await informed();
    const delta = { content: [{ type: 'text', text: 'Well.' }] };
    const chunk = { choices: [{ index: 0, delta, finish_reason: 'stop' }] };
    replies({ kind: 'body', body: `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n` });
    const live = stream(project, { agentId: agent.id });
    await live.ended;
    expect(JSON.stringify([live.received, live.errors])).toContain('CHAT_UNAVAILABLE');
    await live.stop();
  });

  it('that is cut in the middle ends with a code', async () => {
    const { project, agent } = await informed();
    replies({ text: 'One two three four', cutAfter: 2 });
    const live = stream(project, { agentId: agent.id });
    await live.ended;
    expect(JSON.stringify([live.received, live.errors])).toContain('CHAT_UNAVAILABLE');
    expect(live.received[1]?.generate.text).toBe('One ');
    await live.stop();
    const { traces } = await project.run('{ traces { nodes { finalResponse metadata } } }');
    expect(traces.nodes).toMatchObject([
      { finalResponse: 'One two ', metadata: { lorebaseError: 'CHAT_UNAVAILABLE' } },
    ]);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['breaks', (response) => void setTimeout(() => response.destroy(), 100)],
    ['stays open', (response) => void response.write('data: [DONE]\n\n')],
  ])('whose connection %s after the reason of the end is complete', async (_, finish) => {
    const { project, agent } = await informed();
    const part = (delta: object, finish_reason: string | null) =>
      `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
    const text = part({ content: 'All of it.' }, null) + part({}, 'stop');
    replies({
      kind: 'raw',
      respond(response) {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(text, () => finish(response));
      },
    });
    const live = stream(project, { agentId: agent.id });
    await live.ended;
    expect(live.errors).toEqual([]);
    await live.stop();
    const { traces } = await project.run('{ traces { nodes { finalResponse metadata } } }');
    expect(traces.nodes).toEqual([{ finalResponse: 'All of it.', metadata: {} }]);
  });

  it('that is ended by the caller aborts the call to the model', async () => {
    const { project, agent } = await informed();
    replies({ text: 'word '.repeat(200), delayMs: 1 });
    const before = server.models.aborted.count;
    const live = stream(project, { agentId: agent.id });
    await live.count(1);
    await live.stop();
    await eventually(() => server.models.aborted.count).toBe(before + 1);
  });
});
