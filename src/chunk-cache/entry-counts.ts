import type { Database } from '../db/database.ts';
import { type EntryCounts, selectCounts } from './queries.ts';

export type { EntryCounts };

/** Reads what cached entries can lack: their current counts, by entry id. An entry that was purged is missing. */
export function readCounts(
  db: Database,
  projectId: string,
  entryIds: readonly string[],
): Promise<ReadonlyMap<string, EntryCounts>> {
  return selectCounts(db, projectId, entryIds);
}
