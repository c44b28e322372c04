import type { EventEmitter } from 'node:events';
import pg from 'pg';
import { IN_FAILED_TRANSACTION } from './failures.ts';

/**
 * Fewer messages between the process and PostgreSQL than node-postgres sends (docs/decisions/053-fewer-messages.md):
 *
 * - The statements of a transaction that leave in one packet end with one Sync, instead of one each. PostgreSQL sends what it
 *   has answered at each Sync, so that each packet has one answer.
 * - A connection asks once which columns a prepared statement has, instead of at each execution.
 */

/** A statement that was sent and is not answered yet. */
type Sent = {
  /** The name under which it is prepared; null for another one. */
  name: string | null;
  /** Whether PostgreSQL sends the columns of its result. */
  isDescribed: boolean;
  hasFailed: boolean;
  /** Whether it ends with a Sync of its own, after which its result holds. */
  hasSync: boolean;
};

/** The end of the statements that share a Sync. */
const SYNC = 'SYNC';

/** What the types of node-postgres leave out: each message from PostgreSQL is an event of the connection. */
type Wire = Pick<EventEmitter, 'emit'> & {
  query(text: string): void;
  bind(config: { statement?: string }): void;
  describe(message: object): void;
  close(message: object): void;
  sync(): void;
};

/** The messages that end the answer to a statement: `closeComplete` if its values could not be sent. */
const ENDS: ReadonlySet<unknown> = new Set(['commandComplete', 'emptyQuery', 'closeComplete']);

const READY = { name: 'readyForQuery', length: 5, status: 'T' };

/** The connections that group statements at the moment. */
const grouping = new WeakSet<pg.ClientBase>();

/**
 * Makes a connection send fewer messages. To node-postgres, each statement still seems to have a Sync and a description of its
 * own. Returns what must be called before the connection sends what it has gathered.
 */
export function sendFewerMessages(client: pg.Client): () => void {
  const wire = client.connection as unknown as Wire;
  const query = wire.query.bind(wire);
  const bind = wire.bind.bind(wire);
  const describe = wire.describe.bind(wire);
  const close = wire.close.bind(wire);
  const sync = wire.sync.bind(wire);
  const emit = wire.emit.bind(wire);
  /** The columns of the prepared statements, by name; null for one without a result. */
  const columns = new Map<string, unknown>();
  /** In the order of their answers. */
  const sent: (Sent | typeof SYNC)[] = [];
  let last: Sent | null = null;
  const add = (name: string | null, hasSync = false): Sent => {
    last = { name, isDescribed: true, hasFailed: false, hasSync };
    sent.push(last);
    return last;
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
    add(null, true);
    last = null;
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
    if (grouping.has(client)) return;
    if (last) last.hasSync = true;
    last = null;
    sync();
  };
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
  /** PostgreSQL answers nothing to the statements behind one that failed. They fail as if they had been sent one by one. */
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
    if (name === 'readyForQuery') return endAnswers(values[0]);
    const isHeard = emit(name, ...values);
    answered(name, values[0]);
    return isHeard;
  };
  return endGroup;
}

function aborted(): pg.DatabaseError {
  const error = new pg.DatabaseError('An earlier statement of the packet failed', 0, 'error');
  error.code = IN_FAILED_TRANSACTION;
  return error;
}

/**
 * From now on, the statements of a connection are sent in groups, if it sends fewer messages. Must be called for a transaction
 * only: outside of one, a group would be stored as a whole.
 */
export function startGroups(client: pg.ClientBase): void {
  grouping.add(client);
}

/** Each statement that follows is answered, even if an earlier one fails. */
export function endGroups(client: pg.ClientBase): void {
  grouping.delete(client);
}
