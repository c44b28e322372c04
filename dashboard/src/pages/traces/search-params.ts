import type { ReviewStatus, TraceFilter, TraceOrder } from '../../api/types.ts';
import { metadataOfPairs } from '../../components/metadata.ts';
import { oneOf, type RawSearch, text, texts } from '../../layout/search-params.ts';

export const TRACE_STATUSES = ['PENDING', 'PASSED', 'FAILED'] as const satisfies ReviewStatus[];
export const REFLECTION_STATUSES = [
  'QUEUED',
  'RUNNING',
  'COMPLETED',
  'FAILED',
  'CANCELLED',
] as const;

/** The spans of time of the list, in hours before now. */
export const SPANS = { HOUR: 1, DAY: 24, WEEK: 7 * 24, MONTH: 30 * 24 } as const;

/** The orders of the list by name. Worst and best leave out runs without a review. */
export const TRACE_ORDERS = {
  NEWEST: { field: 'CREATED_AT', direction: 'DESC' },
  OLDEST: { field: 'CREATED_AT', direction: 'ASC' },
  SLOWEST: { field: 'DURATION', direction: 'DESC' },
  WORST: { field: 'REWARD', direction: 'ASC' },
  BEST: { field: 'REWARD', direction: 'DESC' },
} as const satisfies Record<string, TraceOrder>;

export type Span = keyof typeof SPANS;
export type TraceOrderName = keyof typeof TRACE_ORDERS;

/** The filters of the list of traces, as they stand in the address. */
export type TracesSearch = {
  text?: string;
  /** Whether the text is compared by its meaning in place of its words. */
  by?: 'meaning';
  status?: (typeof TRACE_STATUSES)[number];
  since?: Span;
  order?: TraceOrderName;
  /** Id of an agent, or the name that was recorded. */
  agent?: string;
  model?: string;
  /** Pairs such as `customer=42`. */
  metadata?: string[];
  reflection?: (typeof REFLECTION_STATUSES)[number];
};

/** The trace that is reviewed, and whose runs. */
export type ReviewSearch = { trace?: string; agent?: string };

export function parseTracesSearch(search: RawSearch): TracesSearch {
  return {
    ...text(search, 'text'),
    ...oneOf(search, 'by', ['meaning'] as const),
    ...oneOf(search, 'status', TRACE_STATUSES),
    ...oneOf(search, 'since', Object.keys(SPANS) as Span[]),
    ...oneOf(search, 'order', Object.keys(TRACE_ORDERS) as TraceOrderName[]),
    ...text(search, 'agent'),
    ...text(search, 'model'),
    ...texts(search, 'metadata'),
    ...oneOf(search, 'reflection', REFLECTION_STATUSES),
  };
}

export function parseReviewSearch(search: RawSearch): ReviewSearch {
  return { ...text(search, 'trace'), ...text(search, 'agent') };
}

/** True if the filters leave out any trace. */
export function isFiltered({ by, order, ...filters }: TracesSearch): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

const HOUR_MS = 3_600_000;

/** The step of the time from which the span is counted: a list has one filter for as long, and keeps its pages. */
export function stepOf({ since }: TracesSearch): number {
  return since === 'HOUR' ? HOUR_MS / 12 : HOUR_MS;
}

/** The filters as the API takes them. `now` is the time from which spans are counted. */
export function filterOf(search: TracesSearch, now: number): TraceFilter {
  const { status, since, agent, model, metadata, reflection, order, by } = search;
  const isByReward = order === 'WORST' || order === 'BEST';
  return {
    reviewStatus: status,
    agentId: agent,
    model,
    metadata: metadata && metadataOfPairs(metadata),
    text: by === 'meaning' ? undefined : search.text,
    createdAfter: since && new Date(now - SPANS[since] * HOUR_MS).toISOString(),
    minReward: isByReward && status !== 'PENDING' ? 0 : undefined,
    reflectionStatus: reflection,
  };
}
