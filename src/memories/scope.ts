import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import { ANY_ENTRY, type EntryConditions } from '../db/entry-conditions.ts';
import { ENTRY_KINDS, ENTRY_SOURCES } from '../db/tables/entries.ts';
import { REVIEW_RESULTS } from '../db/tables/traces.ts';
import { checkInput, metadataInput, timeInput, unitInput } from '../input.ts';
import { getMemory } from './memories.ts';
import { selectScope, selectWholeScope } from './read-queries.ts';
import { globsInput, readMatchingTags } from './tags.ts';

export const MAX_MEMORY_IDS = 500;

/** The distinct values. Each becomes a parameter of a statement, and PostgreSQL limits the number of parameters. */
const distinct = <Value>(values: Value[]): Value[] => [...new Set(values)];

/** The schema's `KnowledgeScope`. */
export const scopeFields = z.object({
  memoryIds: z
    .array(z.string())
    .max(MAX_MEMORY_IDS, `must hold at most ${MAX_MEMORY_IDS} ids`)
    .nullish(),
  memoryTags: globsInput.nullish(),
  kinds: z.array(z.enum(ENTRY_KINDS)).transform(distinct).nullish(),
  sources: z.array(z.enum(ENTRY_SOURCES)).transform(distinct).nullish(),
  metadata: metadataInput.nullish(),
  occurredAfter: timeInput.nullish(),
  occurredBefore: timeInput.nullish(),
  createdAfter: timeInput.nullish(),
  createdBefore: timeInput.nullish(),
  updatedAfter: timeInput.nullish(),
  updatedBefore: timeInput.nullish(),
  minUtility: unitInput.nullish(),
  maxUtility: unitInput.nullish(),
  reviewed: z.boolean().nullish(),
  outcomes: z.array(z.enum(REVIEW_RESULTS)).transform(distinct).nullish(),
});

/** Selects memories and entries in them. A field that is null does not restrict. */
export type KnowledgeScope = {
  memoryIds: string[] | null;
  memoryTags: string[] | null;
  conditions: EntryConditions;
};

/** The whole project. */
export const WHOLE_PROJECT: KnowledgeScope = {
  memoryIds: null,
  memoryTags: null,
  conditions: ANY_ENTRY,
};

/** The scope with the given fields. Without any, the scope is the whole project. */
export function toScope(given: z.infer<typeof scopeFields>): KnowledgeScope {
  const { memoryIds = null, memoryTags = null, ...conditions } = given;
  const known = Object.entries(conditions).filter(([, value]) => value !== undefined);
  return { memoryIds, memoryTags, conditions: { ...ANY_ENTRY, ...Object.fromEntries(known) } };
}

/** The argument `scope`; the whole project if it is omitted. */
export const scopeInput = scopeFields.nullish().transform((given) => toScope(given ?? {}));

/** The memories to search. */
export type Scope = {
  /** Null for the whole project. */
  memoryIds: string[] | null;
  /** The deleted memories, which a scope of the whole project leaves out. */
  withoutMemoryIds: string[];
  /** The number of chunks in these memories. */
  chunkCount: number;
  /** The tags that match the globs; null without globs. */
  anyTag: string[] | null;
};

type NamedMemories = Pick<KnowledgeScope, 'memoryIds' | 'memoryTags'>;

/** The scopes of the latest searches. A search uses such a scope while the database confirms that it is current. */
export type ScopeCache = LRUCache<string, Scope>;

const MAX_KNOWN_SCOPES = 5000;

/** Maximum number of characters of all cached scopes. A scope by tags can hold the ids of all memories of a project. */
const MAX_KNOWN_CHARACTERS = 16_000_000;

export function createScopeCache(): ScopeCache {
  return new LRUCache({
    max: MAX_KNOWN_SCOPES,
    maxSize: MAX_KNOWN_CHARACTERS,
    sizeCalculation: ({ memoryIds, withoutMemoryIds, anyTag }, key) =>
      [key, ...(memoryIds ?? []), ...withoutMemoryIds, ...(anyTag ?? [])].join('').length,
  });
}

/**
 * The memories with any of the ids, or with a tag that matches any of the globs; the whole project if both
 * are omitted. Ids or globs without a match result in an empty scope, never in the whole project. Deleted
 * memories are left out.
 * @throws NOT_FOUND (an id that is not in the project, or is deleted)
 */
async function resolveScope(app: App, projectId: string, named: NamedMemories): Promise<Scope> {
  const { memoryIds, memoryTags } = named;
  const globs = memoryTags && checkInput(globsInput, memoryTags, 'input.scope.memoryTags');
  const anyTag = globs && (await readMatchingTags(app.db, projectId, { globs, isDeleted: false }));
  const scope = await readScope(app.db, projectId, { memoryIds, anyTag });
  if (memoryIds) await requireAll(app, projectId, { ids: memoryIds, found: scope.memoryIds ?? [] });
  return scope;
}

