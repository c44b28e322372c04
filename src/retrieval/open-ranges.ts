import { FIRST_TIME, LAST_TIME } from '../input.ts';
import { type DateRange, fromTo } from './calendar.ts';

/** Ranges without an end or a beginning, as in `since May` and `before 2020`. Pure. */

/** The prepositions that name the time from a date on, or up to a date. `the week before May 5` is about that date. */
const OPEN =
  /(?<!\b(?:days?|weeks?|weekend|months?|years?|[a-z]+day|just|right|shortly|soon|immediately) )\b(?<word>since|after|before|until)(?: the)? +$/i;

/** The range of a date with the text before it: `since May` has no end, and `before May` no beginning. */
export function openRange({ from, to }: DateRange, before: string): DateRange {
  const word = OPEN.exec(before)?.groups?.word?.toLowerCase();
  if (word === 'since') return { from, to: LAST_TIME };
  if (word === 'after') return { from: to, to: LAST_TIME };
  if (word === 'before') return { from: FIRST_TIME, to: from };
  return word === 'until' ? { from: FIRST_TIME, to } : { from, to };
}

/** Joins a range without an end and one without a beginning to the time that they have in common, if there is any. */
export function joinOpen(ranges: readonly DateRange[]): DateRange[] {
  const since = ranges.find(({ to }) => to.getTime() === LAST_TIME.getTime());
  const until = ranges.find(({ from }) => from.getTime() === FIRST_TIME.getTime());
  const common = since && until && since !== until ? fromTo(since, until) : null;
  if (common === null) return [...ranges];
  return [common, ...ranges.filter((range) => range !== since && range !== until)];
}
