import { z } from 'zod';
import type { App } from '../app.ts';
import type { TagRow } from '../db/rows.ts';
import { DomainError } from '../errors.ts';
import { type EventInput, transact } from '../events/transact.ts';
import { checkInput } from '../input.ts';
import type { Caller } from '../projects/viewer.ts';
import { updateMemoryRow } from './queries.ts';
import { selectMemoriesByIds } from './read-queries.ts';
import { selectTag, selectTagged } from './tag-queries.ts';
import { changeTags, tagInput } from './tags.ts';

const renameTagInput = z.object({ from: tagInput, to: tagInput });

/** Maximum number of memories in one transaction: it locks each, and PostgreSQL limits the number of locks. */
const BATCH = 500;

/**
 * Replaces a tag by another in all memories that are not deleted. More than `BATCH` memories are changed in
 * several transactions. If one of them fails, the call can be repeated.
 * @throws BAD_USER_INPUT, NOT_FOUND (no memory has the tag)
 */
export async function renameTag(
  app: App,
  caller: Caller,
  input: unknown,
): Promise<{ tag: TagRow; changedMemories: number }> {
  const { from, to } = checkInput(renameTagInput, input);
  const { id: projectId } = caller.project;
  if ((await selectTag(app.db, projectId, from)) === null) throw noSuchTag(from);
  let changedMemories = 0;
  for (let after = ''; from !== to; ) {
    const tagged = await selectTagged(app.db, projectId, { tag: from, after, limit: BATCH });
    changedMemories += await renameIn(app, caller, { ids: tagged.map(({ id }) => id), from, to });
    if (tagged.length < BATCH) break;
    after = tagged.at(-1)?.id ?? '';
  }
  const tag = await selectTag(app.db, projectId, to);
  // A concurrent call can have removed the tag meanwhile.
  return { tag: tag ?? { name: to, memoryCount: 0, entryCount: 0 }, changedMemories };
}

/** Renames the tag in those memories of `ids` that still have it. Returns the number of changed memories. */
async function renameIn(
  app: App,
  caller: Caller,
  { ids, from, to }: { ids: string[]; from: string; to: string },
): Promise<number> {
  if (ids.length === 0) return 0;
  return transact(app, caller, { locks: ids }, async ({ db, record }) => {
    const rows = await selectMemoriesByIds(db, caller.project.id, ids);
    const changed = rows.filter(({ deletedAt, tags }) => deletedAt === null && tags.includes(from));
    const events: EventInput[] = [];
    for (const before of changed) {
      const values = {
        tags: changeTags(before.tags, { addTags: [to], removeTags: [from] }),
        version: before.version + 1,
        updatedBy: caller.actor,
        updatedAt: app.clock(),
      };
      const memory = await updateMemoryRow(db, before, values);
      // The memory was erased meanwhile.
      if (memory === null) continue;
      const changes = [{ field: 'tags', before: before.tags, after: memory.tags }];
      events.push({ type: 'MEMORY_UPDATED', memory, changes });
    }
    record(...events);
    return events.length;
  });
}

function noSuchTag(tag: string): DomainError {
  return new DomainError(
    'NOT_FOUND',
    `No memory of this project has the tag ${JSON.stringify(tag)}.`,
  );
}
