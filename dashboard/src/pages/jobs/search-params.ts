import type { JobKind, JobStatus } from '../../api/types.ts';
import { oneOf, type RawSearch } from '../../layout/search-params.ts';

export const JOB_STATUSES = [
  'RUNNING',
  'QUEUED',
  'FAILED',
  'CANCELLED',
  'COMPLETED',
] as const satisfies readonly JobStatus[];
export const JOB_KINDS = [
  'TRACE_REFLECTION',
  'IMPORTANCE_RATING',
  'STREAM_INSIGHTS',
  'CONTRADICTION_CHECK',
  'PROJECT_REEMBEDDING',
] as const satisfies readonly JobKind[];

/** The filters of the list of jobs, as they stand in the address. */
export type JobsSearch = { status?: JobStatus; kind?: JobKind };

export function parseJobsSearch(search: RawSearch): JobsSearch {
  return { ...oneOf(search, 'status', JOB_STATUSES), ...oneOf(search, 'kind', JOB_KINDS) };
}
