import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createDeferred } from '../support/deferred.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { subscribe } from '../support/graphql.ts';
import { launchCommand } from '../support/process.ts';
import { seed, useProcesses } from '../support/processes.ts';
import { ROOT_KEY, run, WRITE } from '../support/server.ts';

const processes = useProcesses();

describe('a killed server', () => {
  it('leaves a job to the next, which does it once', async () => {
    const lesson = {
      summary: 'S',
      keyMistake: 'K',
      correctAction: 'C',
      applicableTools: [],
      guidance: 'G',
      reflection: 'Learned from being killed.',
    };
    processes.models.chat(() => ({
      text: JSON.stringify(lesson),
      after: createDeferred().promise,
    }));
    const first = await processes.start({ CHAT_MODEL: 'test-chat' });
    const where = await seed(first.url);
    const { createTrace } = await run(
      first.url,
      where.key,
      'mutation ($input: CreateTraceInput!) { createTrace(input: $input) { trace { id } } }',
      { input: { task: 'Survive', review: { result: 'FAIL' } } },
    );
    await eventually(() => processes.models.chats.length).toBe(1);
    await first.kill('SIGKILL');
    processes.models.chat(() => ({ text: JSON.stringify(lesson) }));
    const { url } = await processes.start({ CHAT_MODEL: 'test-chat' });
    const state = async () => {
      const query = `{ trace(id: "${createTrace.trace.id}") {
        reflectionStatus reflectionAttempts } memories { nodes {
        entries(scope: { kinds: [REFLECTION] }) { nodes { content } } } } }`;
      return run(url, where.key, query);
    };
    await eventually(async () => (await state()).trace.reflectionStatus).toBe('COMPLETED');
    const { trace, memories } = await state();
    expect(trace.reflectionAttempts).toBe(2);
    const contents = memories.nodes.flatMap(
      (memory: { entries: { nodes: unknown[] } }) => memory.entries.nodes,
    );
    expect(contents).toEqual([{ content: 'Learned from being killed.' }]);
  });

  it('finishes the insights that it had begun, and none twice', async () => {
    let asked = 0;
    const answer = (delayMs: number) => (body: { messages: { content: string | null }[] }) => {
      const text = body.messages.at(-1)?.content ?? '';
      if (text.endsWith('Rating (1-10):')) return { text: '8' };
      if (text.includes('<observations>')) return { text: '1. What first?\n2. What then?' };
      asked += 1;
      return { text: `Insight ${asked} (because of 1).`, delayMs: asked === 1 ? 0 : delayMs };
    };
    processes.models.chat(answer(60_000));
    const first = await processes.start({ CHAT_MODEL: 'test-chat' });
    const where = await seed(first.url);
    const { memoryId } = where;
    await run(
      first.url,
      where.key,
      'mutation ($input: RecordObservationInput!) { recordObservation(input: $input) { entry { id } } }',
      { input: { memoryId, content: 'Seen', importance: 9 } },
    );
    await run(
      first.url,
      where.key,
      'mutation ($input: StartInsightCycleInput!) { startInsightCycle(input: $input) { insightCycle { id } } }',
      { input: { memoryId, force: true } },
    );
    await eventually(() => asked).toBe(2);
    await first.kill('SIGKILL');
    processes.models.chat(answer(0));
    const { url } = await processes.start({ CHAT_MODEL: 'test-chat' });
    const state = async () => {
      const query = `{ memory(id: "${memoryId}") { stream { cumulativeImportance }
        insightCycles { nodes { status questions { insight { content } } } }
        entries(scope: { kinds: [INSIGHT] }) { totalCount } } }`;
      return (await run(url, where.key, query)).memory;
    };
    await eventually(async () => (await state()).insightCycles.nodes[0].status).toBe('COMPLETED');
    const { stream, insightCycles, entries } = await state();
    const insights = insightCycles.nodes[0].questions.map(
      (question: { insight: { content: string } }) => question.insight.content,
    );
    expect(insights).toEqual(['Insight 1.', 'Insight 3.']);
    expect(entries.totalCount).toBe(2);
    expect(stream.cumulativeImportance).toBe(16);
  });

  it('goes on with a re-embedding, and writes in between are in it', async () => {
    const first = await processes.start();
    const where = await seed(first.url);
    for (let i = 0; i < 70; i += 1) {
      await run(first.url, where.key, WRITE, {
        input: { memoryId: where.memoryId, content: `Kept number ${i}`, kind: 'PLAN' },
      });
    }
    processes.models.behave({ kind: 'normal', delayMs: 700 });
    await run(
      first.url,
      ROOT_KEY,
      'mutation ($input: ReembedProjectInput!) { reembedProject(input: $input) { project { id } } }',
      { input: { embeddingModel: 'other-embedder', embeddingDimensions: 64 } },
      where.projectId,
    );
    await run(first.url, where.key, WRITE, {
      input: { memoryId: where.memoryId, content: 'Written while moving', kind: 'PLAN' },
    });
    await first.kill('SIGKILL');
    processes.models.behave({ kind: 'normal' });
    const { url } = await processes.start();
    const settings = async () =>
      (
        await run(
          url,
          where.key,
          `{ project(id: "${where.projectId}") { settings { embeddingModel } } }`,
        )
      ).project.settings.embeddingModel;
    await eventually(settings).toBe('other-embedder');
    const { searchKnowledge } = await run(
      url,
      where.key,
      'query ($input: SearchKnowledgeInput!) { searchKnowledge(input: $input) { results { entry { id } } } }',
      { input: { query: 'Kept number', limit: 100 } },
    );
    expect(searchKnowledge.results).toHaveLength(71);
  });

  it('has lost none of the writes it acknowledged', async () => {
    const first = await processes.start();
    const where = await seed(first.url);
    const acknowledged: string[] = [];
    const write = async (content: string) => {
      const input = { memoryId: where.memoryId, content, kind: 'OBSERVATION' };
      const data = await run(first.url, where.key, WRITE, { input }).catch(() => null);
      if (data) acknowledged.push(data.writeEntry.entry.id);
    };
    const writing = Promise.all(
      Array.from({ length: 10 }, async (_, lane) => {
        for (let i = 0; i < 60; i += 1) await write(`Lane ${lane}, write ${i}`);
      }),
    );
    // Often, so that the kill comes while there is something left to write.
    await expect
      .poll(() => acknowledged.length, { timeout: 60_000, interval: 5 })
      .toBeGreaterThanOrEqual(200);
    await first.kill('SIGKILL');
    await writing;
    const second = await processes.start();
    const { memory } = await run(
      second.url,
      where.key,
      'query ($id: ID!) { memory(id: $id) { entryCount entries(first: 0) { totalCount } } }',
      { id: where.memoryId },
    );
    expect(memory.entries.totalCount).toBe(memory.entryCount);
    for (let i = 0; i < acknowledged.length; i += 100) {
      const ids = acknowledged.slice(i, i + 100);
      const { nodes } = await run(
        second.url,
        where.key,
        'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
        { ids },
      );
      expect(nodes.map((node: { id: string }) => node.id)).toEqual(ids);
    }
  });
});

