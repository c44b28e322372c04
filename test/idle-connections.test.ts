import { sql } from 'drizzle-orm';
import pino from 'pino';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openServer } from '../src/db/server/server.ts';
import { createEmptyDatabase, isEmbedded } from './support/database.ts';

const MINUTE_MS = 60_000;

/** The embedded database has one connection, which stays open. */
describe.skipIf(isEmbedded)('a connection that nobody uses', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('stays open for minutes, since a new one is slow at first', async () => {
    const database = await createEmptyDatabase();
    onTestFinished(database.drop);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const connection = await openServer({
      url: database.env.DATABASE_URL,
      poolSize: 3,
      log: pino({ level: 'silent' }),
    });
    onTestFinished(connection.close);
    const read = () => connection.readTransaction((db) => db.execute(sql`select 1`));
    await Promise.all([read(), read(), read()]);
    await vi.waitFor(() => expect(connection.pool().idle).toBe(3));
    vi.advanceTimersByTime(9 * MINUTE_MS);
    expect(connection.pool().total).toBe(3);
    vi.advanceTimersByTime(2 * MINUTE_MS);
    expect(connection.pool().total).toBe(0);
  });
});
