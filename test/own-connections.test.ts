import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { ONE_ROW } from '../src/db/prepared-queries.ts';
import { listenTo } from '../src/db/server/listen.ts';
import { isEmbedded } from './support/database.ts';
import { createDeferred } from './support/deferred.ts';
import { eventually } from './support/eventually.ts';
import { useOther } from './support/other-process.ts';
import { useServer } from './support/server.ts';

const server = useServer();

/** The process of the server that answers on this connection. */
async function pidOf(db: Database): Promise<number> {
  const rows = await db.select({ pid: sql<number>`pg_backend_pid()` }).from(ONE_ROW);
  return rows[0]?.pid ?? 0;
}

// The embedded database has one connection.
describe.skipIf(isEmbedded)('a connection of its own', () => {
  // It is the first test, because PostgreSQL keeps the lock of a connection that was closed until its statement ends.
  it('works alone: other such work waits, and background work is left out meanwhile', async () => {
    const { connection } = server.app;
    const other = await useOther(server);
    const signal = new AbortController().signal;
    const runs: string[] = [];
    const [begun, ended] = [createDeferred(), createDeferred()];
    const first = connection.exclusively(async () => {
      begun.resolve();
      await ended.promise;
      runs.push('first');
    });
    await begun.promise;
    const second = other.app.connection.exclusively(async () => void runs.push('second'));
    await connection.exclusivelyIfFree(signal, async () => {
      await other.app.connection.exclusivelyIfFree(signal, async () => void runs.push('left out'));
      runs.push('background');
    });
    await other.app.connection.exclusivelyIfFree(signal, async () => void runs.push('later'));
    ended.resolve();
    await Promise.all([first, second]);
    expect(runs).toEqual(['background', 'later', 'first', 'second']);
  });

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

  it('is not opened for background work that was stopped before', async () => {
    const { connection } = server.app;
    let isRun = false;
    const stopped = AbortSignal.abort(new Error('stopped'));
    const work = connection.exclusivelyIfFree(stopped, async () => {
      isRun = true;
    });
    await expect(work).rejects.toThrow('stopped');
    expect(isRun).toBe(false);
  });

  it('for LISTEN is replaced when it is lost, and tells of the gap', async () => {
    const { app, env } = server;
    const name = 'lost listeners';
    const options: pg.ClientConfig = { connectionString: env.DATABASE_URL, application_name: name };
    const heard: string[] = [];
    const listener = listenTo(options, {
      channel: 'test_lost',
      onMessage: (payload) => heard.push(payload),
      onGap: () => heard.push('gap'),
      log: app.log,
    });
    await listener.ready;
    expect(heard).toEqual(['gap']);
    await app.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${name}`,
    );
    await eventually(() => heard).toEqual(['gap', 'gap']);
    await app.connection.notify('test_lost', 'after');
    await eventually(() => heard).toEqual(['gap', 'gap', 'after']);
    await listener.close();
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
