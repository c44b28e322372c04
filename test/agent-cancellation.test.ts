import { and, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { endRunning } from '../src/agents/running-generations.ts';
import { generations } from '../src/db/tables/agents.ts';
import {
  AGENT_ENV,
  agentsOn,
  CANCEL,
  CONTINUE,
  GENERATE,
  generate,
  STREAM,
  STREAM_CONTINUED,
  user,
} from './support/agents.ts';
import { createDeferred } from './support/deferred.ts';
import { eventually } from './support/eventually.ts';
import { subscribe } from './support/graphql.ts';
import { type TestProject, useServer } from './support/server.ts';

const server = useServer(AGENT_ENV);
const { replies, informed } = agentsOn(server);

const tools = [{ type: 'function', function: { name: 'weather', parameters: {} } }];
const weather = { toolCalls: [{ name: 'weather', arguments: '{}' }] };

const GENERATION = `query ($id: ID!) { generation(id: $id) { id status text messages error steps
  requiresAction { id } createdAt updatedAt trace { id trajectory metadata retrieved { rank } } } }`;

const read = async (project: TestProject, id: string) =>
  (await project.run(GENERATION, { id })).generation;

const cancel = async (project: TestProject, generationId: string) =>
  (await project.run(CANCEL, { input: { generationId } })).cancelGeneration.generation;

/** The id of the only generation of a project, once it has the status. */
const idOf = async (project: TestProject, status: string): Promise<string> => {
  const all = async () =>
    (
      await project.run(
        'query ($status: GenerationStatus) { generations(status: $status) { nodes { id } } }',
        { status },
      )
    ).generations.nodes;
  await eventually(async () => (await all()).length).toBe(1);
  return (await all())[0].id;
};

const stream = (project: TestProject, query: string, input: Record<string, unknown>) =>
  subscribe(server.url, project.keys.WRITE, query, { input });

it('cancelGeneration aborts the call to the model and fails the call of the caller', async () => {
  const { project, agent } = await informed();
  const never = createDeferred();
  replies({ text: 'Too late.', after: never.promise });
  const aborted = server.models.aborted.count;
  const asked = server.models.chats.length;
  const input = { agentId: agent.id, messages: user('The question'), idempotencyKey: 'c 1' };
  const failing = project.fail(GENERATE, { input });
  const id = await idOf(project, 'RUNNING');
  // A generation is RUNNING before the model is called.
  await eventually(() => server.models.chats.length).toBe(asked + 1);
  expect(await cancel(project, id)).toMatchObject({ id, status: 'CANCELLED', trace: null });
  const failure = await failing;
  expect(failure.extensions).toMatchObject({ code: 'CONFLICT', generationId: id });
  expect(failure.message).toContain('was cancelled');
  await eventually(() => server.models.aborted.count).toBe(aborted + 1);
  never.resolve();
  expect(await read(project, id)).toMatchObject({ status: 'CANCELLED', trace: null, error: null });
  // Its idempotency key can be used again.
  replies({ text: 'Now.' });
  expect((await generate(project, input)).text).toBe('Now.');
});

it('records what a cancelled stream has said, and never overwrites CANCELLED', async () => {
  const { project, agent } = await informed();
  replies({ text: 'word '.repeat(200), delayMs: 1 });
  const live = stream(project, STREAM, { agentId: agent.id, messages: user('The question') });
  const [started] = await live.count(2);
  const { id, injected } = started.generate;
  expect(injected).toHaveLength(2);
  await cancel(project, id);
  await live.ended;
  expect(JSON.stringify([live.received, live.errors])).toContain('was cancelled');
  await eventually(async () => (await read(project, id)).trace).not.toBeNull();
  const cancelled = await read(project, id);
  expect(cancelled.status).toBe('CANCELLED');
  expect(cancelled.text).toMatch(/^word /);
  expect(cancelled.trace.metadata).toEqual({ lorebaseError: 'CANCELLED' });
  expect(cancelled.trace.trajectory.at(-1)).toEqual({
    role: 'assistant',
    content: cancelled.text,
  });
  expect(cancelled.trace.retrieved).toHaveLength(2);
  await live.stop();
});

it('ends a generation that another process has cancelled, within about a second', async () => {
  const { project, agent } = await informed();
  const never = createDeferred();
  replies({ text: 'Too late.', after: never.promise });
  const failing = project.fail(GENERATE, {
    input: { agentId: agent.id, messages: user('The question') },
  });
  const id = await idOf(project, 'RUNNING');
  await setStatus(project, id, 'CANCELLED');
  expect((await failing).message).toContain('was cancelled');
  never.resolve();
  expect((await read(project, id)).status).toBe('CANCELLED');
});

it('ends a generation whose agent was deleted, within about a second', async () => {
  const { project, agent } = await informed();
  const never = createDeferred();
  replies({ text: 'Too late.', after: never.promise });
  const failing = project.fail(GENERATE, {
    input: { agentId: agent.id, messages: user('The question') },
  });
  await idOf(project, 'RUNNING');
  await project.run(
    `mutation { deleteAgent(input: { agentId: "${agent.id}" }) { deletedAgentId } }`,
  );
  expect((await failing).message).toContain('was cancelled');
  never.resolve();
});

it('does not store a result that is late', async () => {
  const { project, agent } = await informed();
  const late = createDeferred();
  replies({ text: 'Too late.', after: late.promise });
  const failing = project.fail(GENERATE, {
    input: { agentId: agent.id, messages: user('The question') },
  });
  const id = await idOf(project, 'RUNNING');
  await setStatus(project, id, 'CANCELLED');
  late.resolve();
  expect((await failing).extensions.code).toBe('CONFLICT');
  expect((await read(project, id)).status).toBe('CANCELLED');
});

it('cancels a generation that requires action, with a trace of what it said', async () => {
  const { project, agent } = await informed();
  replies(weather);
  const input = { agentId: agent.id, tools, messages: user('The question') };
  const waiting = await generate(project, input);
  const cancelled = await cancel(project, waiting.id);
  expect(cancelled).toMatchObject({ status: 'CANCELLED', requiresAction: [] });
  expect(cancelled.trace).toMatchObject({
    task: 'The question',
    toolsUsed: ['weather'],
    metadata: { lorebaseError: 'CANCELLED' },
  });
  const toolResults = [{ toolCallId: waiting.requiresAction[0].id, content: 'rain' }];
  const { extensions } = await project.fail(CONTINUE, {
    input: { generationId: waiting.id, toolResults },
  });
  expect(extensions.code).toBe('CONFLICT');
});

it('cancels a continued generation', async () => {
  const { project, agent } = await informed();
  replies(weather);
  const waiting = await generate(project, { agentId: agent.id, tools });
  const never = createDeferred();
  replies({ text: 'Too late.', after: never.promise });
  const toolResults = [{ toolCallId: waiting.requiresAction[0].id, content: 'rain' }];
  const failing = project.fail(CONTINUE, { input: { generationId: waiting.id, toolResults } });
  await idOf(project, 'RUNNING');
  await cancel(project, waiting.id);
  expect((await failing).message).toContain('was cancelled');
  never.resolve();
  expect(await read(project, waiting.id)).toMatchObject({
    status: 'CANCELLED',
    trace: { metadata: { lorebaseError: 'CANCELLED' } },
  });
});

it('is done once, and never to a generation that has ended, or of another project', async () => {
  const { project, agent } = await informed();
  replies(weather);
  const { id } = await generate(project, { agentId: agent.id, tools });
  const all = await Promise.allSettled(Array.from({ length: 10 }, () => cancel(project, id)));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  replies({ text: 'Done.' });
  const ended = await generate(project, { agentId: agent.id });
  const failure = async (generationId: string, by = project) =>
    (await by.fail(CANCEL, { input: { generationId } })).extensions.code;
  expect(await failure(ended.id)).toBe('CONFLICT');
  expect(await failure('gen_01m7vp9axme049zzpfbqmg6msh')).toBe('NOT_FOUND');
  expect(await failure(' ')).toBe('NOT_FOUND');
  expect(await failure('x'.repeat(100_000))).toBe('NOT_FOUND');
  expect(await failure(ended.id, await server.project())).toBe('NOT_FOUND');
  expect((await read(project, ended.id)).status).toBe('COMPLETED');
});

it('is what ending a subscription does', async () => {
  const { project, agent } = await informed();
  replies({ text: 'word '.repeat(200), delayMs: 1 });
  const live = stream(project, STREAM, { agentId: agent.id, messages: user('The question') });
  const [started] = await live.count(2);
  await live.stop();
  const { id } = started.generate;
  await eventually(async () => (await read(project, id)).status).toBe('CANCELLED');
  expect((await read(project, id)).trace).not.toBeNull();
});

it('is what a client of /v1 does that disconnects', async () => {
  const { project, agent } = await informed();
  const never = createDeferred();
  replies({ text: 'Too late.', after: never.promise });
  const leaving = new AbortController();
  const answer = fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': project.keys.WRITE },
    body: JSON.stringify({ model: agent.id, messages: user('Hi') }),
    signal: leaving.signal,
  });
  const id = await idOf(project, 'RUNNING');
  leaving.abort();
  await expect(answer).rejects.toThrow();
  await eventually(async () => (await read(project, id)).status).toBe('CANCELLED');
  never.resolve();
});

