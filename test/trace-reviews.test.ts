import { describe, expect, it } from 'vitest';
import { type TestProject, useServer } from './support/server.ts';
import { createTrace, REVIEW_TRACES, reviewTrace, utilityOf, withPlans } from './support/traces.ts';

const server = useServer();

const UNKNOWN = 'trc_01m7vp9axme049zzpfbqmg6msh';

const reviewAll = async (project: TestProject, reviews: Record<string, unknown>[]) => {
  const input = { reviews: reviews.map((review) => ({ generateReflection: false, ...review })) };
  return (await project.run(REVIEW_TRACES, { input })).reviewTraces.results;
};

describe('reviewTraces', () => {
  it('reviews in order, and tells which reviews fail', async () => {
    const { project, memoryId, ids } = await withPlans(server, 1);
    const { project: other } = await withPlans(server, 0);
    const traces = [];
    for (let i = 0; i < 3; i += 1) {
      traces.push((await createTrace(project, { retrievedEntryIds: ids })).id);
    }
    const foreign = (await createTrace(other)).id;
    const results = await reviewAll(project, [
      { traceId: traces[0], result: 'PASS' },
      { traceId: traces[1], reward: 1.5 },
      { traceId: traces[1] },
      { traceId: UNKNOWN, result: 'PASS' },
      { traceId: foreign, result: 'PASS' },
      { traceId: traces[1], result: 'PASS', memoryId: 'mem_nonsense' },
      { traceId: traces[0], result: 'PASS' },
      { traceId: traces[2], reward: 0.4, alpha: 1, memoryId },
      { traceId: traces[0], result: 'FAIL', alpha: 0, replace: true },
    ]);
    const failure = (code: string, path: string | null) =>
      expect.objectContaining({ __typename: 'ItemError', code, path });
    expect(results).toEqual([
      {
        __typename: 'ReviewTracePayload',
        trace: { id: traces[0], review: { result: 'PASS', reward: 1 } },
        changes: [{ after: 0.65 }],
      },
      failure('BAD_USER_INPUT', 'input.reviews[1].reward'),
      failure('BAD_USER_INPUT', 'input.reviews[2].result'),
      failure('NOT_FOUND', null),
      failure('NOT_FOUND', null),
      failure('NOT_FOUND', null),
      failure('CONFLICT', null),
      {
        __typename: 'ReviewTracePayload',
        trace: { id: traces[2], review: { result: 'FAIL', reward: 0.4 } },
        changes: [{ after: 0.4 }],
      },
      {
        __typename: 'ReviewTracePayload',
        trace: { id: traces[0], review: { result: 'FAIL', reward: 0 } },
        changes: [{ after: 0.5 }],
      },
    ]);
    const { trace } = await project.run(`{ trace(id: "${traces[1]}") { review { result } } }`);
    expect(trace.review).toBeNull();
  });

  it('reviews each trace once, also in 10 calls at once', async () => {
    const { project, ids } = await withPlans(server, 1);
    const traces = await Promise.all(
      Array.from({ length: 5 }, () => createTrace(project, { retrievedEntryIds: ids })),
    );
    const reviews = traces.map(({ id }) => ({ traceId: id, result: 'PASS' }));
    const calls = await Promise.all(Array.from({ length: 10 }, () => reviewAll(project, reviews)));
    const kinds = calls.flat().map((result) => result.code ?? 'reviewed');
    expect(kinds.filter((kind) => kind === 'reviewed')).toHaveLength(5);
    expect(kinds.filter((kind) => kind === 'CONFLICT')).toHaveLength(45);
    const { entry } = await project.run(`{ entry(id: "${ids[0]}") { reviewCount } }`);
    expect(entry.reviewCount).toBe(5);
  });

  it.each([0, 101])('refuses %d reviews', async (length) => {
    const project = await server.project();
    const reviews = Array.from({ length }, () => ({ traceId: UNKNOWN, result: 'PASS' }));
    const { extensions } = await project.fail(REVIEW_TRACES, { input: { reviews } });
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path: 'input.reviews' });
  });

  it('takes 100 reviews, and no READ key', async () => {
    const project = await server.project();
    const reviews = Array.from({ length: 100 }, () => ({ traceId: UNKNOWN, result: 'PASS' }));
    expect(await reviewAll(project, reviews)).toHaveLength(100);
    const denied = await project.fail(REVIEW_TRACES, { input: { reviews } }, project.keys.READ);
    expect(denied.extensions.code).toBe('FORBIDDEN');
  });
});

