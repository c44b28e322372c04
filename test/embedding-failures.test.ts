import { afterEach, describe, expect, it, vi } from 'vitest';
import { createDeferred } from './support/deferred.ts';
import type { Behaviour } from './support/model-server.ts';
import { flood, gzipBomb, headersOnly } from './support/raw-answers.ts';
import { useServer } from './support/server.ts';

const patient = useServer();
/** Only what does not answer is waited for in vain. */
const impatient = useServer({ EMBEDDING_TIMEOUT_MS: '3000' });
const retrying = useServer({ EMBEDDING_MAX_RETRIES: '2' });
const KEY = 'key-of-the-endpoint';
const keyed = useServer({ EMBEDDING_API_KEY: KEY });

afterEach(() => {
  for (const { models } of [patient, impatient, retrying]) models.behave({ kind: 'normal' });
});

const WRITE = 'mutation ($input: WriteEntryInput!) { writeEntry(input: $input) { action } }';
const BULK = `mutation ($input: WriteEntriesInput!) {
  writeEntries(input: $input) { results { ... on WriteEntryPayload { action } } } }`;

const vector = (length: number, value: unknown = 0.5) => new Array(length).fill(value);
const answering = (embedding: unknown): Behaviour => ({
  kind: 'body',
  body: { data: [{ index: 0, embedding }] },
});
const indexed = (index: unknown): Behaviour => ({
  kind: 'body',
  body: { data: [{ index, embedding: vector(64) }] },
});
const raw = (respond: Extract<Behaviour, { kind: 'raw' }>['respond']): Behaviour => ({
  kind: 'raw',
  respond,
});

const FAILURES: [string, Behaviour, RegExp][] = [
  ['is over its rate limit', { kind: 'status', status: 429, retryAfter: '1' }, /rate limit/],
  ['fails', { kind: 'status', status: 500 }, /status 500/],
  ['refuses the key', { kind: 'status', status: 401 }, /status 401/],
  ['does not answer', { kind: 'hang' }, /in time/],
  ['answers too few dimensions', { kind: 'dimensions', dimensions: 3 }, /3 dimensions, not the 64/],
  ['answers prose', { kind: 'body', body: 'I am sorry' }, /./],
  ['answers an empty object', { kind: 'body', body: {} }, /other than 1 vector/],
  ['answers null', { kind: 'body', body: 'null' }, /./],
  ['answers too few vectors', { kind: 'body', body: { data: [] } }, /other than 1 vector/],
  ['answers text for numbers', answering(vector(64, 'x')), /no vector of numbers/],
  ['answers nulls for numbers', answering(vector(64, null)), /no vector of numbers/],
  ['answers zeros', answering(vector(64, 0)), /norm 0/],
  ['answers numbers too large for pgvector', answering(vector(64, 1e39)), /single precision/],
  ['answers a norm too large for pgvector', answering(vector(64, 3e38)), /norm/],
  ['answers a norm too small for pgvector', answering(vector(64, 1e-300)), /norm/],
  ['answers an index of four billion', indexed(4_000_000_000), /index/],
  ['answers a negative index', indexed(-1), /index/],
  ['answers a fractional index', indexed(0.5), /index/],
  ['answers a text as index', indexed('0'), /index/],
  ['sends headers and then nothing', raw(headersOnly), /in time/],
  [
    'sends an answer without an end',
    raw((response) => flood(response, { piece: ' ', type: 'application/json' })),
    /too large/,
  ],
  [
    'sends an error without an end',
    raw((response) => flood(response, { piece: 'x', type: 'text/plain', status: 400 })),
    /status 400/,
  ],
  ['sends a small answer that unpacks to a large one', raw(gzipBomb), /too large/],
];

