import { describe, expect, it } from 'vitest';
import { jobs } from '../src/db/tables.ts';
import { claimNext, completeAlone, enqueue } from '../src/jobs/jobs.ts';
import { startWorker } from '../src/jobs/worker.ts';
import { eventually } from './support/eventually.ts';
import { type TestProject, useServer } from './support/server.ts';

const server = useServer({ JOB_CONCURRENCY: '0', CHAT_MODEL: 'test-chat' });

const LEASE_SECONDS = 15;

/** Enqueues jobs that nothing runs. */
async function enqueueMany({ id: projectId }: TestProject, count: number): Promise<void> {
  const { db } = server.app;
  for (let i = 0; i < count; i += 1) {
    await enqueue(db, { projectId, kind: 'IMPORTANCE_RATING', subject: `mem_${i}` });
  }
}

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
    const ran: string[] = [];
    const app = {
      ...server.app,
      config: { ...server.app.config, jobs: { ...server.app.config.jobs, concurrency: 1 } },
    };
    const note = async (_app: unknown, job: Parameters<typeof completeAlone>[1]) => {
      ran.push(job.subject);
      await completeAlone(server.app, job);
    };
    const worker = startWorker(app, {
      PROJECT_REEMBEDDING: note,
      TRACE_REFLECTION: note,
      IMPORTANCE_RATING: note,
      STREAM_INSIGHTS: note,
      CONTRADICTION_CHECK: note,
    });
    try {
      const start = performance.now();
      // Nobody is told of the job itself.
      await enqueueMany(project, 1);
      await project.write(memoryId, 'An event in the project');
      await eventually(() => ran).toEqual(['mem_0']);
      expect(performance.now() - start).toBeLessThan(9000);
    } finally {
      await worker.stop();
    }
  });
});
