import type { EventEmitter } from 'node:events';
import pg from 'pg';
import { IN_FAILED_TRANSACTION } from './failures.ts';

/**
 * Reduces the messages between the process and PostgreSQL, compared with plain node-postgres
 * (docs/decisions/053-fewer-messages.md):
 *
 * - The statements of a transaction that leave in one packet end with one Sync, instead of one each. PostgreSQL sends
 *   its answers at each Sync, so each packet gets one packet of answers.
 * - A connection asks once which columns a prepared statement has, instead of at each execution.
 */

/** A statement that was sent and is not answered yet. */
type SentStatement = {
  /** The name of a prepared statement; null for any other statement. */
  name: string | null;
  /** Whether PostgreSQL is asked for the columns of its result. */
  isDescribed: boolean;
  hasFailed: boolean;
  /** Whether it has a Sync of its own, so that ReadyForQuery ends its answer. */
  hasSync: boolean;
};

/** The end of the statements that share a Sync. */
const SYNC = 'SYNC';

/**
 * Methods of a connection that the types of node-postgres leave out. It emits an event for each message from
 * PostgreSQL.
 */
type Wire = Pick<EventEmitter, 'emit'> & {
  query(text: string): void;
  bind(config: { statement?: string }): void;
  describe(message: object): void;
  close(message: object): void;
  sync(): void;
};

/**
 * The messages that end the answer to a statement. If its values cannot be encoded, node-postgres closes the statement
 * instead of executing it, and PostgreSQL answers with `closeComplete`.
 */
const ENDS: ReadonlySet<unknown> = new Set(['commandComplete', 'emptyQuery', 'closeComplete']);

const READY = { name: 'readyForQuery', length: 5, status: 'T' };

/** The connections that group statements at the moment. */
const grouping = new WeakSet<pg.ClientBase>();

/** The state of a connection. */
type WireState = {
  /** The statements and Syncs that are not answered yet, in the order in which they were sent. */
  sent: (SentStatement | typeof SYNC)[];
  /** The columns of the prepared statements, by name; null for one without a result. */
  columns: Map<string, unknown>;
};

/**
 * Makes a connection send fewer messages. To node-postgres, each statement still seems to have a Sync and a description
 * of its own. Returns a function; call it directly before the connection flushes its buffer.
 */
export function sendFewerMessages(client: pg.Client): () => void {
  const wire = client.connection as unknown as Wire;
  const state: WireState = { sent: [], columns: new Map() };
  completeAnswers(wire, state);
  return omitMessages(wire, state, () => grouping.has(client));
}

/**
 * Leaves out the Sync of each statement of a group, and requests for columns that are known. Returns a function that
 * ends a group.
 */
function omitMessages(
  wire: Wire,
  { sent, columns }: WireState,
  isGrouping: () => boolean,
): () => void {
  const query = wire.query.bind(wire);
  const bind = wire.bind.bind(wire);
  const describe = wire.describe.bind(wire);
  const close = wire.close.bind(wire);
  const sync = wire.sync.bind(wire);
  let last: SentStatement | null = null;
  const add = (name: string | null) => {
    last = { name, isDescribed: true, hasFailed: false, hasSync: false };
    sent.push(last);
  };
  /** The last statement is not part of a group. */
  const endAlone = () => {
    if (last) last.hasSync = true;
    last = null;
  };
  const endGroup = () => {
    if (last === null) return;
    last = null;
    sent.push(SYNC);
    sync();
  };

  // PostgreSQL ignores everything between a failed statement and the Sync, also a ROLLBACK.
  wire.query = (text) => {
    endGroup();
    add(null);
    endAlone();
    query(text);
  };
  wire.bind = (config) => {
    bind(config);
    add(config.statement || null);
  };
  wire.close = (message) => {
    close(message);
    add(null);
  };
  wire.describe = (message) => {
    if (last?.name && columns.has(last.name)) last.isDescribed = false;
    else describe(message);
  };
  wire.sync = () => {
    if (isGrouping()) return;
    endAlone();
    sync();
  };
  return endGroup;
}

/** Emits the messages that PostgreSQL does not send because `omitMessages` has not asked for them. */
function completeAnswers(wire: Wire, { sent, columns }: WireState): void {
  const emit = wire.emit.bind(wire);
  const answered = (name: unknown, message: unknown) => {
    const [statement] = sent;
    if (statement === undefined || statement === SYNC) return;
    if (name === 'rowDescription' && statement.name) columns.set(statement.name, message);
    if (name === 'noData' && statement.name) columns.set(statement.name, null);
    if (name === 'bindComplete' && !statement.isDescribed) {
      const known = columns.get(statement.name ?? '');
      if (known) emit('rowDescription', known);
    }
    if (name === 'errorMessage') statement.hasFailed = true;
    if (ENDS.has(name) && !statement.hasSync) {
      sent.shift();
      emit('readyForQuery', READY);
    }
  };
  /**
   * After a statement has failed, PostgreSQL skips those behind it up to the Sync and sends no answer to them. Each of
   * them gets the error that it would have got with a Sync of its own.
   */
  const endAnswers = (ready: unknown): boolean => {
    let isIgnored = false;
    for (let next = sent.shift(); next !== SYNC; next = sent.shift()) {
      if (next === undefined) return emit('readyForQuery', ready);
      if (isIgnored) emit('errorMessage', aborted());
      isIgnored ||= next.hasFailed;
      if (next.hasSync) return emit('readyForQuery', ready);
      emit('readyForQuery', READY);
    }
    return true;
  };
  wire.emit = (name, ...values) => {
    // A row neither begins nor ends an answer.
    if (name === 'dataRow') return emit(name, values[0]);
    if (name === 'readyForQuery') return endAnswers(values[0]);
    const isHeard = emit(name, ...values);
    answered(name, values[0]);
    return isHeard;
  };
}

function aborted(): pg.DatabaseError {
  const error = new pg.DatabaseError('An earlier statement of the packet failed', 0, 'error');
  error.code = IN_FAILED_TRANSACTION;
  return error;
}

/**
 * From now on, statements that are sent in one packet share a Sync, if `sendFewerMessages` was called for the
 * connection. It must be used in transactions only: otherwise PostgreSQL would commit or roll back all statements of a
 * packet together.
 */
export function startGroups(client: pg.ClientBase): void {
  grouping.add(client);
}

/** Ends what `startGroups` began: each statement that follows has a Sync of its own. */
export function endGroups(client: pg.ClientBase): void {
  grouping.delete(client);
}
