import { eq, lt } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { App } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import type { Connection } from '../src/db/database.ts';
import { deleteOld } from '../src/db/delete-old.ts';
import type { JobRow } from '../src/db/rows.ts';
import { jobs } from '../src/db/tables/jobs.ts';
import { claimNext, completeAlone, enqueue, restartJobs, runLater } from '../src/jobs/jobs.ts';
import { startWorker } from '../src/jobs/worker.ts';
import { closeApp, openApp } from '../src/open-app.ts';
import { DEFAULT_PROJECT_ID } from '../src/projects/default-project.ts';
import { createWakeSignal } from '../src/wake-signal.ts';
import { createPreparedDatabase, isEmbedded } from './support/database.ts';
import { createDeferred } from './support/deferred.ts';
import { eventually } from './support/eventually.ts';
import { type TestProject, testEnv, useServer } from './support/server.ts';
import { REFLECT, record } from './support/stream.ts';

const server = useServer({ JOB_CONCURRENCY: '0', CHAT_MODEL: 'test-chat' });

const LEASE_SECONDS = 15;

const ratingOf = ({ id: projectId }: Pick<TestProject, 'id'>, subject: string) =>
  ({ projectId, kind: 'IMPORTANCE_RATING', subject }) as const;

/** Enqueues jobs that nothing runs. */
async function enqueueMany(project: TestProject, count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) await enqueue(server.app.db, ratingOf(project, `mem_${i}`));
}

/** Runs jobs, whose subjects it notes, until `stop` is called. */
function work(
  concurrency: number,
  own: Partial<App> = {},
  until: (subject: string) => Promise<unknown> = async () => {},
) {
  const ran: string[] = [];
  const run = async (_: unknown, job: JobRow) => {
    ran.push(job.subject);
    await until(job.subject);
    await completeAlone(server.app, job);
  };
  const { config } = server.app;
  const app = {
    ...server.app,
    ...own,
    config: { ...config, jobs: { ...config.jobs, concurrency } },
  };
  const worker = startWorker(app, {
    PROJECT_REEMBEDDING: run,
    TRACE_REFLECTION: run,
    IMPORTANCE_RATING: run,
    STREAM_INSIGHTS: run,
    CONTRADICTION_CHECK: run,
  });
  return { ran, stop: () => worker.stop() };
}

describe('a job whose last attempt does not report its end', () => {
  /** Claims the job of a project as often as it may be tried. The lease of each attempt expires. */
  async function useUpAttempts({ id }: TestProject) {
    const { app } = server;
    for (let attempt = 1; attempt <= app.config.jobs.maxAttempts; attempt += 1) {
      expect(await claimNext(app, LEASE_SECONDS, [id])).toMatchObject({ attempts: attempt });
      await app.db
        .update(jobs)
        .set({ leasedUntil: new Date(0) })
        .where(eq(jobs.projectId, id));
    }
  }

  it('is FAILED, and not claimed again', async () => {
    const { app } = server;
    const project = await server.project();
    await enqueue(app.db, ratingOf(project, 'mem_deadly'));
    await useUpAttempts(project);
    expect(await claimNext(app, LEASE_SECONDS, [project.id])).toBeNull();
    const [job] = await app.db.select().from(jobs).where(eq(jobs.projectId, project.id));
    expect(job).toMatchObject({
      status: 'FAILED',
      attempts: app.config.jobs.maxAttempts,
      error: expect.stringContaining('did not report'),
    });
    const { events } = await project.run('{ events(last: 1) { nodes { type } } }');
    expect(events.nodes).toEqual([{ type: 'JOB_FAILED' }]);
    const { values } = await app.metrics.jobs.get();
    const labels = { kind: 'IMPORTANCE_RATING', outcome: 'failed' };
    expect(values).toEqual([expect.objectContaining({ labels, value: 1 })]);
  });

  it('begins anew if it was enqueued during that attempt', async () => {
    const { app } = server;
    const project = await server.project();
    await enqueue(app.db, ratingOf(project, 'mem_deadly'));
    await useUpAttempts(project);
    await enqueue(app.db, ratingOf(project, 'mem_deadly'));
    expect(await claimNext(app, LEASE_SECONDS, [project.id])).toMatchObject({ attempts: 1 });
  });
});

