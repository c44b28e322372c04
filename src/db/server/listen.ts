import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Connection } from '../database.ts';

const RECONNECT_MS = 500;

/** `ready` resolves when LISTEN has succeeded for the first time. */
export type PostgresListener = {
  ready: Promise<void>;
  /** True if the connection has answered a query that was sent to it within the last second. */
  isReceivingNotifications(): boolean;
  close(): Promise<void>;
};

/** A connection receives notifications if it has answered a query that was sent at most this long ago. */
const ANSWERED_WITHIN_MS = 1000;

/** Interval of the queries while `isReceivingNotifications` is called. */
const ASK_MS = 300;

type Subscription = {
  channel: string;
  onMessage: (payload: string) => void;
  /** Called when listening begins and after each reconnection, because messages can have been missed before. */
  onGap: () => void;
  log: Logger;
};

/** The listeners of a process, each on a connection of its own. */
export function createListeners(
  options: pg.ClientConfig,
  log: Logger,
): Pick<Connection, 'listen' | 'isReceivingNotifications' | 'close'> {
  const listeners = new Set<PostgresListener>();
  return {
    isReceivingNotifications: () =>
      listeners.size > 0 && [...listeners].every((listener) => listener.isReceivingNotifications()),
    listen: async (channel, onMessage, onGap) => {
      const listener = listenTo(options, { channel, onMessage, onGap, log });
      listeners.add(listener);
      await listener.ready.catch((error: unknown) => {
        listeners.delete(listener);
        throw error;
      });
    },
    close: async () => {
      await Promise.all([...listeners].map((listener) => listener.close()));
    },
  };
}

/** Listens on a separate connection, which is replaced when it is lost. */
export function listenTo(
  options: pg.ClientConfig,
  { channel, onMessage, onGap, log }: Subscription,
): PostgresListener {
  let client: pg.Client | null = null;
  let isClosed = false;
  const check = createNotificationCheck();
  const open = async () => {
    const next = new pg.Client(options);
    next.on('notification', ({ payload }) => onMessage(payload ?? ''));
    next.on('error', (error) => log.warn({ error }, 'The LISTEN connection was lost'));
    try {
      await next.connect();
      await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      // A server that refuses LISTEN, as a standby does, keeps the connection open.
      next.end().catch(() => {});
      throw error;
    }
    next.once('end', reopen);
    if (isClosed) return void next.end();
    client = next;
    onGap();
  };
  const reopen = async () => {
    client = null;
    while (!isClosed && client === null) {
      await sleep(RECONNECT_MS);
      await open().catch((error: unknown) => log.warn({ error }, 'Listening failed; trying again'));
    }
  };
  return {
    ready: open(),
    isReceivingNotifications: () => client !== null && check.isReceiving(client),
    close: async () => {
      isClosed = true;
      await client?.end();
    },
  };
}

/**
 * Finds out whether a connection receives notifications. PostgreSQL sends a connection its notifications before the
 * answer to a later query, so an answer shows that all notifications before the query have arrived.
 */
function createNotificationCheck() {
  let askedAt = Number.NEGATIVE_INFINITY;
  let answered = { client: null as pg.Client | null, at: Number.NEGATIVE_INFINITY };
  let waitingFor: pg.Client | null = null;
  const ask = (client: pg.Client, now: number) => {
    askedAt = now;
    waitingFor = client;
    const done = () => {
      if (waitingFor === client) waitingFor = null;
    };
    client.query('select 1').then(() => {
      answered = { client, at: now };
      done();
    }, done);
  };
  return {
    isReceiving: (client: pg.Client): boolean => {
      const now = performance.now();
      if (waitingFor !== client && now - askedAt >= ASK_MS) ask(client, now);
      return answered.client === client && now - answered.at < ANSWERED_WITHIN_MS;
    },
  };
}
