import { z } from 'zod';
import { badInput } from './errors.ts';

/** Input checks that several domains share. */

export const MAX_CONTENT_BYTES = 32 * 1024;
export const MAX_METADATA_BYTES = 16 * 1024;
export const MAX_NAME_CHARACTERS = 200;
export const MAX_DESCRIPTION_CHARACTERS = 4000;
export const MAX_KEY_CHARACTERS = 200;

/** Whether PostgreSQL can store a text: it accepts neither NUL nor an unpaired surrogate. */
export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();
export const UNSTORABLE = 'must be well-formed Unicode without NUL';

/** Text that both databases store unchanged. */
export const textInput = z.string().refine(isStorable, UNSTORABLE);

/** Maximum number of consecutive combining marks: the time of normalization grows with the square of the number. */
export const MAX_MARKS = 100;
const MANY_MARKS = new RegExp(`(?<!\\p{M})\\p{M}{${MAX_MARKS + 1}}`, 'u');

const MARKS_BEYOND = new RegExp(`(\\p{M}{${MAX_MARKS}})\\p{M}+`, 'gu');

/** Removes the combining marks of a text after the first `MAX_MARKS` in a row. */
export function withFewMarks(text: string): string {
  return text.replace(MARKS_BEYOND, '$1');
}

/** Maximum length of a text before it is normalized and trimmed. Each field has its own, lower limit after that. */
const MAX_GIVEN_CHARACTERS = 1024 * 1024;

/** Text whose normalization does not block the server for long. */
const normalizableInput = textInput
  .refine(({ length }) => length <= MAX_GIVEN_CHARACTERS, {
    message: `must have at most ${MAX_GIVEN_CHARACTERS} characters`,
    abort: true,
  })
  .refine((text) => !MANY_MARKS.test(text), {
    message: `must have at most ${MAX_MARKS} combining marks in a row`,
    abort: true,
  });

/** A text in Unicode form NFC. */
export const normalInput = normalizableInput.normalize('NFC');

/** Converts a name or tag to the form in which `nameInput` stores it. */
export function normalName(name: string): string {
  return name.normalize('NFC').trim();
}

/** A name or tag, normalized to NFC, so that equal names have the same characters. */
export const nameInput = normalInput
  .trim()
  .min(1, 'must not be blank')
  .max(MAX_NAME_CHARACTERS, `must have at most ${MAX_NAME_CHARACTERS} characters`);

/** Converts a text to its stored form: in Unicode form NFC, without blank lines at the beginning and end. */
export function normalText(text: string): string {
  const lines = text.normalize('NFC').split('\n');
  const isBlank = (line: string | undefined) => line?.trim() === '';
  const first = lines.findIndex((line) => !isBlank(line));
  const last = lines.findLastIndex((line) => !isBlank(line));
  const kept = lines.slice(Math.max(0, first), last + 1).join('\n');
  return last < lines.length - 1 ? kept.replace(/\r$/, '') : kept;
}

const isContentSize = (text: string) => Buffer.byteLength(text) <= MAX_CONTENT_BYTES;
const CONTENT_SIZE = `must have at most ${MAX_CONTENT_BYTES} bytes of UTF-8`;

export const contentInput = normalizableInput
  .overwrite(normalText)
  .refine((text) => text.trim() !== '', 'must not be blank')
  .refine(isContentSize, CONTENT_SIZE);

/** A filter of a list: a text that its rows must contain. */
export const filterTextInput = normalInput.refine(isContentSize, CONTENT_SIZE);

export const MAX_CONTEXT_CHARACTERS = 4000;

/** The context of a text, such as the turn of the conversation before it. */
export const contextInput = normalizableInput
  .overwrite(normalText)
  .max(MAX_CONTEXT_CHARACTERS, `must have at most ${MAX_CONTEXT_CHARACTERS} characters`)
  .transform((text) => (text.trim() === '' ? null : text));

export const descriptionInput = textInput.max(
  MAX_DESCRIPTION_CHARACTERS,
  `must have at most ${MAX_DESCRIPTION_CHARACTERS} characters`,
);

/** A number from `min` to `max`. */
export function numberFrom(min: number, max: number) {
  const message = `must be from ${min} to ${max}`;
  return z.number().min(min, message).max(max, message);
}

/** A whole number from `min` to `max`. */
export function wholeFrom(min: number, max: number) {
  const message = `must be from ${min} to ${max}`;
  return z.number().int().min(min, message).max(max, message);
}

export const unitInput = numberFrom(0, 1);

/** The maximum number of results of a search. */
export const limitInput = wholeFrom(1, 100);

/** Whether a value of JSON is an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object of JSON. `z.record` would drop the key "__proto__" without an error. */
const objectInput = z.custom<Record<string, unknown>>(isObject, 'must be an object');

