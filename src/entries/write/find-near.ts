import type { App } from '../../app.ts';
import { MAX_CHANGED } from '../../chunk-cache/chunk-cache.ts';
import type { Cached } from '../../chunk-cache/read-chunks.ts';
import type { ChunkScope } from '../../db/chunk-scope.ts';
import type { Database } from '../../db/database.ts';
import type { Space } from '../../db/embedding-space.ts';
import { ANY_ENTRY } from '../../db/entry-conditions.ts';
import { reusePlans } from '../../db/hnsw-index.ts';
import type { EntryRow, InMemory } from '../../db/rows.ts';
import {
  chunksInIndex,
  efSearchOf,
  type SearchMethod,
  searchMethod,
} from '../../db/search-method.ts';
import { readSelectedIds } from '../../db/selected-entries.ts';
import { findNearestChunks, findNearestOfEntries, findStatements } from '../../db/vector-search.ts';
import { changedEntries, readNumber } from '../../events/read-events.ts';
import { selectEntriesAnd } from '../read-queries.ts';
import { NEIGHBOURS, type Neighbour } from './decide.ts';
import { type Vectors, vectorOf } from './embed-texts.ts';

/** Finds the facts of a memory that are near to new chunks: under the memory's lock, or before it is taken. */

/**
 * The `hnsw.ef_search` of writes to an index of at most this many chunks. The decision equalled that of an exact search
 * in 1,000 of 1,000 cases, among 10,000 and among 50,000 entries (`bench/agreement.ts`). Larger indexes need the value
 * of a search (`efSearchOf`): among 1,000,000 chunks, 40 missed one near text in twelve
 * (docs/decisions/041-size-and-kind-of-index.md).
 */
const SMALL_INDEX_EF_SEARCH = 40;
const SMALL_INDEX_CHUNKS = 50_000;

type SearchSettings = { method: SearchMethod; efSearch: number };

export type SearchOfWrites = { space: Space; vectors: Vectors } & SearchSettings;

/** How a write searches a memory with this many chunks. */
export function writeSearchSettings(
  { indexSizes }: Pick<App, 'indexSizes'>,
  { projectId, space }: { projectId: string; space: Space },
  chunkCount: number,
): SearchSettings {
  const isSmall = chunksInIndex(indexSizes, { projectId, space }) <= SMALL_INDEX_CHUNKS;
  return {
    method: searchMethod(indexSizes, { projectId, space }, chunkCount),
    efSearch: isSmall ? SMALL_INDEX_EF_SEARCH : efSearchOf(indexSizes, { projectId, space }),
  };
}

/**
 * A chunk of the memory's facts that is near to a new one. `statements` are the similarities of all statements of its
 * entry, in which a statement can occur several times; null if the entry has one statement. `entry` is missing in what
 * was found before the lock was taken; `slot` is set for a cached chunk.
 */
export type NearChunk = Neighbour & {
  statements?: readonly Neighbour[] | null;
  entry?: EntryRow;
  slot?: number;
};

/** The nearest chunks of the memory's facts, by the new chunk (`TextChunk.embedded`). */
export type NearChunks = Map<string, NearChunk[]>;

/**
 * The neighbours of new chunks when the last event of the log had this number. `inCache` is set if they were searched
 * for among cached chunks; `slotCount` is the number of slots at that time (`CachedChunks.slotCount`).
 */
export type EarlySearch = {
  number: bigint;
  near: NearChunks;
  inCache?: { cached: Cached; slotCount: number };
};

/** With fewer pairs of a new chunk and a stored one, searching under the lock takes less than another transaction. */
const MIN_PAIRS_OF_EARLY_SEARCH = 1000;

/**
 * Searches before the lock is taken, on another connection, while other writes hold the lock. Returns null if this
 * would not save time.
 */
export async function searchBeforeLock(
  app: App,
  inMemory: InMemory,
  {
    space,
    vectors,
    chunkCount,
  }: Pick<SearchOfWrites, 'space' | 'vectors'> & { chunkCount: number },
  chunks: readonly string[],
): Promise<EarlySearch | null> {
  if (chunks.length * chunkCount <= MIN_PAIRS_OF_EARLY_SEARCH) return null;
  const settings = writeSearchSettings(app, { ...inMemory, space }, chunkCount);
  return app.connection.readTransaction(async (db) => {
    // The number is read first: what is committed in between is found, and compared once more.
    const [number, near] = await Promise.all([
      readNumber(db, inMemory.projectId),
      search(db, inMemory, { space, vectors, ...settings, withEntries: false }, chunks),
    ]);
    return { number, near };
  });
}

/**
 * Finds the neighbours in the current state of the memory. After an early search, only the entries that have changed
 * since are compared. Requires the memory's lock.
 */
