import type { Database } from '../db/database.ts';
import { type EntryCounts, selectCounts } from './queries.ts';

export type { EntryCounts };

/**
 * Reads the current counts of entries from the database, by entry id, since those of cached entries can be out of date. Entries
 * that were purged are left out.
 */
export async function readCounts(
  db: Database,
  projectId: string,
  entryIds: readonly string[],
): Promise<ReadonlyMap<string, EntryCounts>> {
  return entryIds.length > 0 ? selectCounts(db, projectId, entryIds) : new Map();
}
