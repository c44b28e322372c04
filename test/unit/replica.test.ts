import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSource, type Source } from '../../src/db/server/reading.ts';
import { selectProgress, selectStandbyState, selectWritten } from '../../src/replicas/queries.ts';
import { openReplica, type Replica } from '../../src/replicas/replica.ts';

vi.mock('../../src/replicas/queries.ts');

const LATEST = 10n;
const log = pino({ level: 'silent' });

function sourceOf(name: string): Source {
  return createSource(name, { close: async () => {} } as Source['connection'], log);
}

let replica: Replica | undefined;

/** A replica whose standby has the events up to a number. */
async function openAt(lastNumber: bigint) {
  vi.mocked(selectWritten).mockResolvedValue('0/1');
  vi.mocked(selectProgress).mockResolvedValue({ lastNumber, hasReplayed: true });
  vi.mocked(selectStandbyState).mockResolvedValue({
    migrations: 1,
    lagSeconds: 0,
    isStreaming: true,
  });
  const standby = sourceOf('standby');
  replica = openReplica({ standby, primary: sourceOf('primary'), migrations: 1, log });
  await replica.check();
  return { standby, replica };
}

describe('a standby', () => {
  afterEach(async () => {
    await replica?.close();
    vi.resetAllMocks();
  });

  it('is asked again after it could not be reached, since it can be another server then', async () => {
    const opened = await openAt(LATEST);
    expect(await opened.replica.isCurrent('prj_1', LATEST)).toBe(true);
    vi.mocked(selectProgress).mockResolvedValue({ lastNumber: LATEST - 1n, hasReplayed: true });
    expect(await opened.replica.isCurrent('prj_1', LATEST)).toBe(true);
    opened.standby.failed(new Error('gone'));
    expect(await opened.replica.isCurrent('prj_1', LATEST)).toBe(false);
    await opened.replica.check();
    expect(await opened.replica.isCurrent('prj_1', LATEST)).toBe(false);
  });

  it('is not current while what it replays conflicts with the question', async () => {
    const opened = await openAt(LATEST);
    const conflict = Object.assign(new Error('conflict with recovery'), { code: '40001' });
    vi.mocked(selectProgress).mockRejectedValueOnce(conflict);
    expect(await opened.replica.isCurrent('prj_1', LATEST)).toBe(false);
    expect(opened.replica.isUp()).toBe(true);
    expect(await opened.replica.isCurrent('prj_1', LATEST)).toBe(true);
  });
});
