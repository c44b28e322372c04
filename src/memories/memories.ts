import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import { MIN_OWN_INDEX_CHUNKS } from '../db/own-indexes.ts';
import { fieldsOfCursor, type Page, type PageRequest, readPage } from '../db/page.ts';
import type { MemoryCounts, MemoryRow, ProjectRow } from '../db/rows.ts';
import type { ProjectChunks } from '../db/search-method.ts';
import { DomainError, notFound, requireFound } from '../errors.ts';
import { findCached } from '../events/row-cache.ts';
import { checkInput, filterTextInput } from '../input.ts';
import { countMemories, type MemoryOrder, memoryOrder, selectMemories } from './list-queries.ts';
import { requireLive } from './live-memory.ts';
import { memoryColumns } from './memory-columns.ts';
import { type AddedCounts, addToCounts } from './queries.ts';
import {
  selectForWrite,
  selectLargeProjects,
  selectMemoriesByIds,
  selectMemoryByName,
  selectTotals,
} from './read-queries.ts';
import { findMatchingTags } from './tags.ts';

/** Memories by id, including deleted memories. */
export function findMemories(
  app: App,
  projectId: string,
  ids: readonly string[],
): Promise<MemoryRow[]> {
  return selectMemoriesByIds(app.db, projectId, ids);
}

/** A memory without the columns that change without an event of the memory, such as the counters. */
export type MemorySettings = Omit<
  MemoryRow,
  | 'entryCount'
  | 'chunkCount'
  | 'contentBytes'
  | 'streamImportance'
  | 'streamCount'
  | 'lastCycleAt'
  | 'coveredThrough'
>;

/** Memories by id, including deleted memories, from the cache of the process (`app.rowCaches`). */
export function findCachedMemories(
  app: App,
  projectId: string,
  ids: readonly string[],
): Promise<MemorySettings[]> {
  const inCache = { cache: app.rowCaches.memories, projectId, ids };
  return findCached(app, inCache, (some) => findMemories(app, projectId, some));
}

/** A memory that is not deleted, from the cache of the process. @throws NOT_FOUND */
export async function getCachedMemory(
  app: App,
  projectId: string,
  id: string,
): Promise<MemorySettings> {
  const [memory] = await findCachedMemories(app, projectId, [id]);
  return requireLive(memory, id);
}

/** A memory that is not deleted. @throws NOT_FOUND */
export async function getMemory(
  { db }: Pick<App, 'db'>,
  projectId: string,
  id: string,
): Promise<MemoryRow> {
  const [memory] = await selectMemoriesByIds(db, projectId, [id]);
  return requireLive(memory, id);
}

/** A memory; null if it does not exist or is deleted. */
export async function findLiveMemory(
  { db }: Pick<App, 'db'>,
  projectId: string,
  id: string,
): Promise<MemoryRow | null> {
  const [memory] = await selectMemoriesByIds(db, projectId, [id]);
  return memory?.deletedAt === null ? memory : null;
}

/**
 * Finds the memory with a name, unless it is deleted. The name is compared in its stored form: without outer spaces and
 * in Unicode form NFC.
 * @throws BAD_USER_INPUT
 */
export async function findMemoryByName(
  app: App,
  projectId: string,
  name: string,
): Promise<MemoryRow | null> {
  return selectMemoryByName(app.db, projectId, checkInput(filterTextInput, name, 'name').trim());
}

/** Selects and orders the memories of a list. With globs, a memory must have a tag that matches one of them. */
export type MemoryList = PageRequest & {
  globs: string[] | null;
  name: string | null;
  isDeleted: boolean;
  orderBy: MemoryOrder;
  /** The requested fields of `Memory`; only their columns are read. */
  fields: ReadonlySet<string>;
  isCounted: boolean;
};

/** A page of a project's memories. @throws BAD_USER_INPUT */
export async function listMemories(
  app: App,
  projectId: string,
  { globs, name, isDeleted, orderBy, fields, isCounted, ...request }: MemoryList,
): Promise<Page<MemoryRow>> {
  const anyTag =
    globs && (await findMatchingTags(app, projectId, { globs, path: 'tags', isDeleted }));
  const filter = {
    projectId,
    anyTag,
    name: name === null ? null : checkInput(filterTextInput, name, 'name'),
    isDeleted,
  };
  const isNewestFirst = orderBy.field === 'CREATED_AT' && orderBy.direction === 'DESC';
  const order = memoryOrder(orderBy);
  const columns = memoryColumns([...fields, ...fieldsOfCursor(order)]);
  return readPage({
    order,
    request,
    read: (slice) => selectMemories(app.db, filter, slice, { isNewestFirst, columns }),
    count: () => countMemories(app.db, filter),
    isCounted,
  });
}

/** The memory of a write, and its project. */
export type WriteTarget = { memory: MemoryRow; project: ProjectRow };

/**
 * Reads a memory that is not deleted, and its project, for a write. The project is locked, so that its embedding model
 * stays the same until the transaction ends.
 * @throws NOT_FOUND
 */
export async function readForWrite(
  db: Database,
  projectId: string,
  memoryId: string,
): Promise<WriteTarget> {
  const [target] = await readForWrites(db, projectId, [memoryId]);
  if (target === undefined) throw notFound('memory', memoryId);
  if (target instanceof DomainError) throw target;
  return target;
}

/** `readForWrite` for several memories, in their order. For a memory that is missing or deleted, returns its error. */
export async function readForWrites(
  db: Database,
  projectId: string,
  memoryIds: readonly string[],
): Promise<(WriteTarget | DomainError)[]> {
  const rows = await selectForWrite(db, projectId, memoryIds);
  return memoryIds.map((id) => {
    const found = rows.find(({ memory }) => memory.id === id);
    try {
      const memory = requireLive(found?.memory, id);
      return { memory, project: requireFound(found?.project, 'project', projectId) };
    } catch (error) {
      if (error instanceof DomainError) return error;
      throw error;
    }
  });
}

/** The numbers of entries and bytes of content in the project's memories that are not deleted. */
export function totalsOf(
  db: Database,
  projectId: string,
): Promise<{ entries: number; bytes: number }> {
  return selectTotals(db, projectId);
}

/**
 * The projects that are large enough for the vector index, with the numbers of their chunks. Only those of
 * `projectIds`, if given.
 */
export function indexedProjects(
  { db, indexSizes }: Pick<App, 'db' | 'indexSizes'>,
  projectIds?: readonly string[],
): Promise<ProjectChunks[]> {
  return selectLargeProjects(db, { minChunks: indexSizes.minIndexedChunks, projectIds });
}

/**
 * The projects that may keep an index of their own, with the numbers of their chunks. Some are too small for a new one.
 */
export function projectsWithOwnIndex({
  db,
  indexSizes: { minIndexedChunks },
}: Pick<App, 'db' | 'indexSizes'>): Promise<ProjectChunks[]> {
  return selectLargeProjects(db, { minChunks: Math.min(minIndexedChunks, MIN_OWN_INDEX_CHUNKS) });
}

/** Adds to the counts of memories; negative numbers subtract. Returns the counts of those that have changed. */
export async function addCounts(
  db: Database,
  projectId: string,
  added: readonly AddedCounts[],
): Promise<MemoryCounts[]> {
  const changed = added.filter(
    ({ entries, chunks, contentBytes }) => entries !== 0 || chunks !== 0 || contentBytes !== 0,
  );
  return changed.length > 0 ? addToCounts(db, projectId, changed) : [];
}