const isServing = ({ url }: { url: string }) =>
  fetch(`${url}/healthz`).then(
    () => true,
    () => false,
  );

describe('a server told to stop', () => {
  it('lets requests in flight finish, ends subscriptions, and exits with 0', async () => {
    const server = await processes.start();
    const where = await seed(server.url);
    const query =
      'subscription ($scope: KnowledgeScope = {}, $types: [EventType!], $after: String) { events(scope: $scope, types: $types, after: $after) { type } }';
    const live = subscribe(server.url, where.key, query);
    const stopping = createDeferred();
    processes.models.behave({ kind: 'normal', after: stopping.promise });
    const writing = run(server.url, where.key, WRITE, {
      input: { memoryId: where.memoryId, content: 'In flight' },
    });
    await eventually(() => processes.models.requests.length).toBe(1);
    const ending = server.kill('SIGTERM');
    await eventually(() => isServing(server)).toBe(false);
    stopping.resolve();
    const code = await ending;
    expect((await writing).writeEntry.action).toBe('CREATED');
    expect(code).toBe(0);
    await live.ended;
    const again = await processes.start();
    const { memory } = await run(
      again.url,
      where.key,
      `{ memory(id: "${where.memoryId}") { entryCount } }`,
    );
    expect(memory.entryCount).toBe(1);
  });

  it('lets a mutation of a WebSocket finish, which its client would send again', async () => {
    const server = await processes.start();
    const where = await seed(server.url);
    const isAnswering = createDeferred();
    processes.models.behave({ kind: 'normal', after: isAnswering.promise });
    const input = { memoryId: where.memoryId, content: 'In flight on a WebSocket' };
    const writing = subscribe(server.url, where.key, WRITE, { input });
    await eventually(() => processes.models.requests.length).toBe(1);
    const ending = server.kill('SIGTERM');
    await eventually(() => isServing(server)).toBe(false);
    isAnswering.resolve();
    await writing.ended;
    expect(writing.received).toEqual([
      { writeEntry: expect.objectContaining({ action: 'CREATED' }) },
    ]);
    expect(writing.errors).toEqual([]);
    expect(await ending).toBe(0);
  });

  it('ends after 15 s despite a request without an answer, and stores the ends of generations before', async () => {
    const env = { CHAT_MODEL: 'test-chat', EMBEDDING_TIMEOUT_MS: '60000' };
    const server = await processes.start(env);
    const where = await seed(server.url);
    const { createAgent } = await run(
      server.url,
      where.key,
      'mutation { createAgent(input: { name: "waiter" }) { agent { id } } }',
    );
    processes.models.chat(() => ({ text: 'Never', after: createDeferred().promise }));
    const GENERATE =
      'mutation ($input: GenerateInput!) { generate(input: $input) { generation { id } } }';
    const messages = [{ role: 'user', content: 'Hello' }];
    const generating = run(server.url, where.key, GENERATE, {
      input: { agentId: createAgent.agent.id, messages },
    });
    const asking = [generating.catch((error: unknown) => error)];
    await eventually(() => processes.models.chats.length).toBe(1);
    const asked = processes.models.requests.length;
    processes.models.behave({ kind: 'hang' });
    const input = { memoryId: where.memoryId, content: 'Never embedded' };
    const writing = run(server.url, where.key, WRITE, { input });
    asking.push(writing.catch((error: unknown) => error));
    await eventually(() => processes.models.requests.length).toBe(asked + 1);
    expect(await server.kill('SIGTERM')).toBe(1);
    expect(server.log()).toContain('Requests in flight did not end in time');
    await Promise.all(asking);
    const again = await processes.start();
    const { events } = await run(
      again.url,
      where.key,
      '{ events(types: [GENERATION_ENDED]) { nodes { generation { status } } } }',
    );
    expect(events.nodes).toEqual([{ generation: { status: 'CANCELLED' } }]);
  });

  it('does not wait for a connection on which nothing has arrived', async () => {
    const server = await processes.start();
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    await once(socket, 'connect');
    // Without an answer in between, the server could begin to stop before it has accepted the connection.
    await fetch(`${server.url}/healthz`);
    expect(await server.kill('SIGTERM')).toBe(0);
    socket.destroy();
  });
});

it('a server whose output nobody reads any more goes on', async () => {
  const port = await freePort();
  const child = launchCommand(['serve'], { ...processes.env, PORT: String(port) });
  const ended = once(child, 'exit');
  child.stdout?.destroy();
  child.stderr?.destroy();
  const isServing = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await eventually(isServing).toBe(true);
  // The line that says where it serves is written after it listens.
  await sleep(500);
  expect(await isServing()).toBe(true);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
