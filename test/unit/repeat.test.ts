import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { App } from '../../src/app.ts';
import { repeat } from '../../src/repeat.ts';
import { createDeferred } from '../support/deferred.ts';

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
