import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { ONE_ROW } from '../src/db/prepared-queries.ts';
import { listenTo } from '../src/db/server/listen.ts';
import { isEmbedded } from './support/database.ts';
import { eventually } from './support/eventually.ts';
import { useServer } from './support/server.ts';

const server = useServer();

/** The process of the server that answers on this connection. */
async function pidOf(db: Database): Promise<number> {
  const rows = await db.select({ pid: sql<number>`pg_backend_pid()` }).from(ONE_ROW);
  return rows[0]?.pid ?? 0;
}

// The embedded database has one connection.
describe.skipIf(isEmbedded)('a connection of its own', () => {
  it('that is lost while it works alone fails the work, and not the process', async () => {
    const { connection } = server.app;
    const lost = connection.exclusively(async (db) => {
      const pid = await pidOf(db);
      await connection.db.execute(sql`select pg_terminate_backend(${pid}::int)`);
      await sleep(100);
      await db.execute(sql`select 1`);
    });
    await expect(lost).rejects.toThrow();
    expect(await connection.exclusively(pidOf)).toBeGreaterThan(0);
  });

  it('is closed at the signal, also during a statement', async () => {
    const stopping = new AbortController();
    const work = server.app.connection.exclusivelyIfFree(stopping.signal, async (db) => {
      setTimeout(() => stopping.abort(), 100);
      await db.execute(sql`select pg_sleep(60)`);
    });
    await expect(work).rejects.toThrow();
  });

  it('is closed where LISTEN is refused', async () => {
    const name = 'refused listeners';
    const { app, env } = server;
    const options: pg.ClientConfig = { connectionString: env.DATABASE_URL, application_name: name };
    const listener = listenTo(options, {
      // PostgreSQL refuses an empty name.
      channel: '',
      onMessage: () => {},
      onGap: () => {},
      log: app.log,
    });
    await expect(listener.ready).rejects.toThrow('zero-length');
    const count = async () => {
      const rows = await app.db
        .select({ pid: sql`pid` })
        .from(sql`pg_stat_activity`)
        .where(sql`application_name = ${name}`);
      return rows.length;
    };
    await eventually(count).toBe(0);
  });
});
