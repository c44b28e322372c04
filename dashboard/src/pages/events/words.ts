import type { EventType } from '../../api/types.ts';
import { ENTRY_CHANGES } from '../entries/entry-changes.ts';

/** The types of events by what they concern, in the order of the filter. */
export const EVENT_GROUPS: { label: string; types: EventType[] }[] = [
  {
    label: 'Entries',
    types: ['ENTRY_CREATED', ...ENTRY_CHANGES, 'ENTRY_PURGED', 'UTILITY_CHANGED'],
  },
  {
    label: 'Memories',
    types: [
      'MEMORY_CREATED',
      'MEMORY_UPDATED',
      'MEMORY_DELETED',
      'MEMORY_RESTORED',
      'MEMORY_PURGED',
    ],
  },
  { label: 'Traces', types: ['TRACE_CREATED', 'TRACE_REVIEWED', 'TRACE_DELETED'] },
  {
    label: 'Agents',
    types: [
      'AGENT_CREATED',
      'AGENT_UPDATED',
      'AGENT_DELETED',
      'GENERATION_STARTED',
      'GENERATION_ENDED',
    ],
  },
  {
    label: 'Background work',
    types: [
      'JOB_STARTED',
      'JOB_COMPLETED',
      'JOB_FAILED',
      'JOB_CANCELLED',
      'INSIGHT_CYCLE_STARTED',
      'INSIGHT_CYCLE_ENDED',
    ],
  },
  {
    label: 'Project and keys',
    types: [
      'API_KEY_CREATED',
      'API_KEY_UPDATED',
      'API_KEY_REVOKED',
      'PROJECT_UPDATED',
      'DATA_ERASED',
    ],
  },
];

/** An object that a sentence names, and links to if it still exists. */
export type Named = 'entry' | 'memory' | 'trace' | 'agent' | 'job' | 'key' | 'cycle';

/** What an actor did, with the objects at their places in the sentence. */
export const SENTENCES: Record<EventType, readonly (string | { the: Named })[]> = {
  MEMORY_CREATED: ['created the memory ', { the: 'memory' }],
  MEMORY_UPDATED: ['changed the memory ', { the: 'memory' }],
  MEMORY_DELETED: ['deleted the memory ', { the: 'memory' }],
  MEMORY_RESTORED: ['restored the memory ', { the: 'memory' }],
  MEMORY_PURGED: ['permanently deleted the memory ', { the: 'memory' }],
  ENTRY_CREATED: ['wrote ', { the: 'entry' }, ' to ', { the: 'memory' }],
  ENTRY_STATEMENT_ADDED: [
    'added a statement or metadata to ',
    { the: 'entry' },
    ' of ',
    { the: 'memory' },
  ],
  ENTRY_SKIPPED: ['repeated ', { the: 'entry' }, ' of ', { the: 'memory' }],
  ENTRY_EDITED: ['edited ', { the: 'entry' }, ' of ', { the: 'memory' }],
  ENTRY_MOVED: ['moved ', { the: 'entry' }, ' to ', { the: 'memory' }],
  ENTRY_SPLIT: ['split off ', { the: 'entry' }, ' of ', { the: 'memory' }],
  ENTRY_MERGED: ['merged other entries into ', { the: 'entry' }, ' of ', { the: 'memory' }],
  ENTRY_SUPERSEDED: ['superseded or made current ', { the: 'entry' }, ' of ', { the: 'memory' }],
  ENTRY_RATED: ['rated the importance of ', { the: 'entry' }, ' of ', { the: 'memory' }],
  ENTRY_DELETED: ['deleted ', { the: 'entry' }, ' of ', { the: 'memory' }],
  ENTRY_RESTORED: ['restored ', { the: 'entry' }, ' of ', { the: 'memory' }],
  ENTRY_PURGED: ['permanently deleted ', { the: 'entry' }, ' of ', { the: 'memory' }],
  UTILITY_CHANGED: [
    'moved the utility of ',
    { the: 'entry' },
    ' by a review of ',
    { the: 'trace' },
  ],
  TRACE_CREATED: ['recorded the run ', { the: 'trace' }],
  TRACE_REVIEWED: ['reviewed the run ', { the: 'trace' }],
  TRACE_DELETED: ['deleted the run ', { the: 'trace' }],
  AGENT_CREATED: ['created the agent ', { the: 'agent' }],
  AGENT_UPDATED: ['changed the agent ', { the: 'agent' }],
  AGENT_DELETED: ['deleted the agent ', { the: 'agent' }],
  GENERATION_STARTED: ['asked ', { the: 'agent' }, ' for an answer'],
  GENERATION_ENDED: ['ended or paused an answer of ', { the: 'agent' }],
  INSIGHT_CYCLE_STARTED: ['started the insight cycle ', { the: 'cycle' }],
  INSIGHT_CYCLE_ENDED: ['ended the insight cycle ', { the: 'cycle' }],
  JOB_STARTED: ['started the job ', { the: 'job' }],
  JOB_COMPLETED: ['completed the job ', { the: 'job' }],
  JOB_FAILED: ['ended the job ', { the: 'job' }, ' with an error'],
  JOB_CANCELLED: ['cancelled the job ', { the: 'job' }],
  API_KEY_CREATED: ['created the key ', { the: 'key' }],
  API_KEY_UPDATED: ['changed the key ', { the: 'key' }],
  API_KEY_REVOKED: ['revoked the key ', { the: 'key' }],
  PROJECT_UPDATED: ['changed the project'],
  DATA_ERASED: ['erased data'],
};

/** The types of events of failures and of permanent deletions. */
const BAD: ReadonlySet<EventType> = new Set([
  'JOB_FAILED',
  'DATA_ERASED',
  'ENTRY_PURGED',
  'MEMORY_PURGED',
]);
const GONE = /DELETED|REVOKED|CANCELLED/;
const ADDED = /CREATED|RESTORED|COMPLETED/;

export function colorOf(type: EventType): string {
  if (BAD.has(type)) return 'red';
  if (GONE.test(type)) return 'orange';
  return ADDED.test(type) ? 'teal' : 'indigo';
}
