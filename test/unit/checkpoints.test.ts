import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startCheckpoints } from '../../src/db/embedded/checkpoints.ts';

const TEN_SECONDS = 10_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('checkpoints pause until every copy of the files is complete, and stop with the database', async () => {
  const statements: string[] = [];
  const client = {
    query: async (text: string) => {
      statements.push(text);
      return { rows: [{ isDue: true }] as never[] };
    },
  };
  const checkpoints = startCheckpoints(client, pino({ level: 'silent' }));
  const made = async () => {
    statements.length = 0;
    await vi.advanceTimersByTimeAsync(TEN_SECONDS);
    return statements.includes('CHECKPOINT');
  };
  expect(await made()).toBe(true);
  const goOn = [checkpoints.pause(), checkpoints.pause()];
  expect(await made()).toBe(false);
  goOn[0]?.();
  expect(await made()).toBe(false);
  goOn[1]?.();
  expect(await made()).toBe(true);
  checkpoints.stop();
  expect(await made()).toBe(false);
});
