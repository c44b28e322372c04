import { type DateRange, thirdOf } from './calendar.ts';
import {
  CAN_BE_PERIOD,
  PERIOD_FORMS,
  type PeriodForm,
  thirdNamed,
  yearOfPart,
} from './period-forms.ts';

/** Reads the dates that the parser does not read: parts of years, years, and times that count from now. Pure. */

/** A date in a text. */
export type FoundDate = { index: number; length: number; range: DateRange };

/** Finds dates in a text. `hasYear` is true if the text names a day with its year; `now` is then that day. */
export type PeriodReader = (text: string, now: Date, hasYear: boolean) => FoundDate[];

/** Finds years, parts of years, and times that count from now. A number or `May` alone is not a date. */
export const readPeriods: PeriodReader = (text, now, hasYear) => {
  if (!CAN_BE_PERIOD.test(text)) return [];
  let left = text;
  const year = hasYear ? now.getUTCFullYear() : yearOfPart(text);
  return PERIOD_FORMS.flatMap((form) => {
    const found = [...left.matchAll(form.pattern)].flatMap(
      (match) => readMatch(match, form, { now, year }) ?? [],
    );
    for (const { index, length } of found) {
      left = left.slice(0, index) + ' '.repeat(length) + left.slice(index + length);
    }
    return found;
  });
};

/** The date of a match; null if it is none. */
function readMatch(
  { index, 0: matched, groups = {} }: RegExpExecArray,
  form: PeriodForm,
  { now, year }: { now: Date; year: number | null },
): FoundDate | null {
  if (form.except?.test(matched)) return null;
  const lower = Object.entries(groups).map(([name, value]) => [name, value?.toLowerCase()]);
  const { third, ...named }: Partial<Record<string, string>> = Object.fromEntries(lower);
  const range = form.range(named, now, year);
  if (range === null) return null;
  const part = third === undefined ? range : thirdOf(range, thirdNamed(third));
  return { index, length: matched.length, range: part };
}
