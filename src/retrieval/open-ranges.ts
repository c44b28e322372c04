import { FIRST_TIME, LAST_TIME } from '../input.ts';
import { type DateRange, fromTo } from './calendar.ts';

/** Ranges without an end or a beginning, as in `since May` and `before 2020`. Pure. */

/** The words before a date that name the time from the date on, or up to it, grouped by their meaning. */
const OPEN_WORDS = {
  since: ['since', 'not before', 'no earlier than', 'not earlier than', '(?:in|on) or after'],
  until: [
    'until',
    'up to',
    'by',
    'by the end of',
    'not after',
    'no later than',
    'not later than',
    '(?:in|on) or before',
  ],
  after: ['after', 'later than'],
  before: ['before', 'prior to', 'earlier than'],
};

const ALL_OPEN_WORDS = Object.values(OPEN_WORDS).flat();

/** A pattern of the words that name an open range. */
export const OPEN_PREPOSITION = ALL_OPEN_WORDS.join('|');

/** The same without `by`, for months, seasons and years: `by May` can name a person, and `by 2000` a number. */
export const OPEN_PREPOSITION_OF_PERIOD = ALL_OPEN_WORDS.filter(
  (word) => !word.startsWith('by'),
).join('|');

const NAMED_WORDS = Object.entries(OPEN_WORDS).map(
  ([name, words]) => `(?<${name}>${words.join('|')})`,
);

/** The words of an open range before a date. `the week before May 5` is not an open range, so it does not match. */
const OPEN = new RegExp(
  `(?<!\\b(?:days?|weeks?|weekend|months?|years?|[a-z]+day|just|right|shortly|soon|immediately) )\\b(?:${NAMED_WORDS.join('|')})(?: the)? +$`,
  'i',
);

/** The range of a date with the text before it: `since May` has no end, and `before May` no beginning. */
export function openRange({ from, to }: DateRange, before: string): DateRange {
  const { since, until, after, before: earlier } = OPEN.exec(before)?.groups ?? {};
  if (since) return { from, to: LAST_TIME };
  if (after) return { from: to, to: LAST_TIME };
  if (earlier) return { from: FIRST_TIME, to: from };
  return until ? { from: FIRST_TIME, to } : { from, to };
}

/** Replaces a range without an end and one without a beginning by the time that they share, if there is any. */
export function joinOpen(ranges: readonly DateRange[]): DateRange[] {
  const since = ranges.find(({ to }) => to.getTime() === LAST_TIME.getTime());
  const until = ranges.find(({ from }) => from.getTime() === FIRST_TIME.getTime());
  const common = since && until && since !== until ? fromTo(since, until) : null;
  if (common === null) return [...ranges];
  return [common, ...ranges.filter((range) => range !== since && range !== until)];
}