export const metadataInput = objectInput
  .superRefine((value, context) => {
    const tooLarge = `must have at most ${MAX_METADATA_BYTES} bytes as JSON`;
    const fault =
      jsonFault(value, { exactIntegers: true }) ?? (isMetadataSize(value) ? null : tooLarge);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  })
  // A copy equals its stored form. An object of a GraphQL literal does not, because it has no prototype; −0 does not.
  .transform((value): Record<string, unknown> => JSON.parse(JSON.stringify(value)));

/** The first and the last time that both databases store unchanged. */
export const FIRST_TIME = new Date('1000-01-01T00:00:00Z');
export const LAST_TIME = new Date('9999-12-31T23:59:59.999Z');

const YEARS = 'must be from the years 1000 to 9999';

/** A point in time that both databases store unchanged. */
export const timeInput = z.date().min(FIRST_TIME, YEARS).max(LAST_TIME, YEARS);

/** An idempotency key, which makes a repeated call safe. */
export const idempotencyKeyInput = textInput
  .min(1, 'must not be empty')
  .max(MAX_KEY_CHARACTERS, `must have at most ${MAX_KEY_CHARACTERS} characters`)
  .nullish();

/** Parses the value of an argument by a schema. @throws BAD_USER_INPUT with the path of the first error */
export function checkInput<Output>(
  schema: z.ZodType<Output>,
  value: unknown,
  root = 'input',
): Output {
  const parsed = schema.safeParse(value, { error: typeMessage });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw badInput(joinPath(root, issue?.path ?? []), issue?.message ?? 'is not valid');
}

/** The expected types by their zod names, for messages such as 'must be a number'. */
const FORMS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a time',
};

/** The message for a value of another type than its check requires; undefined for other faults. */
export function typeMessage(issue: { code?: string; expected?: unknown; input?: unknown }) {
  if (issue.code !== 'invalid_type') return undefined;
  if (issue.input === undefined) return 'is missing';
  const form = FORMS[String(issue.expected)];
  return form && `must be ${form}`;
}

function joinPath(root: string, path: PropertyKey[]): string {
  return path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : `${text}.${String(key)}`),
    root,
  );
}

export const MAX_JSON_DEPTH = 100;

/** A JSON value that can be stored and read back unchanged, with at most `MAX_JSON_DEPTH` levels. */
export const jsonInput = z.unknown().superRefine((value, context) => {
  const fault = jsonFault(value);
  if (fault) context.addIssue({ code: 'custom', message: fault });
});

/** Parses JSON. Undefined if the text is not JSON, where `JSON.parse` would throw. */
export function tryParseJson(text: string, reviver?: Parameters<typeof JSON.parse>[1]): unknown {
  try {
    return JSON.parse(text, reviver);
  } catch {
    return undefined;
  }
}

/** Removes NUL from a text and replaces unpaired surrogates, so that it can be stored. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** A reviver for `JSON.parse` that makes texts storable: escapes in JSON can name characters that are not. */
export function withStorableText(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? storableText(value) : value;
}

/**
 * Returns why a JSON value cannot be stored and read back unchanged; null if it can. The recursion ends at
 * `MAX_JSON_DEPTH`, so that deep nesting cannot overflow the stack.
 */
function jsonFault(
  value: unknown,
  { exactIntegers = false, depth = 0 }: { exactIntegers?: boolean; depth?: number } = {},
): string | null {
  if (depth > MAX_JSON_DEPTH) return `must be nested at most ${MAX_JSON_DEPTH} deep`;
  if (typeof value === 'string') return isStorable(value) ? null : UNSTORABLE;
  if (typeof value === 'number') return numberFault(value, exactIntegers);
  if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      const fault = keyFault(key) ?? jsonFault(item, { exactIntegers, depth: depth + 1 });
      if (fault) return fault;
    }
  }
  return null;
}

function keyFault(key: string): string | null {
  // Code that copies an object key by key would set the prototype of the copy instead.
  if (key === '__proto__') return 'must not have the key "__proto__"';
  return isStorable(key) ? null : UNSTORABLE;
}

function numberFault(value: number, exactIntegers: boolean): string | null {
  if (!Number.isFinite(value)) return 'must hold finite numbers';
  if (!exactIntegers || !Number.isInteger(value) || Number.isSafeInteger(value)) return null;
  return 'must hold integers from −(2^53 − 1) to 2^53 − 1; write a larger one as text';
}

/** Whether a value is within the size limit of metadata. */
export function isMetadataSize(value: unknown): boolean {
  return Buffer.byteLength(JSON.stringify(value)) <= MAX_METADATA_BYTES;
}
