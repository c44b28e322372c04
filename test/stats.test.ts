import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { hourlyStats } from '../src/db/tables/stats.ts';
import { openStats } from '../src/stats/collector.ts';
import { countGeneration } from '../src/stats/record-counts.ts';
import { isEmbedded } from './support/database.ts';
import { createDeferred } from './support/deferred.ts';
import { scripted } from './support/model-server.ts';
import { startAtNoon } from './support/noon.ts';
import { type TestProject, useServer } from './support/server.ts';

const server = useServer();
beforeEach(() => startAtNoon(server));

const STATS = `query ($from: DateTime!, $to: DateTime, $bucket: StatsBucketSize, $agentId: ID, $memoryId: ID) {
  stats(from: $from, to: $to, bucket: $bucket, agentId: $agentId, memoryId: $memoryId) {
    start traces passed failed meanReward entriesCreated entriesUpdated entriesSkipped searches generations
    inputTokens outputTokens searchLatency { p50 p95 } generationLatency { p50 p95 } } }`;
const SEARCH =
  'query ($input: SearchKnowledgeInput!) { searchKnowledge(input: $input) { results { score } } }';
const TRACE =
  'mutation ($input: CreateTraceInput!) { createTrace(input: $input) { trace { id } } }';
const REVIEW =
  'mutation ($input: ReviewTraceInput!) { reviewTrace(input: $input) { trace { id } } }';

type Asked = Partial<Record<'from' | 'to' | 'bucket' | 'agentId' | 'memoryId', string>>;

/** The buckets since the beginning of the hour, or as asked. */
const statsOf = async (project: TestProject, asked: Asked = {}) => {
  const from = new Date(server.app.clock().getTime() - 60_000).toISOString();
  return (await project.run(STATS, { from, ...asked })).stats;
};

/** What has any count in the day so far. */
const todayOf = async (project: TestProject, asked: Asked = {}) =>
  (await statsOf(project, { bucket: 'WEEK', ...asked })).at(-1);

const createTrace = async (project: TestProject, input: object) =>
  (await project.run(TRACE, { input: { task: 'A task', ...input } })).createTrace.trace.id;

const review = (project: TestProject, input: object) =>
  project.run(REVIEW, { input: { generateReflection: false, ...input } });

