import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import type { App } from '../../src/app.ts';
import { repeat } from '../../src/repeat.ts';
import { createDeferred } from '../support/deferred.ts';
import { eventually } from '../support/eventually.ts';

it('repeated work that outlasts its interval is not begun again after stop', async () => {
  const first = createDeferred();
  let begun = 0;
  const work = () => {
    begun += 1;
    return first.promise;
  };
  const running = repeat({} as App, { intervalMs: 5, work, message: 'Failed' });
  await sleep(50);
  const stopped = running.stop();
  first.resolve();
  await stopped;
  expect(begun).toBe(1);
});

it('repeated work that fails is done again, and its failure logged, unless the database is away', async () => {
  const error = vi.fn();
  const failures = [
    new Error('A fault'),
    Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
  ];
  let begun = 0;
  const work = async () => {
    begun += 1;
    const failure = failures[begun - 1];
    if (failure) throw failure;
  };
  const app = { log: { error } as Partial<App['log']> } as App;
  const running = repeat(app, { intervalMs: 5, work, message: 'Failed' });
  await eventually(() => begun).toBeGreaterThan(2);
  await running.stop();
  expect(error.mock.calls).toEqual([[{ error: failures[0] }, 'Failed']]);
});
