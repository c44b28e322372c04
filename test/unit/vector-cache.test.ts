import { expect, it } from 'vitest';
import type { Embedder } from '../../src/models/embedder.ts';
import { queryVector, textVector } from '../../src/models/vector-cache.ts';

it.each([
  ['queries', queryVector],
  ['texts', textVector],
])('the vectors of %s are cached, the latest ones of each model, in 4 MiB', async (_, vectorOf) => {
  let calls = 0;
  const embedder = {
    space: { model: 'test', dimensions: 512 },
    split: async (texts) => texts.map((text) => [text]),
    embed: async () => {
      calls += 1;
      return [[1]];
    },
  } as Partial<Embedder> as Embedder;
  const askedFor = async (text: string) => {
    const before = calls;
    await vectorOf(embedder, text);
    return calls - before;
  };
  expect(await askedFor('first')).toBe(1);
  expect(await askedFor('first')).toBe(0);
  // A vector of 512 dimensions has 4 KiB.
  for (let i = 0; i < 1024; i += 1) await askedFor(`text ${i}`);
  expect(await askedFor('first')).toBe(1);
  expect(await askedFor('text 1023')).toBe(0);
});