describe('what is counted', () => {
  it('are writes by their outcome, in the memory to which they are written', async () => {
    const project = await server.project();
    server.models.script('One fact', scripted(1));
    server.models.script('One fact, told otherwise', scripted(0.8));
    const [memoryId, other] = [await project.memory(), await project.memory()];
    await project.write(memoryId, 'One fact');
    await project.write(memoryId, 'One fact');
    await project.write(memoryId, 'One fact, told otherwise', { updateThreshold: 0.75 });
    await project.write(other, 'Another fact');
    const counts = { entriesCreated: 1, entriesUpdated: 1, entriesSkipped: 1 };
    expect(await todayOf(project, { memoryId })).toMatchObject(counts);
    expect(await todayOf(project)).toMatchObject({ ...counts, entriesCreated: 2 });
  });

  it('are neither dry runs, nor repeated answers, nor changes of entries', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    await project.write(memoryId, 'A trial', { dryRun: true });
    for (let i = 0; i < 3; i += 1) await project.write(memoryId, 'Kept', { idempotencyKey: 'k' });
    const { entry } = await project.write(memoryId, 'Kept');
    await project.run(
      `mutation { updateEntry(input: { entryId: "${entry.id}", content: "Changed" }) { entry { id } } }`,
    );
    expect(await todayOf(project)).toMatchObject({
      entriesCreated: 1,
      entriesUpdated: 0,
      entriesSkipped: 1,
    });
  });

  it('are traces and reviews of an agent, and replaced reviews too', async () => {
    const project = await server.project();
    const first = await createTrace(project, { agentId: 'one' });
    await createTrace(project, { agentId: 'one', review: { result: 'FAIL', reward: 0.2 } });
    await createTrace(project, { agentId: 'two', idempotencyKey: 'k' });
    await createTrace(project, { agentId: 'two', idempotencyKey: 'k' });
    await review(project, { traceId: first, result: 'PASS' });
    await review(project, { traceId: first, reward: 0.6, replace: true });
    const ofOne = await todayOf(project, { agentId: 'one' });
    expect(ofOne).toMatchObject({ traces: 2, passed: 2, failed: 1 });
    expect(ofOne.meanReward).toBeCloseTo(0.6);
    const none = { traces: 1, passed: 0, failed: 0, meanReward: null };
    expect(await todayOf(project, { agentId: 'two' })).toMatchObject(none);
    expect(await todayOf(project)).toMatchObject({ traces: 3, passed: 2, failed: 1 });
  });

  it('are searches with their latency, those of one memory with the memory', async () => {
    const project = await server.project();
    const [memoryId, other] = [await project.memory(), await project.memory()];
    await project.write(memoryId, 'A fact');
    for (const memoryIds of [[memoryId], [memoryId], [memoryId, other], null]) {
      await project.run(SEARCH, { input: { query: 'fact', scope: { memoryIds } } });
    }
    await project.run('{ searchTraces(input: { query: "fact" }) { results { similarity } } }');
    const { searches, searchLatency } = await todayOf(project, { memoryId });
    expect(searches).toBe(2);
    expect(searchLatency.p50).toBeGreaterThan(0);
    expect(searchLatency.p95).toBeGreaterThanOrEqual(searchLatency.p50);
    expect(await todayOf(project)).toMatchObject({ searches: 5, generationLatency: null });
    expect(await todayOf(project, { memoryId: other })).toMatchObject({ searchLatency: null });
  });

  it('are generations with their latency and tokens', async () => {
    const project = await server.project();
    const end = (seconds: number) =>
      countGeneration(server.app, {
        projectId: project.id,
        agentId: 'agt_one',
        status: 'COMPLETED',
        durationMs: seconds * 1000,
        usage: { inputTokens: 3_000_000_000, outputTokens: 5 },
        trace: null,
      });
    for (const seconds of [1, 2, 3, 100]) end(seconds);
    const { generationLatency, ...counts } = await todayOf(project, { agentId: 'agt_one' });
    expect(counts).toMatchObject({
      generations: 4,
      inputTokens: 12_000_000_000,
      outputTokens: 20,
      searches: 0,
    });
    expect(Math.abs(generationLatency.p50 / 2000 - 1)).toBeLessThan(0.1);
    expect(Math.abs(generationLatency.p95 / 100_000 - 1)).toBeLessThan(0.1);
  });
});

