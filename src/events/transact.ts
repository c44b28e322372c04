import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import { breaksForeignKey } from '../db/failures.ts';
import { retried } from '../db/retried.ts';
import type { MemoryRow, NewEvent } from '../db/rows.ts';
import type { EventType, FieldChange } from '../db/tables.ts';
import { notFound } from '../errors.ts';
import type { Caller } from '../projects/viewer.ts';
import { insertEvents, takeLock } from './queries.ts';

export type Happening = {
  type: EventType;
  memory: Pick<MemoryRow, 'id' | 'tags'>;
  entryId?: string;
  changes: FieldChange[];
};

export type Transaction = {
  db: Database;
  /** Adds events to the log, in this transaction and this order. */
  record(...happenings: Happening[]): Promise<void>;
};

/** Rolls back a transaction that was only to tell what it would do. */
class DryRun extends Error {
  readonly answer: unknown;

  constructor(answer: unknown) {
    super('A dry run');
    this.answer = answer;
  }
}

/**
 * The one way to change a project: a transaction that begins by locking the memory it changes, and
 * wakes the readers of the log once it is committed with events.
 *
 * With `isDry` all is done and rolled back, so that the answer is that of the real thing.
 *
 * Invariant: the lock is taken before the first write, so a transaction that waited for another has
 * the higher number, and the log's order is the order in which the changes of a memory happened.
 */
export async function transact<T>(
  app: App,
  caller: Caller,
  options: { memoryId: string; isDry?: boolean },
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const projectId = caller.project.id;
  let hasEvents = false;
  const run = async (db: Database): Promise<T> => {
    hasEvents = false;
    const record = async (...happenings: Happening[]) => {
      if (happenings.length === 0) return;
      hasEvents = true;
      await insertEvents(
        db,
        happenings.map((happening) => eventOf(app, caller, happening)),
      );
    };
    // Queries run in the order in which they are sent: those of the work wait for the lock.
    const [, answer] = await Promise.all([
      takeLock(db, `${projectId} ${options.memoryId}`),
      work({ db, record }),
    ]);
    if (options.isDry) throw new DryRun(answer);
    return answer;
  };
  const result = await retried(() => app.db.transaction(run)).catch((error: unknown) => {
    if (error instanceof DryRun) {
      hasEvents = false;
      return error.answer as T;
    }
    // The project was deleted between the check of the key and the first row of this change.
    throw breaksForeignKey(error) ? notFound('project', projectId) : error;
  });
  if (hasEvents) app.changes.wake(projectId);
  return result;
}

function eventOf(
  app: App,
  { project, actor }: Caller,
  { type, memory, entryId, changes }: Happening,
): NewEvent {
  return {
    projectId: project.id,
    type,
    memoryId: memory.id,
    memoryTags: memory.tags,
    entryId: entryId ?? null,
    changes,
    actor,
    createdAt: app.clock(),
  };
}
