import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import { brokenForeignKey } from '../db/failures.ts';
import { retried } from '../db/retried.ts';
import type { MemoryRow, NewEvent, ProjectRow } from '../db/rows.ts';
import type { EventType, FieldChange } from '../db/tables/events.ts';
import { conflict, type DomainError, notFound } from '../errors.ts';
import { inTurn } from './in-turn.ts';
import { type ProjectState, requireUnchanged, takeLocks } from './lock-queries.ts';
import { newToken, type Position } from './position.ts';
import { appendEvents, insertEvents, numberEvents, type UnnumberedEvent } from './queries.ts';

/** An event to record. */
export type EventInput = {
  type: EventType;
  memory?: Pick<MemoryRow, 'id' | 'tags'>;
  entryId?: string;
  traceId?: string;
  agentId?: string;
  /** The id of a generation, job, insight cycle or API key. */
  subjectId?: string;
  changes: FieldChange[];
  /** Who made the change, if it is not the recorder. */
  actor?: string;
};

/** Who records events, and in which project: a caller, or a background job. */
export type Recorder = { project: Pick<ProjectRow, 'id'>; actor: string };

export type Transaction = {
  db: Database;
  /** Adds events to the log, in this order. They are stored with the last statement of the transaction. */
  record(...events: EventInput[]): void;
  /**
   * The position of the last event that `record` has added so far, if the log ends at `head` before the transaction.
   */
  headAfter(head: Position): Position;
  /**
   * Adds statements that are sent in one packet with the events and COMMIT, after the work has ended. `send` must send
   * all of them before it waits for an answer. If one of them fails, the transaction is rolled back.
   */
  atCommit(send: () => Promise<unknown>): void;
  /**
   * Adds statements that are sent after the events, and so read the state that the transaction is about to commit.
   * `send` must send all of them before it waits for an answer, and they must be quick, because the log is locked. Not
   * supported on a distributed database.
   */
  afterEvents(send: () => Promise<unknown>): void;
};

/** The name of the lock for changes by reviews: utilities, their history and the order of reviews. */
export const REVIEWS = 'reviews';

/** Events of changes of rows that each process caches (`app.rowCaches`), so that all processes must read them again. */
const CHANGES_CACHED_ROWS: ReadonlySet<EventType> = new Set<EventType>([
  'AGENT_UPDATED',
  'AGENT_DELETED',
  'MEMORY_UPDATED',
  'MEMORY_DELETED',
  'MEMORY_RESTORED',
  'MEMORY_PURGED',
  'DATA_ERASED',
]);

/** Rolls back the transaction of a dry run and carries its result. */
class DryRun extends Error {
  readonly answer: unknown;

  constructor(answer: unknown) {
    super('A dry run');
    this.answer = answer;
  }
}

type TransactOptions = {
  locks: readonly string[];
  isDry?: boolean;
  ifUnchanged?: ProjectState;
  isPipelined?: boolean;
};

/**
 * Runs a transaction that records events. It begins by taking the locks: the id of each memory that it changes, and
 * `REVIEWS` for changes by reviews (after the memories). Without names, it locks the project (`takeLocks`). After a
 * commit with events, it notifies the listeners of the log. With `isDry`, it returns the result of `work`, but rolls
 * back the transaction.
 *
 * With `ifUnchanged`, the transaction fails with an error for which `isUnmetCondition` is true, unless the project is
 * in this state once the locks are taken. The whole transaction is one packet (`Connection.transactionInOnePacket`):
 * `work` must send nothing itself, but can add statements with `atCommit` and `afterEvents`. This is not supported on a
 * distributed database. With `isPipelined`, it is sent while this process still stores the transaction that leads to
 * this state, and waits for the locks in the database.
 *
 * Invariant: the events get their numbers with the last statement, and the log is locked from then until the commit. So
 * the order of the log is the order of the commits and, for transactions with a common lock, the order of their
 * changes.
 */
