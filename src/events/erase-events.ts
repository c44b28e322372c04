import type { Database } from '../db/database.ts';
import { blankEvents, type ErasedEvents } from './queries.ts';

/**
 * Erases the events of erased objects; without these, all events of the project. Returns their number. What is
 * left of an event is its place in the log, so that cursors stay valid: unlike a purge, this removes no event
 * that a reader still needs. Requires the lock of the project.
 */
export function eraseEvents(
  db: Database,
  projectId: string,
  of: ErasedEvents | null,
): Promise<number> {
  return blankEvents(db, projectId, of);
}
