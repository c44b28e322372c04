import { isDeepStrictEqual } from 'node:util';
import type { App } from '../app.ts';
import { type Page, type PageRequest, readPage } from '../db/page.ts';
import type { EntryRow, RevisionRow } from '../db/rows.ts';
import { requireFound } from '../errors.ts';
import { type KnowledgeScope, resolveScope } from '../memories/scope.ts';
import {
  countEntries,
  countEntriesOfMemories,
  countRevisions,
  type EntryFacets,
  type EntryFilter,
  type EntryOrder,
  entryOrder,
  REVISION_ORDER,
  selectEntries,
  selectEntriesByIds,
  selectEntriesOfMemories,
  selectFacets,
  selectRevisions,
} from './queries.ts';

/** Entries by id, including deleted entries. */
export function findEntries(
  app: App,
  projectId: string,
  ids: readonly string[],
): Promise<EntryRow[]> {
  return selectEntriesByIds(app.db, projectId, ids);
}

/** @throws NOT_FOUND */
export async function getEntry(app: App, projectId: string, id: string): Promise<EntryRow> {
  const [entry] = await selectEntriesByIds(app.db, projectId, [id]);
  return requireFound(entry, 'entry', id);
}

/** The content of an entry: its passages, one per line. */
export function contentOf({ passages }: Pick<EntryRow, 'passages'>): string {
  return passages.join('\n');
}

/** The size of an entry's content, in bytes of UTF-8. */
export function contentBytesOf(entry: Pick<EntryRow, 'passages'>): number {
  return Buffer.byteLength(contentOf(entry));
}

/** The next state of an entry. */
export type Draft = Pick<
  EntryRow,
  | 'passages'
  | 'metadata'
  | 'kind'
  | 'importance'
  | 'importanceParts'
  | 'occurredAt'
  | 'expiresAt'
  | 'deletedAt'
>;

/** The current state of an entry, as a draft. */
export function draftOf(entry: Draft): Draft {
  const { passages, metadata, kind, importance, importanceParts } = entry;
  const { occurredAt, expiresAt, deletedAt } = entry;
  return {
    passages,
    metadata,
    kind,
    importance,
    importanceParts,
    occurredAt,
    expiresAt,
    deletedAt,
  };
}

/** True if a draft equals the current state of its entry. */
export function isUnchanged(entry: EntryRow, draft: Draft): boolean {
  return isDeepStrictEqual(draftOf(entry), draftOf(draft));
}

/** A page of entries, with the facets of all matches. */
export type EntryPage = Page<EntryRow> & { facets: () => Promise<EntryFacets> };

/** Which entries are listed, and in which order. */
export type EntryList = {
  projectId: string;
  filter: EntryFilter;
  orderBy: EntryOrder;
  request: PageRequest;
};

/** A page of a memory's entries. */
export type MemoryEntryList = EntryList & { memoryId: string };

/** A page of the entries of the project in a scope. @throws BAD_USER_INPUT, NOT_FOUND (a memory) */
export async function listEntries(
  app: App,
  { projectId, filter, orderBy, request }: EntryList,
  scope: KnowledgeScope,
): Promise<EntryPage> {
  const { memoryIds, withoutMemoryIds } = await resolveScope(app, projectId, scope);
  const listed = { projectId, memoryIds, withoutMemoryIds };
  const page = await readPage({
    order: entryOrder(orderBy),
    request,
    read: (slice) => selectEntries(app.db, listed, filter, slice),
    count: () => countEntries(app.db, listed, filter),
  });
  return { ...page, facets: () => selectFacets(app.db, listed, filter) };
}

/**
 * Pages of the entries of memories. Lists that differ only in the memory are read together in a constant
 * number of statements. The result of an invalid list is its error.
 */
export async function listEntriesOfMemories(
  app: App,
  lists: readonly MemoryEntryList[],
): Promise<(EntryPage | Error)[]> {
  const pages = new Map<MemoryEntryList, EntryPage | Error>();
  const groups = new Map<string, MemoryEntryList[]>();
  for (const list of lists) {
    const { memoryId: _, ...others } = list;
    const alike = JSON.stringify(others);
    groups.set(alike, [...(groups.get(alike) ?? []), list]);
  }
  for (const group of groups.values()) {
    const read = groupReader(app, group);
    for (const list of group) {
      pages.set(list, await read(list).catch((error: Error) => error));
    }
  }
  return lists.map((list) => pages.get(list) ?? new Error('A list was not read'));
}

/** Reads lists that differ only in the memory. Reads the rows and the totals of all of them once. */
function groupReader(app: App, group: readonly MemoryEntryList[]) {
  const [{ projectId = '' } = {}] = group;
  const memories = { projectId, memoryIds: group.map((list) => list.memoryId) };
  let rows: Promise<Map<string, EntryRow[]>> | undefined;
  let totals: Promise<Map<string, number>> | undefined;
  return async ({ memoryId, filter, orderBy, request }: MemoryEntryList): Promise<EntryPage> => {
    const page = await readPage({
      order: entryOrder(orderBy),
      request,
      read: async (slice) => {
        rows ??= selectEntriesOfMemories(app.db, memories, filter, { slice, order: orderBy });
        return (await rows).get(memoryId) ?? [];
      },
      count: async () => {
        totals ??= countEntriesOfMemories(app.db, memories, filter);
        return (await totals).get(memoryId) ?? 0;
      },
    });
    const listed = { projectId, memoryIds: [memoryId], withoutMemoryIds: [] };
    return { ...page, facets: () => selectFacets(app.db, listed, filter) };
  };
}

/** The states of an entry before each of its changes, newest first. */
export function listRevisions(
  app: App,
  entry: EntryRow,
  request: PageRequest,
): Promise<Page<RevisionRow>> {
  return readPage({
    order: REVISION_ORDER,
    request,
    read: (slice) => selectRevisions(app.db, entry, slice),
    count: () => countRevisions(app.db, entry),
  });
}
