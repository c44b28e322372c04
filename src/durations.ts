export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** The time that is a number of days before `now`. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}

/** The time that is a number of days after `now`. */
export function daysAfter(now: Date, days: number): Date {
  return daysBefore(now, -days);
}
