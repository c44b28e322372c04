import { createRequire } from 'node:module';
import type { ParsedResult, strict } from 'chrono-node/en';
import { DAY_MS } from '../durations.ts';
import { FIRST_TIME, LAST_TIME } from '../input.ts';
import { calendarUnit, type DateRange, dayFrom, fromTo, MONTH, utcDay } from './calendar.ts';
import { joinOpen, OPEN_PREPOSITION, openRange } from './open-ranges.ts';
import { type FoundDate, type PeriodReader, readPeriods } from './periods.ts';

/** Reads the dates in a question. Pure. All times are UTC. */

const require = createRequire(import.meta.url);

/** The parser is loaded for the first question that may name a day, since its many files take a while. */
const parser = () => (require('chrono-node/en') as { strict: typeof strict }).strict;

/**
 * A question without its dates, and the dates. The text of a question without dates is unchanged. `isOnlyDate` is
 * true if the question has no topic besides the dates, such as "What happened in May?"
 */
export type DatedText = { text: string; ranges: DateRange[]; isOnlyDate: boolean };

/** The number of characters of a question in which dates are read. A longer text is rarely a question. */
const MAX_READ = 1000;

/** Maximum number of dates of a question. */
export const MAX_DATES = 8;

/** A cheap test before the patterns: every date has the name of a month, or digits with a separator. */
const CAN_BE_DAY = new RegExp(`\\b${MONTH}\\b|\\d[-/.]\\d`, 'i');

const PREPOSITION = new RegExp(
  `\\b(?:${OPEN_PREPOSITION}|as of|at|earlier|on|in|over|throughout|from|during|between|within|the)(?: the)? +$`,
  'i',
);

/** The words before a day that name the week of that day. */
const WEEK_OF = /\b(?:the )?week of(?: the)? +$/i;

