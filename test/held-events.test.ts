import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { isCitus } from './support/database-server.ts';
import { createDeferred } from './support/deferred.ts';
import { eventually } from './support/eventually.ts';
import { useServer } from './support/server.ts';

const server = useServer();

const EVENTS = `subscription ($after: String) {
  events(after: $after, types: [ENTRY_CREATED]) { cursor entry { content } }
}`;
const HEAD = '{ events(first: 0) { headCursor } }';

/** Makes every read of entries fail with an SQLSTATE. */
async function failReads(sqlstate: string): Promise<void> {
  const { db } = server.app;
  await db.execute(
    sql.raw(`create function fail() returns boolean language plpgsql as
      $$ begin raise exception 'no read' using errcode = '${sqlstate}'; end $$`),
  );
  await db.execute(sql`alter table entries rename to kept_entries`);
  await db.execute(sql`create view entries as select * from kept_entries where fail()`);
}

async function mendReads(): Promise<void> {
  const { db } = server.app;
  // With the view, which calls it.
  await db.execute(sql`drop function if exists fail cascade`);
  await db.execute(sql`alter table if exists kept_entries rename to entries`);
}

/** Notes that an event could not be read, from the log of the server. */
function nextWarning(): Promise<void> {
  const { promise, resolve } = createDeferred();
  const { log } = server.app;
  const { warn } = log;
  log.warn = (...given: unknown[]) => {
    log.warn = warn;
    resolve();
    warn.apply(log, given as Parameters<typeof warn>);
  };
  return promise;
}

/** A project with two entries, and the cursor before them. */
async function createEntries() {
  const project = await server.project();
  const memoryId = await project.memory();
  const { headCursor } = (await project.run(HEAD)).events;
  await project.write(memoryId, 'First', { kind: 'OBSERVATION' });
  await project.write(memoryId, 'Second', { kind: 'OBSERVATION' });
  return { project, after: headCursor };
}

// Citus cannot rename a distributed table while it is read.
describe.skipIf(isCitus)('an event whose entry cannot be read', () => {
  afterEach(mendReads);

  it('is held back until the database answers, and the others behind it', async () => {
    const { project, after } = await createEntries();
    await failReads('57014');
    const warned = nextWarning();
    const live = project.subscribe(EVENTS, { after });
    await warned;
    await mendReads();
    await live.count(2);
    expect(live.received.map(({ events }) => events?.entry?.content)).toEqual(['First', 'Second']);
    await live.stop();
  });

  it('is no longer read after the client has left', async () => {
    const { project, after } = await createEntries();
    await failReads('57014');
    const warned = nextWarning();
    const live = project.subscribe(EVENTS, { after });
    await warned;
    await live.stop();
    await eventually(() => running()).toBe(0);
  });

  it('ends with the access of its key', async () => {
    const { project, after } = await createEntries();
    await failReads('57014');
    const warned = nextWarning();
    const live = project.subscribe(EVENTS, { after });
    await warned;
    const { viewer } = await project.run('{ viewer { apiKey { id } } }', {}, project.keys.READ);
    await project.run(
      'mutation ($id: ID!) { revokeApiKey(input: { apiKeyId: $id }) { apiKey { id } } }',
      { id: viewer.apiKey.id },
      project.keys.ADMIN,
    );
    await live.ended;
    expect(JSON.stringify(live.errors)).toContain('UNAUTHENTICATED');
    expect(live.received).toEqual([]);
    await live.stop();
  });

  it('is delivered with an error that reading again does not help', async () => {
    const { project, after } = await createEntries();
    await failReads('22012');
    const live = project.subscribe(EVENTS, { after });
    const [first] = await live.count(2);
    expect(first.errors).toMatchObject([{ extensions: { code: 'INTERNAL_SERVER_ERROR' } }]);
    await live.stop();
  });
});

/** The number of subscriptions that run over WebSockets. */
async function running(): Promise<number | undefined> {
  const { values } = await server.app.metrics.runningOperations.get();
  return values.find(({ labels }) => labels.transport === 'websocket')?.value;
}
