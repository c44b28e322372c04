import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createRounds } from '../src/retrieval/in-rounds.ts';

/** Rounds whose `work` ends when the test says so. */
function openRounds() {
  const inRound = createRounds<string, string>();
  const begun: { items: readonly string[]; end: (result: string | Error) => void }[] = [];
  const ask = (item: string, key = 'key') =>
    inRound(
      key,
      item,
      (items) =>
        new Promise((resolve, reject) => {
          const end = (result: string | Error) =>
            result instanceof Error ? reject(result) : resolve(result);
          begun.push({ items, end });
        }),
    );
  return { ask, begun };
}

it('begins at once with the items of a turn, and gives those that come later to one more round', async () => {
  const { ask, begun } = openRounds();
  const first = [ask('a'), ask('b')];
  await nextTurn();
  const second = [ask('c'), ask('d')];
  await nextTurn();
  expect(begun.map(({ items }) => items)).toEqual([['a', 'b']]);
  begun[0]?.end('first');
  expect(await Promise.all(first)).toEqual(['first', 'first']);
  await nextTurn();
  expect(begun.map(({ items }) => items)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  begun[1]?.end('second');
  expect(await Promise.all(second)).toEqual(['second', 'second']);
  const third = ask('e');
  await nextTurn();
  begun[2]?.end('third');
  expect(await third).toBe('third');
});

it('does not wait for rounds of other keys', async () => {
  const { ask, begun } = openRounds();
  const one = ask('a', 'one');
  const other = ask('b', 'other');
  await nextTurn();
  begun[1]?.end('other');
  expect(await other).toBe('other');
  begun[0]?.end('one');
  expect(await one).toBe('one');
});

it('fails the items of a round only', async () => {
  const { ask, begun } = openRounds();
  const first = [ask('a'), ask('b')];
  await nextTurn();
  const second = ask('c');
  begun[0]?.end(new Error('lost'));
  const results = await Promise.allSettled(first);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await nextTurn();
  begun[1]?.end('second');
  expect(await second).toBe('second');
});
