import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import OpenAI from 'openai';
import { describe, expect, it, vi } from 'vitest';
import {
  type FinishedRun,
  isLorebaseError,
  Lorebase,
  openaiChat,
  rubricJudge,
} from '../../client/src/index.ts';
import { createDeferred } from '../support/deferred.ts';
import { answeredWith, calledItem, saidItem } from '../support/openai-responses.ts';
import { useServer } from '../support/server.ts';

const server = useServer({ CHAT_MODEL: 'test-chat' });

async function start() {
  const project = await server.project();
  const lorebase = new Lorebase({ url: server.url, apiKey: project.keys.WRITE });
  const openai = new OpenAI({ baseURL: server.models.baseUrl, apiKey: 'none', maxRetries: 0 });
  return { project, lorebase, openai };
}

const TASK = 'Cancel a reservation through the travel insurance';

async function lessonIn(lorebase: Lorebase): Promise<string> {
  const { entry } = await lorebase.createReflection({
    task: TASK,
    summary: 'The policy decides',
    guidance: 'Look at the policy first.',
    result: 'PASS',
  });
  return entry.id;
}

describe('a run', () => {
  it('is told the lessons, and stored with what it did', async () => {
    const { lorebase } = await start();
    const lesson = await lessonIn(lorebase);
    const { value, trace } = await lorebase.trace(
      TASK,
      (run) => {
        expect(run.augmentedTask).toContain('Look at the policy first.');
        run.recordMessage({ role: 'user', content: run.augmentedTask });
        run.recordToolCall({ name: 'policy', arguments: { id: 7 }, result: { covered: true } });
        run.recordUsage({ inputTokens: 10, outputTokens: 2 });
        run.recordUsage({ inputTokens: 5, outputTokens: 1 });
        run.review({ result: 'PASS', feedback: 'It worked', generateReflection: false });
        return 'Cancelled';
      },
      { trace: { agentId: 'traveller', metadata: { domain: 'airline' } } },
    );
    expect(value).toBe('Cancelled');
    expect(trace).toMatchObject({
      task: TASK,
      finalResponse: 'Cancelled',
      agentId: 'traveller',
      metadata: { domain: 'airline' },
      toolsUsed: ['policy'],
      messageCount: 3,
      usage: { inputTokens: 15, outputTokens: 3 },
      retrieved: [{ entryId: lesson }],
      review: { result: 'PASS', feedback: 'It worked' },
    });
    expect(trace?.durationMs).toBeGreaterThanOrEqual(0);
  });

  it('is reviewed later, and again', async () => {
    const { lorebase } = await start();
    const lesson = await lessonIn(lorebase);
    const before = (await lorebase.entry(lesson))?.utility ?? 0;
    const finished = await lorebase.trace(TASK, () => 42);
    expect(finished).toMatchObject({ value: 42, trace: { review: null, finalResponse: null } });
    await finished.review({ result: 'PASS', generateReflection: false });
    expect((await lorebase.entry(lesson))?.utility).toBeGreaterThan(before);
    const { trace } = await finished.review({ result: 'FAIL', generateReflection: false });
    expect(trace.review?.result).toBe('FAIL');
    expect((await lorebase.entry(lesson))?.utility).toBeLessThan(before);
  });

  it('that throws is stored as well, and throws its own error', async () => {
    const { lorebase } = await start();
    const finished: FinishedRun<unknown>[] = [];
    const error = new Error('The booking system is down');
    const run = lorebase.trace(
      TASK,
      (current) => {
        current.recordMessage({ role: 'assistant', content: 'I try to book' });
        throw error;
      },
      {
        onTrace: (given) => finished.push(given),
        judge: ({ error }) => ({ result: error ? 'FAIL' : 'PASS', generateReflection: false }),
      },
    );
    await expect(run).rejects.toBe(error);
    expect(finished[0]?.trace).toMatchObject({
      messageCount: 1,
      metadata: { error: 'Error: The booking system is down' },
      review: { result: 'FAIL' },
    });
  });

  it('goes on without a server if someone is told of the errors', async () => {
    const lorebase = new Lorebase({ url: 'http://127.0.0.1:1', apiKey: 'key', retries: 0 });
    const errors: unknown[] = [];
    const onError = (error: unknown) => errors.push(error);
    const { value, trace } = await lorebase.trace(TASK, (run) => run.augmentedTask, { onError });
    expect([value, trace]).toEqual([TASK, null]);
    expect(errors.map((error) => isLorebaseError(error, 'CONNECTION_FAILED'))).toEqual([
      true,
      true,
    ]);
    await expect(lorebase.trace(TASK, () => 1)).rejects.toThrow(
      /The connection to http:\/\/127.0.0.1:1 failed \(bad port\)/,
    );
  });

  it('throws its own error also if its trace cannot be stored', async () => {
    const lorebase = new Lorebase({ url: 'http://127.0.0.1:1', apiKey: 'key', retries: 0 });
    const written = vi.spyOn(console, 'error').mockImplementation(() => {});
    const error = new Error('run');
    const act = () => Promise.reject(error);
    await expect(lorebase.trace(TASK, act, { lessons: false })).rejects.toBe(error);
    const [message, cause] = written.mock.calls[0] ?? [];
    written.mockRestore();
    expect(message).toMatch(/could not be stored/);
    expect(isLorebaseError(cause, 'CONNECTION_FAILED')).toBe(true);
  });

  it('is stored within the limits of the server', async () => {
    const { lorebase, project } = await start();
    const memory = await lorebase.createMemory({ name: 'notes' });
    const ids: string[] = [];
    for (let i = 0; i < 2; i += 1) {
      const observations = Array.from({ length: 300 }, (_, j) => ({
        content: `Observation ${i} ${j}`,
        importance: 1,
      }));
      const recorded = await lorebase.recordObservations({ memoryId: memory.id, observations });
      ids.push(...recorded.flatMap((result) => ('entry' in result ? [result.entry.id] : [])));
    }
    const long = `\0\uD83D${'😀'.repeat(600_000)}`;
    const { trace } = await lorebase.trace(
      `${TASK}\0\uD83D`,
      (run) => {
        run.recordRetrieved(ids);
        run.recordToolCall({ name: 'tea', arguments: {}, result: 'a\0b\uD83D😀' });
        return long;
      },
      { judge: () => ({ result: 'PASS', feedback: long, generateReflection: false }) },
    );
    expect(trace?.retrieved.map(({ entryId }) => entryId)).toEqual(ids.slice(0, 500));
    expect(trace?.task).toBe(TASK);
    expect(trace?.finalResponse).toMatch(/^😀+$/u);
    const query = 'query ($id: ID!) { trace(id: $id) { trajectory } }';
    const stored = await project.run(query, { id: trace?.id });
    expect(stored.trace.trajectory[1].content).toBe('ab😀');
    expect(trace?.review?.feedback).toMatch(/^😀{7999}$/u);
    const failing = lorebase.trace(TASK, () => Promise.reject(new Error(long)), { lessons: false });
    await expect(failing).rejects.toThrow('😀');
    const { nodes } = await lorebase.traces({ first: 1 });
    expect(nodes[0]?.metadata.error).toMatch(/^Error: 😀+$/u);
  });

  it('is each call of a wrapped function', async () => {
    const { lorebase } = await start();
    const answer = lorebase.traced(
      async (run, question: string, times: number) => {
        run.recordMessage({ role: 'user', content: question });
        return question.repeat(times);
      },
      {
        task: (question) => `Answer ${question}`,
        judge: () => ({ result: 'PASS', generateReflection: false }),
      },
    );
    expect(await answer('ab', 2)).toBe('abab');
    const { nodes } = await lorebase.traces();
    expect(nodes).toMatchObject([
      { task: 'Answer ab', finalResponse: 'abab', review: { result: 'PASS' } },
    ]);
  });
});

