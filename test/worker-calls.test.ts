import { beforeEach, describe, expect, it } from 'vitest';
import { takeWrites } from '../src/entries/write/route-writes.ts';
import { WITHOUT_OTHERS } from '../src/worker-calls.ts';
import { useServer } from './support/server.ts';

/** The server stands for a worker to which no project belongs, and for the one to which they belong. */
const server = useServer({ JOB_CONCURRENCY: '0' });

let calls = 0;

/** Lets another worker own all projects. It answers with `replace(answer)`. */
function own(replace: (answer: () => Promise<Buffer>) => Promise<Buffer | null>): void {
  let answering: (request: Buffer) => Promise<Buffer> = () => Promise.reject(new Error('None'));
  takeWrites({
    ...server.app,
    workerCalls: {
      ...WITHOUT_OTHERS,
      takeCalls: (answer) => {
        answering = answer;
      },
    },
  });
  server.app.workerCalls = {
    ...WITHOUT_OTHERS,
    ownerOf: () => 2,
    call: (_, request) => {
      calls += 1;
      return replace(() => answering(request));
    },
  };
}

beforeEach(() => {
  calls = 0;
  own((answer) => answer());
});

const BULK = `mutation ($input: WriteEntriesInput!) { writeEntries(input: $input) { results {
  ... on WriteEntryPayload { action similarity entry { id content metadata occurredAt createdAt } matchedEntry { id } }
  ... on ItemError { code path message } } } }`;

describe('texts that another worker writes', () => {
  it('have the outcomes that they would have here', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const items = [
      {
        content: 'Tea is served at four',
        metadata: { place: 'garden', seats: [1, 2] },
        occurredAt: '2026-03-04T05:06:07.089Z',
      },
      { content: 'Tea is served at four' },
      { content: ' ' },
      { content: 'Horses sleep standing up', idempotencyKey: 'horses' },
    ];
    const write = async () => {
      const { writeEntries } = await project.run(BULK, { input: { memoryId, items } });
      return writeEntries.results;
    };
    const [first, same, blank, last] = await write();
    expect(calls).toBe(1);
    expect(first).toMatchObject({ action: 'CREATED', entry: items[0], matchedEntry: null });
    expect(Date.parse(first.entry.createdAt)).toBeGreaterThan(Date.now() - 60_000);
    const { id } = first.entry;
    expect(same).toMatchObject({ action: 'SKIPPED', entry: { id }, matchedEntry: { id } });
    expect(blank).toMatchObject({ code: 'BAD_USER_INPUT', path: 'input.items[2].content' });
    server.app.workerCalls = WITHOUT_OTHERS;
    const here = await write();
    expect(here[3]).toEqual(last);
    expect(here[0]).toMatchObject({ action: 'SKIPPED', entry: { id } });
    expect(calls).toBe(1);
  });

  it('are embedded and compared together if they come at once', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const texts = ['Rain falls on the roof', 'A fox crosses some field'];
    const writes = Array.from({ length: 20 }, (_, i) =>
      project.write(memoryId, texts[i % 2] ?? ''),
    );
    const actions = (await Promise.all(writes)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'CREATED')).toHaveLength(2);
    expect(actions.filter((action) => action === 'SKIPPED')).toHaveLength(18);
    expect(calls).toBe(20);
  });

  it('fail with the errors that they would have here', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const WRITE = 'mutation ($input: WriteEntryInput!) { writeEntry(input: $input) { action } }';
    const fail = (input: Record<string, unknown>) => project.fail(WRITE, { input });
    expect(await fail({ memoryId: 'mm_none', content: 'A' })).toMatchObject({
      message: expect.stringContaining('There is no memory mm_none'),
      extensions: { code: 'NOT_FOUND' },
    });
    await project.write(memoryId, 'Has a key', { idempotencyKey: 'used' });
    expect(await fail({ memoryId, content: 'Is another', idempotencyKey: 'used' })).toMatchObject({
      extensions: { code: 'CONFLICT' },
    });
    server.models.behave({ kind: 'status', status: 500 });
    expect(await fail({ memoryId, content: 'Is not embedded' })).toMatchObject({
      extensions: { code: 'EMBEDDING_UNAVAILABLE' },
    });
    server.models.behave({ kind: 'normal' });
    expect(calls).toBe(4);
  });

  it('fail with the code of the error of the database', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const { transaction } = server.app.connection;
    for (const [code, expected] of [
      ['57P01', 'DATABASE_UNAVAILABLE'],
      ['53100', 'DISK_FULL'],
      ['42601', 'INTERNAL_SERVER_ERROR'],
    ]) {
      server.app.connection.transaction = () => {
        throw Object.assign(new Error('From the database'), { code });
      };
      const WRITE = 'mutation ($input: WriteEntryInput!) { writeEntry(input: $input) { action } }';
      const failure = await project
        .fail(WRITE, { input: { memoryId, content: `Fails with ${code}` } })
        .finally(() => {
          server.app.connection.transaction = transaction;
        });
      expect(failure.extensions.code).toBe(expected);
    }
    expect(calls).toBe(3);
  });

  it('are written here if that worker takes no calls, and are stored once if it ends before it answers', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    own(async () => null);
    expect(await project.write(memoryId, 'Written here')).toMatchObject({ action: 'CREATED' });
    own(async (answer) => {
      await answer();
      return null;
    });
    expect(await project.write(memoryId, 'Was stored there')).toMatchObject({ action: 'SKIPPED' });
    expect(calls).toBe(2);
    const ENTRIES = 'query ($id: ID!) { memory(id: $id) { entryCount } }';
    expect((await project.run(ENTRIES, { id: memoryId })).memory.entryCount).toBe(2);
  });
});

describe('texts that are written where they arrive', () => {
  it('are those of a bulk, of a dry run, of a stream, and of a project with quotas', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const items = Array.from({ length: 17 }, (_, i) => ({ content: `Item ${i}` }));
    await project.run(BULK, { input: { memoryId, items } });
    await project.write(memoryId, 'Only tried', { dryRun: true });
    await project.write(memoryId, 'The kettle boils', { kind: 'OBSERVATION' });
    const SET =
      'mutation ($input: SetQuotasInput!) { setQuotas(input: $input) { project { id } } }';
    await server.asRoot(SET, { input: { maxEntries: 100 } }, project.id);
    await project.write(memoryId, 'Counts on a quota');
    expect(calls).toBe(0);
  });
});
