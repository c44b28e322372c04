import { eq } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { generations } from '../src/db/tables/agents.ts';
import { idempotentWrites } from '../src/db/tables/idempotency.ts';
import { purge } from '../src/maintenance.ts';
import { AGENT_ENV, CONTINUE, createAgent, GENERATE, generate, user } from './support/agents.ts';
import { isEmbedded } from './support/database.ts';
import { useServer } from './support/server.ts';

const server = useServer({ ...AGENT_ENV, IDEMPOTENCY_RETENTION_DAYS: '10' });

const DAY_MS = 86_400_000;

/** Runs the hourly purge as it runs after a number of days. */
async function purgeAfter(days: number): Promise<void> {
  const { clock } = server.app;
  server.app.clock = () => new Date(Date.now() + days * DAY_MS);
  try {
    await purge(server.app);
  } finally {
    server.app.clock = clock;
  }
}

it('keeps the answers to idempotency keys for the configured days', async () => {
  const project = await server.project();
  const memoryId = await project.memory();
  const stored = () =>
    server.app.db.$count(idempotentWrites, eq(idempotentWrites.projectId, project.id));
  const write = (content: string) => project.write(memoryId, content, { idempotencyKey: 'once' });
  const first = await write('The customer pays in March');
  await purgeAfter(9);
  expect((await write('The customer pays in March')).entry.id).toBe(first.entry.id);
  await purgeAfter(11);
  expect(await stored()).toBe(0);
  expect(await write('A call with the same key and another text')).toMatchObject({
    action: 'CREATED',
  });
});

it('purges the rest although one purge fails', async () => {
  const project = await server.project();
  await project.write(await project.memory(), 'The shop is shut', { idempotencyKey: 'shut' });
  const { clock } = server.app;
  let calls = 0;
  server.app.clock = () => {
    calls += 1;
    if (calls === 1) throw new Error('The first purge fails');
    return new Date(Date.now() + 11 * DAY_MS);
  };
  try {
    await purge(server.app);
  } finally {
    server.app.clock = clock;
  }
  expect(await server.app.db.$count(idempotentWrites)).toBe(0);
  const { values } = await server.app.metrics.purges.get();
  const failed = values.filter(({ labels }) => labels.outcome === 'failed');
  expect(failed).toMatchObject([{ value: 1 }]);
});

it('purges more than one batch', async () => {
  const project = await server.project();
  const memoryId = await project.memory();
  await project.write(memoryId, 'The answer', { idempotencyKey: 'k' });
  const [answer] = await server.app.db
    .select()
    .from(idempotentWrites)
    .where(eq(idempotentWrites.projectId, project.id));
  if (answer === undefined) throw new Error('There is no answer');
  const copies = Array.from({ length: 1200 }, (_, i) => ({ ...answer, key: `copy ${i}` }));
  await server.app.db.insert(idempotentWrites).values(copies);
  await purgeAfter(11);
  expect(await server.app.db.$count(idempotentWrites)).toBe(0);
});

it('keeps generations for the configured days after their end, and their traces for good', async () => {
  const project = await server.project();
  const agent = await createAgent(project);
  server.models.chat(() => ({ text: 'Hello' }));
  const input = { agentId: agent.id, messages: user('Hi'), idempotencyKey: 'g' };
  const first = await generate(project, input);
  await purgeAfter(9);
  expect((await generate(project, input)).id).toBe(first.id);
  await purgeAfter(11);
  const { trace } = await project.run('query ($id: ID!) { trace(id: $id) { id } }', {
    id: first.trace.id,
  });
  expect(trace).toEqual({ id: first.trace.id });
  expect((await generate(project, input)).id).not.toBe(first.id);
});

it('keeps a generation that waits for the results of tools, and no abandoned one', async () => {
  const project = await server.project();
  const agent = await createAgent(project);
  const call = { id: 'call 1', name: 'weather', arguments: '{}' };
  server.models.chat(() => ({ toolCalls: [call] }));
  const tools = [{ type: 'function', function: { name: 'weather', parameters: {} } }];
  const { generation } = (
    await project.run(GENERATE, { input: { agentId: agent.id, messages: user('Hi'), tools } })
  ).generate;
  expect(generation.status).toBe('REQUIRES_ACTION');
  const [row] = await server.app.db
    .select()
    .from(generations)
    .where(eq(generations.id, generation.id));
  if (row === undefined) throw new Error('There is no generation');
  const abandoned = { ...row, id: 'gen_abandoned', status: 'RUNNING' as const, state: {} };
  await server.app.db.insert(generations).values(abandoned);
  await purgeAfter(11);
  const kept = await server.app.db
    .select({ id: generations.id })
    .from(generations)
    .where(eq(generations.projectId, project.id));
  expect(kept).toEqual([{ id: generation.id }]);
  server.models.chat(() => ({ text: 'It is sunny' }));
  const toolResults = [{ toolCallId: generation.requiresAction[0].id, content: 'sunny' }];
  const { continueGeneration } = await project.run(CONTINUE, {
    input: { generationId: generation.id, toolResults },
  });
  expect(continueGeneration.generation.status).toBe('COMPLETED');
});

it('ends generations whose process has ended', async () => {
  const project = await server.project();
  const agent = await createAgent(project);
  server.models.chat(() => ({ text: 'Hello' }));
  const input = { agentId: agent.id, messages: user('Hi') };
  const { generation } = (await project.run(GENERATE, { input })).generate;
  const [row] = await server.app.db
    .select()
    .from(generations)
    .where(eq(generations.id, generation.id));
  if (row === undefined) throw new Error('There is no generation');
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const left = [
    { id: 'gen_died', updatedAt: minutesAgo(16), state: {} },
    {
      id: 'gen_continued',
      updatedAt: minutesAgo(16),
      state: { ...Object(row.state), pending: [] },
    },
    // Another process may still be running it. On the embedded database there is none: it was begun before this one
    // opened it.
    { id: 'gen_recent', updatedAt: minutesAgo(14), state: {} },
    { id: 'gen_alive', updatedAt: new Date(), state: {} },
  ];
  for (const one of left) {
    await server.app.db.insert(generations).values({ ...row, ...one, status: 'RUNNING' });
  }
  const count = vi.spyOn(server.app.stats, 'add');
  await purge(server.app);
  const ended = [{ agentId: agent.id }, { generations: 1 }];
  expect(count.mock.calls).toMatchObject(isEmbedded ? [ended, ended] : [ended]);
  count.mockRestore();
  const { generations: list } = await project.run(
    '{ generations(first: 10) { nodes { id status error } } }',
  );
  const failed = { status: 'FAILED', error: expect.stringContaining('has ended') };
  const running = { status: 'RUNNING', error: null };
  expect(list.nodes).toHaveLength(1 + left.length);
  expect(list.nodes).toEqual(
    expect.arrayContaining([
      { id: 'gen_died', ...failed },
      { id: 'gen_continued', status: 'REQUIRES_ACTION', error: null },
      { id: 'gen_recent', ...(isEmbedded ? failed : running) },
      { id: 'gen_alive', ...running },
    ]),
  );
});
