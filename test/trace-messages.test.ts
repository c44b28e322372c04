import { describe, expect, it } from 'vitest';
import { type TestProject, useServer } from './support/server.ts';
import { CREATE_TRACE, createTrace } from './support/traces.ts';

const server = useServer();

const MESSAGES = `query ($id: ID!, $first: Int, $after: String, $last: Int, $before: String) { trace(id: $id) {
  messageCount messages(first: $first, after: $after, last: $last, before: $before) { totalCount nodes
    edges { cursor node } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`;

const said = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ role: 'user', content: `Message ${i}`, n: [i] }));

const page = async (project: TestProject, variables: Record<string, unknown>) =>
  (await project.run(MESSAGES, variables)).trace.messages;

describe('Trace.messages', () => {
  it('has all messages in order, in pages of both directions', async () => {
    const project = await server.project();
    const trajectory = said(25);
    const { id, messageCount } = await createTrace(project, { trajectory });
    expect(messageCount).toBe(25);
    const first = await page(project, { id });
    expect(first.nodes).toEqual(trajectory.slice(0, 20));
    expect(first.edges.map((edge: { node: object }) => edge.node)).toEqual(first.nodes);
    expect(first).toMatchObject({
      totalCount: 25,
      pageInfo: { hasNextPage: true, hasPreviousPage: false },
    });
    const next = await page(project, { id, first: 100, after: first.pageInfo.endCursor });
    expect(next.nodes).toEqual(trajectory.slice(20));
    expect(next.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    const last = await page(project, { id, last: 3 });
    expect(last.nodes).toEqual(trajectory.slice(22));
    const before = await page(project, { id, last: 2, before: last.pageInfo.startCursor });
    expect(before.nodes).toEqual(trajectory.slice(20, 22));
  });

  it('is empty for a trace without messages', async () => {
    const project = await server.project();
    const { id } = await createTrace(project);
    expect(await page(project, { id })).toMatchObject({ totalCount: 0, nodes: [], edges: [] });
  });

  it('reads a page of a run of almost 4 MiB', async () => {
    const project = await server.project();
    const trajectory = said(3).map((message) => ({ ...message, content: 'x'.repeat(1_300_000) }));
    const { id } = await createTrace(project, { trajectory: [...trajectory, ...said(1)] });
    expect((await page(project, { id, last: 1 })).nodes).toEqual(said(1));
  });

  it.each<[Record<string, unknown>, string]>([
    [{ first: 101 }, 'first'],
    [{ last: -1 }, 'last'],
    [{ after: 'nonsense' }, 'after'],
    [{ before: '' }, 'before'],
  ])('refuses %j', async (variables, path) => {
    const project = await server.project();
    const { id } = await createTrace(project, { trajectory: said(1) });
    const { extensions } = await project.fail(MESSAGES, { id, ...variables });
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path });
  });
});

describe('the measures of a run', () => {
  it('are kept, and null where they are not given', async () => {
    const project = await server.project();
    const usage = { inputTokens: 0, outputTokens: 2_147_483_647 };
    expect(await createTrace(project, { usage, durationMs: 0 })).toMatchObject({
      usage,
      durationMs: 0,
    });
    expect(await createTrace(project)).toMatchObject({ usage: null, durationMs: null });
    const key = { usage, idempotencyKey: 'k' };
    await createTrace(project, key);
    const other = { task: 'Book a flight', ...key, usage: { ...usage, inputTokens: 1 } };
    expect((await project.fail(CREATE_TRACE, { input: other })).extensions.code).toBe('CONFLICT');
  });

  it.each<[Record<string, unknown>, string]>([
    [{ durationMs: -1 }, 'input.durationMs'],
    [{ usage: { inputTokens: -1, outputTokens: 0 } }, 'input.usage.inputTokens'],
    [{ usage: { inputTokens: 0, outputTokens: -1 } }, 'input.usage.outputTokens'],
  ])('are not %j', async (input, path) => {
    const project = await server.project();
    const { extensions } = await project.fail(CREATE_TRACE, { input: { task: 'T', ...input } });
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path });
  });
});
