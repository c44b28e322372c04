import { z } from 'zod';
import { counted } from '../counted.ts';
import {
  FIRST_TIME,
  isMetadataSize,
  isObject,
  LAST_TIME,
  MAX_CONTENT_BYTES,
  storableText,
} from '../input.ts';

/** A text of another program, with the fields of an item of `writeEntries`. */
export type ForeignText = {
  content: string;
  context?: string;
  metadata: Record<string, unknown>;
  /** ISO 8601. */
  occurredAt?: string;
  /** ISO 8601. The time at which the text ceases to be true; omitted if no such time is known. */
  expiresAt?: string;
};

/** The texts of a file of another program. `leftOut` describes, for the user, what of the file is not imported. */
export type Foreign = { texts: ForeignText[]; leftOut: string[] };

/** The content of a file is not of the format. */
export class ForeignFormatError extends Error {
  constructor(format: string, expected: string) {
    super(`The file is not one of ${format}: ${expected}.`);
  }
}

/**
 * A file as JSON, or as a list of the JSON of its lines. A byte order mark counts as a blank, as in `trim`.
 * @throws ForeignFormatError
 */
export function parseJson(text: string, format: string): unknown {
  try {
    return JSON.parse(text.trim());
  } catch {
    return parseLines(text, format);
  }
}

/** The JSON of the lines of a file. @throws ForeignFormatError */
export function parseLines(text: string, format: string): unknown[] {
  return text.split('\n').flatMap((line, i) => {
    if (line.trim() === '') return [];
    try {
      return [JSON.parse(line.trim())];
    } catch {
      throw new ForeignFormatError(format, `line ${i + 1} is not JSON`);
    }
  });
}

/** Checks a value by a schema, and returns it. @throws ForeignFormatError, which names the first invalid field */
export function checked<Output>(schema: z.ZodType<Output>, value: unknown, format: string): Output {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path.join('.');
  const fault = path
    ? `${path}: ${issue?.message}`
    : `it has another form than an export of ${format}`;
  throw new ForeignFormatError(format, fault);
}

/** Keys whose values belong to the user. The keys inside of these values are not renamed. */
const KEYS_OF_OWN_VALUES = new Set(['metadata', 'attributes']);

/**
 * Converts the keys of a value to snake_case. The Python SDK of a program writes snake_case, and its JavaScript SDK
 * camelCase.
 */
export function withSnakeCaseKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSnakeCaseKeys);
  if (!isObject(value)) return value;
  const items = Object.entries(value).map(([key, item]) => [
    key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    KEYS_OF_OWN_VALUES.has(key) ? item : withSnakeCaseKeys(item),
  ]);
  return Object.fromEntries(items);
}

/** Text that the other program may leave out, such as a time. */
export const optionalText = z.string().nullish();
export const record = z.record(z.string(), z.unknown());

/** A record of another program. `from` is the name of the program, which becomes the metadata `importedFrom`. */
export type ForeignRecord = {
  from: string;
  content: string;
  context?: string | undefined;
  metadata?: Record<string, unknown>;
  occurredAt?: string | null | undefined;
  expiresAt?: string | null | undefined;
};

/** The texts of records. Adds to `leftOut` the numbers of records without text and of times that cannot be read. */
export function foreignOf(
  records: readonly ForeignRecord[],
  leftOut: readonly string[] = [],
): Foreign {
  const read = records.map((record) => ({ record, texts: textsOf(record) }));
  const written = read.filter(({ texts }) => texts.length > 0);
  const empty = read.length - written.length;
  const undated = written.filter(({ record: { occurredAt } }) => isUnreadable(occurredAt)).length;
  return {
    texts: written.flatMap(({ texts }) => texts),
    leftOut: [
      ...leftOut,
      ...(empty > 0 ? [`${counted(empty, 'record')} without text`] : []),
      ...(undated > 0 ? [`${counted(undated, 'time')} that cannot be read`] : []),
    ],
  };
}

function isUnreadable(time: string | null | undefined): boolean {
  return Boolean(time?.trim()) && timeOf(time) === null;
}

/**
 * The texts of a record, each of at most the size of an entry. Null and empty values are left out of the metadata.
 * Metadata that is too large for an entry is reduced to `importedFrom`.
 */
function textsOf(given: ForeignRecord): ForeignText[] {
  const { from, content, context, occurredAt } = given;
  const whole = storable({ importedFrom: from, ...withoutEmpty(given.metadata ?? {}) });
  const metadata = isMetadataSize(whole) ? whole : { importedFrom: from };
  const time = timeOf(occurredAt);
  const end = timeOf(given.expiresAt);
  return pieces(storableText(content)).map((text) => ({
    content: text,
    metadata,
    ...(context?.trim() ? { context: storableText(context.slice(0, 4000)) } : {}),
    ...(time === null ? {} : { occurredAt: time }),
    ...(end === null ? {} : { expiresAt: end }),
  }));
}

/** The values that are not null, undefined or empty. */
export function withoutEmpty(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** The value without the characters in texts and keys that the database cannot store. */
function storable(value: Record<string, unknown>): Record<string, unknown> {
  return storableJson(JSON.parse(JSON.stringify(value))) as Record<string, unknown>;
}

function storableJson(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storableJson);
  if (typeof value !== 'object' || value === null) return value;
  const items = Object.entries(value).map(([key, item]) => [storableText(key), storableJson(item)]);
  return Object.fromEntries(items);
}

const LOCAL_TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/;
const ISO_DATE = /^\d{4}(-\d\d){0,2}$/;
const ZONED_TIME = /\d:\d\d.*(Z|UTC|GMT|[+-]\d\d(:?\d\d)?)$/i;

/** The time in ISO 8601; null if it cannot be read or stored. A time without a zone is UTC. */
export function timeOf(text: string | null | undefined): string | null {
  if (!text) return null;
  const date = new Date(withZone(text.trim()));
  if (Number.isNaN(date.getTime()) || date < FIRST_TIME || date > LAST_TIME) return null;
  return date.toISOString();
}

/** The text of a time with its time zone, UTC if it names none, in a form that `Date` reads. */
function withZone(text: string): string {
  if (LOCAL_TIME.test(text)) return `${text.replace(' ', 'T')}Z`;
  // PostgreSQL writes +00 for +00:00.
  if (ZONED_TIME.test(text)) return text.replace(/[+-]\d\d$/, '$&:00');
  // `Date` reads a date of ISO 8601 as UTC, and any other in the zone of the machine.
  return ISO_DATE.test(text) || /(Z|UTC|GMT)$/i.test(text) ? text : `${text} UTC`;
}

/** Divides a text into parts that fit into an entry: between lines if it has several, else words, else characters. */
function pieces(text: string): string[] {
  if (text.trim() === '') return [];
  if (Buffer.byteLength(text) <= MAX_CONTENT_BYTES) return [text];
  const middle = Math.floor(text.length / 2);
  const line = text.lastIndexOf('\n', middle);
  const space = text.lastIndexOf(' ', middle);
  const cut = line > 0 ? line : space > 0 ? space : startOfCharacter(text, middle);
  return [...pieces(text.slice(0, cut)), ...pieces(text.slice(cut))];
}

/** The offset `at`, or the one before it if `at` lies between the two code units of one character. */
function startOfCharacter(text: string, at: number): number {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff ? at - 1 : at;
}