describe('a job that is enqueued while it waits for its retry', () => {
  const isClaimed = async ({ id }: TestProject) => {
    const job = await claimNext(server.app, LEASE_SECONDS, [id]);
    if (job === null) throw new Error('No job is due');
    return job;
  };

  it('keeps its delay and its attempts, and its last attempt begins anew', async () => {
    const { app } = server;
    const project = await server.project();
    const subject = ratingOf(project, 'mem_busy');
    await enqueue(app.db, subject);
    for (let attempts = 1; attempts < app.config.jobs.maxAttempts; attempts += 1) {
      const job = await isClaimed(project);
      expect(job).toMatchObject({ attempts });
      await runLater(app, job, { seconds: 60, error: 'CHAT_UNAVAILABLE', attempts });
      await enqueue(app.db, subject);
      expect(await claimNext(app, LEASE_SECONDS, [project.id])).toBeNull();
      await app.db
        .update(jobs)
        .set({ runAt: new Date(0) })
        .where(eq(jobs.projectId, project.id));
    }
    const job = await isClaimed(project);
    expect(job).toMatchObject({ attempts: 1 });
    await completeAlone(app, job);
    // What was enqueued was read by the run that has ended.
    expect(await claimNext(app, LEASE_SECONDS, [project.id])).toBeNull();
  });

  it('is due at once with its attempts reset if a caller asks for it', async () => {
    const { app } = server;
    const project = await server.project();
    const ask = () =>
      server.asRoot(
        `mutation { reembedProject(input: { embeddingModel: "other-embedder", embeddingDimensions: 64 }) {
          project { reembedding { attempts } } } }`,
        {},
        project.id,
      );
    await ask();
    const { attempts } = await isClaimed(project).then(async (job) => {
      await runLater(app, job, { seconds: 60, error: 'EMBEDDING_UNAVAILABLE', attempts: 5 });
      await ask();
      return isClaimed(project);
    });
    expect(attempts).toBe(1);
    await app.db.delete(jobs);
  });

  it('is due at once if a caller asks for the insight cycle that it runs', async () => {
    const { app } = server;
    const project = await server.project();
    const memoryId = await project.memory();
    await record(project, { memoryId, content: 'Saw rain', importance: 5 });
    const ask = () => project.run(REFLECT, { input: { memoryId, force: true } });
    await ask();
    const job = await isClaimed(project);
    await runLater(app, job, { seconds: 60, error: 'CHAT_UNAVAILABLE', attempts: 5 });
    await ask();
    expect(await isClaimed(project)).toMatchObject({ id: job.id, attempts: 1 });
    await app.db.delete(jobs);
  });
});

describe('a job whose statement fails', () => {
  it('is queued again, and shows the code that a request would get', async () => {
    const { app } = server;
    const project = await server.project();
    const isFull = Object.assign(new Error('could not extend file'), { code: '53100' });
    const { stop } = work(1, {}, () => Promise.reject(isFull));
    try {
      await enqueueMany(project, 1);
      await project.memory();
      const find = () => app.db.select().from(jobs).where(eq(jobs.projectId, project.id));
      await eventually(find).toEqual([
        expect.objectContaining({ status: 'QUEUED', error: 'DISK_FULL' }),
      ]);
    } finally {
      await stop();
      await app.db.delete(jobs);
    }
  });
});

describe('a job that begins again after an erasure', () => {
  it('has not used up the attempt that was ended', async () => {
    const { app } = server;
    const project = await server.project();
    await enqueue(app.db, ratingOf(project, 'mem_erased'));
    for (let i = 0; i < app.config.jobs.maxAttempts + 1; i += 1) {
      const job = await claimNext(app, LEASE_SECONDS, [project.id]);
      expect(job).toMatchObject({ attempts: 1 });
      await restartJobs(app.db, project.id, ['mem_erased']);
    }
  });
});

describe('a job that its process interrupts because it ends', () => {
  it('has not used up an attempt, and is due at once', async () => {
    const { app } = server;
    // The worker would begin with the jobs of earlier tests.
    await app.db.delete(jobs);
    const project = await server.project();
    const interrupted = createDeferred();
    const { ran, stop } = work(1, {}, async () => {
      await interrupted.promise;
      throw new Error('The process ends');
    });
    await enqueue(app.db, ratingOf(project, 'mem_interrupted'));
    app.jobsSignal.notify();
    await eventually(() => ran).toEqual(['mem_interrupted']);
    const stopped = stop();
    interrupted.resolve();
    await stopped;
    const job = await claimNext(app, LEASE_SECONDS, [project.id]);
    expect(job).toMatchObject({ subject: 'mem_interrupted', attempts: 1 });
    await app.db.delete(jobs);
  });
});

describe('a job whose process was killed', () => {
  it.runIf(isEmbedded)('is due as soon as its data folder is opened again', async () => {
    const database = await createPreparedDatabase();
    const config = readConfig({ ...testEnv(database, server.models), CHAT_MODEL: 'test-chat' });
    const killed = await openApp(config, server.app.log);
    await enqueue(killed.db, ratingOf({ id: DEFAULT_PROJECT_ID }, 'mem_killed'));
    const claimed = await claimNext(killed, 3600, null);
    await closeApp(killed);
    const next = await openApp(config, server.app.log);
    const again = await claimNext(next, LEASE_SECONDS, null);
    expect(again).toMatchObject({ id: claimed?.id, attempts: 2 });
    await closeApp(next);
    await database.drop();
  });
});

