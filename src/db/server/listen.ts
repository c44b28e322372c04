import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';

const RECONNECT_MS = 500;

/** `ready` resolves when LISTEN has succeeded for the first time. */
export type PostgresListener = {
  ready: Promise<void>;
  /** True if the connection has answered a query that was sent to it within the last second. */
  isHearing(): boolean;
  close(): Promise<void>;
};

/** Age of the query that a connection has answered, up to which it counts as hearing. */
const HEARING_MS = 1000;

/** Interval of the queries while someone asks whether the connection hears. */
const ASK_MS = 300;

type Subscription = {
  channel: string;
  onMessage: (payload: string) => void;
  /** Called when listening begins and after each reconnection, since messages can have been missed. */
  onGap: () => void;
  log: Logger;
};

/** Listens on a separate connection, which is replaced when it is lost. */
export function listenTo(
  options: pg.ClientConfig,
  { channel, onMessage, onGap, log }: Subscription,
): PostgresListener {
  let client: pg.Client | null = null;
  let isClosed = false;
  const hearing = createHearing();
  const open = async () => {
    const next = new pg.Client(options);
    next.on('notification', ({ payload }) => onMessage(payload ?? ''));
    next.on('error', (error) => log.warn({ error }, 'The LISTEN connection was lost'));
    await next.connect();
    await next.query(`listen ${pg.escapeIdentifier(channel)}`);
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
    isHearing: () => client !== null && hearing.isCurrent(client),
    close: async () => {
      isClosed = true;
      await client?.end();
    },
  };
}

/**
 * Finds out whether a connection hears. PostgreSQL sends a connection its notifications before the answer to a
 * later query, so an answer shows that all notifications before the query have arrived.
 */
function createHearing() {
  let askedAt = Number.NEGATIVE_INFINITY;
  let heard = { client: null as pg.Client | null, at: Number.NEGATIVE_INFINITY };
  let waitingFor: pg.Client | null = null;
  const ask = (client: pg.Client, now: number) => {
    askedAt = now;
    waitingFor = client;
    const done = () => {
      if (waitingFor === client) waitingFor = null;
    };
    client.query('select 1').then(() => {
      heard = { client, at: now };
      done();
    }, done);
  };
  return {
    isCurrent: (client: pg.Client): boolean => {
      const now = performance.now();
      if (waitingFor !== client && now - askedAt >= ASK_MS) ask(client, now);
      return heard.client === client && now - heard.at < HEARING_MS;
    },
  };
}
