import type { App } from '../app.ts';
import { settleEach } from '../batches.ts';
import type { MemoryRow } from '../db/rows.ts';
import { transact } from '../events/transact.ts';
import { findProjects } from '../projects/projects.ts';
import { RETENTION_ACTOR } from '../projects/viewer.ts';
import { deleteDueMemory } from './queries.ts';
import { selectDueMemories } from './read-queries.ts';

/**
 * Permanently deletes the deleted memories whose grace period is over, with their entries. A memory that cannot be
 * deleted does not stop the others; its error is logged, and the last one is thrown when all others are deleted.
 */
export function purgeMemories(app: App): Promise<void> {
  return settleEach({
    select: (page) => selectDueMemories(app.db, { ...page, now: app.clock() }),
    settle: (memory) => purgeMemory(app, memory),
    onFailure: ({ id: memoryId }, error) =>
      app.log.warn({ error, memoryId }, 'A memory could not be purged'),
  });
}

/** No effect if the memory has been restored meanwhile, or another process has deleted it. */
async function purgeMemory(app: App, { projectId, id }: MemoryRow): Promise<void> {
  const [project] = await findProjects(app, [projectId]);
  if (project === undefined) return;
  const caller = { project, actor: RETENTION_ACTOR, isRoot: false };
  await transact(app, caller, { locks: [id] }, async ({ db, record }) => {
    const memory = await deleteDueMemory(db, { projectId, id, now: app.clock() });
    if (memory === null) return;
    const changes = [{ field: 'name', before: memory.name, after: null }];
    record({ type: 'MEMORY_PURGED', memory, changes });
  });
}
