import { z } from 'zod';
import {
  FIRST_TIME,
  isMetadataSize,
  LAST_TIME,
  MAX_CONTENT_BYTES,
  storableText,
} from '../input.ts';

/** A text of another program, as `writeEntries` takes it. */
export type ForeignText = {
  content: string;
  context?: string;
  metadata: Record<string, unknown>;
  /** ISO 8601. */
  occurredAt?: string;
};

/** What a file of another program holds. `leftOut` says what is not imported, for people. */
export type Foreign = { texts: ForeignText[]; leftOut: string[] };

/** The content of a file is not of the format. */
export class ForeignFormatError extends Error {
  constructor(format: string, expected: string) {
    super(`The file is not one of ${format}: ${expected}.`);
  }
}

/** A file as JSON, or as a list of the JSON of its lines. @throws ForeignFormatError */
export function parseJson(text: string, format: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return parseLines(text, format);
  }
}

/** The JSON of the lines of a file. @throws ForeignFormatError */
export function parseLines(text: string, format: string): unknown[] {
  return text.split('\n').flatMap((line, i) => {
    if (line.trim() === '') return [];
    try {
      return [JSON.parse(line)];
    } catch {
      throw new ForeignFormatError(format, `line ${i + 1} is not JSON`);
    }
  });
}

/** The value, checked. @throws ForeignFormatError */
export function checked<Output>(schema: z.ZodType<Output>, value: unknown, format: string): Output {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ForeignFormatError(format, `${issue?.path.join('.') || 'it'}: ${issue?.message}`);
}

/** Text that the other program may leave out, such as a time. */
export const optionalText = z.string().nullish();
export const record = z.record(z.string(), z.unknown());

/**
 * Texts to write, of at most the size of an entry. Values that are null or empty are left out of the metadata, which
 * is reduced to where the text comes from if it is too large.
 */
export function foreignTexts(given: {
  from: string;
  content: string;
  context?: string | undefined;
  metadata?: Record<string, unknown>;
  occurredAt?: string | null | undefined;
}): ForeignText[] {
  const { from, content, context, occurredAt } = given;
  const kept = Object.entries(given.metadata ?? {}).filter(([, value]) => !isEmpty(value));
  const whole = storable({ importedFrom: from, ...Object.fromEntries(kept) });
  const metadata = isMetadataSize(whole) ? whole : { importedFrom: from };
  const time = timeOf(occurredAt);
  return pieces(storableText(content)).map((text) => ({
    content: text,
    metadata,
    ...(context?.trim() ? { context: storableText(context).slice(0, 4000) } : {}),
    ...(time === null ? {} : { occurredAt: time }),
  }));
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** The value with texts and keys that can be stored. */
function storable(value: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(value, (_key, item) =>
    typeof item === 'string' ? storableText(item) : item,
  );
  return JSON.parse(text.replaceAll('\\u0000', ''));
}

/** A time that can be stored, in ISO 8601; null for another. A time without a zone is UTC. */
function timeOf(text: string | null | undefined): string | null {
  if (!text) return null;
  const hasZone = /(Z|[+-]\d\d:?\d\d)$/i.test(text) || !/[T ]\d\d:/.test(text);
  const date = new Date(hasZone ? text : `${text.replace(' ', 'T')}Z`);
  if (Number.isNaN(date.getTime()) || date < FIRST_TIME || date > LAST_TIME) return null;
  return date.toISOString();
}

/** The parts of a text that fit into entries, divided between lines where there are any. */
function pieces(text: string): string[] {
  if (text.trim() === '') return [];
  if (Buffer.byteLength(text) <= MAX_CONTENT_BYTES) return [text];
  const middle = Math.floor(text.length / 2);
  const line = text.lastIndexOf('\n', middle);
  const cut =
    line > 0 ? line : text.lastIndexOf(' ', middle) > 0 ? text.lastIndexOf(' ', middle) : middle;
  return [...pieces(text.slice(0, cut)), ...pieces(text.slice(cut))];
}
