import type { Database } from '../db/database.ts';
import type { NewChunk } from '../db/rows.ts';
import { insertChunks } from './queries.ts';

/** Makes entries searchable in a space that they were not in. To be called under the memory's lock. */
export function storeChunks(db: Database, rows: NewChunk[]): Promise<void> {
  return insertChunks(db, rows);
}
