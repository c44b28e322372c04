import {
  calendarUnit,
  type DateRange,
  dayFrom,
  decadeRange,
  fromTo,
  isWeekend,
  latestYear,
  monthRange,
  nearestPart,
  partOfYear,
  partsFromTo,
  unitsFrom,
  weekday,
  YEAR_PART,
  YEARLESS_PART,
  yearRange,
} from './calendar.ts';
import { OPEN_PREPOSITION_OF_PERIOD } from './open-ranges.ts';

/** The forms of a period in English: parts of years, years, decades, and times that count from now. Pure. */

/** The named groups of a match, in lower case. */
type Groups = Partial<Record<string, string>>;

export type PeriodForm = {
  /** `third`, if the pattern has that group, names a third of the range. */
  pattern: RegExp;
  /** A match that this pattern matches too, with regard to case, is not a period. */
  except?: RegExp;
  /** Null for no period. `year` is that of a month without one, if the text names such a year. */
  range(groups: Groups, now: Date, year: number | null): DateRange | null;
};

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const NUMBERS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const VAGUE_NUMBERS: Record<string, number> = {
  'a couple of': 2,
  'couple of': 2,
  'a few': 3,
  few: 3,
  several: 3,
};
const DECADES = 'twenties thirties forties fifties sixties seventies eighties nineties'.split(' ');
const THIRDS = [/^(?:early|beginning|start)/, /^mid/, /^(?:late|end)/];

const NUMBER = `(?<number>\\d{1,3}|${Object.keys(VAGUE_NUMBERS).join('|')}|an?|${NUMBERS.join('|')})`;
const UNIT = '(?<unit>hour|day|week|month|year|decade)';
const CALENDAR_UNIT = '(?<unit>week(?:end)?|month|quarter|year)(?! (?:of|before|after)\\b)';
const YEAR = '(?:19|20)\\d\\d';

/** The words that name the beginning, the middle or the end of the period after them. */
const THIRD =
  '(?:the )?(?:very )?(?<third>early(?: in)?|late(?: in)?|mid|(?:beginning|start|middle|end) of)[- ](?:the )?';
const MAYBE_THIRD = `(?:\\b${THIRD})?`;

/** The words that must stand before a month or a season without a year. */
const WITHIN = '(?<=\\b(?:in|during|throughout) (?:the )?)';
const SINCE = `(?<=\\b(?:${OPEN_PREPOSITION_OF_PERIOD}) (?:the )?)`;

/** A pattern of any of the words. */
const oneOf = (words: string) => `(?:${words.trim().replace(/\s+/g, '|')})\\b`;

const COUNTED =
  oneOf(`bits bytes calls characters days dollars entries euros files hours items lines minutes ms orders
  people pixels records requests rows seconds times tokens units words`);

/** Must match after a year: neither the rest of a number nor a counted thing follows, as in `in 1999 items`. */
const AFTER_YEAR = `(?![-/.]\\d|\\w|\\s+${COUNTED})`;

const UNCOUNTED = oneOf(
  'about and at but by did does for from in is of on or that the to was were what who with',
);

/** Must match after a year that may be a number: no word follows that a number can count, as in `after 2000 visits`. */
const AFTER_DOUBTFUL_YEAR = `(?![-/.]\\d|\\w|\\s+(?!${UNCOUNTED})\\w)`;

const BEGINS_CLAUSE = oneOf('he how i it she they we when where which why you');

/** Must match after a month or season that may be another word, as in `before Jan left`, `after spring cleaning`. */
const AFTER_DOUBTFUL_PART = `(?!\\s+(?!${UNCOUNTED}|${BEGINS_CLAUSE})\\w| of\\b)`;

/** Must match after a month or a season: neither a day nor the rest of a name follows, as in `in spring boot`. */
const AFTER_PART =
  '(?! \\d| of\\b|(?<=spring) (?:ai|batch|boot|cloud|data|framework|mvc|security)\\b)';

/** The names of days, each with the number of days from today. */
const DAYS: readonly [name: string, days: number][] = [
  ['(?:the )?day before yesterday', -2],
  ['yesterday|last (?:night|evening)', -1],
  ['(?:the )?day after tomorrow', 2],
  ['tomorrow', 1],
  ['today|tonight|this (?:morning|afternoon|evening)', 0],
];
const TIME_OF_DAY = '(?: (?:morning|afternoon|evening|night))?';

/** A cheap test before the forms: each of them has a digit or one of these words. */
export const CAN_BE_PERIOD = new RegExp(
  `\\d|\\b(?:${YEARLESS_PART}|${WEEKDAYS.join('|')}|${DECADES.join('|')}|(?:hour|day|week(?:end)?|month|quarter|year|decade)s?|yesterday|today|tonight|tomorrow|morning|afternoon|evening|night)\\b`,
  'i',
);

