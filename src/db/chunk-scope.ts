import {
  and,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  not,
  or,
  placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';
import { inSpace, type Space, spaceName } from './embedding-space.ts';
import { ANY_ENTRY, type EntryConditions, isUnrestricted, meets } from './entry-conditions.ts';
import { matchesMetadata } from './metadata.ts';
import { formOf, isAnyOf, isOneOf } from './prepared-queries.ts';
import { chunks } from './tables/chunks.ts';
import type { Metadata } from './tables/columns.ts';
import { entries } from './tables/entries.ts';

/** The scope of a write or a search: the chunks that it compares with its vectors, and the SQL condition for them. */

/** The conditions for the chunks that are searched. A condition that is null does not restrict the search. */
export type ChunkScope = {
  projectId: string;
  space: Space;
  memoryIds: string[] | null;
  /** Memories that are not searched; empty if `memoryIds` is given. */
  withoutMemoryIds: string[];
  conditions: EntryConditions;
  /** Only entries with a lesson. */
  hasLesson: boolean;
  /** Excludes entries that have expired at this time. */
  at: Date | null;
  /** Excludes entries with a greater depth. */
  maxDepth: number | null;
  /** Searches what was known at this time; null searches what is known now. */
  asOf: Date | null;
  /** If true, superseded entries are searched as well. */
  includeSuperseded: boolean;
};

/**
 * The name under which a query in a scope is prepared. Null if the scope has conditions whose values are part of the
 * text of the query (all but `kinds`), so that the query is built for each call.
 */
export function scopeName(query: string, scope: ChunkScope): string | null {
  const { space, memoryIds, withoutMemoryIds, conditions, hasLesson, at, maxDepth } = scope;
  const { asOf, includeSuperseded } = scope;
  if (!isUnrestricted(conditions, ['kinds'])) return null;
  const form = [
    memoryIds && formOf(memoryIds),
    withoutMemoryIds.length > 0,
    conditions.kinds && formOf(conditions.kinds),
    at !== null,
    maxDepth !== null,
    hasLesson,
    asOf !== null,
    includeSuperseded,
  ];
  return `${query} ${form} ${spaceName(space)}`;
}

/** The parameters of `inScope`. */
export function scopeParameters(scope: ChunkScope): Record<string, unknown> {
  const { projectId, memoryIds, withoutMemoryIds, conditions, at, maxDepth, asOf } = scope;
  const { kinds } = conditions;
  return {
    projectId,
    memoryIds,
    lowestMemoryId: '',
    withoutMemoryIds,
    kinds,
    at: at?.toISOString() ?? null,
    maxDepth,
    asOf: asOf?.toISOString() ?? null,
  };
}

/**
 * Condition for the chunks of the memories in the space of the project's model. With `byIndex: false`, PostgreSQL
 * cannot use an index of these columns for it, so that it uses another one, such as the index of words.
 */
export function inMemories(
  {
    space,
    memoryIds,
    withoutMemoryIds,
  }: Pick<ChunkScope, 'space' | 'memoryIds' | 'withoutMemoryIds'>,
  { byIndex }: { byIndex: boolean } = { byIndex: true },
): SQL | undefined {
  const read = (column: AnyPgColumn) => (byIndex ? sql`${column}` : sql`(${column} || '')`);
  const memoryId = read(chunks.memoryId);
  return and(
    sql`${read(chunks.projectId)} = ${placeholder('projectId')}`,
    byIndex ? inSpace(space) : sql`${read(chunks.space)} = ${spaceName(space)}`,
    memoryIds ? isOneOf(memoryId, 'memoryIds', memoryIds) : undefined,
    memoryIds && byIndex ? preferIndexOfMemories : undefined,
    withoutMemoryIds.length > 0 ? not(isAnyOf(memoryId, 'withoutMemoryIds')) : undefined,
  );
}

/**
 * A condition that is always true. It makes PostgreSQL choose an index that begins with the project and the memory.
 * While the statistics of the table contain only one memory, PostgreSQL estimates that the condition for the memory
 * excludes no rows, and may read all chunks of the project by the primary key. For an inequality with a parameter,
 * PostgreSQL estimates a third of the rows, which makes the index of memories cheaper.
 */
const preferIndexOfMemories = sql`${chunks.memoryId} >= ${placeholder('lowestMemoryId')}`;

/** Condition for the chunks in scope, with placeholders for the values (`scopeParameters`). */
export function inScope(
  db: Database,
  scope: ChunkScope,
  inPlace: SQL | undefined = inMemories(scope),
): SQL | undefined {
  const { hasLesson, at, maxDepth } = scope;
  const { kinds, metadata, occurredAfter, occurredBefore, ...conditions } = scope.conditions;
  const ofEntry = { ...ANY_ENTRY, ...conditions };
  const projectId = placeholder('projectId');
  const ofEntries = (condition: SQL | undefined) =>
    inArray(
      chunks.entryId,
      db
        .select({ id: entries.id })
        .from(entries)
        .where(and(eq(entries.projectId, projectId), condition)),
    );
  return and(
    inPlace,
    isKnown(scope),
    kinds ? isOneOf(chunks.kind, 'kinds', kinds) : undefined,
    at
      ? sql`(${chunks.expiresAt} is null or ${chunks.expiresAt} > ${placeholder('at')}::timestamptz)`
      : undefined,
    maxDepth === null ? undefined : sql`${chunks.depth} <= ${placeholder('maxDepth')}::int`,
    occurredAfter ? gte(chunks.occurredAt, occurredAfter) : undefined,
    occurredBefore ? lt(chunks.occurredAt, occurredBefore) : undefined,
    metadata ? hasMetadata(metadata, scope) : undefined,
    isUnrestricted(ofEntry) ? undefined : ofEntries(meets(ofEntry)),
    hasLesson ? ofEntries(isNotNull(entries.lesson)) : undefined,
  );
}

/** Condition for the chunks of statements that entries have now or, with `asOf`, had at that time. */
function isKnown({ asOf, includeSuperseded }: ChunkScope): SQL | undefined {
  const time = sql`${placeholder('asOf')}::timestamptz`;
  if (asOf === null) {
    return and(
      isNull(chunks.knownUntil),
      includeSuperseded ? undefined : isNull(chunks.supersededAt),
    );
  }
  return and(
    sql`${chunks.knownFrom} <= ${time}`,
    sql`(${chunks.knownUntil} is null or ${chunks.knownUntil} > ${time})`,
    includeSuperseded
      ? undefined
      : sql`(${chunks.supersededAt} is null or ${chunks.supersededAt} > ${time})`,
  );
}

/**
 * Condition for the chunks of statements with matching metadata. For a statement that is no longer in its entry, the
 * metadata of the entry is compared.
 */
function hasMetadata(metadata: Metadata, { asOf }: ChunkScope): SQL | undefined {
  if (Object.keys(metadata).length === 0) return undefined;
  const ofStatement = matchesMetadata(metadata, sql`statement.value->'metadata'`);
  const ofEntry = and(eq(entries.projectId, placeholder('projectId')), matchesMetadata(metadata));
  const isIn = sql`(${chunks.entryId}, ${chunks.statement}) in (
    select ${entries.id}, (statement.value->>'number')::int
    from ${entries}, jsonb_array_elements(${entries.statements}) as statement(value)
    where ${and(ofEntry, ofStatement)})`;
  if (asOf === null) return isIn;
  const numbered = sql`jsonb_build_array(jsonb_build_object('number', ${chunks.statement}))`;
  const wasIn = and(
    ofEntry,
    eq(entries.id, chunks.entryId),
    sql`not ${entries.statements} @> ${numbered}`,
  );
  return or(
    isIn,
    and(isNotNull(chunks.knownUntil), sql`exists (select from ${entries} where ${wasIn})`),
  );
}
