import { z } from 'zod';
import type { App } from '../../app.ts';
import type { EntryRow } from '../../db/rows.ts';
import { type DomainError, notFound } from '../../errors.ts';
import { checkInput, timeInput } from '../../input.ts';
import { findMemories } from '../../memories/memories.ts';
import type { Caller } from '../../projects/viewer.ts';
import { entryDeleted } from '../conflicts.ts';
import { entryIdsInput, findById } from '../entries-by-memory.ts';
import { recordAccesses } from '../entry-state.ts';

const touchInput = z.object({ entryIds: entryIdsInput, at: timeInput.nullish() });

/**
 * Counts one access of each entry, also if its id is given twice. An access is no change of an entry: it has no
 * revision and no event. Returns each entry with its new count, or its error, in order.
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
  const found = await findById(app, projectId, entryIds);
  const memoryIds = [...new Set([...found.values()].map(({ memoryId }) => memoryId))];
  const memories = await findMemories(app, projectId, memoryIds);
  const live = new Set(memories.flatMap(({ id, deletedAt }) => (deletedAt === null ? id : [])));
  const touched = [...found.values()].filter(
    ({ memoryId, deletedAt }) => deletedAt === null && live.has(memoryId),
  );
  const accesses = await recordAccesses(app, projectId, {
    ids: touched.map(({ id }) => id),
    at: at && at < now ? at : now,
  });
  return entryIds.map((id) => {
    const entry = found.get(id);
    if (entry === undefined || !live.has(entry.memoryId)) return notFound('entry', id);
    const counted = accesses.get(id);
    return counted ? { ...entry, ...counted } : entryDeleted(id);
  });
}