describe('due jobs', () => {
  it('of one project do not wait for the thousand of another', async () => {
    const [busy, quiet] = [await server.project(), await server.project()];
    await enqueueMany(busy, 1000);
    await enqueueMany(quiet, 1);
    const taken: string[] = [];
    while (!taken.includes(quiet.id)) {
      const job = await claimNext(server.app, LEASE_SECONDS, null);
      if (job === null) break;
      taken.push(job.projectId);
      await completeAlone(server.app, job);
    }
    // Chosen by chance among two projects: more than 60 misses have a probability of 2 ^ -60.
    expect(taken).toContain(quiet.id);
    expect(taken.length).toBeLessThan(60);
    await server.app.db.delete(jobs);
  });

  it('are each claimed once, however many claim at once', async () => {
    const projects = [await server.project(), await server.project(), await server.project()];
    for (const project of projects) await enqueueMany(project, 4);
    const claimed = await Promise.all(
      Array.from({ length: 20 }, () => claimNext(server.app, LEASE_SECONDS, null)),
    );
    const ids = claimed.flatMap((job) => job?.id ?? []);
    expect(ids).toHaveLength(12);
    expect(new Set(ids).size).toBe(12);
    for (const job of claimed) if (job) await completeAlone(server.app, job);
  });

  it('are looked for in the given projects only', async () => {
    const [one, other] = [await server.project(), await server.project()];
    await enqueueMany(one, 1);
    expect(await claimNext(server.app, LEASE_SECONDS, [other.id])).toBeNull();
    const job = await claimNext(server.app, LEASE_SECONDS, [other.id, one.id]);
    expect(job?.projectId).toBe(one.id);
    if (job) await completeAlone(server.app, job);
  });

  it('are found at once after an event in their project, though a process looks rarely', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const { ran, stop } = work(1);
    try {
      // Nobody is told of the job itself.
      await enqueueMany(project, 1);
      await project.write(memoryId, 'An event in the project');
      await eventually(() => ran).toEqual(['mem_0']);
    } finally {
      await stop();
    }
  });

  it('of a re-embedding are found at once by other processes', async () => {
    const project = await server.project();
    // The worker of another process, which does not hear of this process's signal.
    const { ran, stop } = work(1, { jobsSignal: createWakeSignal() });
    try {
      const start = performance.now();
      await server.asRoot(
        'mutation { reembedProject(input: { embeddingModel: "test-embedder", embeddingDimensions: 64 }) { project { id } } }',
        {},
        project.id,
      );
      await eventually(() => ran).toEqual(['project']);
      expect(performance.now() - start).toBeLessThan(9000);
    } finally {
      await stop();
    }
  });

  it('of another project are found at once if they are told of during a claim', async () => {
    const [one, other] = [await server.project(), await server.project()];
    const isDone = createDeferred();
    const { connection } = server.app;
    let isFirst = true;
    const transaction: Connection['transaction'] = async (...args) => {
      if (isFirst) {
        isFirst = false;
        await enqueue(server.app.db, ratingOf(other, 'told'));
        server.app.jobsSignal.notify();
      }
      return connection.transaction(...args);
    };
    const { ran, stop } = work(2, { connection: { ...connection, transaction } }, (subject) =>
      subject === 'first' ? isDone.promise : Promise.resolve(),
    );
    try {
      await enqueue(server.app.db, ratingOf(one, 'first'));
      const start = performance.now();
      server.app.changes.wake(one.id);
      await eventually(() => ran).toEqual(['first', 'told']);
      // Untold, the process would look again after ten seconds.
      expect(performance.now() - start).toBeLessThan(9000);
    } finally {
      isDone.resolve();
      await stop();
    }
  });
});

it.skipIf(isEmbedded)('old rows that are locked keep no others from being deleted', async () => {
  const [one, other] = [await server.project(), await server.project()];
  const { app } = server;
  const old = { kind: 'IMPORTANCE_RATING', status: 'COMPLETED', finishedAt: new Date(0) } as const;
  const times = { runAt: new Date(0), createdAt: new Date(0) };
  for (const { id: projectId } of [one, other]) {
    const rows = ['job_1', 'job_2'].map((id) => ({ projectId, id, subject: id, ...old, ...times }));
    await app.db.insert(jobs).values(rows);
  }
  const isOld = { table: jobs, key: [jobs.id], isOld: lt(jobs.finishedAt, new Date(1)) };
  for (const { id } of [one, other]) {
    await app.connection.transaction(async (db) => {
      await db.select().from(jobs).where(eq(jobs.projectId, id)).for('update');
      // Those of the other project.
      expect(await deleteOld(app.db, isOld, 10)).toBe(2);
    });
  }
  expect(await deleteOld(app.db, isOld, 10)).toBe(0);
});
