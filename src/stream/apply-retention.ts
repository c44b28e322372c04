import type { App } from '../app.ts';
import { settleEach } from '../batches.ts';
import type { EntryRow, MemoryRow, ProjectRow } from '../db/rows.ts';
import { daysAfter } from '../durations.ts';
import { deleteWithGrace } from '../entries/change/change-entry.ts';
import { purgeEntry } from '../entries/entry-state.ts';
import { DomainError } from '../errors.ts';
import { findMemories, type WriteTarget } from '../memories/memories.ts';
import { findProjects } from '../projects/projects.ts';
import { streamSettingsFor } from '../projects/stream-settings.ts';
import { RETENTION_ACTOR } from '../projects/viewer.ts';
import {
  type ExpiredEntry,
  selectBeyond,
  selectExpired,
  selectOverfull,
  selectToPurge,
} from './retention-queries.ts';

const BATCH = 200;
/**
 * Applies retention: deletes expired entries and, in memories with more than `maxEntries`, first the superseded entries
 * and then those with the lowest value. Deleted entries are permanently deleted after the grace period.
 */
export async function applyRetention(app: App): Promise<void> {
  await deleteExpired(app);
  await deleteSurplus(app);
  await purgeDeleted(app);
}

async function deleteExpired(app: App): Promise<void> {
  let after: ExpiredEntry | null = null;
  do {
    const expired = await selectExpired(app.db, { now: app.clock(), after, limit: BATCH });
    for (const entry of expired) {
      const target = await findTarget(app, entry);
      const named = { entryId: entry.id, ifExpired: true };
      if (target) await deleteForRetention(app, target, named);
    }
    // The next page begins after the last entry, so that entries that could not be deleted are not read again.
    after = expired.at(BATCH - 1) ?? null;
  } while (after !== null);
}

async function deleteSurplus(app: App): Promise<void> {
  for (const memory of await selectOverfull(app.db)) {
    const [project] = await findProjects(app, [memory.projectId]);
    if (project) await deleteSurplusOf(app, project, memory);
  }
}

async function deleteSurplusOf(app: App, project: ProjectRow, memory: MemoryRow): Promise<void> {
  const settings = streamSettingsFor(project, memory);
  if (settings.maxEntries === null || memory.entryCount <= settings.maxEntries) return;
  const surplus = await selectBeyond(
    app.db,
    { projectId: project.id, memoryId: memory.id },
    {
      now: app.clock(),
      decay: settings.decayFactor,
      accessShare: settings.accessShare,
      recency: settings.recencyWeight,
      importance: settings.importanceWeight,
      utility: settings.utilityWeight,
      best: settings.maxEntries,
    },
  );
  const inMemory = { projectId: project.id, memoryId: memory.id };
  for (const { id: entryId } of surplus) {
    // The settings and the number of entries can have changed since the list was read.
    const target = await findTarget(app, inMemory);
    if (target === null) return;
    const { maxEntries } = streamSettingsFor(target.project, target.memory);
    if (maxEntries === null || target.memory.entryCount <= maxEntries) return;
    await deleteForRetention(app, target, { entryId, ifExpired: false });
  }
}

/** Deletes an entry, and schedules its permanent deletion after the memory's grace period. */
async function deleteForRetention(
  app: App,
  of: WriteTarget,
  entry: { entryId: string; ifExpired: boolean },
): Promise<void> {
  const { graceDays } = streamSettingsFor(of.project, of.memory);
  const purgeAt = daysAfter(app.clock(), graceDays);
  const caller = { project: of.project, actor: RETENTION_ACTOR, isRoot: false };
  try {
    await deleteWithGrace(app, caller, { ...entry, memoryId: of.memory.id, purgeAt });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    // Most likely the entry or its memory was deleted or changed concurrently. The next run tries again.
    app.log.info({ error, entry: entry.entryId }, 'Retention did not delete an entry');
  }
}

/** The memory of an entry and its project; null if one of them no longer exists. */
async function findTarget(
  app: App,
  { projectId, memoryId }: Pick<EntryRow, 'projectId' | 'memoryId'>,
): Promise<WriteTarget | null> {
  const [project] = await findProjects(app, [projectId]);
  const [memory] = await findMemories(app, projectId, [memoryId]);
  return project && memory ? { project, memory } : null;
}

/** Permanently deletes entries whose grace period is over. An entry that cannot be deleted is logged and skipped. */
function purgeDeleted(app: App): Promise<void> {
  return settleEach({
    select: (page) => selectToPurge(app.db, { ...page, now: app.clock() }),
    settle: (entry) => purge(app, entry),
    onFailure: ({ id: entryId }, error) =>
      app.log.warn({ error, entryId }, 'An entry could not be purged'),
  });
}

async function purge(app: App, entry: EntryRow): Promise<void> {
  const target = await findTarget(app, entry);
  if (target === null) return;
  const { project, memory } = target;
  const caller = { project, actor: RETENTION_ACTOR, isRoot: false };
  await purgeEntry(app, caller, { entryId: entry.id, memory });
}