export async function findNear(
  db: Database,
  inMemory: InMemory,
  { earlySearch, ...how }: SearchOfWrites & { earlySearch: EarlySearch | null },
  chunks: readonly string[],
): Promise<NearChunks> {
  const current = { ...how, withEntries: true };
  if (earlySearch === null) return search(db, inMemory, current, chunks);
  const early = chunks.filter((chunk) => earlySearch.near.has(chunk));
  const late = chunks.filter((chunk) => !earlySearch.near.has(chunk));
  const [compared, found] = await Promise.all([
    compareChanged(db, inMemory, { ...how, earlySearch }, early),
    search(db, inMemory, current, late),
  ]);
  return new Map([...found, ...(compared ?? (await search(db, inMemory, current, early)))]);
}

async function search(
  db: Database,
  inMemory: InMemory,
  { space, vectors, method, efSearch, withEntries }: SearchOfWrites & { withEntries: boolean },
  chunks: readonly string[],
): Promise<NearChunks> {
  const found = await findNearestChunks(db, comparedChunks(inMemory, space), {
    vectors: chunks.map((chunk) => vectorOf(vectors, chunk)),
    limit: NEIGHBOURS,
    method,
    efSearch,
    withEntries,
  });
  return new Map(chunks.map((chunk, i) => [chunk, found[i] ?? []]));
}

/**
 * The neighbours of an early search, after comparing the entries that have changed since. Null if a neighbour was
 * removed, because the next nearest is unknown then, or if more than `MAX_CHANGED` entries have changed.
 */
async function compareChanged(
  db: Database,
  inMemory: InMemory,
  { space, vectors, earlySearch }: SearchOfWrites & { earlySearch: EarlySearch },
  chunks: readonly string[],
): Promise<NearChunks | null> {
  const near = chunks.map((chunk) => earlySearch.near.get(chunk) ?? []);
  const nearIds = [...new Set(near.flat().map(({ entryId }) => entryId))];
  const scope = comparedChunks(inMemory, space);
  const changed = changedEntries(inMemory, { after: earlySearch.number, max: MAX_CHANGED + 1 });
  const [, changedIds, compared, present, entries] = await Promise.all([
    // Without this, PostgreSQL plans the queries that have a list of ids anew at each execution.
    reusePlans(db),
    readSelectedIds(db, changed),
    findNearestOfEntries(
      db,
      scope,
      { vectors: chunks.map((chunk) => vectorOf(vectors, chunk)), limit: NEIGHBOURS },
      changed,
    ),
    findStatements(db, scope, nearIds),
    // Unchanged neighbours are read again as well, because their access counts change without an event.
    selectEntriesAnd(db, inMemory.projectId, nearIds, changed),
  ]);
  const isThere = new Set(present.map(keyOf));
  if (changedIds.length > MAX_CHANGED || !near.flat().every((one) => isThere.has(keyOf(one)))) {
    return null;
  }
  const isChanged = new Set(changedIds);
  const current = new Map(entries.map((entry) => [entry.id, entry]));
  return new Map(
    chunks.map((chunk, i) => {
      const unchanged = (near[i] ?? []).filter(({ entryId }) => !isChanged.has(entryId));
      const all = [...unchanged, ...(compared[i] ?? [])];
      return [chunk, all.map((one) => withEntry(one, current.get(one.entryId)))];
    }),
  );
}

function withEntry({ entry: _, ...found }: NearChunk, entry: EntryRow | undefined): NearChunk {
  return entry ? { ...found, entry } : found;
}

function keyOf({ entryId, statement }: Pick<Neighbour, 'entryId' | 'statement'>): string {
  return `${entryId} ${statement}`;
}

/** Combines several early searches into one, with the state of the earliest of them; null if there are none. */
export function mergeEarlySearches(searches: readonly EarlySearch[]): EarlySearch | null {
  const [first, ...others] = searches;
  if (first === undefined) return null;
  const earliest = others.reduce((one, other) => (other.number < one.number ? other : one), first);
  const { number, inCache } = earliest;
  const near = new Map(searches.flatMap((one) => [...one.near]));
  const isInCache = inCache && searches.every((one) => isFoundIn(inCache.cached, one));
  return isInCache ? { number, near, inCache } : { number, near };
}

/** Whether the neighbours were searched for among these cached chunks. */
export function isFoundIn(cached: Cached, earlySearch: EarlySearch | null): boolean {
  return earlySearch?.inCache?.cached === cached;
}

/** The chunks with which a written text is compared: those of the facts of its memory. */
export function comparedChunks(
  { projectId, memoryId }: { projectId: string; memoryId: string },
  space: Space,
): ChunkScope {
  return {
    projectId,
    space,
    memoryIds: [memoryId],
    withoutMemoryIds: [],
    conditions: { ...ANY_ENTRY, kinds: ['FACT'] },
    hasLesson: false,
    at: null,
    maxDepth: null,
    asOf: null,
    includeSuperseded: false,
  };
}