/** The ids of the memories in a scope, without deleted ones; null for the whole project. @throws as `resolveScope` */
export async function resolveMemoryIds(
  app: App,
  projectId: string,
  named: NamedMemories,
): Promise<string[] | null> {
  if (named.memoryIds === null && named.memoryTags === null) return null;
  return (await resolveScope(app, projectId, named)).memoryIds;
}

/** The cached scope of an earlier search for the same memories; null if there is none. It can be outdated. */
export function knownScope(app: App, projectId: string, named: NamedMemories): Scope | null {
  return app.scopeCache.get(nameOf(projectId, named)) ?? null;
}

function nameOf(projectId: string, { memoryIds, memoryTags }: NamedMemories): string {
  return JSON.stringify([projectId, memoryIds, memoryTags]);
}

/** The maximum ratio of two numbers of chunks at which a word counts as equally rare among both. */
const MAX_SIZE_RATIO = 1.25;

/**
 * Whether two scopes with these numbers of chunks are similar enough in size that a word is about equally rare in both.
 */
export function isNearSize(chunkCount: number, other: number): boolean {
  return Math.max(chunkCount, other) <= MAX_SIZE_RATIO * Math.min(chunkCount, other);
}

/** Runs reads, with or without a transaction. The reads must send all statements before they wait for a result. */
export type RunReads = <Found>(reads: (db: Database) => Promise<Found>) => Promise<Found>;

/**
 * Searches in a scope. If the scope is cached, the search uses it, and the scope is read again in the same packet, by
 * default in one transaction. The search is repeated if the scope then has other memories, or if the search weighs
 * words and the number of chunks differs too much (`isNearSize`). `search` must send all its statements before it waits
 * for a result. Returns null if the scope has no chunks, except with `isPast`: memories that are empty now can have
 * entries of the past.
 * @throws as `resolveScope`
 */
export async function searchInScope<Found>(
  app: App,
  projectId: string,
  {
    named,
    isPast,
    weighsWords,
    runReads = app.connection.readInOnePacket,
  }: { named: NamedMemories; isPast: boolean; weighsWords: boolean; runReads?: RunReads },
  search: (db: Database, scope: Scope) => Promise<Found>,
): Promise<{ scope: Scope; found: Found } | null> {
  const key = nameOf(projectId, named);
  const isSearched = (scope: Scope) => scope.chunkCount > 0 || isPast;
  const known = knownScope(app, projectId, named);
  let current: Scope | null = null;
  if (known && isSearched(known)) {
    const [scope, found] = await runReads((db) =>
      Promise.all([readAgain(db, projectId, { named, known }), search(db, known)]),
    );
    if (scope && (!weighsWords || isNearSize(scope.chunkCount, known.chunkCount))) {
      app.scopeCache.set(key, scope);
      return { scope, found };
    }
    current = scope;
  }
  const scope = current ?? (await resolveScope(app, projectId, named));
  app.scopeCache.set(key, scope);
  if (!isSearched(scope)) return null;
  return { scope, found: await runReads((db) => search(db, scope)) };
}

/** Reads a cached scope again. Returns it with its present number of chunks; null if its memories have changed. */
async function readAgain(
  db: Database,
  projectId: string,
  { named: { memoryIds, memoryTags }, known }: { named: NamedMemories; known: Scope },
): Promise<Scope | null> {
  const { anyTag } = known;
  const [scope, tags] = await Promise.all([
    readScope(db, projectId, { memoryIds, anyTag }),
    memoryTags && readMatchingTags(db, projectId, { globs: memoryTags, isDeleted: false }),
  ]);
  const isSame =
    areEqual(tags, anyTag) &&
    areEqual(scope.memoryIds, known.memoryIds) &&
    areEqual(scope.withoutMemoryIds, known.withoutMemoryIds);
  return isSame ? scope : null;
}

/** Whether two lists have the same items, in any order. */
function areEqual(one: readonly string[] | null, other: readonly string[] | null): boolean {
  if (one === null || other === null) return one === other;
  const items = new Set(one);
  return one.length === other.length && other.every((item) => items.has(item));
}

async function readScope(
  db: Database,
  projectId: string,
  { memoryIds, anyTag }: { memoryIds: string[] | null; anyTag: string[] | null },
): Promise<Scope> {
  if (memoryIds === null && anyTag === null) {
    const { chunkCount, deletedIds } = await selectWholeScope(db, projectId);
    return { memoryIds: null, withoutMemoryIds: deletedIds, chunkCount, anyTag };
  }
  const found = await selectScope(db, { projectId, ids: memoryIds, anyTag });
  return {
    memoryIds: found.map((memory) => memory.id),
    withoutMemoryIds: [],
    chunkCount: found.reduce((sum, memory) => sum + memory.chunkCount, 0),
    anyTag,
  };
}

/** @throws NOT_FOUND for the first id that was not found, with another message for a deleted memory */
async function requireAll(
  app: App,
  projectId: string,
  { ids, found }: { ids: readonly string[]; found: readonly string[] },
): Promise<void> {
  const known = new Set(found);
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined) await getMemory(app, projectId, missing);
}
