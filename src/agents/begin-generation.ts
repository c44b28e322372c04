import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import { isUnavailable } from '../db/failures.ts';
import type { GenerationRow } from '../db/rows.ts';
import { transact } from '../events/transact.ts';
import type { Caller } from '../projects/viewer.ts';
import { endUnanswered, type Values } from './end-abandoned.ts';

type Beginning = {
  /** Stores the row as RUNNING. */
  store: (db: Database) => Promise<GenerationRow>;
  /** The status of the generation until now; null for a new one. */
  before: GenerationRow['status'] | null;
  /**
   * The values to store afterwards if the connection is lost during the commit. The generation may then be stored, but
   * nothing runs it.
   */
  unanswered: Values;
};

/** Stores that a generation begins or continues, with its event. @throws the error of `store` or of the database */
export async function beginGeneration(
  app: App,
  caller: Caller,
  { store, before, unanswered }: Beginning,
): Promise<GenerationRow> {
  const stored: GenerationRow[] = [];
  try {
    return await transact(app, caller, { locks: [] }, async ({ db, record }) => {
      const row = await store(db);
      stored.push(row);
      const { id: subjectId, agentId, status } = row;
      const changes = [{ field: 'status', before, after: status }];
      record({ type: 'GENERATION_STARTED', agentId, subjectId, changes });
      return row;
    });
  } catch (error) {
    const row = stored.at(-1);
    if (row !== undefined && isUnavailable(error)) endUnanswered(app, caller, row, unanswered);
    throw error;
  }
}