describe('the client of openai', () => {
  const tools = [{ type: 'function' as const, function: { name: 'add', parameters: {} } }];

  it.each([false, true])('is recorded with its tool calls (streamed: %s)', async (stream) => {
    const { lorebase, openai, project } = await start();
    server.models.chat(({ messages }) =>
      messages.some(({ role }) => role === 'tool')
        ? { text: 'It is 3.' }
        : { toolCalls: [{ name: 'add', arguments: '{"a":1,"b":2}' }] },
    );
    const { trace } = await lorebase.trace('Add 1 and 2', async (run) => {
      const client = run.openai(openai);
      const messages: OpenAI.ChatCompletionMessageParam[] = [
        { role: 'system', content: 'You add.' },
        { role: 'user', content: run.augmentedTask },
      ];
      const ask = async () => {
        const body = { model: 'test-chat', messages, tools };
        if (!stream) {
          const { choices } = await client.chat.completions.create(body);
          return choices[0]?.message;
        }
        const runner = client.chat.completions.stream(body);
        return runner.finalMessage();
      };
      const called = await ask();
      if (called) messages.push(called);
      for (const { id } of called?.tool_calls ?? []) {
        messages.push({ role: 'tool', tool_call_id: id, content: '3' });
      }
      return (await ask())?.content;
    });
    const { trajectory } = (
      await project.run('query ($id: ID!) { trace(id: $id) { trajectory } }', { id: trace?.id })
    ).trace;
    expect(trajectory.map(({ role }: { role: string }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'assistant',
    ]);
    expect(trajectory[2].tool_calls).toMatchObject([
      { function: { name: 'add', arguments: '{"a":1,"b":2}' } },
    ]);
    expect(trace).toMatchObject({
      finalResponse: 'It is 3.',
      model: 'test-chat',
      toolsUsed: ['add'],
    });
    if (!stream) expect(trace?.usage?.inputTokens).toBeGreaterThan(0);
  });

  it.each([false, true])('is recorded with its responses (streamed: %s)', async (stream) => {
    const { lorebase, project } = await start();
    const reasoning = { id: 'rs_1', type: 'reasoning', summary: [] };
    const outputs = [[reasoning, calledItem('add', '{}'), WEB_SEARCH], [saidItem('It is 3.')]];
    const openai = new OpenAI(answeredWith(outputs));
    const { trace } = await lorebase.trace('Add 1 and 2', async (run) => {
      const client = run.openai(openai);
      const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: run.augmentedTask }];
      const ask = async () => {
        const body = { model: 'test-chat', instructions: 'You add.', input };
        if (!stream) return client.responses.create(body);
        return client.responses.stream(body).finalResponse();
      };
      input.push(...((await ask()).output as OpenAI.Responses.ResponseInput));
      input.push({ type: 'function_call_output', call_id: 'c1', output: '3' });
      return (await ask()).output_text;
    });
    expect(trace).toMatchObject({
      finalResponse: 'It is 3.',
      model: 'test-chat',
      toolsUsed: ['add', 'web_search'],
      usage: { inputTokens: 20, outputTokens: 10 },
    });
    const { trajectory } = (
      await project.run('query ($id: ID!) { trace(id: $id) { trajectory } }', { id: trace?.id })
    ).trace;
    const asked = (id: string, name: string, text: string) => ({
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: { name, arguments: text } }],
    });
    expect(trajectory).toEqual([
      { role: 'system', content: 'You add.' },
      { role: 'user', content: 'Add 1 and 2' },
      asked('c1', 'add', '{}'),
      asked('ws_1', 'web_search', '{"type":"search","query":"3"}'),
      { role: 'tool', tool_call_id: 'c1', content: '3' },
      { role: 'assistant', content: 'It is 3.' },
    ]);
  });

  it('is recorded with what had arrived of a response whose stream breaks off', async () => {
    const { lorebase } = await start();
    const events = [
      {
        type: 'response.output_item.done',
        output_index: 0,
        item: { ...saidItem('First.'), id: 'm_1' },
      },
      { type: 'response.output_text.delta', item_id: 'm_1', delta: 'First.' },
      { type: 'response.output_text.delta', item_id: 'm_2', delta: 'Sec' },
      { type: 'response.output_text.delta', item_id: 'm_2', delta: 'ond' },
    ];
    const text = `${events.map((event) => `data: ${JSON.stringify(event)}`).join('\n\n')}\n\ndata: {"ty`;
    const fetch = async () => new Response(text);
    const openai = new OpenAI({ baseURL: 'http://none', apiKey: 'none', maxRetries: 0, fetch });
    let messages: readonly object[] = [];
    await lorebase
      .trace('Count', async (run) => {
        const { responses } = run.openai(openai);
        const received = await responses.create({ model: 'm', input: 'Count', stream: true });
        for await (const { type } of received) if (type === 'error') break;
        await run.recorded();
        messages = [...run.messages];
      })
      .catch(() => {});
    expect(messages).toEqual([
      { role: 'user', content: 'Count' },
      { role: 'assistant', content: 'First.' },
      { role: 'assistant', content: 'Second' },
    ]);
  });

  it('is recorded as far as it came when the caller ends the stream', async () => {
    const { lorebase, openai } = await start();
    server.models.chat(() => ({ text: 'one two three four' }));
    const { trace } = await lorebase.trace('Count', async (run) => {
      const messages = [{ role: 'user' as const, content: 'Count' }];
      const stream = await run
        .openai(openai)
        .chat.completions.create({ model: 'm', messages, stream: true });
      for await (const _chunk of stream) break;
    });
    expect(trace?.messageCount).toBeGreaterThanOrEqual(1);
  });

  it('ends the stream of a server that never ends it', async () => {
    const { lorebase } = await start();
    const closed = createDeferred();
    const endless = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const chunk = { choices: [{ index: 0, delta: { role: 'assistant', content: 'one' } }] };
      response.write(`data: ${JSON.stringify(chunk)}\n\n`);
      response.once('close', () => closed.resolve());
    });
    const openai = new OpenAI({ baseURL: await urlOf(endless), apiKey: 'none', maxRetries: 0 });
    const { trace } = await lorebase.trace('Count', async (run) => {
      const messages = [{ role: 'user' as const, content: 'Count' }];
      const stream = await run
        .openai(openai)
        .chat.completions.create({ model: 'm', messages, stream: true });
      for await (const _chunk of stream) break;
    });
    await closed.promise;
    endless.close();
    expect(trace?.messageCount).toBe(2);
  });
});