it('continueGeneration is streamed like generate, and cancelled when the stream ends', async () => {
  const { project, agent } = await informed();
  replies(weather);
  const input = { agentId: agent.id, tools, messages: user('The question') };
  const first = await generate(project, input);
  const resultsOf = (waiting: typeof first) => ({
    generationId: waiting.id,
    toolResults: [{ toolCallId: waiting.requiresAction[0].id, content: 'rain' }],
  });
  replies({ text: 'It rains.' });
  const live = stream(project, STREAM_CONTINUED, resultsOf(first));
  await live.ended;
  const events = live.received.map((data) => data.continueGeneration);
  expect(events.map((event) => event.__typename)).toEqual([
    'GenerationStarted',
    'TextDelta',
    'TextDelta',
    'GenerationEnded',
  ]);
  expect(events[0]).toMatchObject({ id: first.id, injected: [{ rank: 1 }, { rank: 2 }] });
  expect(events[3].generation).toMatchObject({ status: 'COMPLETED', text: 'It rains.' });
  await live.stop();

  replies(weather);
  const second = await generate(project, input);
  replies({ text: 'word '.repeat(200), delayMs: 1 });
  const left = stream(project, STREAM_CONTINUED, resultsOf(second));
  await left.count(2);
  await left.stop();
  await eventually(async () => (await read(project, second.id)).status).toBe('CANCELLED');
});

