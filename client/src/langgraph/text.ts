import { boundedText } from '../bounded-text.ts';
import type { Value } from './item.ts';

/** Characters of the text of an item that searches compare. A value has at most 16 KiB. */
const MAX_TEXT = 8_000;

/**
 * The text of an item: the values at the given paths, or all of the value, one a line. Empty if there are none.
 * Paths are those of LangGraph, such as `title`, `author.name`, `chapters[*].text` and `chapters[-1].text`.
 */
export function textOf(value: Value, paths: readonly string[] = ['$']): string {
  const lines = paths.flatMap((path) => {
    const found = path === '$' || path === '' ? [value] : at(value, stepsOf(path));
    return found.flatMap((part) => linesOf(part));
  });
  return boundedText(lines.join('\n'), MAX_TEXT);
}

function stepsOf(path: string): string[] {
  return path.match(/[^.[\]]+|\[[^\]]*\]/g) ?? [];
}

function at(value: unknown, [step, ...rest]: readonly string[]): unknown[] {
  if (step === undefined) return [value];
  const index = /^\[(.*)\]$/.exec(step)?.[1];
  if (index !== undefined && !Array.isArray(value)) return [];
  if (Array.isArray(value) && index !== undefined) {
    const parts = index === '*' ? value : [value.at(Number(index))];
    return parts.flatMap((part) => at(part, rest));
  }
  if (typeof value !== 'object' || value === null) return [];
  if (step === '*') return Object.values(value).flatMap((part) => at(part, rest));
  return Object.hasOwn(value, step) ? at((value as Value)[step], rest) : [];
}

/** A value as lines such as `author.name: Ada`; a single text as it is. */
function linesOf(value: unknown, name = ''): string[] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') return [name === '' ? String(value) : `${name}: ${value}`];
  if (Array.isArray(value)) return value.flatMap((part) => linesOf(part, name));
  return Object.entries(value).flatMap(([key, part]) =>
    linesOf(part, name === '' ? key : `${name}.${key}`),
  );
}
