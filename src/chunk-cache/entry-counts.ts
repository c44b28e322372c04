import type { Database } from '../db/database.ts';
import { type EntryCounts, selectCounts } from './queries.ts';

export type { EntryCounts };

/**
 * Reads the current counts of entries from the database, by entry id, because the counts of cached entries can be out
 * of date. Purged entries are left out.
 */
export function readCounts(
  db: Database,
  projectId: string,
  entryIds: readonly string[],
): Promise<ReadonlyMap<string, EntryCounts>> {
  return selectCounts(db, projectId, entryIds);
}
