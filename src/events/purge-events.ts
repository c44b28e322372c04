import type { App } from '../app.ts';
import { retried } from '../db/retried.ts';
import { daysBefore } from '../durations.ts';
import {
  deleteEventsThrough,
  markPurged,
  selectLastToPurge,
  selectLogsToPurge,
} from './queries.ts';

const PAGE = 100;

/** Deletes events that are older than the retention time. Several processes can do this at the same time. */
export async function purgeEvents(app: App): Promise<void> {
  const before = daysBefore(app.clock(), app.config.eventRetentionDays);
  for (let after = ''; ; ) {
    const logs = await selectLogsToPurge(app.db, { before, after, limit: PAGE });
    for (const { projectId } of logs) await purgeLog(app, projectId, before);
    const last = logs.at(-1);
    if (last === undefined) return;
    after = last.projectId;
  }
}

/**
 * Deletes the events and moves the purge mark in one transaction, so that older cursors are CURSOR_EXPIRED.
 * The mark is moved at the end, since transactions that record events wait for its row.
 */
async function purgeLog(app: App, projectId: string, before: Date): Promise<void> {
  await retried(() =>
    app.connection.transaction(async (db) => {
      const last = await selectLastToPurge(db, projectId, before);
      if (last === null) return;
      await deleteEventsThrough(db, projectId, last.number);
      await markPurged(db, projectId, last);
    }),
  );
}
