import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { idempotentExtractions, idempotentWrites } from '../src/db/tables/idempotency.ts';
import { startServer } from '../src/http/server.ts';
import { purge } from '../src/maintenance.ts';
import { UPDATE_ENTRY } from './support/entries.ts';
import { afterDays } from './support/memories.ts';
import type { ChatReply } from './support/model-server.ts';
import { run, type TestProject, useServer } from './support/server.ts';

const server = useServer({
  CHAT_MODEL: 'test-chat',
  CHAT_MAX_RETRIES: '0',
  IDEMPOTENCY_RETENTION_DAYS: '10',
});

const EXTRACT = `mutation ($input: ExtractEntriesInput!) { extractEntries(input: $input) {
  method dryRun results { content result {
  ... on WriteEntryPayload { action entry { id } } ... on ItemError { code } } } } }`;

const SET_QUOTAS =
  'mutation ($input: SetQuotasInput!) { setQuotas(input: $input) { project { id } } }';

const TEXT = 'A long document.';

/** Another answer for each call, as a chat model finds other words. Returns the number of calls since then. */
function answerDifferently(reply: (facts: string[]) => ChatReply = factsOf): () => number {
  const before = server.models.chats.length;
  server.models.chat((_, number) =>
    reply([`Ada lives in house ${number}.`, `Bob owns ${number} boats.`]),
  );
  return () => server.models.chats.length - before;
}

const factsOf = (facts: string[]): ChatReply => ({ text: JSON.stringify({ facts }) });

async function start() {
  const project = await server.project();
  const memoryId = await project.memory();
  const input = { memoryId, text: TEXT, idempotencyKey: 'once' };
  const extract = async (more: object = {}) =>
    (await project.run(EXTRACT, { input: { ...input, ...more } })).extractEntries;
  const failure = async (more: object = {}) =>
    (await project.fail(EXTRACT, { input: { ...input, ...more } })).extensions.code;
  return { project, memoryId, input, extract, failure };
}

async function entryCount(project: TestProject): Promise<number> {
  return (await project.run('{ entries { totalCount } }')).entries.totalCount;
}

function rowsOf(project: TestProject) {
  const { projectId } = idempotentExtractions;
  return server.app.db.select().from(idempotentExtractions).where(eq(projectId, project.id));
}

