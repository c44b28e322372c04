import { describe, expect, it } from 'vitest';
import { useServer } from './support/server.ts';
import { hoursAgo, record, retrieve, TOUCH, touch } from './support/stream.ts';

const server = useServer();

describe('touchEntries', () => {
  it('counts each access, also of many calls at once, and from then on counts from it', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const occurredAt = hoursAgo(1000);
    const { id } = await record(project, { memoryId, content: 'Long ago', occurredAt });
    const fact = await project.write(memoryId, 'A fact');
    const recency = async (input: object) =>
      (await retrieve(project, { query: 'Long ago', ...input }))[0].recency;
    const share = { ranking: 'MEASURED' };
    const whole = { ranking: 'GENERATIVE_AGENTS' };
    expect(await recency(share)).toBeCloseTo(0.999 ** 1000, 4);
    const all = await Promise.all(
      Array.from({ length: 20 }, () => touch(project, { entryIds: [id, fact.entry.id, id] })),
    );
    const counts = all.map(([one]) => one.accessCount).sort((one, other) => one - other);
    expect(counts).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    expect(all[0].map((one: { id: string }) => one.id)).toEqual([id, fact.entry.id, id]);
    expect(await recency(share)).toBeCloseTo(0.5, 3);
    expect(await recency(whole)).toBeCloseTo(1, 3);
    expect(await recency({ ...share, decayFactor: 0.9999 })).toBeCloseTo(0.9999 ** 1000, 3);
  });

  it('has a time of its own, which is now if it is in the future, and never goes back', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const { id } = await record(project, { memoryId, content: 'Seen' });
    const at = async (time: string) => {
      const [{ lastAccessedAt }] = await touch(project, { entryIds: [id], at: time });
      return Date.parse(lastAccessedAt);
    };
    const earlier = hoursAgo(5);
    expect(await at(earlier)).toBe(Date.parse(earlier));
    const before = Date.now();
    const now = await at('9999-01-01T00:00:00.000Z');
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now());
    expect(await at(earlier)).toBe(now);
  });

  it('is no change of an entry: no version and no event', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const { id } = await record(project, { memoryId, content: 'Seen' });
    const types = async () =>
      (await project.run('{ events(first: 100) { nodes { type } } }')).events.nodes;
    const before = await types();
    expect(await touch(project, { entryIds: [id] })).toMatchObject([{ version: 0 }]);
    expect(await types()).toEqual(before);
  });

  it('fails per item, and for whoever may not write', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const gone = await project.memory();
    const ids: string[] = [];
    for (const content of ['Kept', 'Deleted']) {
      ids.push((await record(project, { memoryId, content })).id);
    }
    const [kept = '', deleted = ''] = ids;
    const { id: buried } = await record(project, { memoryId: gone, content: 'Buried' });
    const other = await server.project();
    const { id: foreign } = await record(other, {
      memoryId: await other.memory(),
      content: 'Foreign',
    });
    await project.run(
      `mutation { deleteEntry(input: { entryId: "${deleted}" }) { entry { id } } }`,
    );
    await project.run(
      `mutation { deleteMemory(input: { memoryId: "${gone}" }) { memory { id } } }`,
    );
    const entryIds = [deleted, foreign, 'me_none', buried, 'me_\u0000', kept];
    expect(await touch(project, { entryIds })).toEqual([
      { code: 'CONFLICT' },
      { code: 'NOT_FOUND' },
      { code: 'NOT_FOUND' },
      { code: 'NOT_FOUND' },
      { code: 'NOT_FOUND' },
      expect.objectContaining({ id: kept, accessCount: 1 }),
    ]);
    const none = await project.fail(TOUCH, { input: { entryIds: [] } });
    expect(none.extensions).toMatchObject({ code: 'BAD_USER_INPUT', path: 'input.entryIds' });
    const reader = await project.fail(TOUCH, { input: { entryIds } }, project.keys.READ);
    expect(reader.extensions.code).toBe('FORBIDDEN');
  });
});
