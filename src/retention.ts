/** What the deletions of old data have in common. */

const DAY_MS = 86_400_000;

/** The time that is a number of days before `now`. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}

/** The time that is a number of days after `now`. */
export function daysAfter(now: Date, days: number): Date {
  return daysBefore(now, -days);
}

/** Deletes until nothing is left. `deleteSome` deletes at most `limit` rows, and returns their number: 0 if none is left. */
export async function deleteInBatches(
  limit: number,
  deleteSome: (limit: number) => Promise<number>,
): Promise<void> {
  while ((await deleteSome(limit)) > 0);
}
