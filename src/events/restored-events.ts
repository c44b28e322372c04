import type { Connection } from '../db/database.ts';
import { movePurgedMarks } from '../projects/project-state.ts';
import { moveEventsToStart, selectNextTransaction } from './queries.ts';

/**
 * Makes the events of a dump that was restored into another cluster readable. They carry transaction numbers
 * that this cluster has yet to reach, and would be hidden from readers; they move to the beginning of the log,
 * in their order.
 */
export async function moveRestoredEvents(connection: Connection): Promise<void> {
  await connection.transaction(async (db) => {
    const next = await selectNextTransaction(db);
    await moveEventsToStart(db, next);
    await movePurgedMarks(db, next);
  });
}
