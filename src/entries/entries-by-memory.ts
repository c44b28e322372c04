import { z } from 'zod';
import type { App } from '../app.ts';
import type { EntryRow } from '../db/rows.ts';
import { conflict, DomainError, notFound } from '../errors.ts';
import { isStorable } from '../input.ts';
import { findMemories } from '../memories/memories.ts';
import { MAX_BULK_ITEMS } from './bulk-items.ts';
import { findEntries } from './entries.ts';

/** The ids of a bulk change. */
export const entryIdsInput = z
  .array(z.string())
  .min(1, `must hold 1 to ${MAX_BULK_ITEMS} ids`)
  .max(MAX_BULK_ITEMS, `must hold 1 to ${MAX_BULK_ITEMS} ids`);

/** The entries with these ids, by id. An id that no text column can hold has no entry. */
export async function findById(
  app: App,
  projectId: string,
  entryIds: readonly string[],
): Promise<Map<string, EntryRow>> {
  const ids = [...new Set(entryIds)].filter(isStorable);
  return new Map((await findEntries(app, projectId, ids)).map((entry) => [entry.id, entry]));
}

/** Removes the entries of deleted memories from a map of entries by their ids. */
export async function withoutDeletedMemories(
  app: App,
  projectId: string,
  found: ReadonlyMap<string, EntryRow>,
): Promise<Map<string, EntryRow>> {
  const memoryIds = [...new Set([...found.values()].map(({ memoryId }) => memoryId))];
  const memories = await findMemories(app, projectId, memoryIds);
  const live = new Set(memories.flatMap(({ id, deletedAt }) => (deletedAt === null ? [id] : [])));
  return new Map([...found].filter(([, { memoryId }]) => live.has(memoryId)));
}

/** The changed entries of a memory, or their errors, by id. */
export type Changed = ReadonlyMap<string, EntryRow | DomainError>;

/**
 * Changes entries, those of one memory together. Returns each entry or its error, in the order of the ids. If the
 * change of a memory's entries fails as a whole, each of these entries has that error.
 */
export async function changeByMemory(
  app: App,
  { projectId, entryIds }: { projectId: string; entryIds: readonly string[] },
  change: (memoryId: string, entryIds: string[]) => Promise<Changed>,
): Promise<(EntryRow | DomainError)[]> {
  const found = await findById(app, projectId, entryIds);
  const changed = new Map<string, EntryRow | DomainError>();
  const memoryIds = new Set([...found.values()].map(({ memoryId }) => memoryId));
  for (const memoryId of memoryIds) {
    const ids = [...found.values()].flatMap((entry) =>
      entry.memoryId === memoryId ? entry.id : [],
    );
    for (const [id, result] of await changeOrFail(memoryId, ids, change)) changed.set(id, result);
  }
  return entryIds.map((id) => {
    if (!found.has(id)) return notFound('entry', id);
    const moved = 'The entry was moved or removed during the call; try again.';
    return changed.get(id) ?? conflict(moved, { entryId: id });
  });
}

async function changeOrFail(
  memoryId: string,
  ids: string[],
  change: (memoryId: string, entryIds: string[]) => Promise<Changed>,
): Promise<Changed> {
  try {
    return await change(memoryId, ids);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return new Map(ids.map((id) => [id, error]));
  }
}
