import type { App } from '../app.ts';
import type { JobRow } from '../db/rows.ts';
import { DomainError } from '../errors.ts';
import { completeAlone } from '../jobs/jobs.ts';
import { findLiveMemory } from './memories.ts';

/**
 * Runs a job about a memory. If the memory is deleted, before the run or during it, the job is completed without an
 * error: nothing can be written to a deleted memory, and restoring it enqueues the job again.
 */
export async function whileLive(app: App, job: JobRow, run: () => Promise<void>): Promise<void> {
  const isLive = async () => (await findLiveMemory(app, job.projectId, job.subject)) !== null;
  if (!(await isLive())) return completeAlone(app, job);
  try {
    await run();
  } catch (error) {
    const isRefused = error instanceof DomainError && error.code === 'NOT_FOUND';
    if (!isRefused || (await isLive())) throw error;
    await completeAlone(app, job);
  }
}
