import type { App } from '../app.ts';
import { notFound } from '../errors.ts';
import { transact } from '../events/transact.ts';
import type { Caller } from '../projects/viewer.ts';
import { deleteMemoryRow } from './queries.ts';

/** Deletes a memory with its entries, for good. @throws NOT_FOUND */
export async function deleteMemory(app: App, caller: Caller, memoryId: string): Promise<void> {
  await transact(app, caller, { locks: [memoryId] }, async ({ db, record }) => {
    const memory = await deleteMemoryRow(db, { projectId: caller.project.id, id: memoryId });
    if (memory === null) throw notFound('memory', memoryId);
    const changes = [{ field: 'name', before: memory.name, after: null }];
    await record({ type: 'MEMORY_DELETED', memory, changes });
  });
}
