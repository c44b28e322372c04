import { FIRST_TIME, LAST_TIME } from '../input.ts';
import { type DateRange, fromTo } from './calendar.ts';

/** Ranges without an end or a beginning, as in `since May` and `before 2020`. Pure. */

/**
 * The words before a date that name the time from it on, or up to it, by what they mean. A word can be at the end of
 * another one's, as in `not before`, so the longer ones come first.
 */
const OPEN_WORDS = {
  since: ['not before', 'no earlier than', 'not earlier than', '(?:in|on) or after', 'since'],
  until: [
    'not after',
    'no later than',
    'not later than',
    '(?:in|on) or before',
    'up to',
    'until',
    'by the end of',
    'by',
  ],
  after: ['later than', 'after'],
  before: ['prior to', 'earlier than', 'before'],
} as const;

type OpenWord = keyof typeof OPEN_WORDS;

const wordsOf = (word: OpenWord) => `(?<${word}>${OPEN_WORDS[word].join('|')})`;

/** The words before a month or a season that name an open range. `by` is left out, as in `by May`, a person. */
export const OPEN_PREPOSITION =
  'since|until|before|after|prior to|earlier than|later than|up to|no earlier than|no later than';

/** `the week before May 5` is about that date. */
const OPEN = new RegExp(
  `(?<!\\b(?:days?|weeks?|weekend|months?|years?|[a-z]+day|just|right|shortly|soon|immediately) )\\b(?:${wordsOf('since')}|${wordsOf('until')}|${wordsOf('after')}|${wordsOf('before')})(?: the)? +$`,
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

/** Joins a range without an end and one without a beginning to the time that they have in common, if there is any. */
export function joinOpen(ranges: readonly DateRange[]): DateRange[] {
  const since = ranges.find(({ to }) => to.getTime() === LAST_TIME.getTime());
  const until = ranges.find(({ from }) => from.getTime() === FIRST_TIME.getTime());
  const common = since && until && since !== until ? fromTo(since, until) : null;
  if (common === null) return [...ranges];
  return [common, ...ranges.filter((range) => range !== since && range !== until)];
}
