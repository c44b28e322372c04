import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import { mostRows } from '../db/prepared-queries.ts';
import type { EventRow } from '../db/rows.ts';
import type { SelectedEntries } from '../db/selected-entries.ts';
import {
  type LogProgress,
  selectChangedIds,
  selectChangedInProject,
  selectLogProgress,
} from './follow-queries.ts';
import { encodePosition, type Position, requirePosition } from './position.ts';
import { selectEvent, selectLastNumbers, selectLog } from './read-queries.ts';

/** An event by its id, or null. */
export async function findEvent(app: App, projectId: string, id: string): Promise<EventRow | null> {
  return selectEvent(app.db, projectId, requirePosition(id, 'id'));
}

/** The cursor of the current end of the log. */
export async function readHead(app: App, projectId: string): Promise<string> {
  return encodePosition(await readPosition(app.db, projectId));
}

/** The position of the last event of a project. */
export async function readPosition(db: Database, projectId: string): Promise<Position> {
  return (await selectLog(db, projectId)).head;
}

/** The number of the last event of a project; 0 without events. */
export async function readNumber(db: Database, projectId: string): Promise<bigint> {
  const [log] = await selectLastNumbers(db, [projectId]);
  return log?.lastNumber ?? 0n;
}

/** The state of a project's log after a position of it; null for a project without events. */
export function readProgress(
  db: Database,
  projectId: string,
  after: Position,
): Promise<LogProgress | null> {
  return selectLogProgress(db, { projectId, after });
}

/**
 * Selects entries that were changed after a number of the log: those of a memory, and those that were moved; at most
 * `max`.
 */
export function changedEntries(
  { projectId, memoryId }: { projectId: string; memoryId: string },
  { after, max }: { after: bigint; max: number },
): SelectedEntries {
  return {
    name: `changed entries ${mostRows(max)}`,
    selectIds: (db) => selectChangedIds(db, max),
    parameters: { projectId, memoryId, after: String(after), maxChanged: max },
  };
}

/** Selects entries of a project that were changed after a number of its log; at most `max`. */
export function changedInProject(
  projectId: string,
  { after, max }: { after: bigint; max: number },
): SelectedEntries {
  return {
    name: `changed in project ${mostRows(max)}`,
    selectIds: (db) => selectChangedInProject(db, max),
    parameters: { projectId, after: String(after), maxChanged: max },
  };
}
