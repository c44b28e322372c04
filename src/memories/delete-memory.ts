import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import type { MemoryRow } from '../db/rows.ts';
import type { FieldChange } from '../db/tables/events.ts';
import { daysAfter } from '../durations.ts';
import { conflict, requireFound } from '../errors.ts';
import { transact } from '../events/transact.ts';
import { enqueue } from '../jobs/jobs.ts';
import type { Caller } from '../projects/viewer.ts';
import { rethrowTakenName } from './change-memory.ts';
import { updateMemoryRow } from './queries.ts';
import { selectMemoriesByIds, selectWritingAgents } from './read-queries.ts';

/**
 * Deletes a memory with its entries. It can be restored until `purgeAt`. No effect on a deleted memory.
 * @throws NOT_FOUND, CONFLICT (an agent writes to the memory, without `force`)
 */
export function deleteMemory(
  app: App,
  caller: Caller,
  { memoryId, force }: { memoryId: string; force: boolean },
): Promise<MemoryRow> {
  return transact(app, caller, { locks: [memoryId] }, async ({ db, record }) => {
    const before = await readMemory(db, caller, memoryId);
    if (before.deletedAt !== null) return before;
    if (!force) await requireNoWriter(db, before);
    const now = app.clock();
    const values = {
      ...changeBy(caller, before, now),
      deletedAt: now,
      purgeAt: daysAfter(now, app.config.memoryGraceDays),
    };
    const memory = requireFound(await updateMemoryRow(db, before, values), 'memory', memoryId);
    record({ type: 'MEMORY_DELETED', memory, changes: [deletionOf(before, memory)] });
    return memory;
  });
}

/**
 * Restores a deleted memory with its entries. No effect on a memory that is not deleted.
 * @throws NOT_FOUND, CONFLICT (another memory has its name)
 */
export async function restoreMemory(
  app: App,
  caller: Caller,
  memoryId: string,
): Promise<MemoryRow> {
  const restored = await transact(app, caller, { locks: [memoryId] }, async ({ db, record }) => {
    const before = await readMemory(db, caller, memoryId);
    if (before.deletedAt === null) return before;
    const values = { ...changeBy(caller, before, app.clock()), deletedAt: null, purgeAt: null };
    const updated = await updateMemoryRow(db, before, values).catch((error: unknown) =>
      rethrowTakenName(error, before.name),
    );
    const memory = requireFound(updated, 'memory', memoryId);
    record({ type: 'MEMORY_RESTORED', memory, changes: [deletionOf(before, memory)] });
    await resumeJobsOfMemory(db, memory);
    return memory;
  });
  app.jobsSignal.notify();
  return restored;
}

/** The memory, deleted or not. @throws NOT_FOUND */
async function readMemory(db: Database, { project }: Caller, id: string): Promise<MemoryRow> {
  const [memory] = await selectMemoriesByIds(db, project.id, [id]);
  return requireFound(memory, 'memory', id);
}

/** @throws CONFLICT, with their ids, if agents write to the memory */
async function requireNoWriter(db: Database, { projectId, id }: MemoryRow): Promise<void> {
  const agents = await selectWritingAgents(db, projectId, id);
  if (agents.length === 0) return;
  const names = agents.map(({ name }) => JSON.stringify(name)).join(', ');
  throw conflict(
    `Agents write to the memory: ${names}. Give force: true to delete it nevertheless.`,
    { memoryId: id, agentIds: agents.map((agent) => agent.id) },
  );
}

/** Enqueues the jobs of the memory, which ended without a result while the memory was deleted. */
async function resumeJobsOfMemory(db: Database, memory: MemoryRow): Promise<void> {
  const { projectId, id: subject } = memory;
  if (memory.contradictionCheck) {
    await enqueue(db, { projectId, kind: 'CONTRADICTION_CHECK', subject });
  }
  // `streamCount` does not tell whether a rating is due, since plans are rated too. A job without work only ends.
  if (memory.entryCount > 0) {
    await enqueue(db, { projectId, kind: 'IMPORTANCE_RATING', subject });
  }
  // A cycle can be open even if nothing was observed since the last one. A job without an open cycle only ends.
  await enqueue(db, { projectId, kind: 'STREAM_INSIGHTS', subject });
}

function changeBy({ actor }: Caller, { version }: MemoryRow, now: Date) {
  return { version: version + 1, updatedBy: actor, updatedAt: now };
}

function deletionOf(before: MemoryRow, after: MemoryRow): FieldChange {
  return { field: 'deletedAt', before: before.deletedAt, after: after.deletedAt };
}