export async function transact<T>(
  app: App,
  recorder: Recorder,
  options: TransactOptions,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const { connection } = app;
  const { ifUnchanged } = options;
  const projectId = recorder.project.id;
  const names = options.locks.map((name) => `${projectId} ${name}`);
  let added = noAdditions();
  let lastNumber = null as bigint | null;
  const run = async (db: Database): Promise<T> => {
    // Each attempt begins without the additions of the former one.
    added = noAdditions();
    lastNumber = null;
    // Queries run in the order in which they are sent, so those of `work` run after the locks are taken.
    const locks = takeLocks(db, projectId, names);
    const working = work({ db, ...addingTo(added, (input) => eventOf(app, recorder, input)) });
    if (ifUnchanged) {
      const required = requireUnchanged(db, projectId, ifUnchanged);
      const finishing = working.then(() => finish(db));
      const [answer] = await Promise.all([working, finishing, locks, required]);
      return answer;
    }
    const [answer] = await Promise.all([working, locks]);
    if (options.isDry) throw new DryRun(answer);
    if (connection.isDistributed) {
      const { events, beforeEvents } = added;
      const stored = beforeEvents.map((send) => send());
      [added.numbered] = await Promise.all([numberEvents(db, projectId, events), ...stored]);
    }
    return answer;
  };
  const finish = async (db: Database) => {
    if (connection.isDistributed) {
      await insertEvents(db, added.numbered);
      lastNumber = added.numbered.at(-1)?.number ?? null;
    } else {
      lastNumber = await storeAdditions(db, projectId, added);
    }
  };
  try {
    const answer = await inTurn(connection, options.isPipelined ? [] : names, () =>
      retried(() =>
        ifUnchanged ? connection.transactionInOnePacket(run) : connection.transaction(run, finish),
      ),
    );
    if (lastNumber !== null) app.changes.notify(projectId, lastNumber);
    if (added.events.some(({ type }) => CHANGES_CACHED_ROWS.has(type)))
      await app.changes.invalidate(projectId);
    return answer;
  } catch (error) {
    if (error instanceof DryRun) return error.answer as T;
    throw goneMeanwhile(error, projectId) ?? error;
  }
}

/** The events and statements that the work of a transaction has added. */
type TransactionAdditions = {
  events: UnnumberedEvent[];
  /** Functions that send statements before the events (`atCommit`), and after them. */
  beforeEvents: (() => Promise<unknown>)[];
  afterEvents: (() => Promise<unknown>)[];
  /** On a distributed database, the events with the numbers that the log has given them; otherwise empty. */
  numbered: NewEvent[];
};

function noAdditions(): TransactionAdditions {
  return { events: [], beforeEvents: [], afterEvents: [], numbered: [] };
}

function addingTo(
  { events, beforeEvents, afterEvents }: TransactionAdditions,
  eventFrom: (input: EventInput) => UnnumberedEvent,
): Omit<Transaction, 'db'> {
  return {
    record: (...inputs) => {
      events.push(...inputs.map(eventFrom));
    },
    headAfter: (head) => ({
      number: head.number + BigInt(events.length),
      token: events.at(-1)?.token ?? head.token,
    }),
    atCommit: (send) => {
      beforeEvents.push(send);
    },
    afterEvents: (send) => {
      afterEvents.push(send);
    },
  };
}

/**
 * Sends the statements of all additions without waiting in between. Returns the number of the last event; null if there
 * is none.
 */
async function storeAdditions(
  db: Database,
  projectId: string,
  { events, beforeEvents, afterEvents }: TransactionAdditions,
): Promise<bigint | null> {
  const stored = beforeEvents.map((send) => send());
  // The events lock the log, for which other transactions wait, so only `afterEvents` may follow.
  const appended = events.length > 0 ? appendEvents(db, projectId, events) : null;
  const read = afterEvents.map((send) => send());
  const [lastNumber] = await Promise.all([appended, ...stored, ...read]);
  return lastNumber;
}

/** The error for a reference to an object that was deleted during the transaction; null for other errors. */
function goneMeanwhile(error: unknown, projectId: string): DomainError | null {
  const constraint = brokenForeignKey(error);
  if (constraint === null) return null;
  return /_projects_project_id_fk$/.test(constraint)
    ? notFound('project', projectId)
    : conflict(
        'An object that this call refers to was deleted during the call; nothing was stored.',
      );
}

function eventOf(
  app: App,
  { project, actor }: Recorder,
  { type, memory, entryId, traceId, agentId, subjectId, changes, actor: own }: EventInput,
): UnnumberedEvent {
  return {
    projectId: project.id,
    token: newToken(),
    type,
    memoryId: memory?.id ?? null,
    memoryTags: memory?.tags ?? [],
    entryId: entryId ?? null,
    traceId: traceId ?? null,
    agentId: agentId ?? null,
    subjectId: subjectId ?? null,
    changes,
    actor: own ?? actor,
    createdAt: app.clock(),
  };
}
