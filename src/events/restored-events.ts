import type { Connection } from '../db/database.ts';
import { movePurgedMarks } from '../projects/project-state.ts';
import { moveEventsToStart, selectNextTransaction } from './queries.ts';

/**
 * Makes the events of a dump readable that was restored into another cluster. Their transaction numbers are
 * higher than those of this cluster, which would hide them from readers. They are moved to the start of the
 * log and keep their order.
 */
export async function moveRestoredEvents(connection: Connection): Promise<void> {
  await connection.transaction(async (db) => {
    const next = await selectNextTransaction(db);
    await moveEventsToStart(db, next);
    await movePurgedMarks(db, next);
  });
}
