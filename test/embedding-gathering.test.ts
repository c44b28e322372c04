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

/** New texts for a test: the vectors of those of another are kept. */
const textsOf = (test: string) => [
  `${test} is under way`,
  ...Array.from({ length: CALLERS }, (_, i) => `${test}, caller ${i}`),
];

/** The first write is under way when the others come, each into a memory of its own. */
async function writeAtOnce(
  { models, project: create }: TestServer,
  texts: readonly string[],
  behaviour: (after: Promise<unknown>) => Behaviour,
) {
  const project = await create();
  const writing: (() => Promise<{ entry: { content: string } }>)[] = [];
  for (const text of texts) {
    const memoryId = await project.memory();
    writing.push(() => project.write(memoryId, text));
  }
  const before = models.requests.length;
  const answered = createDeferred();
  models.behave(behaviour(answered.promise));
  const writes = writing.slice(0, 1).map((write) => write());
  await eventually(() => models.requests.length).toBe(before + 1);
  writes.push(...writing.slice(1).map((write) => write()));
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

describe('texts that callers write at once', () => {
  it.each<[string, TestServer, number]>([
    ['one request', oneByOne, 4],
    ['eight requests', usual, 9],
  ])('share requests to the model where %s may be under way', async (name, server, most) => {
    const texts = textsOf(`With ${name}`);
    const { requests, contents } = await writeAtOnce(server, texts, (after) => ({
      kind: 'normal',
      after,
    }));
    expect(contents).toEqual(texts);
    expect(requests.flat().sort()).toEqual(texts.toSorted());
    expect(requests.length).toBeLessThanOrEqual(most);
  });

  it('fail alone if the model refuses one of them', async () => {
    const texts = textsOf('With a refusal');
    const text = texts[8] ?? '';
    const { requests, contents } = await writeAtOnce(oneByOne, texts, (after) => ({
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

  it('have at most 300,000 bytes in a request, as many as the tokens that an endpoint takes', async () => {
    const project = await usual.project();
    const memoryId = await project.memory();
    const items = Array.from({ length: 60 }, (_, i) => ({ content: `${i} ${'x'.repeat(7400)}` }));
    const before = usual.models.requests.length;
    await project.run(
      'mutation ($input: WriteEntriesInput!) { writeEntries(input: $input) { results { __typename } } }',
      { input: { memoryId, items } },
    );
    const requests = usual.models.requests.slice(before);
    const sizes = requests.map((texts) => Buffer.byteLength(texts.join('')));
    expect(requests.flat()).toHaveLength(60);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(300_000);
    expect(sizes).toHaveLength(2);
  });

  it('fail together if the model is over its rate limit, after one request', async () => {
    const texts = textsOf('With a busy model');
    const text = texts[8] ?? '';
    const { requests, contents } = await writeAtOnce(oneByOne, texts, (after) => ({
      kind: 'refuse',
      text,
      status: 429,
      after,
    }));
    const shared = requests.find((request) => request.includes(text)) ?? [];
    expect(shared.length).toBeGreaterThan(1);
    expect(requests.flat().toSorted()).toEqual(texts.toSorted());
    const failed = contents.filter((content) => /rate limit/.test(content));
    expect(failed).toHaveLength(shared.length);
  });
});
