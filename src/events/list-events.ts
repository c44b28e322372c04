import type { App } from '../app.ts';
import { type Page, readPage } from '../db/page.ts';
import type { EventRow } from '../db/rows.ts';
import { encodePosition, endOfTransaction, requirePosition } from './position.ts';
import {
  countEvents,
  existsEventOf,
  selectEvent,
  selectEvents,
  selectSnapshot,
} from './queries.ts';
import { startPosition } from './start-position.ts';

export type EventPage = Page<EventRow> & { headCursor: () => Promise<string> };

/** A page of the project's event log, oldest first. @throws BAD_USER_INPUT, CURSOR_EXPIRED */
export async function listEvents(
  app: App,
  projectId: string,
  request: { first: number; after?: string | null },
): Promise<EventPage> {
  const { first } = request;
  const after =
    request.after === null || request.after === undefined
      ? null
      : await startPosition(app.db, projectId, { cursor: request.after, path: 'after' });
  const page = await readPage({
    first,
    isFirst: after === null,
    read: (limit) => selectEvents(app.db, { projectId, after, limit }),
    cursorOf: encodePosition,
    count: () => countEvents(app.db, projectId),
  });
  return { ...page, headCursor: () => readHead(app) };
}

/** An event by its id, or null. */
export async function findEvent(app: App, projectId: string, id: string): Promise<EventRow | null> {
  return selectEvent(app.db, projectId, requirePosition(id, 'id'));
}

/** True if the log has an event of this memory, which may be deleted. */
export function hasEventsOf(app: App, projectId: string, memoryId: string): Promise<boolean> {
  return existsEventOf(app.db, projectId, memoryId);
}

async function readHead(app: App): Promise<string> {
  const { horizon } = await selectSnapshot(app.db);
  return encodePosition(endOfTransaction(horizon - 1n));
}
