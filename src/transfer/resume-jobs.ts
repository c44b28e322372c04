import type { App } from '../app.ts';
import { enqueue } from '../jobs/jobs.ts';
import type { Caller } from '../projects/viewer.ts';
import { selectMemoriesWithWork } from './import-queries.ts';

/** Enqueues the jobs that imported memories still need: ratings, contradiction checks and open cycles. */
export async function resumeJobs(app: App, { project }: Caller): Promise<void> {
  const projectId = project.id;
  const work = await selectMemoriesWithWork(app.db, projectId);
  if (work.length === 0) return;
  await app.connection.transaction(async (db) => {
    for (const { kind, memoryId } of work)
      await enqueue(db, { projectId, kind, subject: memoryId });
  });
  app.changes.wake(projectId);
  app.jobsSignal.notify();
}
