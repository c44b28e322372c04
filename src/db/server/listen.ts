import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';

const RECONNECT_MS = 500;

/** `ready` resolves when LISTEN has succeeded for the first time. */
export type PostgresListener = { ready: Promise<void>; close(): Promise<void> };

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
  const open = async () => {
    const next = new pg.Client(options);
    next.on('notification', ({ payload }) => onMessage(payload ?? ''));
    next.on('error', (error) => log.warn({ error }, 'The connection that listens was lost'));
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
    close: async () => {
      isClosed = true;
      await client?.end();
    },
  };
}
