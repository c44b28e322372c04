import {
  applyEdits,
  modify,
  type ParseError,
  parse as parseJson,
  printParseErrorCode,
} from 'jsonc-parser';
import { parse as parseToml, stringify } from 'smol-toml';
import { messageOfError } from '../errors.ts';
import { isObject } from '../input.ts';
import type { McpClientKind } from './mcp-clients.ts';

/** The name of the entry in the files of clients. */
const NAME = 'lorebase';

/**
 * The text of a client's file with the entry for Lorebase. Everything else in the file is unchanged, including
 * comments.
 * @throws Error if the file does not have the format of the client
 */
export function withEntry(
  text: string,
  { format, key }: Pick<McpClientKind, 'format' | 'key'>,
  entry: Record<string, unknown>,
): string {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const content = text.slice(mark.length);
  return mark + (format === 'json' ? inJson(content, key, entry) : inToml(content, key, entry));
}

/** Some editors of Windows write it at the beginning of a file. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * The new entry, with the other keys and environment variables of the old one, which the client or the user has added.
 * An old entry without a command uses another transport, and is replaced entirely.
 */
function merged(old: unknown, entry: Record<string, unknown>): Record<string, unknown> {
  if (!isObject(old) || old.command === undefined) return entry;
  if (!isObject(old.env)) return { ...old, ...entry };
  return { ...old, ...entry, env: { ...old.env, ...(isObject(entry.env) ? entry.env : {}) } };
}

/** The text of the entry alone, in the format of the file. */
export function printedEntry(
  { format, key }: Pick<McpClientKind, 'format' | 'key'>,
  entry: Record<string, unknown>,
): string {
  const nested = { [key]: { [NAME]: entry } };
  return format === 'json' ? JSON.stringify(nested, null, 2) : stringify(nested).trim();
}

function inJson(text: string, key: string, entry: Record<string, unknown>): string {
  const errors: ParseError[] = [];
  const root: unknown = parseJson(text.trim() === '' ? '{}' : text, errors, {
    allowTrailingComma: true,
  });
  const [fault] = errors;
  if (fault) {
    throw new Error(
      `it is not JSON: ${printParseErrorCode(fault.error)} at character ${fault.offset}`,
    );
  }
  const servers = isObject(root) ? root[key] : null;
  if (!isObject(root) || (servers !== undefined && !isObject(servers))) {
    throw new Error(`it must be a JSON object, and its field "${key}" must be an object`);
  }
  const formattingOptions = { insertSpaces: !/^\t/m.test(text), tabSize: 2, eol: '\n' };
  const own = merged(isObject(servers) ? servers[NAME] : null, entry);
  const edits = modify(text.trim() === '' ? '{}' : text, [key, NAME], own, { formattingOptions });
  return applyEdits(text.trim() === '' ? '{}\n' : text, edits);
}

/** Integers are read as `bigint`, so that a number stays an integer or a float. */
const TYPED = { numbersAsFloat: true };

function inToml(text: string, key: string, entry: Record<string, unknown>): string {
  const before = parsedToml(text);
  const servers = before[key] ?? {};
  if (!isObject(servers)) throw new Error(`"${key}" in it must be a table`);
  const whole = merged(servers[NAME], entry);
  const block = stringify({ [key]: { [NAME]: whole } }, TYPED).trim();
  const header = new RegExp(`^\\[${key}\\.${NAME}(\\..*)?\\]`);
  const kept: string[] = [];
  const comments: string[] = [];
  // Comments after the last line of the entry belong to what follows it.
  let trailing: string[] = [];
  let isOwn = false;
  for (const line of text.split('\n')) {
    if (/^\s*\[/.test(line)) isOwn = header.test(line.trim());
    if (isOwn && /^\s*(#|$)/.test(line)) {
      trailing.push(line);
      continue;
    }
    if (isOwn) comments.push(...trailing.filter((one) => one.trim() !== ''));
    else kept.push(...trailing, line);
    trailing = [];
  }
  kept.push(...trailing);
  const rest = kept.join('\n').trimEnd();
  const parts = [rest, comments.join('\n'), block].filter((part) => part !== '');
  const after = `${parts.join('\n\n')}\n`;
  // The lines of the entry were found by their form, so this checks that nothing else has changed.
  const expected = { ...before, [key]: { ...servers, [NAME]: whole } };
  if (isSameToml(after, expected)) return after;
  throw new Error(
    `its table ${key}.${NAME} has a form that cannot be edited automatically; edit it by hand`,
  );
}

function isSameToml(text: string, expected: Record<string, unknown>): boolean {
  try {
    return stringify(sorted(parsedToml(text)), TYPED) === stringify(sorted(expected), TYPED);
  } catch {
    return false; // the entry is there twice
  }
}

function parsedToml(text: string): Record<string, unknown> {
  try {
    return parseToml(text, { integersAsBigInt: true });
  } catch (error) {
    throw new Error(`it is not TOML: ${messageOfError(error)}`, { cause: error });
  }
}

/** The same tables, with their keys in order. */
function sorted(table: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(table).map(
    ([key, value]) => [key, isObject(value) ? sorted(value) : value] as const,
  );
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
