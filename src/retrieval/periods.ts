/** Reads what the parser of dates leaves out: months, years, and times that count from now. Pure. */

/** A span of time: `from` is in it, `to` is not. */
export type DateRange = { from: Date; to: Date };

/** A date in a text. */
export type FoundDate = { index: number; length: number; range: DateRange };

/** Finds dates in a text. With `hasYear`, `now` is a day that the text names with its year. */
export type PeriodReader = (text: string, now: Date, hasYear: boolean) => FoundDate[];

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

/** The name of a month, in any case. */
export const MONTH = `(?:${MONTHS.join('|')})`;

const MONTH_NAMES = MONTHS.map((name) => new RegExp(`^${name}$`, 'i'));
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const NUMBER = `\\d{1,3}|an?|${NUMBERS.join('|')}`;
const YEAR = '(?:19|20)\\d\\d';
const MONTH_OF_YEAR = `\\b(?<month>${MONTH})\\b\\.?,? (?:of )?(?<year>${YEAR})`;
const PART = '(?:the )?(?:(?:beginning|start|middle|end) of |early |late |mid-?)?';

const DAYS_OF_WEEK = 7;

/**
 * The forms of a period: a pattern, and the range of dates that its named groups give, or null if the match is no period. `year` is
 * that of a month without one, if the text names such a year.
 */
const FORMS: readonly {
  pattern: RegExp;
  range(groups: Partial<Record<string, string>>, now: Date, year: number | null): DateRange | null;
}[] = [
  {
    pattern: form(
      `\\b(?:between|from) (?<month>${MONTH})(?:,? (?<year>${YEAR}))? (?:and|to|until) (?<lastMonth>${MONTH})(?:,? (?<lastYear>${YEAR})|(?! \\d))`,
    ),
    range: monthsFromTo,
  },
  {
    // Not `between 2000 and 2010 requests`: years at the end of their part of the question.
    pattern: form(
      `\\b(?:between|from) (?:the years )?(?<year>${YEAR}) (?:and|to|until) (?<lastYear>${YEAR})(?![-/.]\\d|\\s+\\w|\\w)`,
    ),
    range: ({ year, lastYear }) =>
      fromTo(monthRange(Number(year), 0), monthRange(Number(lastYear), 11)),
  },
  {
    pattern: form(MONTH_OF_YEAR),
    range: ({ month, year }) => monthRange(Number(year), monthNumber(month)),
  },
  {
    pattern: form(
      `\\b(?:(?:in|during|since) ${PART}(?:the year )?|(?:spring|summer|autumn|fall|winter)(?: of)? )(?<year>${YEAR})(?![-/.]\\d)`,
    ),
    range: ({ year }) => monthRange(Number(year), 0, 12),
  },
  {
    // Not `after 2000 requests`: a year at the end of its part of the question.
    pattern: form(
      `\\b(?:before|after|until) (?:the year )?(?<year>${YEAR})(?![-/.]\\d|\\s+\\w|\\w)`,
    ),
    range: ({ year }) => monthRange(Number(year), 0, 12),
  },
  {
    pattern: form(
      `\\b(?<which>in|during|since|until|(?<!\\bthe )last|this) ${PART}(?<month>${MONTH})(?! \\d)`,
    ),
    range: ({ which, month = '' }, now, year) => {
      const word = which?.toLowerCase();
      const number = monthNumber(month);
      // As in `this may be wrong`.
      if (word === 'this' && /^(?:may|march)$/.test(month)) return null;
      if (word === 'this') return monthRange(now.getUTCFullYear(), number);
      const named = word === 'last' ? null : year;
      return monthRange(named ?? latestYear(now, number), number);
    },
  },
  { pattern: form('\\b(?:yesterday|last night)'), range: (_, now) => daysAgo(now, 1) },
  {
    pattern: form(`\\b(?<number>${NUMBER}) (?<unit>day|week|month|year)s? ago`),
    range: ({ number, unit }, now) => around(now, unit, numberOf(number)),
  },
  {
    pattern: form('\\b(?<which>last|previous|this) (?<unit>week|month|year)'),
    range: ({ which, unit }, now) => calendar(now, unit, which?.toLowerCase() === 'this' ? 0 : 1),
  },
  {
    pattern: form(
      `\\b(?:last (?<number>${NUMBER})|past(?: (?<past>${NUMBER}))?) (?<unit>day|week|month|year)s?`,
    ),
    range: ({ number, past, unit }, now) => ({
      from: around(now, unit, numberOf(number ?? past)).from,
      to: daysAgo(now, 0).to,
    }),
  },
  {
    pattern: form(`\\blast (?<weekday>${WEEKDAYS.join('|')})`),
    range: ({ weekday = '' }, now) => {
      const days = now.getUTCDay() - WEEKDAYS.indexOf(weekday.toLowerCase());
      return daysAgo(now, days > 0 ? days : days + DAYS_OF_WEEK);
    },
  },
];

