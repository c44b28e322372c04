import type { App } from '../app.ts';
import { markPurged } from '../projects/project-state.ts';
import { daysBefore } from '../retention.ts';
import { deleteEvents, selectLastBefore, selectProjectsToPurge } from './queries.ts';

const PAGE = 100;

/** Deletes events that exceed the retention time. Several processes can do this at the same time. */
export async function purgeEvents(app: App): Promise<void> {
  const before = daysBefore(app.clock(), app.config.eventRetentionDays);
  for (let after = ''; ; ) {
    const projects = await selectProjectsToPurge(app.db, { before, after, limit: PAGE });
    for (const { id } of projects) await purgeProject(app, id, before);
    const last = projects.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

/**
 * Deletes the events and moves the purge mark in one transaction, so that older cursors are CURSOR_EXPIRED.
 */
async function purgeProject(app: App, projectId: string, before: Date): Promise<void> {
  await app.connection.transaction(async (db) => {
    const last = await selectLastBefore(db, projectId, before);
    if (last === null) return;
    await deleteEvents(db, projectId, before);
    const { transaction, sequence } = last;
    await markPurged(db, projectId, {
      purgedTransaction: transaction,
      purgedSequence: sequence,
    });
  });
}
