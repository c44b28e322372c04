import type { StatsBucketSize } from '../../api/types.ts';
import type { Period } from './search-params.ts';

export const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export type Span = {
  label: string;
  words: string;
  ms: number;
  bucket: StatsBucketSize;
  points: number;
};

/** The periods that can be chosen, and in what steps each is shown. */
export const SPANS: Record<Period, Span> = {
  '24h': { label: '24 hours', words: 'in 24 hours', ms: DAY_MS, bucket: 'HOUR', points: 24 },
  '7d': { label: '7 days', words: 'in 7 days', ms: 7 * DAY_MS, bucket: 'DAY', points: 28 },
  '30d': { label: '30 days', words: 'in 30 days', ms: 30 * DAY_MS, bucket: 'DAY', points: 30 },
  '90d': { label: '90 days', words: 'in 90 days', ms: 90 * DAY_MS, bucket: 'WEEK', points: 30 },
};

/** Length of the buckets. They begin at whole hours and days of UTC, and on Mondays. */
const BUCKET_MS: Record<StatsBucketSize, number> = {
  HOUR: HOUR_MS,
  DAY: DAY_MS,
  WEEK: 7 * DAY_MS,
};
const FIRST_MONDAY = Date.UTC(1970, 0, 5);

/** The beginning of the first bucket that lies entirely in the period. The period ends now. */
export function beginningOf({ ms, bucket }: Span, now: number): string {
  const size = BUCKET_MS[bucket];
  const buckets = Math.ceil((now - ms - FIRST_MONDAY) / size);
  return new Date(FIRST_MONDAY + buckets * size).toISOString();
}

const HOURS = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
// Days and weeks begin at midnight UTC.
const DAYS = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** A time on the axis of a chart. */
export function tick(time: string, { bucket }: Span): string {
  return (bucket === 'HOUR' ? HOURS : DAYS).format(new Date(time));
}
