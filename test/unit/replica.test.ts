import { drizzle } from 'drizzle-orm/pg-proxy';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { createSource, type ReadSource } from '../../src/db/server/failover-connection.ts';
import { openStandby, type Standby } from '../../src/standby/standby.ts';

const LATEST = 10n;
const log = pino({ level: 'silent' });

/** A database that answers each query as the function says, by its text. */
function sourceOf(name: string, answer: (text: string) => unknown[]): ReadSource {
  const db = drizzle(async (text) => ({ rows: [answer(text)] }));
  const connection = { db, close: async () => {} } as unknown as ReadSource['connection'];
  return createSource(name, connection, log);
}

/** A primary that answers `written` as the position of its log. The last event of its project is `LATEST`. */
function primaryOf(written: () => string[]): ReadSource {
  return sourceOf('primary', (text) =>
    text.includes('pg_current_wal_lsn') ? written() : ['prj_1', String(LATEST)],
  );
}

let replica: Standby | undefined;

/** A replica whose standby has replayed what `lastNumber` says, or throws. */
async function openWith(lastNumber: () => bigint, written: () => string[] = () => ['0/1']) {
  const standby = sourceOf('standby', (text) =>
    text.includes('migrations') ? [1, 0, true] : [String(lastNumber()), true],
  );
  const primary = primaryOf(written);
  const connection = { isReceivingNotifications: () => true };
  replica = openStandby({ standby, primary, migrations: 1, connection, log });
  await replica.check();
  return { standby, replica };
}

describe('a standby', () => {
  afterEach(() => replica?.close());

  it('is asked again after it could not be reached, since it can be another server then', async () => {
    let lastNumber = LATEST;
    const opened = await openWith(() => lastNumber);
    expect(await opened.replica.isCurrent('prj_1', LATEST)).toBe(true);
    lastNumber = LATEST - 1n;
    expect(await opened.replica.isCurrent('prj_1', LATEST)).toBe(true);
    opened.standby.failed(new Error('gone'));
    expect(await opened.replica.isCurrent('prj_1', LATEST)).toBe(false);
    await opened.replica.check();
    expect(await opened.replica.isCurrent('prj_1', LATEST)).toBe(false);
  });

  it('is not current while the primary cannot be asked what the standby must have', async () => {
    let isReachable = false;
    const opened = await openWith(
      () => LATEST,
      () => {
        if (!isReachable) throw new Error('gone');
        return ['0/1'];
      },
    );
    expect(await opened.replica.isCurrent('prj_1', LATEST)).toBe(false);
    isReachable = true;
    expect(await opened.replica.isCurrent('prj_1', LATEST)).toBe(true);
  });

  it('is not current while what it replays conflicts with the question', async () => {
    const conflict = Object.assign(new Error('conflict with recovery'), { code: '40001' });
    let isConflict = true;
    const opened = await openWith(() => {
      if (isConflict) throw conflict;
      return LATEST;
    });
    expect(await opened.replica.isCurrent('prj_1', LATEST)).toBe(false);
    expect(opened.replica.isUp()).toBe(true);
    isConflict = false;
    expect(await opened.replica.isCurrent('prj_1', LATEST)).toBe(true);
  });

  it('is not used before it has the migrations of this version', async () => {
    let migrations = 0;
    const standby = sourceOf('standby', (text) =>
      text.includes('migrations') ? [migrations, 0, true] : [String(LATEST), true],
    );
    const primary = primaryOf(() => ['0/1']);
    const connection = { isReceivingNotifications: () => true };
    replica = openStandby({ standby, primary, migrations: 1, connection, log });
    await expect(replica.check()).rejects.toThrow('run `lorebase migrate`');
    expect([replica.isUp(), await replica.isCurrent('prj_1', LATEST)]).toEqual([false, false]);
    migrations = 1;
    await replica.check();
    expect([replica.isUp(), await replica.isCurrent('prj_1', LATEST)]).toEqual([true, true]);
  });

  it('is not current until it has replayed what this process wrote during the question', async () => {
    const positions = ['0/1', '0/2'];
    let replayed = '0/1';
    let whileAsked = () => {};
    const standby = sourceOf('standby', (text) => {
      if (text.includes('migrations')) return [1, 0, true];
      whileAsked();
      return [String(LATEST), written <= replayed];
    });
    let written = '';
    const primary = primaryOf(() => {
      written = positions.shift() ?? written;
      return [written];
    });
    const connection = { isReceivingNotifications: () => true };
    const opened = openStandby({ standby, primary, migrations: 1, connection, log });
    replica = opened;
    await opened.check();
    whileAsked = () => {
      whileAsked = () => {};
      opened.written('prj_1');
    };
    expect(await opened.isCurrent('prj_1', LATEST)).toBe(true);
    expect(await opened.isCurrent('prj_1', LATEST)).toBe(false);
    replayed = '0/2';
    expect(await opened.isCurrent('prj_1', LATEST)).toBe(true);
  });

  it('is asked for the position of the primary again after it could not be reached', async () => {
    const asked: string[] = [];
    const opened = await openWith(
      () => LATEST,
      () => {
        asked.push('primary');
        return ['0/1'];
      },
    );
    for (let i = 0; i < 2; i += 1)
      expect(await opened.replica.isCurrent('prj_1', LATEST)).toBe(true);
    expect(asked).toHaveLength(1);
    opened.standby.failed(new Error('gone'));
    await opened.replica.check();
    expect(await opened.replica.isCurrent('prj_1', LATEST)).toBe(true);
    opened.replica.missed();
    expect(await opened.replica.isCurrent('prj_1', LATEST)).toBe(true);
    expect(asked).toHaveLength(3);
  });
});
