import { describe, expect, it } from 'vitest';
import { openSliceQueue } from '../../src/models/slice-queue.ts';

/** Runs slices named `call` + number one at a time, and returns the names in the order in which they ran. */
const orderOf = async (...calls: { name: string; slices: number }[]): Promise<string[]> => {
  const queue = openSliceQueue(1);
  const order: string[] = [];
  const slices = calls.flatMap(({ name, slices }) => {
    const run = queue.beginCall();
    return Array.from({ length: slices }, (_, i) =>
      run(async () => {
        order.push(`${name}${i}`);
      }),
    );
  });
  await Promise.all(slices);
  return order;
};

describe('a slice queue', () => {
  it('runs short calls between the slices of a long one', async () => {
    const short = ['b', 'c', 'd'].map((name) => ({ name, slices: 1 }));
    const order = await orderOf({ name: 'a', slices: 3 }, ...short);
    expect(order).toEqual(['a0', 'b0', 'c0', 'd0', 'a1', 'a2']);
  });

  it('runs long calls by turns', async () => {
    const order = await orderOf({ name: 'a', slices: 3 }, { name: 'b', slices: 3 });
    expect(order).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'b2']);
  });

  it('lets no call wait for ever: a slice is overtaken by a limited number of calls', async () => {
    const short = Array.from({ length: 30 }, (_, i) => ({ name: `s${i}.`, slices: 1 }));
    const order = await orderOf({ name: 'long', slices: 3 }, ...short);
    expect(order.indexOf('long1')).toBeLessThan(10);
    expect(order.indexOf('long2')).toBeLessThan(20);
  });

  it('rejects a slice that fails and goes on', async () => {
    const queue = openSliceQueue(1);
    const run = queue.beginCall();
    const failing = run(() => Promise.reject(new Error('failed')));
    const next = run(async () => 'next');
    await expect(failing).rejects.toThrow('failed');
    expect(await next).toBe('next');
  });
});
