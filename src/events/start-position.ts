import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import { DomainError } from '../errors.ts';
import { primaryApp } from '../standby/app-variants.ts';
import { isSamePosition, type Position, requirePosition, START } from './position.ts';
import { selectLog, selectTokenAt } from './read-queries.ts';

/**
 * The position of a cursor from which a reader resumes.
 * @throws BAD_USER_INPUT (not a cursor), CURSOR_EXPIRED (not a position of this log)
 */
export async function startPosition(
  app: App,
  projectId: string,
  { cursor, path }: { cursor: string; path: string },
): Promise<Position> {
  const position = requirePosition(cursor, path);
  if (!(await isInLog(app.db, projectId, position))) await requireEdge(app, projectId, position);
  return position;
}

/**
 * Checks a position whose event is not in the log: it must be the last one that was purged, or the end of the log. Any
 * other position is refused: its event was purged with later ones, the database was restored to an earlier time, or the
 * position belongs to another log. @throws CURSOR_EXPIRED
 */
export async function requireEdge(app: App, projectId: string, position: Position): Promise<void> {
  const { purged, head } = await selectLog(app.db, projectId);
  if (isSamePosition(position, purged ?? START) || isSamePosition(position, head)) return;
  if (position.number > head.number && (await isAhead(app, projectId, position))) return;
  throw new DomainError(
    'CURSOR_EXPIRED',
    'The log no longer holds the event of this cursor; read the current state and start without a cursor.',
  );
}

async function isInLog(db: Database, projectId: string, position: Position): Promise<boolean> {
  return (await selectTokenAt(db, projectId, position.number)) === position.token;
}

/**
 * True for a position that a standby has not replayed yet. Without a primary this cannot be checked, and a reader waits
 * until the standby has reached the number of the position.
 */
async function isAhead(app: App, projectId: string, position: Position): Promise<boolean> {
  if (app.variants === null) return false;
  if (!app.variants.standby.hasPrimary()) return true;
  const { db } = primaryApp(app);
  const { head } = await selectLog(db, projectId);
  return isSamePosition(position, head) || isInLog(db, projectId, position);
}