/** The genitive ending, as in `yesterday's`. */
const GENITIVE = /^['’]s\b/;

/** A date with full stops, in which the day is first. The parser would read the month first. */
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;

/** The words before numbers with full stops that are a version and not a date. */
const VERSION_OF = /\b(?:build|release|v|version) $/i;

/** 29 February, which most years do not have. */
const LEAP_DAY = /\bfeb(?:ruary)?\.? 29(?:th)?\b|\b29(?:th)?(?: of)? feb/i;

/** A number of consecutive years among which at least one has a 29 February. */
const LEAP_YEARS = 8;

const MONTHS_OF_YEAR = 12;

/**
 * The days, months and years that a question names, in the order in which they are read, and the question
 * without them. A day or a month without a year gets the year of a day that the question names. If it names
 * none, the latest one that is not after `now` is meant. Relative dates count from such a day, otherwise from `now`.
 * Dates outside the times that the database stores are ignored.
 */
export function readDates(question: string, now: Date): DatedText {
  const read = question.slice(0, lengthToRead(question));
  let left = read;
  const named: DateRange[] = [];
  const opened: DateRange[] = [];
  for (const reader of [readDays, readPeriods]) {
    // If the question also names a day, `last week` counts from that day.
    const hasYear = named.length > 0 && /\b\d{4}\b/.test(read);
    const found = reader(left, named[0]?.from ?? now, hasYear);
    for (const { index, length, range } of found) {
      const [before, after] = [left.slice(0, index), left.slice(index + length)];
      const weekOf = WEEK_OF.exec(before)?.[0] ?? '';
      const lead = before.slice(0, before.length - weekOf.length);
      const whole = weekOf === '' ? range : calendarUnit(range.from, 'week', 0);
      const open = storable(openRange(whole, lead));
      if (open === null) continue;
      const preposition = (PREPOSITION.exec(lead)?.[0].length ?? 0) + weekOf.length;
      const genitive = GENITIVE.exec(after)?.[0].length ?? 0;
      left = blank(left, index - preposition, preposition + length + genitive);
      if (named.length < MAX_DATES) {
        named.push(range);
        opened.push(open);
      }
    }
  }
  const ranges = joinOpen(opened);
  if (ranges.length === 0) return { text: question, ranges, isOnlyDate: false };
  const rest = tidy(left + question.slice(read.length));
  return {
    text: /[\p{L}\p{N}]/u.test(rest) ? rest : question,
    ranges,
    isOnlyDate: asksForNoTopic(rest),
  };
}

/** Words of questions such as `What happened?`, `Tell me everything` and `What is planned?` */
const WITHOUT_TOPIC = new Set(
  `a about all and any anything are be been did do does doing done event events everything for go goes going had happen
  happened happening happens has have i is know list me new news of on our occur occurred plan planned plans please s
  scheduled show some something tell that the there thing things to up us was we went were what whats which will you`.split(
    /\s+/,
  ),
);

function asksForNoTopic(rest: string): boolean {
  const words = rest.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.every((word) => WITHOUT_TOPIC.has(word));
}

/**
 * The number of days between a time, in milliseconds since 1970, and the nearest range. It is 0 if the time is in a
 * range, and Infinity if there are no ranges.
 */
export function daysFrom(ranges: readonly DateRange[], time: number): number {
  let nearest = Infinity;
  for (const { from, to } of ranges) {
    nearest = Math.min(nearest, Math.max(0, from.getTime() - time, time - to.getTime()));
  }
  return nearest / DAY_MS;
}

/** The ranges, extended by `days` before and after each, as far as the database stores times. */
export function widen(ranges: readonly DateRange[], days: number): DateRange[] {
  const moved = (time: Date, by: number) => new Date(time.getTime() + by * DAY_MS);
  return ranges.flatMap(
    ({ from, to }) => storable({ from: moved(from, -days), to: moved(to, days) }) ?? [],
  );
}

/** The part of a range that the database can store; null if there is none, or if a time of it is invalid. */
function storable({ from, to }: DateRange): DateRange | null {
  const first = new Date(Math.max(from.getTime(), FIRST_TIME.getTime()));
  const last = new Date(Math.min(to.getTime(), LAST_TIME.getTime()));
  return first < last ? { from: first, to: last } : null;
}

/** The number of characters to read: at most `MAX_READ`, up to the last space within these if there is one. */
function lengthToRead(question: string): number {
  if (question.length <= MAX_READ) return question.length;
  const blankAt = question.lastIndexOf(' ', MAX_READ);
  return blankAt === -1 ? MAX_READ : blankAt;
}

const blank = (text: string, index: number, length: number) =>
  text.slice(0, index) + ' '.repeat(length) + text.slice(index + length);

const tidy = (text: string) =>
  text
    .replace(/ {2,}/g, ' ')
    .replace(/ ([,.;:?!])/g, '$1')
    .replace(/^[ ,;:]+|(?<![ ,;:])[ ,;:]+$/g, '')
    .replace(/,([.?!])/g, '$1');

/** Days as `8 May 2023`, `May 3-9`, `2023-05-08` or `two weeks before August 11, 2023`. */
const readDays: PeriodReader = (text, now) => {
  if (!CAN_BE_DAY.test(text)) return [];
  const results = parse(text, now).filter((result) => namesDay(result, text));
  const years = results.flatMap(({ start, end }) => [yearOf(start), yearOf(end)]);
  const year = years.find((one) => one !== null) ?? null;
  const found = results.map((result) => ({
    index: result.index,
    length: result.text.length,
    range: rangeOf(result, { year, now }),
  }));
  return joinBetween(found, text);
};

/** Joins each two days of `between … and …` to one range. */
function joinBetween(found: readonly FoundDate[], text: string): FoundDate[] {
  const joined: FoundDate[] = [];
  for (const date of found) {
    const last = joined.at(-1);
    const isBetween =
      last !== undefined &&
      /\bbetween (?:the )?$/i.test(text.slice(0, last.index)) &&
      /^ and (?:the )?$/i.test(text.slice(last.index + last.length, date.index));
    const range = isBetween ? fromTo(last.range, date.range) : null;
    if (last === undefined || range === null) joined.push(date);
    else
      joined[joined.length - 1] = { ...last, length: date.index + date.length - last.index, range };
  }
  return joined;
}

/** The first day of `between 3 and 7 May` or `between May 3 and 7`, which the parser reads with `to` alone. */
const BARE_DAY_BETWEEN = new RegExp(
  `\\b(between (?:${MONTH} )?\\d{1,2}(?:st|nd|rd|th)?) and (?=\\d)`,
  'gi',
);

/** `May the 8th`, which the parser reads without `the` only. */
const DAY_WITH_ARTICLE = new RegExp(`\\b(${MONTH}) the (?=\\d)`, 'gi');

function parse(question: string, now: Date): ParsedResult[] {
  // The text keeps its length, so that the positions of dates stay the same.
  const text = question.replace(BARE_DAY_BETWEEN, '$1 to  ').replace(DAY_WITH_ARTICLE, '$1     ');
  // For a day without a year, the parser chooses the year in which the day is nearest to the instant, and drops
  // a 29 February that the year does not have. `dayOf` replaces the chosen year.
  const instant = LEAP_DAY.test(text) ? new Date(latestDay(now, 1, 29)) : now;
  return parser().parse(text, { instant, timezone: 0 });
}

/**
 * Whether a result names a day: not a fraction (`1/2`), not a version (`2023.05.01` or `version 3.4.2021`), nor
 * `in two weeks`.
 */
function namesDay({ start, text: found, index }: ParsedResult, text: string): boolean {
  if (!start.isCertain('day') || !start.isCertain('month') || !/\d/.test(found)) return false;
  if (/^\d+[/.]\d+$/.test(found) || /^\d{4}\.|^\d+\.\d+\.\d{1,2}$/.test(found)) return false;
  if (DOTTED.test(found) && VERSION_OF.test(text.slice(0, index))) return false;
  if (/[\w./-]$/.test(text.slice(0, index)) || /^[./-]?\w/.test(text.slice(index + found.length)))
    return false;
  return !start.tags().has('result/relativeDate') || anchorOf(found) !== null;
}

/** The date from which a result counts, as in `two weeks before August 11, 2023`. */
function anchorOf(found: string): string | null {
  const anchor = /\b(?:before|after|from) (.*)$/i.exec(found)?.[1];
  return anchor !== undefined && CAN_BE_DAY.test(anchor) ? anchor : null;
}

type Components = ParsedResult['start'];

type DateContext = { year: number | null; now: Date };

/**
 * The range of days that a date names. For a date that is counted from another day, such as `two weeks before
 * August 11`, the range reaches from the one day to the other.
 */
function rangeOf({ start, end, text }: ParsedResult, context: DateContext): DateRange {
  const anchor = start.tags().has('result/relativeDate') ? anchorOf(text) : null;
  const counted = anchor === null ? undefined : parse(anchor, context.now)[0]?.start;
  const first = dayOf(counted ?? start, { ...context, text: anchor ?? text });
  const offset = counted ? timeOf(start) - timeOf(counted) : 0;
  const length = end ? Math.max(0, timeOf(end) - timeOf(start)) : 0;
  const from = first + Math.min(0, offset);
  return { from: new Date(from), to: new Date(first + Math.max(length, offset) + DAY_MS) };
}

/** The day of a date; without a year, that of another date of the question, or the latest until now. */
function dayOf(start: Components, { year, now, text }: DateContext & { text: string }): number {
  const [day = 0, month = 0, full = 0] = DOTTED.exec(text)?.slice(1).map(Number) ?? [];
  if (day > 0 && month <= MONTHS_OF_YEAR) return utcDay(full, month - 1, day);
  // A time with an offset can be of another day in UTC.
  if (start.isCertain('timezoneOffset')) return dayFrom(start.date(), 0).from.getTime();
  const own = yearOf(start);
  const named = start.get('day') ?? 1;
  if (own !== null) return utcDay(own, monthOf(start), named);
  return year !== null && hasDay(year, monthOf(start), named)
    ? utcDay(year, monthOf(start), named)
    : latestDay(now, monthOf(start), named);
}

/** The latest such day that is not after `now`. */
function latestDay(now: Date, month: number, day: number): number {
  const thisYear = now.getUTCFullYear();
  const years = Array.from({ length: LEAP_YEARS + 1 }, (_, back) => thisYear - back);
  const latest = years.find(
    (year) => hasDay(year, month, day) && utcDay(year, month, day) <= now.getTime(),
  );
  return latest === undefined ? NaN : utcDay(latest, month, day);
}

/** Whether a year has the day: most have no 29 February. */
function hasDay(year: number, month: number, day: number): boolean {
  return new Date(utcDay(year, month, day)).getUTCMonth() === month;
}

const monthOf = (date: Components) => (date.get('month') ?? 1) - 1;

const yearOf = (date: Components | null | undefined) =>
  date?.isCertain('year') ? date.get('year') : null;

const timeOf = (date: Components) =>
  utcDay(date.get('year') ?? 0, monthOf(date), date.get('day') ?? 1);
