import { z } from 'zod';
import type { App } from '../../app.ts';
import type { EntryRow } from '../../db/rows.ts';
import { type DomainError, notFound } from '../../errors.ts';
import { checkInput, timeInput } from '../../input.ts';
import type { Caller } from '../../projects/viewer.ts';
import { entryDeleted } from '../conflicts.ts';
import { entryIdsInput, findById, withoutDeletedMemories } from '../entries-by-memory.ts';
import { recordAccesses } from '../entry-state.ts';

const touchInput = z.object({ entryIds: entryIdsInput, at: timeInput.nullish() });

/**
 * Counts one access of each entry, even if its id is given twice. An access has no revision and no event. Returns each
 * entry with its new count, or its error, in order.
 * @throws BAD_USER_INPUT
 */
export async function touchEntries(
  app: App,
  caller: Caller,
  input: unknown,
): Promise<(EntryRow | DomainError)[]> {
  const { entryIds, at } = checkInput(touchInput, input);
  const { id: projectId } = caller.project;
  const now = app.clock();
  const read = await findById(app, projectId, entryIds);
  const found = await withoutDeletedMemories(app, projectId, read);
  const touchedIds = [...found.values()].flatMap(({ id, deletedAt }) => (deletedAt ? [] : [id]));
  const accesses = await recordAccesses(app, projectId, {
    ids: touchedIds,
    at: at && at < now ? at : now,
  });
  return entryIds.map((id) => {
    const entry = found.get(id);
    if (entry === undefined) return notFound('entry', id);
    const counted = accesses.get(id);
    return counted ? { ...entry, ...counted } : entryDeleted(id);
  });
}
