import type { Database } from '../db/database.ts';
import { DomainError } from '../errors.ts';
import { isSamePosition, type Position, requirePosition, START } from './position.ts';
import { selectLog, selectTokenAt } from './queries.ts';

/**
 * The position of a cursor from which a reader resumes.
 * @throws BAD_USER_INPUT (not a cursor), CURSOR_EXPIRED (not a position of this log)
 */
export async function startPosition(
  db: Database,
  projectId: string,
  { cursor, path }: { cursor: string; path: string },
): Promise<Position> {
  const position = requirePosition(cursor, path);
  const token = await selectTokenAt(db, projectId, position.number);
  if (token !== position.token) await requireEdge(db, projectId, position);
  return position;
}

/**
 * Checks a position whose event is not in the log: it must be the last one that was purged, or the end of the
 * log. Any other is one behind which events were purged, or one of a log that has since been restored to an
 * earlier time, or of another log. @throws CURSOR_EXPIRED
 */
export async function requireEdge(
  db: Database,
  projectId: string,
  position: Position,
): Promise<void> {
  const { purged, head } = await selectLog(db, projectId);
  if (isSamePosition(position, purged ?? START) || isSamePosition(position, head)) return;
  throw new DomainError(
    'CURSOR_EXPIRED',
    'The log no longer holds the event of this cursor; read what is there now and start anew.',
  );
}