/** A part of a year with its year. Its second year, as in `winter 2022/23`, is not used. */
const PART_AND_YEAR = `\\b(?<name>${YEAR_PART})\\b\\.?,? (?:(?:of|in) )?(?<year>${YEAR})(?:[-/](?:20)?\\d\\d)?${AFTER_YEAR}`;

const FIRST_PART_AND_YEAR = new RegExp(`${PART_AND_YEAR}\\b`, 'i');

/** The year of the first part of a year in a text that has one. */
export function yearOfPart(text: string): number | null {
  return maybeNumber(FIRST_PART_AND_YEAR.exec(text)?.groups?.year);
}

const OFFSETS: Record<string, number> = { last: -1, previous: -1, next: 1, coming: 1 };
const offsetOf = (which = '') => OFFSETS[which] ?? 0;

/** The forms, in the order in which they are tried. Text that one form has matched is not offered to the next ones. */
export const PERIOD_FORMS: readonly PeriodForm[] = [
  {
    pattern: form(
      `\\b(?:between|from) (?<name>${YEARLESS_PART})(?:,? (?<year>${YEAR}))? (?:and|to|until|through) (?<lastName>${YEARLESS_PART})(?:,? (?<lastYear>${YEAR})|(?! \\d))`,
    ),
    range: ({ name = '', lastName = '', ...years }, now, year) =>
      partsFromTo(
        { name, year: maybeNumber(years.year) },
        { name: lastName, year: maybeNumber(years.lastYear) },
        { now, year },
      ),
  },
  {
    pattern: form(
      `\\b(?:between|from|in|during) (?:the years )?(?<year>${YEAR})(?: (?:and|to|until|through) |[-–])(?<lastYear>${YEAR})${AFTER_DOUBTFUL_YEAR}`,
    ),
    range: ({ year, lastYear }) => fromTo(yearRange(Number(year)), yearRange(Number(lastYear))),
  },
  {
    pattern: form(`${MAYBE_THIRD}${PART_AND_YEAR}`),
    range: ({ year, name = '' }) => partOfYear(Number(year), name),
  },
  {
    pattern: form(
      `(?<=\\b(?:in|during|from|${OPEN_PREPOSITION_OF_PERIOD}) )(?<year>${YEAR})-(?<month>0[1-9]|1[0-2])(?![-/.]?\\w)`,
    ),
    range: ({ year, month }) => monthRange(Number(year), Number(month) - 1),
  },
  {
    pattern: form(`\\b(?<year>${YEAR})[- ]?(?<name>q[1-4])`),
    range: ({ year, name = '' }) => partOfYear(Number(year), name),
  },
  {
    pattern: form(
      `${MAYBE_THIRD}\\b(?<name>${YEAR_PART}) (?:of )?(?<which>last|previous|this|next) year`,
    ),
    range: ({ name = '', which }, now) => partOfYear(now.getUTCFullYear() + offsetOf(which), name),
  },
  {
    pattern: form(
      `(?<=\\b(?:in|during|since|throughout) )${MAYBE_THIRD}(?:the year )?(?<year>${YEAR})${AFTER_YEAR}`,
    ),
    range: ({ year }) => yearRange(Number(year)),
  },
  {
    pattern: form(`\\b${THIRD}(?:year )?(?<year>${YEAR})${AFTER_YEAR}`),
    range: ({ year }) => yearRange(Number(year)),
  },
  {
    pattern: form(
      `(?<=\\b(?:${OPEN_PREPOSITION_OF_PERIOD}) )(?:the year )?(?<year>${YEAR})${AFTER_DOUBTFUL_YEAR}`,
    ),
    range: ({ year }) => yearRange(Number(year)),
  },
  {
    pattern: form(`${MAYBE_THIRD}\\b(?<decade>(?:19|20)\\d0)['’]?s`),
    range: ({ decade }, now) => decadeRange(now, Number(decade)),
  },
  {
    pattern: form(
      `(?<=\\bthe )(?:(?<third>early|mid|late)[- ])?(?:['’]?(?<digits>[1-9]0)['’]?s|(?<decade>${DECADES.join('|')}))`,
    ),
    range: ({ digits, decade = '' }, now) =>
      decadeRange(now, digits ? Number(digits) : (DECADES.indexOf(decade) + 2) * 10),
  },
  {
    // Matches neither `the last march` nor `this may be wrong`.
    pattern: form(
      `${MAYBE_THIRD}\\b(?<!\\bthe )(?<which>last|this|next) (?<name>${YEARLESS_PART})(?! \\d)`,
    ),
    except: /(?:may|march)$/,
    range: ({ which = '', name = '' }, now) => nearestPart(now, name, offsetOf(which)),
  },
  {
    // Matches neither `in Spring`, a framework, nor `the fall of Rome`.
    pattern: form(`${WITHIN}${MAYBE_THIRD}(?<name>${YEARLESS_PART})${AFTER_PART}`),
    except: /^Spring/,
    range: latestPart,
  },
  {
    pattern: form(`${SINCE}${MAYBE_THIRD}(?<name>${YEARLESS_PART})${AFTER_DOUBTFUL_PART}`),
    except: /^Spring/,
    range: latestPart,
  },
  {
    pattern: form(`\\b${THIRD}(?<name>${YEARLESS_PART})(?! \\d| of\\b)`),
    except: /(?:may|march|Spring)$/,
    range: latestPart,
  },
  ...DAYS.map(
    ([name, days]): PeriodForm => ({
      pattern: form(`\\b(?:${name})${TIME_OF_DAY}`),
      range: (_, now) => dayFrom(now, days),
    }),
  ),
  {
    pattern: form(`\\b${NUMBER} ${UNIT}s? (?<which>ago|from now)`),
    range: ({ number, unit = '', which }, now) =>
      unitsFrom(now, unit, numberOf(number) * (which === 'ago' ? -1 : 1)),
  },
  {
    pattern: form(
      `${MAYBE_THIRD}\\b(?<!\\bthe )(?<which>last|previous|this|current|next|coming) ${CALENDAR_UNIT}`,
    ),
    range: ({ which, unit = '' }, now) => calendarUnit(now, unit, offsetOf(which)),
  },
  {
    pattern: form(`\\bthe (?<which>previous|current) ${CALENDAR_UNIT}`),
    range: ({ which, unit = '' }, now) => calendarUnit(now, unit, offsetOf(which)),
  },
  {
    // The latest weekend that has begun.
    pattern: form(`\\b(?:(?:this )?past|(?:over|on|at) the|the past) weekend`),
    range: (_, now) => calendarUnit(now, 'weekend', isWeekend(now) ? 0 : -1),
  },
  {
    pattern: form(`\\b(?:the )?(?<unit>week(?:end)?|month|quarter|year) before last`),
    range: ({ unit = '' }, now) => calendarUnit(now, unit, -2),
  },
  {
    pattern: form(`\\b${THIRD}${CALENDAR_UNIT}`),
    range: ({ unit = '' }, now) => calendarUnit(now, unit, 0),
  },
  {
    pattern: form(
      `\\b(?:(?:last|past) ${NUMBER} ${UNIT}s?|the last (?<last>week|month|year|decade)|(?:the )?past (?<past>hour|day|week|month|year|decade))(?! of\\b)`,
    ),
    range: ({ number = 'one', unit, last, past = '' }, now) =>
      fromTo(unitsFrom(now, unit ?? last ?? past, -numberOf(number)), dayFrom(now, 0)),
  },
  {
    pattern: form(
      `\\b(?:(?:next|coming) ${NUMBER} ${UNIT}s?|the (?:next|coming) (?<one>week|month|year|decade))(?! of\\b)`,
    ),
    range: ({ number = 'one', unit, one = '' }, now) =>
      fromTo(dayFrom(now, 0), unitsFrom(now, unit ?? one, numberOf(number))),
  },
  {
    pattern: form(
      `\\b(?<which>last|previous|this|next) (?<weekday>${WEEKDAYS.join('|')})${TIME_OF_DAY}`,
    ),
    range: ({ which, weekday: name = '' }, now) =>
      weekday(now, WEEKDAYS.indexOf(name), offsetOf(which)),
  },
  {
    pattern: form(
      `(?<=\\b(?:on|since|until|before|after) )(?<weekday>${WEEKDAYS.join('|')})${TIME_OF_DAY}`,
    ),
    // The latest day with this name, which can be today.
    range: ({ weekday: name = '' }, now) =>
      weekday(dayFrom(now, 1).from, WEEKDAYS.indexOf(name), -1),
  },
];

/** The number, 0 to 2, of the third that a text names, as in `early May`. */
export function thirdNamed(name: string): number {
  return THIRDS.findIndex((pattern) => pattern.test(name));
}

/** The range of a month or season without a year: in the year that the text names, else the latest that has begun. */
function latestPart({ name = '' }: Groups, now: Date, year: number | null): DateRange {
  return partOfYear(year ?? latestYear(now, name), name);
}

function form(pattern: string): RegExp {
  return new RegExp(`${pattern}\\b`, 'gi');
}

function maybeNumber(digits: string | undefined): number | null {
  return digits === undefined ? null : Number(digits);
}

function numberOf(word = ''): number {
  if (/^\d/.test(word)) return Number(word);
  return VAGUE_NUMBERS[word] ?? Math.max(1, NUMBERS.indexOf(word) + 1);
}
