import type { App } from '../app.ts';
import type { EventRow } from '../db/rows.ts';
import { encodePosition, requirePosition } from './position.ts';
import { selectEvent, selectLog } from './queries.ts';

/** An event by its id, or null. */
export async function findEvent(app: App, projectId: string, id: string): Promise<EventRow | null> {
  return selectEvent(app.db, projectId, requirePosition(id, 'id'));
}

/** The cursor of the current end of the log. */
export async function readHead(app: App, projectId: string): Promise<string> {
  return encodePosition((await selectLog(app.db, projectId)).head);
}
