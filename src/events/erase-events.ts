import type { Database } from '../db/database.ts';
import { deleteEventsForErasure, type ErasedEvents } from './queries.ts';

/**
 * Erases the events of erased objects; without these, all events of the project. Returns their number. Older
 * cursors stay valid: unlike a purge, this removes no event that a reader still needs. Requires the lock of
 * the project.
 */
export function eraseEvents(
  db: Database,
  projectId: string,
  of: ErasedEvents | null,
): Promise<number> {
  return deleteEventsForErasure(db, projectId, of);
}
