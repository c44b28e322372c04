import type { Database } from '../db/database.ts';
import { badInput, DomainError } from '../errors.ts';
import { isBefore, type Position, requirePosition } from './position.ts';
import { selectPurged, selectSnapshot } from './queries.ts';

/**
 * The position of a cursor from which a reader resumes.
 * @throws BAD_USER_INPUT (not a cursor of this log), CURSOR_EXPIRED (events after the cursor were purged)
 */
export async function startPosition(
  db: Database,
  projectId: string,
  { cursor, path }: { cursor: string; path: string },
): Promise<Position> {
  const position = requirePosition(cursor, path);
  const { horizon } = await selectSnapshot(db);
  if (position.transaction >= horizon) throw badInput(path, 'is a cursor of another database');
  const purged = await selectPurged(db, projectId);
  if (purged !== null && isBefore(position, purged)) {
    throw new DomainError(
      'CURSOR_EXPIRED',
      'Events behind this cursor were purged; read what is there now and start anew.',
    );
  }
  return position;
}
