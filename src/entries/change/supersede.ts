import { z } from 'zod';
import type { App } from '../../app.ts';
import { supersedeChunks } from '../../db/chunks.ts';
import type { EntryRow, MemoryRow } from '../../db/rows.ts';
import { badInput, DomainError, notFound } from '../../errors.ts';
import { type Transaction, transact } from '../../events/transact.ts';
import { checkInput } from '../../input.ts';
import { enqueue } from '../../jobs/jobs.ts';
import { readForWrite } from '../../memories/memories.ts';
import type { Caller } from '../../projects/viewer.ts';
import { requireCurrent, requireNotDeleted } from '../conflicts.ts';
import { getEntry } from '../entries.ts';
import { changeByMemory, entryIdsInput } from '../entries-by-memory.ts';
import { updateSuperseded } from '../queries.ts';
import { selectEntriesByIds } from '../read-queries.ts';

/** `by` is the entry that replaces the others; null makes them current again. */
export type Superseding = { entryIds: readonly string[]; by: string | null; at: Date };

/**
 * Sets which entry replaces entries of one memory; searches then leave these out. An entry that was replaced already
 * keeps the time of its first replacement, which searches with `asOf` use. Requires the memory's lock. The replacing
 * entry must be current, so entries never replace one another in a circle. Returns the replaced entries.
 * @throws NOT_FOUND (an entry that is not in the memory), BAD_USER_INPUT (an entry would replace itself), CONFLICT (the
 * replacing entry is deleted or itself replaced)
 */
export async function supersede(
  { db, record }: Transaction,
  memory: MemoryRow,
  { entryIds, by, at }: Superseding,
): Promise<EntryRow[]> {
  const { projectId } = memory;
  const ids = [...new Set(entryIds)];
  if (ids.length === 0) return [];
  const read = await selectEntriesByIds(db, projectId, by === null ? ids : [...ids, by]);
  const found = new Map(read.map((entry) => [entry.id, entry]));
  const rows = ids.map((id) => {
    const entry = found.get(id);
    if (entry?.memoryId !== memory.id) throw notInMemory(id, entry);
    if (id === by) throw badInput('input.by', 'must be none of the entries that it replaces');
    return entry;
  });
  if (by !== null) requireReplacing(memory, by, found.get(by));
  const changed = rows.filter(({ supersededBy }) => supersededBy !== by);
  const changedIds = changed.map(({ id }) => id);
  if (changedIds.length === 0) return rows;
  const supersededAt = by === null ? null : at;
  await Promise.all([
    updateSuperseded(db, projectId, { ids: changedIds, supersededBy: by, supersededAt }),
    supersedeChunks(db, projectId, { entryIds: changedIds, at: supersededAt }),
  ]);
  // A contradiction check leaves out superseded entries, so those that become current are still to be checked.
  if (by === null && changed.some(({ contradictionPending }) => contradictionPending)) {
    await enqueue(db, { projectId, kind: 'CONTRADICTION_CHECK', subject: memory.id });
  }
  record(
    ...changed.map((entry) => ({
      type: 'ENTRY_SUPERSEDED' as const,
      memory,
      entryId: entry.id,
      changes: [{ field: 'supersededBy', before: entry.supersededBy, after: by }],
    })),
  );
  return rows.map((entry) =>
    changedIds.includes(entry.id)
      ? { ...entry, supersededBy: by, supersededAt: supersededAt && (entry.supersededAt ?? at) }
      : entry,
  );
}

/** The NOT_FOUND error for an entry that a write cannot replace, because it is not in the memory of the write. */
export function notInMemory(id: string, entry: EntryRow | undefined): DomainError {
  if (entry === undefined) return notFound('entry', id);
  return new DomainError(
    'NOT_FOUND',
    `The entry ${id} is in another memory; write the fact there.`,
  );
}

/** @throws NOT_FOUND, CONFLICT */
function requireReplacing(memory: MemoryRow, by: string, entry: EntryRow | undefined): void {
  if (entry?.memoryId !== memory.id) throw notFound('entry', by);
  requireNotDeleted(entry);
  requireCurrent(entry);
}

const supersedeInput = z.object({ entryIds: entryIdsInput, by: z.string().nullish() });

/**
 * Sets which entry replaces entries; without `by`, makes them current again. Returns each entry or its error, in order.
 * @throws BAD_USER_INPUT, NOT_FOUND (the replacing entry)
 */
export async function supersedeEntries(
  app: App,
  caller: Caller,
  input: unknown,
): Promise<(EntryRow | DomainError)[]> {
  const { entryIds, by = null } = checkInput(supersedeInput, input);
  const { id: projectId } = caller.project;
  const replacing = by === null ? null : await getEntry(app, projectId, by);
  return changeByMemory(app, { projectId, entryIds }, (memoryId, ids) =>
    transact(app, caller, { locks: [memoryId] }, async (transaction) => {
      const { memory } = await readForWrite(transaction.db, projectId, memoryId);
      const results = new Map<string, EntryRow | DomainError>();
      for (const id of ids) {
        const isElsewhere = replacing !== null && replacing.memoryId !== memoryId;
        const one = { entryIds: [id], by, at: app.clock() };
        const outcome = isElsewhere
          ? [badInput('input.by', 'must be in the memory of the entries that it replaces')]
          : await supersede(transaction, memory, one).catch((error: unknown) => {
              if (error instanceof DomainError) return [error];
              throw error;
            });
        if (outcome[0]) results.set(id, outcome[0]);
      }
      return results;
    }),
  );
}
