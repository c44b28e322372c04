import type { EventType } from '../../api/types.ts';

/** The events after which a trace is read again: its review, and the job of its reflection. */
export const TRACE_CHANGES: readonly EventType[] = [
  'TRACE_REVIEWED',
  'JOB_STARTED',
  'JOB_COMPLETED',
  'JOB_FAILED',
  'JOB_CANCELLED',
];
