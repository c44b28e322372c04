import type { EntryKind, EntrySource, KnowledgeScope } from '../api/types.ts';
import { isIsoTime } from './iso-time.ts';
import { isObject } from './json-object.ts';

export const ENTRY_KINDS: readonly EntryKind[] = [
  'FACT',
  'OBSERVATION',
  'PLAN',
  'INSIGHT',
  'REFLECTION',
];

export const ENTRY_SOURCES: readonly EntrySource[] = [
  'MANUAL',
  'AGENT',
  'EXTRACTION',
  'REFLECTION',
];

/**
 * The scope without empty conditions; null if no condition is left. In a form, an empty field means "any", whereas
 * the API reads an empty list as "nothing".
 */
export function compactScope(scope: KnowledgeScope): KnowledgeScope | null {
  const given = Object.entries(scope).filter(([, value]) => {
    if (value === null || value === undefined) return false;
    return typeof value !== 'object' || Object.keys(value).length > 0;
  });
  return given.length === 0 ? null : Object.fromEntries(given);
}

/** How many conditions a scope has. */
export function conditionCount(scope: KnowledgeScope): number {
  return Object.keys(compactScope(scope) ?? {}).length;
}

/** The scope from an address, which can contain anything: only conditions of the right type are kept. */
export function parseScope(given: unknown): KnowledgeScope | undefined {
  if (!isObject(given)) return undefined;
  const known = Object.entries(given).filter(([name, value]) => CHECKS[name]?.(value));
  return compactScope(Object.fromEntries(known)) ?? undefined;
}

type Check = (value: unknown) => boolean;

const isTexts: Check = (value) =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
const isUtility: Check = (value) => typeof value === 'number' && value >= 0 && value <= 1;
const isSomeOf =
  (allowed: readonly string[]): Check =>
  (value) =>
    Array.isArray(value) && value.every((item) => allowed.includes(item));

const CHECKS: Readonly<Record<string, Check>> = {
  memoryIds: isTexts,
  memoryTags: isTexts,
  kinds: isSomeOf(ENTRY_KINDS),
  sources: isSomeOf(ENTRY_SOURCES),
  metadata: isObject,
  occurredAfter: isIsoTime,
  occurredBefore: isIsoTime,
  createdAfter: isIsoTime,
  createdBefore: isIsoTime,
  updatedAfter: isIsoTime,
  updatedBefore: isIsoTime,
  minUtility: isUtility,
  maxUtility: isUtility,
  reviewed: (value) => typeof value === 'boolean',
  outcomes: isSomeOf(['PASS', 'FAIL']),
};
