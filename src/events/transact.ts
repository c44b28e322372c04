import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import { brokenForeignKey } from '../db/failures.ts';
import { retried } from '../db/retried.ts';
import type { MemoryRow, NewEvent } from '../db/rows.ts';
import type { EventType, FieldChange } from '../db/tables.ts';
import { conflict, type DomainError, notFound } from '../errors.ts';
import type { Caller } from '../projects/viewer.ts';
import { insertEvents, takeLock } from './queries.ts';

/** A change to be recorded in the event log. */
export type EventInput = {
  type: EventType;
  memory?: Pick<MemoryRow, 'id' | 'tags'>;
  entryId?: string;
  traceId?: string;
  changes: FieldChange[];
};

export type Transaction = {
  db: Database;
  /** Adds events to the log, in this transaction and this order. */
  record(...events: EventInput[]): Promise<void>;
};

/** The lock of all that reviews change: utilities, their ledger and the order of reviews. */
export const REVIEWS = 'reviews';

/** Rolls back a transaction that was only to tell what it would do. */
class DryRun extends Error {
  readonly answer: unknown;

  constructor(answer: unknown) {
    super('A dry run');
    this.answer = answer;
  }
}

/**
 * The one way to change a project: a transaction that begins by locking what it changes (the id of a
 * memory, or `REVIEWS` for what reviews change; a memory comes first where it needs both), and
 * wakes the readers of the log once it is committed with events.
 *
 * With `isDry` all is done and rolled back, so that the answer is that of the real thing.
 *
 * Invariant: the lock is taken before the first write, so a transaction that waited for another has
 * the higher number, and the log's order is the order in which the changes happened.
 */
export async function transact<T>(
  app: App,
  caller: Caller,
  options: { locks: readonly string[]; isDry?: boolean },
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const projectId = caller.project.id;
  let hasEvents = false;
  const run = async (db: Database): Promise<T> => {
    hasEvents = false;
    const record = async (...inputs: EventInput[]) => {
      if (inputs.length === 0) return;
      hasEvents = true;
      await insertEvents(
        db,
        inputs.map((input) => eventOf(app, caller, input)),
      );
    };
    // Queries run in the order in which they are sent: those of the work wait for the lock.
    const locks = options.locks.map((name) => takeLock(db, `${projectId} ${name}`));
    const [answer] = await Promise.all([work({ db, record }), ...locks]);
    if (options.isDry) throw new DryRun(answer);
    return answer;
  };
  const result = await retried(() => app.connection.transaction(run)).catch((error: unknown) => {
    if (error instanceof DryRun) {
      hasEvents = false;
      return error.answer as T;
    }
    throw goneMeanwhile(error, projectId) ?? error;
  });
  if (hasEvents) app.changes.notify(projectId);
  return result;
}

/** What a change refers to was there when it began, and was deleted before it was stored. */
function goneMeanwhile(error: unknown, projectId: string): DomainError | null {
  const constraint = brokenForeignKey(error);
  if (constraint === null) return null;
  return /_projects_project_id_fk$/.test(constraint)
    ? notFound('project', projectId)
    : conflict('What this refers to was deleted meanwhile; nothing was stored.');
}

function eventOf(
  app: App,
  { project, actor }: Caller,
  { type, memory, entryId, traceId, changes }: EventInput,
): NewEvent {
  return {
    projectId: project.id,
    type,
    memoryId: memory?.id ?? null,
    memoryTags: memory?.tags ?? [],
    entryId: entryId ?? null,
    traceId: traceId ?? null,
    changes,
    actor,
    createdAt: app.clock(),
  };
}
