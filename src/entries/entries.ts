import { isDeepStrictEqual } from 'node:util';
import type { App } from '../app.ts';
import { type Page, type PageRequest, readKeyedPage } from '../db/page.ts';
import type { EntryRow, RevisionRow } from '../db/rows.ts';
import { badInput, requireFound } from '../errors.ts';
import { checkInput, metadataInput } from '../input.ts';
import {
  countEntriesOfMemories,
  countRevisions,
  type EntryFilter,
  selectEntriesByIds,
  selectEntriesOfMemories,
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

/** The next state of an entry. */
export type Draft = Pick<EntryRow, 'passages' | 'metadata' | 'deletedAt'>;

/** True if a draft equals the current state of its entry. */
export function isUnchanged(entry: EntryRow, { passages, metadata, deletedAt }: Draft): boolean {
  return isDeepStrictEqual(
    [entry.passages, entry.metadata, entry.deletedAt],
    [passages, metadata, deletedAt],
  );
}

/** A page of a memory's entries. */
export type EntryList = {
  projectId: string;
  memoryId: string;
  filter: EntryFilter;
  request: PageRequest;
};

/**
 * Pages of entries, newest first. Lists that differ only in the memory are read together in a constant number
 * of statements. The result of an invalid list is its error.
 */
export async function listEntries(
  app: App,
  lists: readonly EntryList[],
): Promise<(Page<EntryRow> | Error)[]> {
  const pages = new Map<EntryList, Page<EntryRow> | Error>();
  const groups = new Map<string, EntryList[]>();
  for (const list of lists) {
    const alike = JSON.stringify([list.projectId, list.filter, list.request]);
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
function groupReader(app: App, group: readonly EntryList[]) {
  const [{ projectId = '' } = {}] = group;
  const memories = { projectId, memoryIds: group.map((list) => list.memoryId) };
  let rows: Promise<Map<string, EntryRow[]>> | undefined;
  let totals: Promise<Map<string, number>> | undefined;
  return async ({ memoryId, filter, request }: EntryList): Promise<Page<EntryRow>> => {
    if (filter.metadata) checkInput(metadataInput, filter.metadata, 'metadata');
    return readKeyedPage({
      name: 'entries',
      request,
      read: async (before, limit) => {
        rows ??= selectEntriesOfMemories(app.db, memories, filter, { before, limit });
        return (await rows).get(memoryId) ?? [];
      },
      keyOf: (entry) => entry.id,
      count: async () => {
        totals ??= countEntriesOfMemories(app.db, memories, filter);
        return (await totals).get(memoryId) ?? 0;
      },
    });
  };
}

/** The states of an entry before each of its changes, newest first. */
export function listRevisions(
  app: App,
  entry: EntryRow,
  request: PageRequest,
): Promise<Page<RevisionRow>> {
  return readKeyedPage({
    name: 'revisions',
    request,
    read: (before, limit) =>
      selectRevisions(app.db, entry, { before: before === null ? null : numberOf(before), limit }),
    keyOf: (revision) => String(revision.number),
    count: () => countRevisions(app.db, entry),
  });
}

function numberOf(key: string): number {
  if (!/^\d{1,9}$/.test(key)) throw badInput('after', 'is not a cursor of this connection');
  return Number(key);
}
