import { DAY_MS, HOUR_MS } from '../durations.ts';

/** Spans of the calendar, in UTC: days, weeks from Monday, months, seasons, quarters, years and decades. Pure. */

/** A span of time: `from` is in it, `to` is not. */
export type DateRange = { from: Date; to: Date };

const MONTHS = [
  'jan(?:uary)?',
  'feb(?:ruary)?',
  'mar(?:ch)?',
  'apr(?:il)?',
  'may',
  'june?',
  'july?',
  'aug(?:ust)?',
  'sept?(?:ember)?',
  'oct(?:ober)?',
  'nov(?:ember)?',
  'dec(?:ember)?',
] as const;

/** A part of a year: a pattern of its name, its first month (0 is January), and its number of months. */
type YearPart = { name: string; month: number; months: number };

const yearPart = (name: string, month: number, months: number): YearPart => ({
  name,
  month,
  months,
});

/** The seasons of the northern hemisphere, by months. A winter ends in the next year. */
const SEASONS = [
  yearPart('spring', 2, 3),
  yearPart('summer', 5, 3),
  yearPart('autumn|fall', 8, 3),
  yearPart('winter', 11, 3),
];

const QUARTERS_AND_HALVES = [
  yearPart('q1|first quarter', 0, 3),
  yearPart('q2|second quarter', 3, 3),
  yearPart('q3|third quarter', 6, 3),
  yearPart('q4|(?:fourth|last) quarter', 9, 3),
  yearPart('first half', 0, 6),
  yearPart('second half', 6, 6),
];

const YEAR_PARTS = [
  ...MONTHS.map((name, month) => yearPart(name, month, 1)),
  ...SEASONS,
  ...QUARTERS_AND_HALVES,
].map((part) => ({ ...part, pattern: new RegExp(`^(?:${part.name})$`, 'i') }));

const anyOf = (parts: readonly YearPart[]) => parts.map(({ name }) => name).join('|');

/** The name of a month, in any case. */
export const MONTH = `(?:${MONTHS.join('|')})`;

/** The name of a part of a year that can be named without a year. */
export const YEARLESS_PART = `(?:${MONTHS.join('|')}|${anyOf(SEASONS)}|q[1-4])`;

/** The name of a part of a year. */
export const YEAR_PART = `(?:${anyOf(YEAR_PARTS)})`;

const DAYS_OF_WEEK = 7;
const DAYS_UNTIL_SATURDAY = 5;
const MONTHS_OF_QUARTER = 3;
const YEARS_OF_DECADE = 10;

/** The part of a year with this name. */
function partNamed(name: string): YearPart {
  const part = YEAR_PARTS.find(({ pattern }) => pattern.test(name));
  if (part === undefined) throw new Error(`"${name}" is not the name of a part of a year.`);
  return part;
}

/** A month, a season, a quarter or a half of a year. */
export function partOfYear(year: number, name: string): DateRange {
  const { month, months } = partNamed(name);
  return monthRange(year, month, months);
}

/** The year of the latest part of a year with this name that has begun by `now`. */
export function latestYear(now: Date, name: string): number {
  return now.getUTCFullYear() - (partNamed(name).month > now.getUTCMonth() ? 1 : 0);
}

/**
 * The part of a year with this name that is nearest to now: the latest one that is over (-1), the present one or, if
 * there is none, that of the present year (0), or the next one to begin (1).
 */
export function nearestPart(now: Date, name: string, which: number): DateRange {
  const latest = latestYear(now, name);
  const isNow = partOfYear(latest, name).to > now;
  if (which > 0) return partOfYear(latest + 1, name);
  if (which < 0) return partOfYear(isNow ? latest - 1 : latest, name);
  return partOfYear(isNow ? latest : now.getUTCFullYear(), name);
}

type PartAndYear = { name: string; year: number | null };

/**
 * From one part of a year to another. A part without a year gets the year of the other, or the year before or after it
 * that keeps them in order.
 */
export function partsFromTo(
  first: PartAndYear,
  last: PartAndYear,
  { now, year }: { now: Date; year: number | null },
): DateRange | null {
  const yearsBetween = partNamed(first.name).month > partNamed(last.name).month ? 1 : 0;
  const latest =
    first.year === null ? (year ?? latestYear(now, last.name)) : first.year + yearsBetween;
  const end = last.year ?? latest;
  const start = first.year ?? end - yearsBetween;
  return fromTo(partOfYear(start, first.name), partOfYear(end, last.name));
}

