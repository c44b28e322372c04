import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createDeferred } from './support/deferred.ts';
import { eventually } from './support/eventually.ts';
import type { Behaviour } from './support/model-server.ts';
import { type TestServer, useServer } from './support/server.ts';

const oneByOne = useServer({ EMBEDDING_CONCURRENCY: '1', JOB_CONCURRENCY: '0' });
const usual = useServer({ JOB_CONCURRENCY: '0' });

afterEach(() => {
  for (const { models } of [oneByOne, usual]) models.behave({ kind: 'normal' });
});

const CALLERS = 16;

/** One more write is under way when that many come, each into a memory of its own. */
async function writeAtOnce(
  { models, project: create }: TestServer,
  behaviour: (after: Promise<unknown>) => Behaviour,
) {
  const project = await create();
  const memoryIds: string[] = [];
  for (let i = 0; i <= CALLERS; i += 1) memoryIds.push(await project.memory());
  const before = models.requests.length;
  const answered = createDeferred();
  models.behave(behaviour(answered.promise));
  const writes = memoryIds.slice(0, 1).map((id) => project.write(id, 'Is under way'));
  await eventually(() => models.requests.length).toBe(before + 1);
  writes.push(...memoryIds.slice(1).map((id, i) => project.write(id, `Text of caller ${i}`)));
  const settled = Promise.allSettled(writes);
  // Until then, all of them wait for the model, on a busy machine too.
  await sleep(1000);
  answered.resolve();
  const results = await settled;
  return {
    requests: models.requests.slice(before),
    contents: results.map((result) =>
      result.status === 'fulfilled' ? result.value.entry.content : String(result.reason),
    ),
  };
}

const texts = ['Is under way', ...Array.from({ length: CALLERS }, (_, i) => `Text of caller ${i}`)];

describe('texts that callers write at once', () => {
  it.each<[string, TestServer, number]>([
    ['one request', oneByOne, 4],
    ['eight requests', usual, 9],
  ])('share requests to the model where %s may be under way', async (_, server, most) => {
    const { requests, contents } = await writeAtOnce(server, (after) => ({
      kind: 'normal',
      after,
    }));
    expect(contents).toEqual(texts);
    expect(requests.flat().sort()).toEqual(texts.toSorted());
    expect(requests.length).toBeLessThanOrEqual(most);
  });

  it('fail alone if the model refuses one of them', async () => {
    const text = 'Text of caller 7';
    const { requests, contents } = await writeAtOnce(oneByOne, (after) => ({
      kind: 'refuse',
      text,
      status: 400,
      after,
    }));
    expect(requests.some((request) => request.length > 1 && request.includes(text))).toBe(true);
    expect(contents.filter((content) => !texts.includes(content))).toEqual([
      expect.stringMatching(/status 400.*EMBEDDING_UNAVAILABLE/),
    ]);
    expect(contents[8]).toMatch(/status 400/);
  });

  it('fail together if the model is over its rate limit, after one request', async () => {
    const { requests, contents } = await writeAtOnce(oneByOne, (after) => ({
      kind: 'refuse',
      text: 'Text of caller 7',
      status: 429,
      after,
    }));
    const shared = requests.find((request) => request.includes('Text of caller 7')) ?? [];
    expect(shared.length).toBeGreaterThan(1);
    expect(requests.flat().toSorted()).toEqual(texts.toSorted());
    const failed = contents.filter((content) => /rate limit/.test(content));
    expect(failed).toHaveLength(shared.length);
  });
});