describe('buckets', () => {
  const starts = async (project: TestProject, asked: Asked) =>
    (await statsOf(project, asked)).map((bucket: { start: string }) => bucket.start);

  it('are whole hours, days and weeks of UTC, and there is one for each', async () => {
    const project = await server.project();
    expect(
      await starts(project, {
        from: '2026-03-01T10:59:00+02:00',
        to: '2026-03-01T11:00:00Z',
        bucket: 'HOUR',
      }),
    ).toEqual(['2026-03-01T08', '2026-03-01T09', '2026-03-01T10'].map((at) => `${at}:00:00.000Z`));
    expect(
      await starts(project, { from: '2026-02-27T23:00:00Z', to: '2026-03-01T00:00:01Z' }),
    ).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'].map((day) => `${day}T00:00:00.000Z`));
    // 2026-03-01 is a Sunday.
    expect(
      await starts(project, {
        from: '2026-03-01T12:00:00Z',
        to: '2026-03-03T00:00:00Z',
        bucket: 'WEEK',
      }),
    ).toEqual(['2026-02-23', '2026-03-02'].map((day) => `${day}T00:00:00.000Z`));
  });

  it('hold what happened in them, and nothing of other hours', async () => {
    const project = await server.project();
    const { clock } = server.app;
    try {
      for (const time of ['2025-12-28T23:59:59Z', '2025-12-29T00:00:00Z', '2025-12-30T13:30:00Z']) {
        server.app.clock = () => new Date(time);
        const counts = { searches: 1, searchLatencies: [0, 0, 1] };
        server.app.stats.add({ projectId: project.id }, counts);
      }
    } finally {
      server.app.clock = clock;
    }
    const searches = async (asked: Asked) =>
      (await statsOf(project, asked)).map((bucket: { searches: number }) => bucket.searches);
    const [from, to] = ['2025-12-28T00:00:00Z', '2025-12-31T00:00:00Z'];
    expect(await searches({ from, to })).toEqual([1, 1, 1]);
    expect(await searches({ from, to, bucket: 'WEEK' })).toEqual([1, 2]);
    expect(await searches({ from, to: '2025-12-30T13:00:00Z' })).toEqual([1, 1, 0]);
    expect(
      await searches({ from: '2025-12-30T13:00:00Z', to: '2025-12-30T13:01:00Z', bucket: 'HOUR' }),
    ).toEqual([1]);
  });

  it('are the same in Project.stats, and to a READ key', async () => {
    const project = await server.project();
    await project.memory();
    const { project: own } = await project.run(
      '{ project { stats(from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z", bucket: HOUR) { start } } }',
      {},
      project.keys.READ,
    );
    expect(own.stats).toHaveLength(24);
  });

  it.each([
    [{ from: '2026-01-02T00:00:00Z', to: '2026-01-02T00:00:00Z' }, 'to'],
    [{ from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' }, 'to'],
    [{ from: '2999-01-01T00:00:00Z' }, 'to'],
    [{ from: '0001-01-01T00:00:00Z' }, 'from'],
    [{ from: '2026-01-01T00:00:00Z', to: '2026-02-11T16:00:01Z', bucket: 'HOUR' }, 'from'],
  ])('%o is BAD_USER_INPUT', async (asked, path) => {
    const project = await server.project();
    const { extensions } = await project.fail(STATS, asked);
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path });
  });

  it('are at most 1,000', async () => {
    const project = await server.project();
    const asked = { from: '2026-01-01T00:00:00Z', to: '2026-02-11T16:00:00Z', bucket: 'HOUR' };
    expect(await statsOf(project, asked)).toHaveLength(1000);
  });

  it('are empty for ids that the project does not have', async () => {
    const [project, stranger] = [await server.project(), await server.project()];
    const memoryId = await project.memory();
    await project.write(memoryId, 'A fact');
    await stranger.run('{ searchTraces(input: { query: "fact" }) { results { similarity } } }');
    for (const asked of [{ memoryId }, { memoryId: '' }, { agentId: '' }, { agentId: 'x' }]) {
      expect(await todayOf(stranger, asked)).toMatchObject({ entriesCreated: 0, searches: 0 });
    }
    expect(
      (await stranger.fail(STATS, { from: '2026-01-01T00:00:00Z', memoryId: '\0' })).extensions
        .code,
    ).toBe('BAD_USER_INPUT');
  });
});