const WEB_SEARCH = {
  id: 'ws_1',
  type: 'web_search_call',
  status: 'completed',
  action: { type: 'search', query: '3' },
};

async function urlOf(listening: Server): Promise<string> {
  await once(listening.listen(0, '127.0.0.1'), 'listening');
  const address = listening.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

describe('a recorded answer', () => {
  const call = { id: 'c1', type: 'function' as const, function: { name: 'add', arguments: '{}' } };

  it.each<[string, OpenAI.ChatCompletionAssistantMessageParam]>([
    ['without its content', { role: 'assistant', tool_calls: [call] }],
    [
      'with an empty content and a name',
      { role: 'assistant', name: 'a', content: '', tool_calls: [call] },
    ],
    [
      'with fields in another order',
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ type: 'function', function: { arguments: '{}', name: 'add' }, id: 'c1' }],
      },
    ],
  ])('that calls a tool is there once if it is sent back %s', async (_form, sentBack) => {
    const { lorebase } = await start();
    const { trace } = await lorebase.trace('Add', (run) => {
      run.recordMessage({ role: 'assistant', content: null, tool_calls: [call] });
      const messages: OpenAI.ChatCompletionMessageParam[] = [
        sentBack,
        { role: 'tool', tool_call_id: 'c1', content: '3' },
      ];
      run.recordConversation(messages);
      run.recordConversation(messages);
      run.recordConversation([...messages, sentBack]);
    });
    // The last conversation has the same call twice, as of a model that gives its calls the same id.
    expect(trace?.messageCount).toBe(3);
  });

  it('that is an error leaves what was sent', async () => {
    const { lorebase } = await start();
    const fetch = async () => new Response('{}', { status: 400 });
    const openai = new OpenAI({ baseURL: 'http://none', apiKey: 'none', maxRetries: 0, fetch });
    let stored: FinishedRun<unknown> | undefined;
    const traced = lorebase.trace(
      'Count',
      async (run) => {
        const { completions } = run.openai(openai).chat;
        await completions.create({ model: 'm', messages: [{ role: 'user', content: 'Count' }] });
      },
      {
        onTrace: (finished) => {
          stored = finished;
        },
      },
    );
    await expect(traced).rejects.toThrow('400');
    expect(stored?.trace).toMatchObject({ messageCount: 1, model: 'm' });
  });

  it('that is not whole or not JSON leaves the run as it is', async () => {
    const { lorebase } = await start();
    const messages = [{ role: 'user' as const, content: 'Count' }];
    for (const text of ['{"choices": [{"mess', '<html>', '5']) {
      // An error that nobody handles would end the process, and fails this test file.
      const { trace } = await lorebase.trace('Count', async (run) => {
        const fetch = async () =>
          new Response(text, { headers: { 'content-type': 'application/json' } });
        const openai = new OpenAI({ baseURL: 'http://none', apiKey: 'none', maxRetries: 0, fetch });
        const { completions } = run.openai(openai).chat;
        await completions.create({ model: 'm', messages }).catch(() => {});
        await new Promise((resolve) => setTimeout(resolve, 10));
      });
      expect(trace).toMatchObject({ messageCount: 1, model: 'm' });
    }
  });

  it('that cannot be recorded is an error of the recording', async () => {
    const { lorebase } = await start();
    const error = new Error('unreadable');
    const traced = lorebase.trace('Count', async (run) => {
      run.recordLater(Promise.reject(error));
      await new Promise((resolve) => setTimeout(resolve, 10));
    });
    await expect(traced).rejects.toBe(error);
  });
});