describe('when the embedding model', () => {
  it.each(FAILURES)(
    '%s, a write is refused and nothing is stored',
    async (_, behaviour, message) => {
      const server = message.source === 'in time' ? impatient : patient;
      const project = await server.project();
      const memoryId = await project.memory();
      const { entry } = await project.write(memoryId, 'Stored before');
      server.models.behave(behaviour);
      const input = { memoryId, content: 'To be refused' };
      const failures = await Promise.all([
        project.fail(WRITE, { input }),
        project.fail(BULK, { input: { memoryId, items: [{ content: 'To be refused' }] } }),
        project.fail(
          `mutation { updateEntry(input: { entryId: "${entry.id}", content: "Edit" }) { entry { id } } }`,
        ),
        project.fail('{ searchKnowledge(input: { query: "q" }) { results { score } } }'),
      ]);
      for (const failure of failures) {
        expect(failure.extensions.code).toBe('EMBEDDING_UNAVAILABLE');
        expect(failure.message).toMatch(message);
      }
      const { memory, events } = await project.run(
        `{ memory(id: "${memoryId}") { entryCount entries { nodes { content } } } events { totalCount } }`,
      );
      expect(memory).toEqual({ entryCount: 1, entries: { nodes: [{ content: 'Stored before' }] } });
      expect(events.totalCount).toBe(2);
    },
  );

  it.each<[string, string, number]>([
    ['a moment', '0.1', 3],
    ['an hour', '3600', 1],
    ['a day, as a date', new Date(Date.now() + 86_400_000).toUTCString(), 1],
  ])(
    'asks for a retry in %s, a write waits no longer than a request may',
    async (_, retryAfter, requests) => {
      const project = await retrying.project();
      const memoryId = await project.memory();
      const before = retrying.models.requests.length;
      retrying.models.behave({ kind: 'status', status: 429, retryAfter });
      const failure = await project.fail(WRITE, { input: { memoryId, content: 'To be refused' } });
      expect(failure.message).toMatch(/rate limit/);
      expect(retrying.models.requests.length - before).toBe(requests);
    },
  );

  it('is down, what is known word for word is still skipped', async () => {
    const project = await patient.project();
    const memoryId = await project.memory();
    await project.write(memoryId, 'Known word for word');
    patient.models.behave({ kind: 'status', status: 503 });
    expect((await project.write(memoryId, 'Known word for word')).action).toBe('SKIPPED');
  });

  it('is unavailable, the server is not ready until it answers again, or for a minute', async () => {
    const project = await patient.project();
    const memoryId = await project.memory();
    const ready = async () => {
      const answer = await fetch(`${patient.url}/readyz`);
      return [answer.status, ((await answer.json()) as { embedder: unknown }).embedder];
    };
    const isReady = [200, { ok: 'test-embedder (endpoint)' }];
    const failWith = (status: number) => {
      patient.models.behave({ kind: 'status', status });
      return project.fail(WRITE, { input: { memoryId, content: `Refused with ${status}` } });
    };
    // Its answers to one text, and for a rate limit, do not mean that it is unavailable.
    for (const status of [400, 429, 500]) {
      await failWith(status);
      expect(await ready()).toEqual(isReady);
    }
    const { message } = await failWith(503);
    expect(message).toBe('The embedding model test-embedder answered with status 503.');
    expect(await ready()).toEqual([503, { error: message }]);
    patient.models.behave({ kind: 'normal' });
    await project.write(memoryId, 'Stored');
    expect(await ready()).toEqual(isReady);
    await failWith(503);
    const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_001);
    try {
      expect(await ready()).toEqual(isReady);
    } finally {
      later.mockRestore();
    }
  });

  it('refuses the key or does not know the model, the log has its reason without the key', async () => {
    const project = await keyed.project();
    const memoryId = await project.memory();
    const warn = vi.spyOn(keyed.app.log, 'warn');
    const answering = (status: number, message: string): Behaviour =>
      raw((response) => {
        response.statusCode = status;
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ error: { message } }));
      });
    keyed.models.behave(answering(401, `The key ${KEY} has expired`));
    const refused = await project.fail(WRITE, { input: { memoryId, content: 'Refused' } });
    expect(refused.message).toBe(
      'The embedding model test-embedder answered with status 401; check EMBEDDING_API_KEY.',
    );
    expect(warn).toHaveBeenLastCalledWith(
      {
        requestId: expect.any(String),
        code: 'EMBEDDING_UNAVAILABLE',
        status: 401,
        reason: '401 The key … has expired',
      },
      refused.message,
    );
    keyed.models.behave(answering(404, 'No such model'));
    const unknown = await project.fail(WRITE, { input: { memoryId, content: 'Refused' } });
    expect(unknown.message).toMatch(/404; check EMBEDDING_MODEL and EMBEDDING_BASE_URL\.$/);
    expect(warn.mock.lastCall?.[0]).toMatchObject({ status: 404, reason: '404 No such model' });
    keyed.models.behave(answering(400, 'The text "Refused" is too long'));
    warn.mockClear();
    await project.fail(WRITE, { input: { memoryId, content: 'Refused' } });
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
    keyed.models.behave({ kind: 'normal' });
  });

  it('is slow, writes of other memories are not held up', async () => {
    const project = await patient.project();
    const [slow, quick] = [await project.memory(), await project.memory()];
    await project.write(quick, 'Known');
    const slowly = createDeferred();
    patient.models.behave({ kind: 'normal', after: slowly.promise });
    let isSlowDone = false;
    const writing = project.write(slow, 'Takes its time').then(() => {
      isSlowDone = true;
    });
    await project.write(quick, 'Known');
    expect(isSlowDone).toBe(false);
    slowly.resolve();
    await writing;
  });
});