describe('the collector', () => {
  const rowsOf = (projectId: string) =>
    server.app.db.select().from(hourlyStats).where(eq(hourlyStats.projectId, projectId));

  const open = (fails: () => unknown = () => null) => {
    const { connection, metrics, log } = server.app;
    const transaction: typeof connection.transaction = async (work) => {
      if (fails() === 'BEFORE') throw new Error('The connection is lost');
      const result = await connection.transaction(work);
      if (fails() === 'AFTER') throw new Error('The connection is lost');
      return result;
    };
    return openStats({
      connection: { ...connection, transaction },
      metrics,
      log,
      clock: () => new Date('2026-05-05T05:05:05Z'),
    });
  };

  it('adds the counts of several processes, in any order of the ids', async () => {
    const projects = [await server.project(), await server.project()];
    const collectors = [open(), open(), open()];
    for (let round = 0; round < 5; round += 1) {
      for (const [i, stats] of collectors.entries()) {
        for (const { id } of i === 1 ? projects.toReversed() : projects) {
          stats.add({ projectId: id, memoryId: 'mem_b' }, { created: 1, searchLatencies: [1] });
          stats.add({ projectId: id, memoryId: 'mem_a' }, { created: 2, searchLatencies: [0, i] });
        }
      }
      await Promise.all(collectors.map((stats) => stats.flush()));
    }
    for (const stats of collectors) await stats.close();
    for (const { id } of projects) {
      const rows = (await rowsOf(id)).toSorted((one, other) =>
        one.memoryId < other.memoryId ? -1 : 1,
      );
      expect(
        rows.map(({ memoryId, created, searchLatencies, generationLatencies }) => [
          memoryId,
          created,
          searchLatencies,
          generationLatencies,
        ]),
      ).toEqual([
        ['mem_a', 30, [0, 15], []],
        ['mem_b', 15, [15], []],
      ]);
    }
  });

  it.each(['BEFORE', 'AFTER'])(
    'neither loses nor doubles counts if the connection is lost %s the commit',
    async (when) => {
      const { id } = await server.project();
      let failure: string | null = when;
      const stats = open(() => failure);
      stats.add({ projectId: id }, { searches: 1 });
      await expect(stats.flush()).rejects.toThrow();
      stats.add({ projectId: id }, { searches: 1 });
      await expect(stats.flush()).rejects.toThrow();
      failure = null;
      stats.add({ projectId: id }, { searches: 1 });
      await stats.close();
      expect(await rowsOf(id)).toMatchObject([{ searches: 3 }]);
    },
  );

  it.skipIf(isEmbedded)(
    'waits for a transaction that goes on after its connection is lost',
    async () => {
      const { id } = await server.project();
      const { connection, metrics, log, clock } = server.app;
      const [stored, end] = [createDeferred(), createDeferred()];
      let inDatabase: Promise<unknown> = Promise.resolve();
      const transaction: typeof connection.transaction = (work) => {
        inDatabase = connection.transaction(async (db) => {
          await work(db);
          stored.resolve();
          await end.promise;
        });
        return stored.promise.then(() => Promise.reject(new Error('The connection is lost')));
      };
      const lost = { ...connection, transaction };
      const stats = openStats({ connection: lost, metrics, log, clock });
      stats.add({ projectId: id }, { searches: 1 });
      await expect(stats.flush()).rejects.toThrow('The connection is lost');
      lost.transaction = connection.transaction;
      await stats.flush();
      end.resolve();
      await inDatabase;
      stats.add({ projectId: id }, { searches: 1 });
      await stats.close();
      expect(await rowsOf(id)).toMatchObject([{ searches: 2 }]);
    },
  );

  it('drops the counts of a deleted project, and stores those of others', async () => {
    const [gone, kept] = [await server.project(), await server.project()];
    const stats = open();
    for (const { id } of [gone, kept]) stats.add({ projectId: id }, { searches: 1 });
    const { project } = await gone.run('{ project { name } }');
    await server.asRoot(
      'mutation ($input: DeleteProjectInput!) { deleteProject(input: $input) { deletedProjectId } }',
      { input: { confirmName: project.name } },
      gone.id,
    );
    await stats.close();
    expect(await rowsOf(gone.id)).toEqual([]);
    expect(await rowsOf(kept.id)).toMatchObject([{ searches: 1 }]);
  });

  it('stores many keys early, and forgets none', async () => {
    const { id } = await server.project();
    const stats = open();
    for (let i = 0; i < 2500; i += 1) stats.add({ projectId: id, agentId: `a${i}` }, { traces: 1 });
    await stats.close();
    expect(await rowsOf(id)).toHaveLength(2500);
  });
});