describe('a judge', () => {
  const rubric = 'PASS if the answer names a city.';

  it('asks a model by a rubric, and the review teaches', async () => {
    const { lorebase, openai } = await start();
    const lesson = await lessonIn(lorebase);
    const judge = rubricJudge({ rubric, chat: openaiChat(openai, 'test-chat') });
    server.models.chat(() => ({
      text: 'My verdict:\n{"result": "FAIL", "reward": 0.25, "feedback": "No city"}',
    }));
    const { trace } = await lorebase.trace(TASK, () => 'Somewhere', { judge });
    expect(trace?.review).toMatchObject({ result: 'FAIL', reward: 0.25, feedback: 'No city' });
    expect((await lorebase.entry(lesson))?.utility).toBeLessThan(0.5);
    expect((await lorebase.learning())?.reviewedShare).toBe(1);
    const asked = server.models.chats.find(({ messages }) =>
      messages[0]?.content?.includes(rubric),
    );
    expect(asked?.messages[1]?.content).toContain('Somewhere');
  });

  it('that answers no verdict leaves the run without a review, and is told', async () => {
    const { lorebase, openai } = await start();
    const judge = rubricJudge({ rubric, chat: openaiChat(openai, 'test-chat') });
    server.models.chat(() => ({ text: 'I cannot say.' }));
    const errors: unknown[] = [];
    const { trace } = await lorebase.trace(TASK, () => 'Lisbon', {
      judge,
      onError: (error) => errors.push(error),
    });
    expect(trace?.review).toBeNull();
    expect(isLorebaseError(errors[0], 'CHAT_UNAVAILABLE')).toBe(true);
  });
});
