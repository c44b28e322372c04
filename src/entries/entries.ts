import type { App } from '../app.ts';
import { type ChunkText, selectChunkTexts, selectFirstVectors } from '../db/chunk-vectors.ts';
import {
  countOnce,
  fieldsOfCursor,
  type Page,
  type PageRequest,
  pageOf,
  readPage,
  sliceOf,
} from '../db/page.ts';
import type { EntryRow } from '../db/rows.ts';
import { requireFound } from '../errors.ts';
import { type KnowledgeScope, resolveMemoryIds } from '../memories/scope.ts';
import { encodeVector } from '../models/encode-vector.ts';
import { findProjects } from '../projects/projects.ts';
import { spaceOf } from '../projects/settings.ts';
import { entryColumns } from './entry-columns.ts';
import { type EntryFacets, selectFacets } from './facet-queries.ts';
import {
  countEntries,
  countEntriesOfMemories,
  type EntryFilter,
  type EntryOrder,
  entryOrder,
  selectEntries,
  selectEntriesOfMemories,
} from './list-queries.ts';
import { selectEntriesByIds, selectSuperseded } from './read-queries.ts';

/** Entries by id, including deleted entries. */
export function findEntries(
  app: Pick<App, 'db'>,
  projectId: string,
  ids: readonly string[],
): Promise<EntryRow[]> {
  return selectEntriesByIds(app.db, projectId, ids);
}

/** The entries that entries replaced, by the id of the replacing entry. */
export async function findSuperseded(
  app: App,
  projectId: string,
  by: readonly string[],
): Promise<Map<string, EntryRow[]>> {
  const rows = await selectSuperseded(app.db, projectId, by);
  return new Map(by.map((id) => [id, rows.filter((row) => row.supersededBy === id)]));
}

/** The chunks that searches of the project compare, by entry id. */
export async function findChunks(
  app: App,
  projectId: string,
  entryIds: readonly string[],
): Promise<Map<string, ChunkText[]>> {
  const [project] = await findProjects(app, [projectId]);
  if (project === undefined) return new Map();
  return selectChunkTexts(app.db, { projectId, space: spaceOf(project) }, entryIds);
}

/** The vectors of entries, encoded as in the schema. Entries without one are omitted. */
export async function findEmbeddings(
  app: App,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const vectors = await selectFirstVectors(app.db, projectId, ids);
  return new Map([...vectors].map(([id, vector]) => [id, encodeVector(vector)]));
}

/** @throws NOT_FOUND */
export async function getEntry(app: App, projectId: string, id: string): Promise<EntryRow> {
  const [entry] = await selectEntriesByIds(app.db, projectId, [id]);
  return requireFound(entry, 'entry', id);
}

/** A page of entries, with the facets of all matches. */
export type EntryPage = Page<EntryRow> & { facets: () => Promise<EntryFacets> };

/** Which entries are listed, in which order, and which fields of them are read. */
export type EntryList = {
  filter: EntryFilter;
  orderBy: EntryOrder;
  request: PageRequest;
  fields: ReadonlySet<string>;
  isCounted: boolean;
};

/** A page of the entries of the project in a scope. @throws BAD_USER_INPUT, NOT_FOUND (a memory) */
export async function listEntries(
  app: App,
  projectId: string,
  { scope, ...list }: EntryList & { scope: KnowledgeScope },
): Promise<EntryPage> {
  const { filter, orderBy, request, fields, isCounted } = list;
  const listed = { projectId, memoryIds: await resolveMemoryIds(app, projectId, scope) };
  const order = entryOrder(orderBy);
  const columns = entryColumns([...fields, ...fieldsOfCursor(order)]);
  const page = await readPage({
    order,
    request,
    read: (slice) => selectEntries(app.db, listed, filter, { slice, order: orderBy, columns }),
    count: () => countEntries(app.db, listed, filter),
    isCounted,
  });
  return { ...page, facets: () => selectFacets(app.db, listed, filter) };
}

/** A memory whose entries are listed, and the arguments of the list. */
export type MemoryEntryList = { projectId: string; memoryId: string; list: EntryList };

/**
 * Reads a page of the entries of each memory. Memories of a project with the same list object are read together, in a
 * constant number of statements. The result of an invalid list is its error.
 */
export async function listEntriesOfMemories(
  app: App,
  lists: readonly MemoryEntryList[],
): Promise<(EntryPage | Error)[]> {
  const groups: MemoryEntryList[][] = [];
  for (const one of lists) {
    const isAlike = ([other]: MemoryEntryList[]) =>
      other?.list === one.list && other.projectId === one.projectId;
    const group = groups.find(isAlike);
    if (group) group.push(one);
    else groups.push([one]);
  }
  const pages = new Map<MemoryEntryList, EntryPage | Error | undefined>();
  for (const group of groups) {
    const [{ projectId, list }] = group as [MemoryEntryList];
    // Several entries can show the same memory.
    const memoryIds = [...new Set(group.map(({ memoryId }) => memoryId))];
    const read = await readPages(app, { projectId, memoryIds }, list).catch(
      (error: Error) => error,
    );
    for (const one of group) {
      pages.set(one, read instanceof Error ? read : read.get(one.memoryId));
    }
  }
  return lists.map((one) => pages.get(one) ?? new Error('A list was not read'));
}

/** Reads one page of entries for each memory, and returns the pages by memory id. One statement counts all totals. */
async function readPages(
  app: App,
  memories: { projectId: string; memoryIds: string[] },
  list: EntryList,
): Promise<Map<string, EntryPage>> {
  const { filter, orderBy, request, fields, isCounted } = list;
  const order = entryOrder(orderBy);
  const slice = sliceOf(order, request);
  const columns = entryColumns([...fields, ...fieldsOfCursor(order)]);
  const read = { slice, order: orderBy, columns };
  const countAll = countOnce(() => countEntriesOfMemories(app.db, memories, filter), isCounted);
  const rows = await selectEntriesOfMemories(app.db, memories, filter, read);
  const pageOfMemory = (memoryId: string): EntryPage => {
    const count = async () => (await countAll()).get(memoryId) ?? 0;
    const listed = { ...memories, memoryIds: [memoryId] };
    return {
      ...pageOf(rows.get(memoryId) ?? [], { order, slice, count }),
      facets: () => selectFacets(app.db, listed, filter),
    };
  };
  return new Map(memories.memoryIds.map((id) => [id, pageOfMemory(id)]));
}
