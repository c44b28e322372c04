import type { App } from '../app.ts';
import type { EntryRow, MemoryRow, ProjectRow } from '../db/rows.ts';
import { deleteEntry } from '../entries/delete-entry.ts';
import { DomainError } from '../errors.ts';
import { transact } from '../events/transact.ts';
import { findMemories } from '../memories/find-memories.ts';
import { findProjects } from '../projects/find-projects.ts';
import { streamSettingsFor } from '../projects/stream-settings.ts';
import {
  deleteForGood,
  markForPurge,
  selectBeyond,
  selectExpired,
  selectLimited,
  selectToPurge,
} from './queries.ts';

const BATCH = 200;
const MS_PER_DAY = 86_400_000;
const ACTOR = 'retention';

/**
 * Lets go of what retention says: entries whose time is over, and of memories that hold too many those
 * that are worth least. They are deleted as by a caller, and for good after the grace period.
 */
export async function forget(app: App): Promise<void> {
  await forgetExpired(app);
  await forgetSurplus(app);
  await purgeForgotten(app);
}

async function forgetExpired(app: App): Promise<void> {
  for (;;) {
    const expired = await selectExpired(app.db, { now: app.clock(), limit: BATCH });
    for (const { projectId, id } of expired) await letGo(app, projectId, id);
    if (expired.length < BATCH) return;
  }
}

async function forgetSurplus(app: App): Promise<void> {
  for (const memory of await selectLimited(app.db)) {
    const [project] = await findProjects(app, [memory.projectId]);
    if (project) await trim(app, project, memory);
  }
}

async function trim(app: App, project: ProjectRow, memory: MemoryRow): Promise<void> {
  const settings = streamSettingsFor(project, memory);
  if (settings.maxEntries === null || memory.entryCount <= settings.maxEntries) return;
  const surplus = await selectBeyond(
    app.db,
    { projectId: project.id, memoryId: memory.id },
    {
      now: app.clock(),
      decay: settings.decayFactor,
      recency: settings.recencyWeight,
      importance: settings.importanceWeight,
      utility: settings.utilityWeight,
      best: settings.maxEntries,
    },
  );
  for (const { id } of surplus) await letGo(app, project.id, id);
}

/** Deletes an entry as a caller would, and says when it goes for good. */
async function letGo(app: App, projectId: string, id: string): Promise<void> {
  const [project] = await findProjects(app, [projectId]);
  if (project === undefined) return;
  try {
    const entry = await deleteEntry(app, { project, actor: ACTOR, isRoot: false }, id);
    const [memory] = await findMemories(app, projectId, [entry.memoryId]);
    const { graceDays } = streamSettingsFor(project, memory ?? null);
    await markForPurge(app.db, entry, new Date(app.clock().getTime() + graceDays * MS_PER_DAY));
  } catch (error) {
    // Gone with its memory in between, or being changed: the next time will tell.
    if (!(error instanceof DomainError)) throw error;
  }
}

async function purgeForgotten(app: App): Promise<void> {
  for (;;) {
    const due = await selectToPurge(app.db, { now: app.clock(), limit: BATCH });
    for (const entry of due) await purge(app, entry);
    if (due.length < BATCH) return;
  }
}

async function purge(app: App, entry: EntryRow): Promise<void> {
  const [project] = await findProjects(app, [entry.projectId]);
  const [memory] = await findMemories(app, entry.projectId, [entry.memoryId]);
  if (project === undefined || memory === undefined) return;
  const caller = { project, actor: ACTOR, isRoot: false };
  await transact(app, caller, { locks: [memory.id] }, async ({ db, record }) => {
    if (!(await deleteForGood(db, entry))) return;
    await record({ type: 'ENTRY_PURGED', memory, entryId: entry.id, changes: [] });
  });
}
