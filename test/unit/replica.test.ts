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

let replica: Standby | undefined;

/** A replica whose standby has replayed what `lastNumber` says, or throws. */
async function openWith(lastNumber: () => bigint, written: () => string[] = () => ['0/1']) {
  const standby = sourceOf('standby', (text) =>
    text.includes('migrations') ? [1, 0, true] : [String(lastNumber()), true],
  );
  const primary = sourceOf('primary', written);
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
});