/** Months and years, and times that count from now. A number alone is not a year, and `May` alone not a month. */
export const readPeriods: PeriodReader = (text, now, hasYear) => {
  let left = text;
  const yearOfMonth = form(MONTH_OF_YEAR).exec(text)?.groups?.year;
  const otherYear = yearOfMonth === undefined ? null : Number(yearOfMonth);
  const year = hasYear ? now.getUTCFullYear() : otherYear;
  return FORMS.flatMap(({ pattern, range }) => {
    const found = [...left.matchAll(pattern)].flatMap(({ index, 0: { length }, groups = {} }) => {
      const named = range(groups, now, year);
      return named ? { index, length, range: named } : [];
    });
    for (const { index, length } of found) {
      left = left.slice(0, index) + ' '.repeat(length) + left.slice(index + length);
    }
    return found;
  });
};

function form(pattern: string): RegExp {
  return new RegExp(`${pattern}\\b`, 'gi');
}

function monthNumber(name = ''): number {
  return MONTH_NAMES.findIndex((pattern) => pattern.test(name));
}

function numberOf(word = ''): number {
  if (/^\d/.test(word)) return Number(word);
  return Math.max(1, NUMBERS.indexOf(word.toLowerCase()) + 1);
}

/** The year of the latest such month that has begun by `now`. */
function latestYear(now: Date, month: number): number {
  return now.getUTCFullYear() - (month > now.getUTCMonth() ? 1 : 0);
}

/** The months from one to another. A month without a year has that of the other, or one that keeps their order. */
function monthsFromTo(
  { month, year, lastMonth, lastYear }: Partial<Record<string, string>>,
  now: Date,
  otherYear: number | null,
): DateRange | null {
  const [first, last] = [monthNumber(month), monthNumber(lastMonth)];
  const yearsBetween = first > last ? 1 : 0;
  const latest =
    year === undefined ? (otherYear ?? latestYear(now, last)) : Number(year) + yearsBetween;
  const end = lastYear === undefined ? latest : Number(lastYear);
  const start = year === undefined ? end - yearsBetween : Number(year);
  return fromTo(monthRange(start, first), monthRange(end, last));
}

/** The time from the beginning of one range to the end of another; null if that is before. */
export function fromTo({ from }: DateRange, { to }: DateRange): DateRange | null {
  return from < to ? { from, to } : null;
}

function monthRange(year: number, month: number, months = 1): DateRange {
  return { from: new Date(utcDay(year, month)), to: new Date(utcDay(year, month + months)) };
}

/** The time at which a day begins. `Date.UTC` takes the years 0 to 99 to be those from 1900. */
export function utcDay(year: number, month: number, day = 1): number {
  return new Date(0).setUTCFullYear(year, month, day);
}

/** The day that is `days` days before now, or a range of `length` days from it. */
function daysAgo(now: Date, days: number, length = 1): DateRange {
  const at = (day: number) =>
    new Date(utcDay(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + day));
  return { from: at(-days), to: at(length - days) };
}

/** What `number` units ago means: that day, the seven days around a day, that month or that year. */
function around(now: Date, unit: string | undefined, number: number): DateRange {
  if (unit?.toLowerCase() === 'day') return daysAgo(now, number);
  if (unit?.toLowerCase() === 'week') return daysAgo(now, number * DAYS_OF_WEEK + 3, DAYS_OF_WEEK);
  return calendar(now, unit, number);
}

/** The week from Monday, the month or the year that is `number` units before that of now. */
function calendar(now: Date, unit: string | undefined, number: number): DateRange {
  const year = now.getUTCFullYear();
  if (unit?.toLowerCase() === 'year') return monthRange(year - number, 0, 12);
  if (unit?.toLowerCase() === 'month') return monthRange(year, now.getUTCMonth() - number);
  const sinceMonday = (now.getUTCDay() + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK;
  return daysAgo(now, sinceMonday + number * DAYS_OF_WEEK, DAYS_OF_WEEK);
}
