import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { JobRow } from '../src/db/rows.ts';
import { jobs } from '../src/db/tables/jobs.ts';
import { newId } from '../src/ids.ts';
import { purgeJobs, REEMBED } from '../src/jobs/jobs.ts';
import { runReflection } from '../src/reflections/run-reflection.ts';
import { createDeferred } from './support/deferred.ts';
import { eventually } from './support/eventually.ts';
import { post } from './support/graphql.ts';
import { LESSON } from './support/reflections.ts';
import { type TestProject, useServer } from './support/server.ts';
import { REFLECT, record, scriptedModel, stateOf } from './support/stream.ts';

const server = useServer({
  CHAT_MODEL: 'test-chat',
  CHAT_MAX_RETRIES: '0',
  JOB_MAX_ATTEMPTS: '1',
  JOB_CONCURRENCY: '4',
});

const TRACE =
  'mutation ($input: CreateTraceInput!) { createTrace(input: $input) { trace { id } } }';
const JOB =
  'id kind status attempts error runAt createdAt finishedAt subjectId subject { __typename id }';
const JOBS = `query ($status: JobStatus, $kind: JobKind, $first: Int, $after: String, $last: Int, $before: String) {
  jobs(status: $status, kind: $kind, first: $first, after: $after, last: $last, before: $before) {
    totalCount nodes { ${JOB} } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;
const CANCEL = `mutation ($id: ID!) { cancelJob(input: { jobId: $id }) { job { ${JOB} } } }`;
const RETRY = `mutation ($id: ID!) { retryJob(input: { jobId: $id }) { job { ${JOB} } } }`;
const EVENTS = `query ($types: [EventType!]) { events(types: $types, first: 100) { nodes { type traceId memoryId
  entryId jobId job { id kind } insightCycleId insightCycle { id status } memory { id }
  changes { field before after } actor { id kind } } } }`;

type Job = { id: string; status: string; kind: string };

const reviewed = async (project: TestProject): Promise<string> => {
  const input = { task: 'Book a room', review: { result: 'FAIL' } };
  return (await project.run(TRACE, { input })).createTrace.trace.id;
};

const jobsOf = async (project: TestProject, variables: Record<string, unknown> = {}) =>
  (await project.run(JOBS, variables)).jobs;

/** Waits until the project's newest job has the status. */
const newest = async (project: TestProject, status: string): Promise<Job> => {
  await eventually(async () => (await jobsOf(project)).nodes[0]?.status).toBe(status);
  return (await jobsOf(project)).nodes[0];
};

const eventsOf = async (project: TestProject, types: string[]) => {
  return (await project.run(EVENTS, { types })).events.nodes;
};

const JOB_EVENTS = ['JOB_STARTED', 'JOB_COMPLETED', 'JOB_FAILED', 'JOB_CANCELLED'];

describe('the jobs of a project', () => {
  it('are listed with their subjects, and filtered by status and kind', async () => {
    const project = await server.project();
    server.models.chat(() => ({ text: JSON.stringify(LESSON) }));
    const traceId = await reviewed(project);
    const { id } = await newest(project, 'COMPLETED');
    const found = await jobsOf(project, { status: 'COMPLETED', kind: 'TRACE_REFLECTION' });
    expect(found.totalCount).toBe(1);
    expect(found.nodes[0]).toMatchObject({
      id,
      kind: 'TRACE_REFLECTION',
      attempts: 1,
      error: null,
      subjectId: traceId,
      subject: { __typename: 'Trace', id: traceId },
      finishedAt: expect.any(String),
    });
    expect((await jobsOf(project, { status: 'FAILED' })).nodes).toEqual([]);
    expect((await jobsOf(project, { kind: 'STREAM_INSIGHTS' })).totalCount).toBe(0);
    const { node } = await project.run(`{ node(id: "${id}") { ... on Job { ${JOB} } } }`);
    expect(node).toEqual(found.nodes[0]);
    const stranger = await server.project();
    expect((await jobsOf(stranger)).totalCount).toBe(0);
    expect((await stranger.run(`{ node(id: "${id}") { id } }`)).node).toBeNull();
    for (const change of [CANCEL, RETRY]) {
      expect((await stranger.fail(change, { id })).extensions.code).toBe('NOT_FOUND');
      expect((await stranger.fail(change, { id: 'x' })).extensions.code).toBe('NOT_FOUND');
    }
  });

  it('are paged in both directions, newest first', async () => {
    const project = await server.project();
    server.models.chat(() => ({ text: JSON.stringify(LESSON) }));
    for (let i = 0; i < 5; i += 1) await reviewed(project);
    const ids = (page: { nodes: Job[] }) => page.nodes.map((job) => job.id);
    const all = ids(await jobsOf(project));
    expect(all).toEqual([...all].sort().reverse());
    const one = await jobsOf(project, { first: 2 });
    const two = await jobsOf(project, { first: 2, after: one.pageInfo.endCursor });
    expect([...ids(one), ...ids(two)]).toEqual(all.slice(0, 4));
    expect(two.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
    const back = await jobsOf(project, { last: 2, before: two.pageInfo.startCursor });
    expect(ids(back)).toEqual(ids(one));
    expect(ids(await jobsOf(project, { last: 2 }))).toEqual(all.slice(3));
  });

  it('record each start and end as events', async () => {
    const project = await server.project();
    server.models.chat(() => ({ text: JSON.stringify(LESSON) }));
    const traceId = await reviewed(project);
    const { id } = await newest(project, 'COMPLETED');
    const [started, completed] = await eventsOf(project, JOB_EVENTS);
    const common = { traceId, jobId: id, job: { id }, actor: { id: 'reflection', kind: 'JOB' } };
    expect(started).toMatchObject({
      ...common,
      type: 'JOB_STARTED',
      changes: [{ field: 'attempts', before: 0, after: 1 }],
    });
    expect(completed).toMatchObject({ ...common, type: 'JOB_COMPLETED', changes: [] });
  });

  it('are deleted some time after they were cancelled', async () => {
    const project = await server.project();
    const answering = createDeferred();
    server.models.chat(() => ({ text: 'x', after: answering.promise }));
    await reviewed(project);
    const { id } = await newest(project, 'RUNNING');
    await project.run(CANCEL, { id });
    answering.resolve();
    // A job that has not ended stays, however old it is.
    server.models.chat(() => ({ kind: 'status', status: 500 }));
    await reviewed(project);
    const now = server.app.clock;
    server.app.clock = () => new Date(Date.now() + 31 * 86_400_000);
    await purgeJobs(server.app).finally(() => {
      server.app.clock = now;
    });
    const left = await jobsOf(project);
    expect(left.totalCount).toBe(1);
    expect(left.nodes.map((job: Job) => job.id)).not.toContain(id);
    const [event] = await eventsOf(project, ['JOB_CANCELLED']);
    expect(event).toMatchObject({ jobId: id, job: null });
  });
});

describe('retryJob', () => {
  it('runs a failed job again, with its attempts reset', async () => {
    const project = await server.project();
    server.models.chat(() => ({ kind: 'status', status: 500 }));
    await reviewed(project);
    const failed = await newest(project, 'FAILED');
    expect(failed).toMatchObject({ attempts: 1, error: expect.stringMatching(/CHAT_UNAVAILABLE/) });
    const answering = createDeferred();
    server.models.chat(() => ({ text: JSON.stringify(LESSON), after: answering.promise }));
    const { retryJob } = await project.run(RETRY, { id: failed.id });
    expect(retryJob.job).toMatchObject({ id: failed.id, error: null, finishedAt: null });
    const running = await newest(project, 'RUNNING');
    expect(running).toMatchObject({ id: failed.id, attempts: 1 });
    expect((await project.fail(RETRY, { id: failed.id })).extensions.code).toBe('CONFLICT');
    answering.resolve();
    await newest(project, 'COMPLETED');
    expect((await project.fail(RETRY, { id: failed.id })).extensions.code).toBe('CONFLICT');
    const events = await eventsOf(project, JOB_EVENTS);
    expect(events.map((event: { type: string }) => event.type)).toEqual([
      'JOB_STARTED',
      'JOB_FAILED',
      'JOB_STARTED',
      'JOB_COMPLETED',
    ]);
    expect(events[1].changes).toEqual([
      { field: 'error', before: null, after: expect.stringMatching(/CHAT_UNAVAILABLE/) },
    ]);
  });

  it('is a CONFLICT where a newer job has the same subject', async () => {
    const project = await server.project();
    server.models.chat(() => ({ kind: 'status', status: 500 }));
    const traceId = await reviewed(project);
    const old = await newest(project, 'FAILED');
    await project.run(
      `mutation { retryReflection(input: { traceId: "${traceId}" }) { trace { id } } }`,
    );
    await eventually(async () => (await jobsOf(project, { status: 'FAILED' })).totalCount).toBe(2);
    expect((await project.fail(RETRY, { id: old.id })).extensions.code).toBe('CONFLICT');
  });

  it('queues a job once, however many ask at once', async () => {
    const project = await server.project();
    server.models.chat(() => ({ kind: 'status', status: 500 }));
    await reviewed(project);
    const { id } = await newest(project, 'FAILED');
    const answering = createDeferred();
    server.models.chat(() => ({ text: JSON.stringify(LESSON), after: answering.promise }));
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post(server.url, project.keys.WRITE, RETRY, { id })),
    );
    expect(answers.filter(({ errors }) => !errors)).toHaveLength(1);
    answering.resolve();
    await newest(project, 'COMPLETED');
    expect(await eventsOf(project, ['JOB_STARTED'])).toHaveLength(2);
  });
});

describe('cancelJob', () => {
  it('stops a running job soon, and only one of many calls does it', async () => {
    const project = await server.project();
    const [answering, before] = [createDeferred(), server.models.aborted.count];
    server.models.chat(() => ({ text: JSON.stringify(LESSON), after: answering.promise }));
    const traceId = await reviewed(project);
    const { id } = await newest(project, 'RUNNING');
    const from = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post(server.url, project.keys.WRITE, CANCEL, { id })),
    );
    const done = answers.filter(({ errors }) => !errors);
    expect(done).toHaveLength(1);
    expect(done[0]?.data.cancelJob.job).toMatchObject({
      status: 'CANCELLED',
      finishedAt: expect.any(String),
    });
    const codes = answers.flatMap(({ errors }) => errors?.[0]?.extensions.code ?? []);
    expect(codes).toEqual(new Array(9).fill('CONFLICT'));
    await eventually(() => server.models.aborted.count).toBeGreaterThan(before);
    expect(performance.now() - from).toBeLessThan(2500);
    answering.resolve();
    const { trace } = await project.run(
      `{ trace(id: "${traceId}") { reflectionStatus reflection { id } } }`,
    );
    expect(trace).toEqual({ reflectionStatus: 'CANCELLED', reflection: null });
    const [cancelled, ...others] = await eventsOf(project, ['JOB_CANCELLED']);
    expect(cancelled).toMatchObject({ traceId, jobId: id, actor: { kind: 'API_KEY' } });
    expect(others).toEqual([]);
    expect(await server.app.metrics.registry.metrics()).toContain(
      'lorebase_job_runs_total{kind="TRACE_REFLECTION",outcome="cancelled"}',
    );
    await project.run(RETRY, { id });
    await newest(project, 'COMPLETED');
  });

  it('stops a re-embedding only with role ADMIN, and so does its retry', async () => {
    const project = await server.project();
    const id = newId('job');
    const [row, now] = [{ projectId: project.id, id, ...REEMBED, status: 'FAILED' }, new Date()];
    await server.app.db.insert(jobs).values({ ...row, runAt: now, createdAt: now } as JobRow);
    for (const change of [CANCEL, RETRY]) {
      expect((await project.fail(change, { id })).extensions.code).toBe('FORBIDDEN');
    }
    const { extensions } = await project.fail(CANCEL, { id }, project.keys.ADMIN);
    expect(extensions.code).toBe('CONFLICT');
    await project.run(RETRY, { id }, project.keys.ADMIN);
  });

  it('keeps the handler of a cancelled run from storing anything, also after a retry', async () => {
    const project = await server.project();
    const answering = createDeferred();
    let asked = 0;
    server.models.chat(() => {
      asked += 1;
      const after = asked < 3 ? answering.promise : Promise.resolve();
      return { text: JSON.stringify(LESSON), after };
    });
    const traceId = await reviewed(project);
    const { id } = await newest(project, 'RUNNING');
    const [run] = await server.app.db
      .select()
      .from(jobs)
      .where(and(eq(jobs.projectId, project.id), eq(jobs.id, id)));
    if (run === undefined) throw new Error('The job is gone');
    await project.run(CANCEL, { id });
    await project.run(RETRY, { id });
    await newest(project, 'RUNNING');
    await eventually(() => asked).toBe(2);
    // The handler of the first run, as if it had not stopped, has its answer before that of the second.
    const late = runReflection(server.app, run, new AbortController().signal);
    await expect(late).rejects.toThrow('cancelled');
    answering.resolve();
    await newest(project, 'COMPLETED');
    const { trace } = await project.run(`{ trace(id: "${traceId}") { reflection { id } } }`);
    expect(trace.reflection).not.toBeNull();
    expect(await eventsOf(project, ['JOB_COMPLETED'])).toHaveLength(1);
  });

  it('leaves a project where it is, until it is moved again', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    await project.write(memoryId, 'To be embedded again');
    const answering = createDeferred();
    server.models.behave({ kind: 'normal', after: answering.promise });
    const REEMBED = `mutation { reembedProject(input: { embeddingModel: "other-embedder", embeddingDimensions: 64 }) {
      project { reembedding { status } } } }`;
    await server.asRoot(REEMBED, {}, project.id);
    const job = await newest(project, 'RUNNING');
    expect(job).toMatchObject({
      subjectId: project.id,
      subject: { __typename: 'Project', id: project.id },
    });
    await project.run(CANCEL, { id: job.id }, project.keys.ADMIN);
    answering.resolve();
    server.models.behave({ kind: 'normal' });
    const STATE = '{ project { settings { embeddingModel } reembedding { status } } }';
    expect((await project.run(STATE)).project).toEqual({
      settings: { embeddingModel: 'test-embedder' },
      reembedding: { status: 'CANCELLED' },
    });
    await server.asRoot(REEMBED, {}, project.id);
    await eventually(async () => (await project.run(STATE)).project).toEqual({
      settings: { embeddingModel: 'other-embedder' },
      reembedding: null,
    });
  });
});

describe('the events of a stream', () => {
  it('tell of ratings, and of the start and end of a cycle that was cancelled meanwhile', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const answering = createDeferred();
    scriptedModel(server, { questions: { kind: 'status', status: 500 } });
    const { id: entryId } = await record(project, { memoryId, content: 'Saw a fox' });
    await eventually(async () => (await eventsOf(project, ['ENTRY_RATED'])).length).toBe(1);
    const [rated] = await eventsOf(project, ['ENTRY_RATED']);
    expect(rated).toMatchObject({
      entryId,
      memoryId,
      changes: [{ field: 'importance', before: 5, after: 6 }],
      actor: { id: 'stream', kind: 'JOB' },
    });
    scriptedModel(server, { questions: { text: '1. What is near?', after: answering.promise } });
    const start = async () =>
      (await project.run(REFLECT, { input: { memoryId, force: true } })).startInsightCycle
        .insightCycle;
    const cycle = await start();
    const job = await newest(project, 'RUNNING');
    expect(job).toMatchObject({ kind: 'STREAM_INSIGHTS', subjectId: memoryId });
    await project.run(CANCEL, { id: job.id });
    answering.resolve();
    const [{ status }] = (await stateOf(project, memoryId)).insightCycles.nodes;
    expect(status).toBe('CANCELLED');
    scriptedModel(server);
    expect((await start()).id).toBe(cycle.id);
    const ended = ['INSIGHT_CYCLE_STARTED', 'INSIGHT_CYCLE_ENDED'];
    await eventually(async () => (await eventsOf(project, ended)).length).toBe(2);
    const events = await eventsOf(project, ended);
    for (const [i, event] of events.entries()) {
      expect(event).toMatchObject({
        type: ended[i],
        memoryId,
        insightCycleId: cycle.id,
        insightCycle: { id: cycle.id, status: 'COMPLETED' },
        actor: { id: 'stream' },
      });
    }
    const { node } = await project.run(
      `{ node(id: "${cycle.id}") { ... on InsightCycle { id memory { id } } } }`,
    );
    expect(node).toEqual({ id: cycle.id, memory: { id: memoryId } });
  });
});