/** The time from the beginning of one range to the end of another; null if that is before. */
export function fromTo({ from }: DateRange, { to }: DateRange): DateRange | null {
  return from < to ? { from, to } : null;
}

/** One third of the days of a range: 0 is the first third. Where a third has no day, it is the whole range. */
export function thirdOf({ from, to }: DateRange, third: number): DateRange {
  const days = (to.getTime() - from.getTime()) / DAY_MS;
  const at = (thirds: number) =>
    new Date(from.getTime() + Math.round((days * thirds) / 3) * DAY_MS);
  return fromTo({ from: at(third), to }, { from, to: at(third + 1) }) ?? { from, to };
}

/** Months of a year; 0 is January. */
export function monthRange(year: number, month: number, months = 1): DateRange {
  return { from: new Date(utcDay(year, month)), to: new Date(utcDay(year, month + months)) };
}

/** The years from one to another. */
export function yearRange(year: number, lastYear = year): DateRange {
  return monthRange(year, 0, (lastYear - year + 1) * 12);
}

/**
 * The decade that begins with the year `digits` or, if `digits` has two digits such as 90, the latest such decade that
 * has begun.
 */
export function decadeRange(now: Date, digits: number): DateRange {
  const latest = now.getUTCFullYear();
  const first = digits >= 100 ? digits : latest - ((latest - digits) % 100);
  return yearRange(first, first + YEARS_OF_DECADE - 1);
}

/** The time at which a day begins. `Date.UTC` takes the years 0 to 99 to be those from 1900. */
export function utcDay(year: number, month: number, day = 1): number {
  return new Date(0).setUTCFullYear(year, month, day);
}

/** The day that is `days` days after now, or a range of `length` days from it. */
export function dayFrom(now: Date, days: number, length = 1): DateRange {
  const at = (day: number) =>
    new Date(utcDay(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + day));
  return { from: at(days), to: at(days + length) };
}

/** The last given weekday before now (-1), that of the present week (0), or the first after now (1). Sunday is 0. */
export function weekday(now: Date, day: number, which: number): DateRange {
  const before = (now.getUTCDay() - day + DAYS_OF_WEEK) % DAYS_OF_WEEK;
  if (which < 0) return dayFrom(now, -(before === 0 ? DAYS_OF_WEEK : before));
  if (which > 0) return dayFrom(now, DAYS_OF_WEEK - before);
  return dayFrom(now, daysSinceMonday(day) - daysSinceMonday(now.getUTCDay()));
}

function daysSinceMonday(day: number): number {
  return (day + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK;
}

/** The time `number` units after now: its day, the seven days around its day, its month, its year or its decade. */
export function unitsFrom(now: Date, unit: string, number: number): DateRange {
  if (unit === 'hour') return dayFrom(new Date(now.getTime() + number * HOUR_MS), 0);
  if (unit === 'day') return dayFrom(now, number);
  if (unit === 'week') return dayFrom(now, number * DAYS_OF_WEEK - 3, DAYS_OF_WEEK);
  if (unit === 'decade') return unitsFrom(now, 'year', number * YEARS_OF_DECADE);
  return calendarUnit(now, unit, number);
}

/** The week from Monday, its weekend, the month, the quarter or the year that is `number` units after that of now. */
export function calendarUnit(now: Date, unit: string, number: number): DateRange {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  if (unit === 'year') return yearRange(year + number);
  if (unit === 'month') return monthRange(year, month + number);
  if (unit === 'quarter') {
    const first = month - (month % MONTHS_OF_QUARTER) + number * MONTHS_OF_QUARTER;
    return monthRange(year, first, MONTHS_OF_QUARTER);
  }
  const monday = number * DAYS_OF_WEEK - daysSinceMonday(now.getUTCDay());
  return unit === 'weekend'
    ? dayFrom(now, monday + DAYS_UNTIL_SATURDAY, 2)
    : dayFrom(now, monday, DAYS_OF_WEEK);
}

/** Whether a time is on a Saturday or a Sunday. */
export function isWeekend(time: Date): boolean {
  return time.getUTCDay() % (DAYS_OF_WEEK - 1) === 0;
}