/** What a process does that cancels a generation of another process. */
async function setStatus(project: TestProject, id: string, status: 'CANCELLED') {
  await server.app.db
    .update(generations)
    .set({ status })
    .where(and(eq(generations.projectId, project.id), eq(generations.id, id)));
}

it('a detached generation goes on when its stream ends, and can be cancelled', async () => {
  const { project, agent } = await informed();
  const answer = createDeferred();
  replies({ text: 'Still here.', after: answer.promise });
  const detached = STREAM.replace(
    'generate(input: $input',
    'generate(detached: true, input: $input',
  );
  const begin = async () => {
    const input = { agentId: agent.id, messages: user('The question') };
    const live = stream(project, detached, input);
    const [started] = await live.count(1);
    const { id } = started.generate;
    await live.stop();
    return id as string;
  };
  const kept = await begin();
  const cancelled = await begin();
  await cancel(project, cancelled);
  answer.resolve();
  await eventually(async () => (await read(project, kept)).status).toBe('COMPLETED');
  expect(await read(project, kept)).toMatchObject({ text: 'Still here.' });
  expect(await read(project, cancelled)).toMatchObject({ status: 'CANCELLED' });
});

it('ends the generations of a process that stops, so that their calls can be repeated', async () => {
  const { project, agent } = await informed();
  replies({ text: 'Too late.', after: createDeferred().promise });
  const asked = server.models.chats.length;
  const input = { agentId: agent.id, messages: user('The question'), idempotencyKey: 'stop 1' };
  const failing = project.fail(GENERATE, { input });
  const id = await idOf(project, 'RUNNING');
  await eventually(() => server.models.chats.length).toBe(asked + 1);
  endRunning(server.app);
  expect((await failing).extensions.code).toBe('CHAT_UNAVAILABLE');
  expect((await read(project, id)).status).toBe('CANCELLED');
  replies({ text: 'Now.' });
  expect((await generate(project, input)).text).toBe('Now.');
});
