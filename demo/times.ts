/** The times of the demo: it happens in the weeks before its last day, in working hours of UTC. */

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Days before the end at which the story begins. */
export const STORY_DAYS = 42;

/**
 * A time so many days before the end, moved into the working hours of a day, and from a weekend to the evening of its
 * Friday. Later remains later.
 */
export function timeOf(end: Date, daysAgo: number): Date {
  const time = end.getTime() - daysAgo * DAY_MS;
  const day = Math.floor(time / DAY_MS) * DAY_MS;
  const within = (time - day) / DAY_MS;
  const weekday = new Date(day).getUTCDay();
  const hours =
    weekday === 6 ? -6 + within * 2 : weekday === 0 ? -28 + within * 2 : 6 + within * 12;
  return new Date(Math.min(day + hours * HOUR_MS, end.getTime() - daysAgo * HOUR_MS));
}

/** Days ago of the texts of a memory that name none: dense at the beginning, then fewer. */
export function spread(index: number, count: number, order: number): number {
  const share = (index + ((order * 0.618) % 1)) / count;
  return STORY_DAYS - 1 - 36 * share ** 1.3;
}
