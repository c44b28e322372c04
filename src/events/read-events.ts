import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import type { EventRow } from '../db/rows.ts';
import { encodePosition, requirePosition } from './position.ts';
import { selectChangedEntries, selectEvent, selectLastNumbers, selectLog } from './queries.ts';

/** An event by its id, or null. */
export async function findEvent(app: App, projectId: string, id: string): Promise<EventRow | null> {
  return selectEvent(app.db, projectId, requirePosition(id, 'id'));
}

/** The cursor of the current end of the log. */
export async function readHead(app: App, projectId: string): Promise<string> {
  return encodePosition((await selectLog(app.db, projectId)).head);
}

/** The number of the last event of a project; 0 without events. */
export async function readNumber(db: Database, projectId: string): Promise<bigint> {
  const [log] = await selectLastNumbers(db, [projectId]);
  return log?.lastNumber ?? 0n;
}

/** The ids of the first entries of a memory that were changed after a number of the log, or moved. */
export async function readChangedEntries(
  db: Database,
  { projectId, memoryId }: { projectId: string; memoryId: string },
  { after, limit }: { after: bigint; limit: number },
): Promise<string[]> {
  const parameters = { projectId, memoryId, after: String(after), limit };
  const rows = await selectChangedEntries(db, parameters);
  return rows.flatMap(({ entryId }) => entryId ?? []);
}
