import type { App } from '../app.ts';
import { type Page, type PageRequest, readPage } from '../db/page.ts';
import type { JobRow } from '../db/rows.ts';
import {
  countListed,
  JOB_ORDER,
  type JobFilter,
  selectJobs,
  selectJobsByIds,
} from './read-queries.ts';

/** A page of a project's jobs, newest first. @throws BAD_USER_INPUT */
export function listJobs(
  app: App,
  projectId: string,
  { status, kind, ...request }: PageRequest & Omit<JobFilter, 'projectId'>,
): Promise<Page<JobRow>> {
  const filter = { projectId, status, kind };
  return readPage({
    order: JOB_ORDER,
    request,
    read: (slice) => selectJobs(app.db, filter, slice),
    count: () => countListed(app.db, filter),
  });
}

export function findJobs(app: App, projectId: string, ids: readonly string[]): Promise<JobRow[]> {
  return selectJobsByIds(app.db, projectId, ids);
}