describe('an extraction with an idempotency key', () => {
  it('returns the first answer and asks no model again', async () => {
    const { project, extract } = await start();
    const calls = answerDifferently();
    const first = await extract();
    expect(first.results.map((one: { result: object }) => one.result)).toMatchObject([
      { action: 'CREATED' },
      { action: 'CREATED' },
    ]);
    expect(await extract()).toEqual(first);
    expect(await extract({ metadata: {}, duplicatePolicy: null })).toEqual(first);
    const [{ result }] = first.results;
    await project.run(UPDATE_ENTRY, { input: { entryId: result.entry.id, content: 'Edited.' } });
    expect(await extract()).toEqual(first);
    expect(calls()).toBe(1);
    expect(await entryCount(project)).toBe(2);
  });

  it('is stored once in twenty calls at once, which ask the model once', async () => {
    const { project, extract } = await start();
    const calls = answerDifferently();
    const [first, ...others] = await Promise.all(Array.from({ length: 20 }, () => extract()));
    for (const other of others) expect(other).toEqual(first);
    expect(calls()).toBe(1);
    expect(await entryCount(project)).toBe(2);
  });

  it('is stored once if several processes ask the model', async () => {
    const { project, input, extract } = await start();
    // What is under way is known to each app, as to each process.
    const other = await startServer({ ...server.app });
    let answer = () => {};
    const after = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const calls = answerDifferently((facts) => ({ ...factsOf(facts), after }));
    const here = extract();
    const there = run(other.url, project.keys.WRITE, EXTRACT, { input }, project.id);
    await expect.poll(calls).toBe(2);
    answer();
    expect((await there).extractEntries).toEqual(await here);
    expect(await entryCount(project)).toBe(2);
    await other.close();
  });

  it('refuses the key with another input, in this project only', async () => {
    const { project, extract, failure } = await start();
    const calls = answerDifferently();
    const first = await extract();
    for (const other of [
      { text: 'Another document.' },
      { metadata: { a: 1 } },
      { updateThreshold: 0.5 },
      { memoryId: await project.memory() },
    ]) {
      expect(await failure(other)).toBe('CONFLICT');
    }
    expect(calls()).toBe(1);
    expect(await extract()).toEqual(first);
    const foreign = await (await start()).extract({ text: 'Another document.' });
    expect(foreign.results[0].result.action).toBe('CREATED');
  });

  it('refuses one of two inputs at once', async () => {
    const { project, extract } = await start();
    answerDifferently();
    const calls = [extract(), extract({ text: 'Another document.' })];
    const done = await Promise.allSettled(calls);
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await entryCount(project)).toBe(2);
  });

  it.each<[string, ChatReply]>([
    ['429', { kind: 'status', status: 429 }],
    ['500', { kind: 'status', status: 500 }],
    ['nonsense', { text: 'No.' }],
    ['no facts', factsOf([])],
  ])('leaves the key free if the model answers %s', async (_, reply) => {
    const { project, extract, failure } = await start();
    server.models.chat(() => reply);
    expect(await failure()).toMatch(/CHAT_UNAVAILABLE|CONFLICT/);
    expect(await rowsOf(project)).toEqual([]);
    answerDifferently();
    const { results } = await extract({ text: 'Another document.' });
    expect(results).toHaveLength(2);
  });

  it('leaves the key free if the thresholds are refused, and asks no model', async () => {
    const { project, failure } = await start();
    const calls = answerDifferently();
    const rules = { duplicatePolicy: 'SIMILAR', duplicateThreshold: 0.5, updateThreshold: 0.9 };
    expect(await failure(rules)).toBe('BAD_USER_INPUT');
    expect(calls()).toBe(0);
    expect(await rowsOf(project)).toEqual([]);
  });

  it('writes its texts after a failure of the embedding model, and asks no chat model again', async () => {
    const { project, extract, failure } = await start();
    const calls = answerDifferently();
    server.models.behave({ kind: 'status', status: 500 });
    expect(await failure()).toBe('EMBEDDING_UNAVAILABLE');
    expect(await failure({ text: 'Another document.' })).toBe('CONFLICT');
    server.models.behave({ kind: 'normal' });
    expect(await entryCount(project)).toBe(0);
    const { results } = await extract();
    const [{ texts } = { texts: [] }] = await rowsOf(project);
    expect(results.map(({ content }: { content: string }) => content)).toEqual(texts);
    expect(calls()).toBe(1);
    expect(await entryCount(project)).toBe(2);
  });

  it('writes the rest of its texts if the first of them are stored', async () => {
    const { project, extract, failure } = await start();
    const setQuota = (maxWritesPerDay: number) =>
      server.asRoot(SET_QUOTAS, { input: { maxWritesPerDay } }, project.id);
    let calls = 0;
    server.models.chat(() => {
      calls += 1;
      return factsOf(Array.from({ length: 45 }, (_, i) => `Call ${calls} found word ${i}.`));
    });
    // Eleven parts, and more texts than one bulk write has.
    const text = 'A sentence of some length. '.repeat(3000);
    await setQuota(450);
    expect(await failure({ text })).toBe('QUOTA_EXCEEDED');
    expect(await entryCount(project)).toBeGreaterThan(0);
    // Texts that are written already do not count again.
    await setQuota(11 * 45);
    const first = await extract({ text });
    const actions = first.results.map((one: { result: { action: string } }) => one.result.action);
    expect(actions).toHaveLength(11 * 45);
    expect(actions).not.toContain('SKIPPED');
    const created = actions.filter((action: string) => action === 'CREATED');
    expect(await entryCount(project)).toBe(created.length);
    expect(await extract({ text })).toEqual(first);
    expect(calls).toBe(11);
  }, 60_000);

  it('stores nothing in a dry run, which answers as the call with the key would', async () => {
    const { project, extract, failure } = await start();
    const calls = answerDifferently();
    const preview = await extract({ dryRun: true });
    expect(preview).toMatchObject({ dryRun: true, results: [{}, {}] });
    expect(await rowsOf(project)).toEqual([]);
    const { results } = await extract();
    expect((await extract({ dryRun: true })).results).toEqual(results);
    expect(calls()).toBe(2);
    expect(await failure({ dryRun: true, text: 'Another document.' })).toBe('CONFLICT');
    expect(await entryCount(project)).toBe(2);
  });

  it('keeps the texts for the configured days', async () => {
    const { project, extract } = await start();
    const calls = answerDifferently();
    await extract();
    await afterDays(server, 9, () => purge(server.app));
    await extract();
    expect(calls()).toBe(1);
    await afterDays(server, 11, () => purge(server.app));
    expect(await rowsOf(project)).toEqual([]);
    const ofProject = eq(idempotentWrites.projectId, project.id);
    expect(await server.app.db.$count(idempotentWrites, ofProject)).toBe(0);
    await extract({ text: 'Another document.' });
    expect(calls()).toBe(2);
  });

  it('loses the texts with its memory', async () => {
    const { project, memoryId, extract } = await start();
    answerDifferently();
    await extract();
    await project.run(
      `mutation { deleteMemory(input: { memoryId: "${memoryId}", force: true }) { memory { id } } }`,
    );
    await afterDays(server, 40, () => purge(server.app));
    expect(await rowsOf(project)).toEqual([]);
  });
});

it('stores no texts without a key', async () => {
  const { project, extract } = await start();
  const calls = answerDifferently();
  await extract({ idempotencyKey: null });
  await extract({ idempotencyKey: null });
  expect(calls()).toBe(2);
  expect(await rowsOf(project)).toEqual([]);
});
