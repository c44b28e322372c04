import { expect, it } from 'vitest';
import { retried } from '../../src/db/retried.ts';

const failed = (code: string) => Object.assign(new Error('failed'), { code });

/** Runs a transaction that fails with one code after the other. Returns its result and the number of attempts. */
async function runFailing(codes: string[]) {
  let attempts = 0;
  const run = retried(async () => {
    const code = codes[attempts];
    attempts += 1;
    if (code) throw failed(code);
    return 'done';
  });
  const result = await run.catch((error: { code: string }) => error.code);
  return { result, attempts };
}

it('a transaction is repeated after a deadlock and a serialization failure, and after nothing else', async () => {
  expect(await runFailing(['40P01', '40001'])).toEqual({ result: 'done', attempts: 3 });
  expect(await runFailing(['23505'])).toEqual({ result: '23505', attempts: 1 });
});

it('a transaction is repeated a limited number of times', async () => {
  const codes = new Array(10).fill('40001');
  expect(await runFailing(codes)).toEqual({ result: '40001', attempts: 5 });
});
