import type { App } from '../app.ts';
import type { MemoryRow } from '../db/rows.ts';
import { DomainError } from '../errors.ts';
import { createMemory } from '../memories/create-memory.ts';
import { findMemoryByName, getMemory } from '../memories/find-memories.ts';
import type { Caller } from '../projects/viewer.ts';

/** Where reflections live unless another memory is named. */
const NAME = 'reflections';

/** The memory for a reflection: the one named, else the project's own, made when first needed. @throws NOT_FOUND */
export async function reflectionsMemory(
  app: App,
  caller: Caller,
  memoryId: string | null,
): Promise<MemoryRow> {
  if (memoryId !== null) return getMemory(app, caller.project.id, memoryId);
  const found = await findMemoryByName(app, caller.project.id, NAME);
  if (found) return found;
  const description = 'What past runs taught.';
  return createMemory(app, caller, { name: NAME, description, tags: [] }).catch(
    async (error: unknown) => {
      // Another call may have made it in between.
      const made = await findMemoryByName(app, caller.project.id, NAME);
      if (made && error instanceof DomainError && error.code === 'CONFLICT') return made;
      throw error;
    },
  );
}