describe('who acted on a trace', () => {
  it('is the key that created it, and then the one that reviewed it', async () => {
    const project = await server.project();
    const { id, createdBy, updatedBy } = await createTrace(project);
    expect(createdBy).toEqual({ id: expect.stringMatching(/^key_/), kind: 'API_KEY' });
    expect(updatedBy).toEqual(createdBy);
    const admin = (await project.run('{ viewer { apiKey { id } } }', {}, project.keys.ADMIN))
      .viewer;
    await project.run(
      `mutation { reviewTrace(input: { traceId: "${id}", result: PASS, generateReflection: false }) { trace { id } } }`,
      {},
      project.keys.ADMIN,
    );
    const { trace } = await project.run(
      `{ trace(id: "${id}") { createdBy { id } updatedBy { id } review { reviewedBy { id kind } } } }`,
    );
    expect(trace).toEqual({
      createdBy: { id: createdBy.id },
      updatedBy: { id: admin.apiKey.id },
      review: { reviewedBy: { id: admin.apiKey.id, kind: 'API_KEY' } },
    });
  });

  it('is the root key where it acts', async () => {
    const { id: projectId } = await server.project();
    const { createTrace: made } = await server.asRoot(
      'mutation { createTrace(input: { task: "T", review: { result: PASS, generateReflection: false } }) { trace { createdBy { id kind } review { reviewedBy { id kind } } } } }',
      {},
      projectId,
    );
    const root = { id: 'root', kind: 'ROOT_KEY' };
    expect(made.trace).toEqual({ createdBy: root, review: { reviewedBy: root } });
  });
});

describe('Trace.agent', () => {
  it('is null where agentId is no id of an agent of the project', async () => {
    const project = await server.project();
    const other = await server.project();
    const { createAgent } = await other.run(
      'mutation { createAgent(input: { name: "a" }) { agent { id } } }',
    );
    for (const agentId of ['booker', createAgent.agent.id]) {
      const { id } = await createTrace(project, { agentId });
      const { trace } = await project.run(`{ trace(id: "${id}") { agentId agent { id } } }`);
      expect(trace).toEqual({ agentId, agent: null });
    }
    const { id } = await createTrace(other, { agentId: createAgent.agent.id });
    const { trace } = await other.run(`{ trace(id: "${id}") { agent { name } } }`);
    expect(trace.agent).toEqual({ name: 'a' });
  });
});

describe('a replaced review', () => {
  it.each<[string, string[]]>([
    ['CONSTANT', ['PASS', 'FAIL', 'PASS']],
    ['CONSTANT', ['PASS', 'PASS', 'FAIL', 'FAIL', 'PASS']],
    ['DECAYING', ['PASS', 'PASS', 'FAIL']],
    ['DECAYING', ['PASS', 'FAIL', 'FAIL', 'PASS']],
  ])('under %s keeps what the reviews of deleted traces moved: %j', async (schedule, results) => {
    const settings = { learningRateSchedule: schedule };
    // The trace of one later review is deleted: each of them in turn, in a project of its own.
    const utilityWithout = async (deleted: number | null) => {
      const { project, ids } = await withPlans(server, 1, settings);
      const traces: string[] = [];
      for (const result of results) {
        const { id } = await createTrace(project, { retrievedEntryIds: ids });
        await reviewTrace(project, { traceId: id, result });
        traces.push(id);
      }
      if (deleted !== null) {
        const input = { traceId: traces[deleted] };
        await project.run(
          'mutation ($input: DeleteTraceInput!) { deleteTrace(input: $input) { deletedTraceId } }',
          { input },
        );
      }
      await reviewTrace(project, { traceId: traces[0], result: 'FAIL', replace: true });
      return utilityOf(project, ids[0] ?? '');
    };
    const expected = await utilityWithout(null);
    for (let deleted = 1; deleted < results.length; deleted += 1) {
      expect(await utilityWithout(deleted)).toBeCloseTo(expected, 9);
    }
  });
});
