import {
  and,
  eq,
  gte,
  inArray,
  lt,
  lte,
  placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { matchesWords, type WordLookup } from './match-words.ts';
import { matchesMetadata } from './metadata.ts';
import type { EntryRow } from './rows.ts';
import type { Metadata } from './tables/columns.ts';
import { entries, textsOf, wordsOf } from './tables/entries.ts';
import type { ReviewResult } from './tables/traces.ts';

/** The conditions whose values are times. */
const TIME_CONDITIONS = [
  'occurredAfter',
  'occurredBefore',
  'createdAfter',
  'createdBefore',
  'updatedAfter',
  'updatedBefore',
] as const;

type TimeConditions<Time> = Record<(typeof TIME_CONDITIONS)[number], Time | null>;

/** Conditions for entries, as in the schema's `KnowledgeScope`. Null does not restrict. */
export type EntryConditions<Time = Date> = TimeConditions<Time> & {
  kinds: EntryRow['kind'][] | null;
  sources: EntryRow['source'][] | null;
  metadata: Metadata | null;
  minUtility: number | null;
  maxUtility: number | null;
  reviewed: boolean | null;
  outcomes: ReviewResult[] | null;
};

export const ANY_ENTRY: EntryConditions = {
  kinds: null,
  sources: null,
  metadata: null,
  occurredAfter: null,
  occurredBefore: null,
  createdAfter: null,
  createdBefore: null,
  updatedAfter: null,
  updatedBefore: null,
  minUtility: null,
  maxUtility: null,
  reviewed: null,
  outcomes: null,
};

/** Converts each time of the conditions. */
export function mapTimes<From, To>(
  conditions: TimeConditions<From>,
  form: (time: From) => To,
): TimeConditions<To> {
  const times = TIME_CONDITIONS.map((name) => {
    const time = conditions[name];
    return [name, time === null ? null : form(time)];
  });
  return Object.fromEntries(times);
}

/** Condition for the entry with this id in the project of the parameter `projectId`. */
export function isEntry(id: SQLWrapper): SQL | undefined {
  return and(eq(entries.projectId, placeholder('projectId')), sql`${entries.id} = ${id}`);
}

/** True if none of the conditions, apart from those named in `except`, excludes an entry. */
export function isUnrestricted(
  conditions: EntryConditions,
  except: readonly (keyof EntryConditions)[] = [],
): boolean {
  return Object.entries(conditions).every(
    ([name, value]) => value === null || except.includes(name as keyof EntryConditions),
  );
}

/** When the newest statement of an entry happened. */
export const occurredAt = sql<Date>`coalesce(${entries.occurredAt}, ${entries.createdAt})`;

/** Condition for entries that meet the conditions. */
export function meets(conditions: EntryConditions): SQL | undefined {
  const { kinds, sources, reviewed, minUtility, maxUtility, outcomes } = conditions;
  const { createdAfter, createdBefore, updatedAfter, updatedBefore } = conditions;
  return and(
    kinds ? inArray(entries.kind, kinds) : undefined,
    sources ? inArray(entries.source, sources) : undefined,
    hasStatement(conditions),
    createdAfter ? gte(entries.createdAt, createdAfter) : undefined,
    createdBefore ? lt(entries.createdAt, createdBefore) : undefined,
    updatedAfter ? gte(entries.updatedAt, updatedAfter) : undefined,
    updatedBefore ? lt(entries.updatedAt, updatedBefore) : undefined,
    minUtility === null ? undefined : gte(entries.utility, minUtility),
    maxUtility === null ? undefined : lte(entries.utility, maxUtility),
    reviewed === null ? undefined : sql`(${entries.reviewCount} > 0) = ${reviewed}`,
    outcomes ? inArray(sql`${entries.lesson}->>'outcome'`, outcomes) : undefined,
  );
}

/** When a statement happened or, if that is not known, when it was first said. */
const statementTime = sql`coalesce(statement.value->>'occurredAt', statement.value->>'firstStatedAt')::timestamptz`;

/** Condition for entries with a statement that meets all conditions for statements, as in a search. */
function hasStatement({
  metadata,
  occurredAfter,
  occurredBefore,
}: EntryConditions): SQL | undefined {
  const time = (value: Date) => sql`${value.toISOString()}::timestamptz`;
  const hasMetadata = metadata !== null && Object.keys(metadata).length > 0;
  const condition = and(
    hasMetadata ? matchesMetadata(metadata, sql`(statement.value->'metadata')`) : undefined,
    occurredAfter ? sql`${statementTime} >= ${time(occurredAfter)}` : undefined,
    occurredBefore ? sql`${statementTime} < ${time(occurredBefore)}` : undefined,
  );
  if (condition === undefined) return undefined;
  return and(
    // The first condition only makes PostgreSQL use the index: the metadata of an entry has the keys of all its
    // statements.
    hasMetadata ? matchesMetadata(metadata) : undefined,
    sql`exists (select 1 from jsonb_array_elements(${entries.statements}) as statement(value) where ${condition})`,
  );
}

/** Condition for entries whose content contains the words of a text. */
export function contains(text: string, lookup?: WordLookup): SQL {
  const { statements } = entries;
  return matchesWords({ text: textsOf(statements), words: wordsOf(statements) }, text, lookup);
}
