import { describe, expect, it } from 'vitest';
import { COPY, DELETE_MANY, UPDATE_ENTRY } from './support/entries.ts';
import { useServer } from './support/server.ts';
import { record, stateOf } from './support/stream.ts';

const server = useServer();

type Project = Awaited<ReturnType<typeof server.project>>;

const copy = async (project: Project, input: Record<string, unknown>) =>
  (await project.run(COPY, { input })).copyEntries.results;

const countOf = async (project: Project, id: string) =>
  (await project.run('query ($id: ID!) { memory(id: $id) { entryCount } }', { id })).memory
    .entryCount;

describe('copying entries', () => {
  it('writes a fact as it is, and skips the one that the memory knows', async () => {
    const project = await server.project();
    const [from, to] = [await project.memory(), await project.memory()];
    const known = await project.write(from, 'Known in both');
    await project.write(to, 'Known in both');
    const fresh = await project.write(from, 'Only in the first', { metadata: { by: 'me' } });
    const entryIds = [known.entry.id, fresh.entry.id];
    const [skipped, created] = await copy(project, { entryIds, memoryId: to });
    expect(skipped.action).toBe('SKIPPED');
    expect(created).toMatchObject({
      action: 'CREATED',
      entry: {
        content: 'Only in the first',
        kind: 'FACT',
        source: 'MANUAL',
        metadata: { by: 'me' },
        memory: { id: to },
      },
    });
    expect(created.entry.id).not.toBe(fresh.entry.id);
    expect([await countOf(project, from), await countOf(project, to)]).toEqual([2, 2]);
  });

  it('keeps importance and time of an observation, which counts for the stream; a plan does not', async () => {
    const project = await server.project();
    const [from, to] = [await project.memory(), await project.memory()];
    const occurredAt = '2026-01-02T03:04:05.000Z';
    const expiresAt = '2096-01-02T03:04:05.000Z';
    const seen = { memoryId: from, kind: 'OBSERVATION', importance: 8, occurredAt, expiresAt };
    const { id } = await record(project, { ...seen, content: 'The lights went out' });
    const plan = await record(project, { memoryId: from, kind: 'PLAN', content: 'Buy bulbs' });
    const results = await copy(project, { entryIds: [id, plan.id], memoryId: to });
    expect(results).toMatchObject([
      { entry: { kind: 'OBSERVATION', importance: 8, occurredAt, expiresAt } },
      { entry: { kind: 'PLAN', content: 'Buy bulbs' } },
    ]);
    expect(results[0].entry.importanceExplained).toEqual({ source: 'CALLER', base: 8 });
    const { stream } = await stateOf(project, to);
    expect(stream).toMatchObject({ observationCount: 1, cumulativeImportance: 8 });
    expect((await stateOf(project, from)).stream).toEqual(stream);
  });

  it('is done once for an idempotency key, though the entry has changed since', async () => {
    const project = await server.project();
    const [from, to] = [await project.memory(), await project.memory()];
    const { entry: one } = await project.write(from, 'First of two', { kind: 'OBSERVATION' });
    const { entry: two } = await project.write(from, 'Second of two', { kind: 'OBSERVATION' });
    const input = { entryIds: [one.id, two.id, one.id], memoryId: to, idempotencyKey: 'once' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => copy(project, input)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await countOf(project, to)).toBe(3);
    await project.run(UPDATE_ENTRY, { input: { entryId: one.id, content: 'Rewritten' } });
    await project.run(DELETE_MANY, { input: { entryIds: [two.id] } });
    expect(await copy(project, input)).toEqual(answers[0]);
    const other = await copy(project, { ...input, entryIds: [two.id, one.id] });
    expect(other).toMatchObject([{ code: 'CONFLICT' }, { code: 'CONFLICT' }]);
    expect(other[0].message).toBe('The idempotency key once was used for another write.');
    const elsewhere = await copy(project, { ...input, memoryId: from });
    expect(elsewhere[0]).toMatchObject({ code: 'CONFLICT' });
    expect(await countOf(project, to)).toBe(3);
  });

  it('fails alone for deleted, unknown and foreign entries', async () => {
    const project = await server.project();
    const foreign = await server.project();
    const [from, to] = [await project.memory(), await project.memory()];
    const { entry: gone } = await project.write(from, 'Deleted before');
    const { entry: here } = await project.write(from, 'Still here');
    const { entry: theirs } = await foreign.write(await foreign.memory(), 'Of another project');
    await project.run(DELETE_MANY, { input: { entryIds: [gone.id] } });
    const entryIds = [gone.id, 'me_x', theirs.id, '', here.id];
    const results = await copy(project, { entryIds, memoryId: to });
    expect(results.map((one: { code?: string }) => one.code)).toEqual([
      'CONFLICT',
      'NOT_FOUND',
      'NOT_FOUND',
      'NOT_FOUND',
      undefined,
    ]);
    expect(await countOf(project, to)).toBe(1);
  });

  it('is refused for an unknown memory, no ids, an empty key, too much content and a READ key', async () => {
    const project = await server.project();
    const to = await project.memory();
    const refused = async (input: object, key?: string) =>
      (await project.fail(COPY, { input }, key)).extensions;
    const entryIds = ['me_x'];
    expect(await refused({ entryIds, memoryId: 'mem_x' })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refused({ entryIds: [], memoryId: to })).toMatchObject({
      path: 'input.entryIds',
    });
    expect(await refused({ entryIds, memoryId: to, idempotencyKey: '' })).toMatchObject({
      path: 'input.idempotencyKey',
    });
    expect(await refused({ entryIds, memoryId: to }, project.keys.READ)).toMatchObject({
      code: 'FORBIDDEN',
    });
    const { entry } = await project.write(await project.memory(), 'x'.repeat(32 * 1024), {
      kind: 'OBSERVATION',
    });
    const many = Array.from({ length: 65 }, () => entry.id);
    expect(await refused({ entryIds: many, memoryId: to })).toMatchObject({
      code: 'BAD_USER_INPUT',
      path: 'input.entryIds',
    });
  });
});
