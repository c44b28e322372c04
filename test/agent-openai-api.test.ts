import OpenAI from 'openai';
import { describe, expect, it, vi } from 'vitest';
import { startServer } from '../src/http/server.ts';
import { AGENT_ENV, agentsOn, CANCEL, nested, UPDATE_AGENT, user } from './support/agents.ts';
import { createDeferred } from './support/deferred.ts';
import { eventually } from './support/eventually.ts';
import type { ChatReply } from './support/model-server.ts';
import { type TestProject, useServer } from './support/server.ts';

type ChatParams = OpenAI.Chat.ChatCompletionCreateParams;

const server = useServer(AGENT_ENV);
const { replies, sent, informed } = agentsOn(server);

describe('the OpenAI-compatible API', () => {
  const clientOf = (project: TestProject, key = project.keys.WRITE) =>
    new OpenAI({ apiKey: key, baseURL: `${server.url}/v1`, maxRetries: 0 });

  it('answers the official client, with memory', async () => {
    const { project, agent } = await informed();
    replies({ text: 'From the API.' });
    const { data, response } = await clientOf(project)
      .chat.completions.create({
        model: agent.id,
        messages: [{ role: 'user', content: 'The question' }],
      })
      .withResponse();
    expect(data.choices[0]).toMatchObject({
      finish_reason: 'stop',
      message: { role: 'assistant', content: 'From the API.' },
    });
    expect(data.usage?.total_tokens).toBe(15);
    expect(data.model).toBe(agent.id);
    expect(sent().messages).toHaveLength(4);
    const traceId = response.headers.get('lorebase-trace-id') ?? '';
    expect((data as unknown as { lorebase_trace_id: string }).lorebase_trace_id).toBe(traceId);
    const { trace } = await project.run(
      `{ trace(id: "${traceId}") { finalResponse retrieved { rank } } }`,
    );
    expect(trace).toMatchObject({
      finalResponse: 'From the API.',
      retrieved: [{ rank: 1 }, { rank: 2 }],
    });
    const models = await clientOf(project).models.list();
    expect(models.data.map(({ id }) => id)).toEqual([agent.id]);
    expect(await clientOf(project).models.retrieve(agent.id)).toMatchObject({ id: agent.id });
  });

  it('streams to the official client', async () => {
    const { project, agent } = await informed();
    replies({ text: 'Piece by piece.' });
    const logged = vi.spyOn(server.app.log, 'info');
    const answer = await clientOf(project).chat.completions.create({
      model: agent.id,
      messages: [{ role: 'user', content: 'The question' }],
      stream: true,
      stream_options: { include_usage: true },
    });
    let text = '';
    let traceId = '';
    let tokens = 0;
    for await (const chunk of answer) {
      text += chunk.choices[0]?.delta.content ?? '';
      tokens = chunk.usage?.total_tokens ?? tokens;
      traceId = (chunk as unknown as { lorebase_trace_id?: string }).lorebase_trace_id ?? traceId;
    }
    expect({ text, tokens }).toEqual({ text: 'Piece by piece.', tokens: 15 });
    const lines = () => logged.mock.calls.filter(([, message]) => message === 'Operation');
    await eventually(() => lines().length).toBeGreaterThan(0);
    expect(lines()).toHaveLength(1);
    logged.mockRestore();
    expect((await project.run(`{ trace(id: "${traceId}") { task } }`)).trace.task).toBe(
      'The question',
    );
  });

  it.each([true, false])('hands tools to the official client (stream: %s)', async (isStream) => {
    const { project, memoryId, agent } = await informed();
    await project.run(UPDATE_AGENT, {
      input: { agentId: agent.id, knowledgeConfig: { writeMemoryId: memoryId } },
    });
    replies(
      {
        toolCalls: [
          { name: 'write_memory', arguments: `{"content":"Said ${Math.random()}"}` },
          { name: 'weather', arguments: '{"city":"Oslo"}' },
        ],
      },
      { text: 'Rain.' },
    );
    const client = clientOf(project);
    const calls: string[] = [];
    const tools = [
      {
        type: 'function' as const,
        function: {
          name: 'weather',
          description: 'Tells the weather',
          parameters: { type: 'object', properties: { city: { type: 'string' } } },
          parse: JSON.parse,
          function: (given: { city: string }) => {
            calls.push(given.city);
            return 'rain';
          },
        },
      },
    ];
    const messages = [{ role: 'user' as const, content: 'The question' }];
    const runner = client.chat.completions.runTools({
      model: agent.id,
      messages,
      tools,
      ...(isStream ? { stream: true as const } : {}),
    } as Parameters<typeof client.chat.completions.runTools>[0]);
    expect(await runner.finalContent()).toBe('Rain.');
    expect(calls).toEqual(['Oslo']);
    expect(JSON.stringify(sent().messages)).not.toContain('write_memory');
  });

  it.each<[string, ChatReply, string, string]>([
    ['cut off', { text: 'Half an', finishReason: 'length' }, 'Half an', 'length'],
    ['filtered', { text: 'Half', finishReason: 'content_filter' }, 'Half', 'content_filter'],
    ['refused', { refusal: 'I cannot.' }, 'I cannot.', 'stop'],
  ])('says that an answer is %s', async (_, reply, text, reason) => {
    const { project, agent } = await informed();
    replies(reply);
    const asked = { model: agent.id, messages: [{ role: 'user' as const, content: 'Hello' }] };
    const { choices } = await clientOf(project).chat.completions.create(asked);
    expect(choices[0]).toMatchObject({ message: { content: text }, finish_reason: reason });
    const answer = await clientOf(project).chat.completions.create({ ...asked, stream: true });
    const streamed: { text: string; reason?: string | null | undefined } = { text: '' };
    for await (const { choices } of answer) {
      streamed.text += choices[0]?.delta.content ?? '';
      streamed.reason = choices[0]?.finish_reason;
    }
    expect(streamed).toEqual({ text, reason });
  });

  it('answers what the model said beside a call of write_memory, as the stream does', async () => {
    const { project, memoryId, agent } = await informed();
    await project.run(UPDATE_AGENT, {
      input: { agentId: agent.id, knowledgeConfig: { writeMemoryId: memoryId } },
    });
    const call = () => ({ name: 'write_memory', arguments: `{"content":"Said ${Math.random()}"}` });
    const asked = { model: agent.id, messages: [{ role: 'user' as const, content: 'Hello' }] };
    replies({ text: 'It rains.', toolCalls: [call()] }, { text: 'I have noted that.' });
    const { choices } = await clientOf(project).chat.completions.create(asked);
    replies({ text: 'It rains.', toolCalls: [call()] }, { text: 'I have noted that.' });
    let streamed = '';
    const answer = await clientOf(project).chat.completions.create({ ...asked, stream: true });
    for await (const chunk of answer) streamed += chunk.choices[0]?.delta.content ?? '';
    const text = 'It rains.\n\nI have noted that.';
    expect([choices[0]?.message.content, streamed]).toEqual([text, text]);
  });

  it('aborts the model where the client goes away', async () => {
    const { project, agent } = await informed();
    replies({ text: 'word '.repeat(200), delayMs: 1 });
    const before = server.models.aborted.count;
    const answer = await clientOf(project).chat.completions.create({
      model: agent.id,
      messages: [{ role: 'user', content: 'The question' }],
      stream: true,
    });
    for await (const chunk of answer) if (chunk.choices[0]?.delta.content) break;
    await eventually(() => server.models.aborted.count).toBe(before + 1);
  });

  it.each([true, false])('aborts it before its first word too (stream: %s)', async (stream) => {
    const { project, agent } = await informed();
    const never = createDeferred();
    replies({ text: 'Too late.', after: never.promise });
    const [asked, aborted] = [server.models.chats.length, server.models.aborted.count];
    const leaving = new AbortController();
    const body = { model: agent.id, messages: user('The question'), stream };
    const answer = clientOf(project).chat.completions.create(body as ChatParams, {
      signal: leaving.signal,
    });
    await eventually(() => server.models.chats.length).toBe(asked + 1);
    leaving.abort();
    await expect(answer).rejects.toThrow(OpenAI.APIUserAbortError);
    // Sooner than the time-out of the call, of two minutes, would end it.
    await eventually(() => server.models.aborted.count).toBe(aborted + 1);
    expect((await project.run('{ traces { totalCount } }')).traces.totalCount).toBe(0);
  });

  it.each([true, false])('is not asked again what was cancelled (stream: %s)', async (stream) => {
    const { project, agent } = await informed();
    const never = createDeferred();
    replies({ text: 'Too late.', after: never.promise });
    const asked = server.models.chats.length;
    const body = { model: agent.id, messages: user('The question'), stream };
    const answer = clientOf(project).chat.completions.create(body as ChatParams, { maxRetries: 2 });
    const failing = answer.catch((error: unknown) => error);
    await eventually(() => server.models.chats.length).toBe(asked + 1);
    const running = '{ generations(status: RUNNING) { nodes { id } } }';
    const [{ id }] = (await project.run(running)).generations.nodes;
    await project.run(CANCEL, { input: { generationId: id } });
    expect(await failing).toMatchObject({ status: 409, code: 'conflict' });
    const { generations } = await project.run('{ generations { totalCount } }');
    expect(generations.totalCount).toBe(1);
    never.resolve();
  });

  it('does not hold up the stop of the server', async () => {
    const { project, agent } = await informed();
    const { url, close } = await startServer(server.app);
    replies({ text: 'One two three', delayMs: 1 });
    const answer = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': project.keys.WRITE },
      body: JSON.stringify({ model: agent.id, messages: user('Hi'), stream: true }),
    });
    const closing = close();
    expect(await answer.text()).toContain('[DONE]');
    const ended = performance.now();
    await closing;
    // A connection that is kept alive would hold it up for more than a minute.
    expect(performance.now() - ended).toBeLessThan(20_000);
  });

  it('offers the model no tools of the client with tool_choice "none"', async () => {
    const { project, memoryId, agent } = await informed();
    await project.run(UPDATE_AGENT, {
      input: { agentId: agent.id, knowledgeConfig: { writeMemoryId: memoryId } },
    });
    const tools = [{ type: 'function' as const, function: { name: 'weather' } }];
    const offeredFor = async (tool_choice: 'auto' | 'none' | null) => {
      const note = { name: 'write_memory', arguments: `{"content":"Said ${Math.random()}"}` };
      replies({ toolCalls: [note] }, { text: 'Noted.' });
      const asked = { model: agent.id, messages: user('Hi'), tools, tool_choice };
      await clientOf(project).chat.completions.create(asked as ChatParams);
      const calls = server.models.chats.slice(-2);
      return calls.map((call) => call.tools?.map((tool) => tool.function.name));
    };
    const all = ['weather', 'write_memory'];
    expect(await offeredFor('auto')).toEqual([all, all]);
    expect(await offeredFor(null)).toEqual([all, all]);
    expect(await offeredFor('none')).toEqual([['write_memory'], ['write_memory']]);
  });

  it.each([
    ['body.n', { n: 2 }],
    ['body.response_format.type', { response_format: { type: 'json_object' } }],
    ['body.tool_choice', { tool_choice: 'required' }],
    ['body.tool_choice', { tool_choice: { type: 'function', function: { name: 'weather' } } }],
  ])('refuses what it cannot do: %s in %o', async (param, given) => {
    const { project, agent } = await informed();
    replies({ text: 'Fine.' }, { text: 'Fine.' });
    const ask = (more: object) =>
      clientOf(project).chat.completions.create({
        model: agent.id,
        messages: user('Hi'),
        ...more,
      } as ChatParams);
    await expect(ask(given)).rejects.toMatchObject({
      status: 400,
      type: 'invalid_request_error',
      param,
    });
    await ask({ n: 1, response_format: { type: 'text' }, tool_choice: 'auto' });
    await ask({ n: null, response_format: null, tool_choice: null });
  });

  it('says what is wrong in the form of that API', async () => {
    const { project, agent } = await informed();
    const ask = ({ key, ...body }: { key?: string; [field: string]: unknown } = {}) =>
      clientOf(project, key)
        .chat.completions.create({
          model: agent.id,
          messages: user('Hi'),
          ...body,
        } as ChatParams)
        .then(
          () => null,
          (error: unknown) => error as InstanceType<typeof OpenAI.APIError>,
        );
    replies({ text: 'Fine.' });
    expect(await ask({ key: 'lb_wrong' })).toMatchObject({
      status: 401,
      type: 'authentication_error',
    });
    expect(await ask({ key: project.keys.READ })).toMatchObject({
      status: 403,
      type: 'permission_error',
    });
    expect(await ask({ model: 'gpt-4' })).toMatchObject({
      status: 404,
      code: 'model_not_found',
      message: expect.stringContaining('the name of a model is the id of an agent'),
    });
    const other = await informed();
    expect(await ask({ model: other.agent.id })).toMatchObject({ status: 404 });
    expect(await ask({ messages: [{ role: 'user' }] })).toMatchObject({
      status: 400,
      param: 'body.messages[0].content',
    });
    server.models.chat(() => ({ kind: 'status', status: 500 }));
    expect(await ask()).toMatchObject({ status: 502, code: 'chat_unavailable' });
    const deep = { role: 'user', content: 'Hi', more: nested(200) };
    expect(await ask({ messages: [deep] })).toMatchObject({ status: 400, param: 'body.messages' });
    expect(await ask({ metadata: { a: 'x'.repeat(20_000) } })).toMatchObject({
      status: 400,
      param: 'body.metadata',
    });
  });

  it.each<[{ status: number; retryAfter?: string }, Record<string, string | null>]>([
    [{ status: 400 }, { 'x-should-retry': 'false', 'retry-after': null }],
    [{ status: 401 }, { 'x-should-retry': 'false', 'retry-after': null }],
    [{ status: 408 }, { 'x-should-retry': null, 'retry-after': null }],
    [
      { status: 429, retryAfter: '1' },
      { 'x-should-retry': null, 'retry-after': '1' },
    ],
    [
      { status: 500, retryAfter: '1' },
      { 'x-should-retry': null, 'retry-after': null },
    ],
  ])('says whether to ask again after %o of the model', async (answer, headers) => {
    const { project, agent } = await informed();
    server.models.chat(() => ({ kind: 'status', ...answer }));
    const response = await fetch(`${server.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'x-api-key': project.keys.WRITE, 'content-type': 'application/json' },
      body: JSON.stringify({ model: agent.id, messages: user('Hi') }),
    });
    expect(response.status).toBe(502);
    for (const [name, value] of Object.entries(headers)) {
      expect(response.headers.get(name)).toBe(value);
    }
  });

  it.each<[string, string, Record<string, string>, number]>([
    ['chat/completions', '{', { 'content-type': 'application/json' }, 400],
    ['chat/completions', '"text"', { 'content-type': 'text/plain' }, 415],
    ['chat/completions', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['embeddings', '{}', { 'content-type': 'application/json' }, 404],
  ])('refuses /v1/%s with %s in that form', async (path, body, headers, status) => {
    const project = await server.project();
    const response = await fetch(`${server.url}/v1/${path}`, {
      method: 'POST',
      headers: { ...headers, 'x-api-key': project.keys.WRITE },
      body,
    });
    expect(response.status).toBe(status);
    const error = { message: expect.any(String), type: 'invalid_request_error' };
    expect(await response.json()).toMatchObject({ error });
  });
});
