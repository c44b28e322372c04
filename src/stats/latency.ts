/**
 * Latencies are counted in classes, whose limits grow by a constant ratio, so that the counts of many hours
 * and processes can be added and still give percentiles. All times are in milliseconds.
 */

/** The upper limit of the first class, in milliseconds. */
const FIRST_MS = 0.1;

/** The ratio of the limits of neighbouring classes. The middle of a class differs from its values by at most 9.6 %. */
const RATIO = 1.2;

/** The number of classes. The last class has no upper limit; its lower limit is 66 minutes. */
export const CLASSES = 98;

/** The class of a duration: 0 up to 0.1 ms, and the last class for everything beyond its lower limit. */
export function latencyClass(ms: number): number {
  if (!(ms > FIRST_MS)) return 0;
  return Math.min(CLASSES - 1, Math.ceil(Math.log(ms / FIRST_MS) / Math.log(RATIO) - 1e-9));
}

/** The middle of a class: the geometric mean of its limits. */
function middleOf(latency: number): number {
  return latency === 0 ? FIRST_MS : FIRST_MS * RATIO ** (latency - 0.5);
}

export type Percentiles = { p50: number; p95: number };

/** The percentiles of durations from their number in each class; null without any. */
export function percentilesOf(counts: readonly number[]): Percentiles | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  return { p50: percentile(counts, total * 0.5), p95: percentile(counts, total * 0.95) };
}

/** The duration that a number `rank` of the durations do not exceed, in milliseconds. */
function percentile(counts: readonly number[], rank: number): number {
  let sum = 0;
  const found = counts.findIndex((count) => {
    sum += count;
    return sum >= rank;
  });
  return middleOf(found);
}
