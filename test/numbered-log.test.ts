import { and, asc, eq, gt, sql } from 'drizzle-orm';
import postgres from 'postgres';
import { describe, expect, it } from 'vitest';
import { eventLogs, events } from '../src/db/tables/events.ts';
import { memories } from '../src/db/tables/memories.ts';
import { projects } from '../src/db/tables/projects.ts';
import { encodePosition, newToken, type Position } from '../src/events/position.ts';
import { purgeEvents } from '../src/events/purge-events.ts';
import { appendEvents, insertEvents, numberEvents } from '../src/events/queries.ts';
import { selectLog } from '../src/events/read-queries.ts';
import { type EventInput, type Transaction, transact } from '../src/events/transact.ts';
import { isEmbedded } from './support/database.ts';
import { createDeferred } from './support/deferred.ts';
import { erase, PERSON, SECRET } from './support/erasure.ts';
import { type TestProject, useServer } from './support/server.ts';

const server = useServer({ JOB_CONCURRENCY: '0' });

const LIVE = 'subscription ($after: String) { events(after: $after) { cursor type } }';
const LOG = `query ($after: String) { events(first: 100, after: $after) {
  totalCount headCursor nodes { id cursor type } } }`;

const logOf = async (project: TestProject, after: string | null = null) =>
  (await project.run(LOG, { after })).events;

/** The rows of the project's events, in the order of the log. */
const rowsOf = (project: TestProject) =>
  server.app.db
    .select()
    .from(events)
    .where(eq(events.projectId, project.id))
    .orderBy(asc(events.number));

const numbersOf = async (project: TestProject) =>
  (await rowsOf(project)).map(({ number }) => number);

/** Runs a transaction with events of the project. */
const inTransaction = <T>(
  project: TestProject,
  work: (transaction: Transaction) => Promise<T>,
  options: { isDry?: boolean; locks?: string[] } = {},
) => transact(server.app, { project, actor: 'root' }, { locks: [], ...options }, work);

const anEvent: Pick<EventInput, 'type' | 'changes'> = { type: 'PROJECT_UPDATED', changes: [] };

const recordOne = (project: TestProject) =>
  inTransaction(project, async ({ record }) => record(anEvent));

/** Runs `work` with the clock of the server behind the retention of all events so far. */
async function afterRetention(work: () => Promise<unknown>): Promise<void> {
  const now = server.app.clock;
  server.app.clock = () => new Date(Date.now() + 31 * 86_400_000);
  try {
    await work();
  } finally {
    server.app.clock = now;
  }
}

/** Takes the project's log back to a position, as a restored backup does. */
async function restoreLog(project: TestProject, { number, token }: Position): Promise<void> {
  const { db } = server.app;
  await db.delete(events).where(and(eq(events.projectId, project.id), gt(events.number, number)));
  const head = { lastNumber: number, lastToken: token };
  await db.update(eventLogs).set(head).where(eq(eventLogs.projectId, project.id));
}

describe('the numbers of events', () => {
  it('have no gaps, whatever transactions run at once and fail, and readers never see a gap', async () => {
    const project = await server.project();
    const { head } = await selectLog(server.app.db, project.id);
    let isWriting = true;
    const reading = (async () => {
      while (isWriting) {
        const seen = await numbersOf(project);
        const expected = seen.map((_, i) => head.number + BigInt(i) + 1n);
        expect(seen).toEqual(expected);
      }
    })();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, i) =>
        inTransaction(project, async ({ db, record }) => {
          record(...new Array(1 + (i % 3)).fill(anEvent));
          await db
            .select({ slept: sql`pg_sleep(${(i % 4) / 200})` })
            .from(sql`(values (1)) as one`);
          if (i % 5 === 0) throw new Error('It fails after its event');
        }),
      ),
    );
    isWriting = false;
    await reading;
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(8);
    const stored = Array.from({ length: 40 }, (_, i) => (i % 5 === 0 ? 0 : 1 + (i % 3)));
    const total = stored.reduce((sum, one) => sum + one, 0);
    expect(await numbersOf(project)).toHaveLength(total);
    const { head: end } = await selectLog(server.app.db, project.id);
    expect(end.number).toBe(head.number + BigInt(total));
    const last = (await rowsOf(project)).at(-1);
    expect(end.token).toBe(last?.token);
    expect(server.app.changes.latest(project.id)).toBe(end.number);
  });

  it('are those of a bulk, in its order, in one transaction of more than one statement', async () => {
    const project = await server.project();
    const { head } = await selectLog(server.app.db, project.id);
    const subjects = Array.from({ length: 150 }, (_, i) => `key_${i}`);
    await inTransaction(project, async ({ record }) =>
      record(...subjects.map((subjectId) => ({ ...anEvent, subjectId }))),
    );
    const rows = await rowsOf(project);
    expect(rows.map(({ subjectId }) => subjectId)).toEqual(subjects);
    expect(rows.map(({ number }) => number)).toEqual(
      subjects.map((_, i) => head.number + BigInt(i) + 1n),
    );
    expect(new Set(rows.map(({ token }) => token)).size).toBe(150);
  });

  it('are not taken by a dry run', async () => {
    const project = await server.project();
    const before = await selectLog(server.app.db, project.id);
    const answer = await inTransaction(
      project,
      async ({ record }) => {
        record(anEvent);
        return 'answer';
      },
      { isDry: true },
    );
    expect(answer).toBe('answer');
    expect(await selectLog(server.app.db, project.id)).toEqual(before);
  });

  it('are taken once by a transaction that is repeated', async () => {
    const project = await server.project();
    let tries = 0;
    await inTransaction(project, async ({ record }) => {
      record(anEvent);
      tries += 1;
      if (tries === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
    });
    expect(tries).toBe(2);
    expect(await numbersOf(project)).toHaveLength(1);
  });
});

describe('the last statement of a transaction', () => {
  it('reports that the project was deleted, and stores nothing', async () => {
    const project = await server.project();
    const failed = inTransaction(project, async ({ db, record }) => {
      record(anEvent);
      await db.delete(projects).where(eq(projects.id, project.id));
    });
    await expect(failed).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await numbersOf(project)).toEqual([]);
    expect((await project.run('{ project { id } }')).project.id).toBe(project.id);
  });

  it.skipIf(isEmbedded)('reports a deletion of the project by another transaction', async () => {
    const project = await server.project();
    const deleteIt = async ({ record }: Transaction) => {
      record(anEvent);
      await server.app.db.delete(projects).where(eq(projects.id, project.id));
    };
    // Without a lock of its own, the transaction would lock the project.
    const failed = inTransaction(project, deleteIt, { locks: ['a memory'] });
    await expect(failed).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await server.app.db.$count(events, eq(events.projectId, project.id))).toBe(0);
  });

  it('reports its own error, rolls all of it back, and leaves its connection to others', async () => {
    const project = await server.project();
    const memoryId = await project.memory({ description: 'before' });
    const { db } = server.app;
    const { head } = await selectLog(db, project.id);
    await restoreLog(project, { ...head, number: 2n ** 63n - 1n });
    const failed = inTransaction(project, async ({ db, record }) => {
      record(anEvent);
      await db.update(memories).set({ description: 'after' }).where(eq(memories.id, memoryId));
    });
    await expect(failed).rejects.toMatchObject({ cause: { message: 'bigint out of range' } });
    await restoreLog(project, head);
    const { memory } = await project.run(`{ memory(id: "${memoryId}") { description } }`);
    expect(memory.description).toBe('before');
    await recordOne(project);
    expect((await selectLog(db, project.id)).head.number).toBe(head.number + 1n);
  });
});

describe.skipIf(isEmbedded)('a long transaction of another program', () => {
  it('delays nothing, though it has written', async () => {
    const project = await server.project();
    const other = await server.project();
    const memoryId = await project.memory();
    const foreignId = await other.memory();
    const { headCursor } = await logOf(project);
    const live = project.subscribe(LIVE, { after: headCursor });
    const connection = postgres(server.database.env.DATABASE_URL, { max: 1 });
    const isOver = createDeferred();
    const hasWritten = createDeferred();
    const foreign = connection.begin(async (tx) => {
      await tx`update memories set description = 'foreign' where id = ${foreignId}`;
      hasWritten.resolve();
      await isOver.promise;
    });
    await hasWritten.promise;
    for (let i = 1; i <= 5; i += 1) {
      await project.write(memoryId, `While it is open ${i}`, { kind: 'PLAN' });
      expect((await logOf(project, headCursor)).nodes).toHaveLength(i);
      await live.count(i);
    }
    isOver.resolve();
    await foreign;
    await live.stop();
    await connection.end();
  });
});

describe('a cursor', () => {
  it('of the start of a log without events resumes there', async () => {
    const project = await server.project();
    await server.app.db.delete(eventLogs).where(eq(eventLogs.projectId, project.id));
    const { headCursor, totalCount } = await logOf(project);
    expect(totalCount).toBe(0);
    expect(headCursor).toBe(encodePosition({ number: 0n, token: 0n }));
    const live = project.subscribe(LIVE, { after: headCursor });
    await recordOne(project);
    await live.count(1);
    expect((await logOf(project, headCursor)).nodes).toHaveLength(1);
    await live.stop();
  });

  it('of an event of the same number in another copy of the log is refused', async () => {
    const project = await server.project();
    await recordOne(project);
    const [event] = await rowsOf(project);
    if (event === undefined) throw new Error('The log is empty');
    const copy = encodePosition({ number: event.number, token: newToken() });
    expect((await project.fail(LOG, { after: copy })).extensions.code).toBe('CURSOR_EXPIRED');
    const { node } = await project.run('query ($id: ID!) { node(id: $id) { id } }', { id: copy });
    expect(node).toBeNull();
  });

  it('of an erased event stays valid, and nothing shows the event', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    await project.write(memoryId, `A ${SECRET}`, { metadata: PERSON });
    const { nodes } = await logOf(project);
    const erasedId = nodes.at(-1).id;
    await erase(project, { metadata: PERSON });
    const left = await logOf(project);
    expect(left.totalCount).toBe(2);
    expect(left.nodes.map(({ type }: { type: string }) => type)).toEqual([
      'MEMORY_CREATED',
      'DATA_ERASED',
    ]);
    const query = 'query ($id: ID!) { node(id: $id) { id } }';
    expect((await project.run(query, { id: erasedId })).node).toBeNull();
    expect((await logOf(project, erasedId)).nodes).toEqual(left.nodes.slice(1));
    const lives = [erasedId, nodes[0].id].map((after) => project.subscribe(LIVE, { after }));
    for (const live of lives) {
      expect(await live.count(1)).toMatchObject([{ events: { type: 'DATA_ERASED' } }]);
      await live.stop();
    }
    const [, erased] = await rowsOf(project);
    expect(erased).toMatchObject({
      isErased: true,
      memoryId: null,
      memoryTags: [],
      entryId: null,
      changes: [],
      actor: '',
    });
    expect(await erase(project, { metadata: PERSON })).toMatchObject({ events: 0 });
  });
});

describe('a follower', () => {
  it('goes on after its position was purged while it was idle', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const live = project.subscribe(LIVE, { after: (await logOf(project)).headCursor });
    await project.write(memoryId, 'Seen', { kind: 'PLAN' });
    await live.count(1);
    await afterRetention(() => purgeEvents(server.app));
    expect(await numbersOf(project)).toEqual([]);
    await project.write(memoryId, 'Made since', { kind: 'PLAN' });
    await live.count(2);
    await live.stop();
  });

  it('ends with CURSOR_EXPIRED where the log was restored to an earlier time', async () => {
    const project = await server.project();
    await recordOne(project);
    const { head } = await selectLog(server.app.db, project.id);
    const live = project.subscribe(LIVE, { after: encodePosition(head) });
    await recordOne(project);
    await live.count(1);
    await restoreLog(project, head);
    // The number that the follower has seen is taken again, by another event.
    await recordOne(project);
    await live.ended;
    expect(live.received).toHaveLength(1);
    expect(JSON.stringify(live.errors)).toContain('CURSOR_EXPIRED');
    await live.stop();
  });

  it('of a deleted project ends because its key has no access', async () => {
    const project = await server.project();
    await recordOne(project);
    const live = project.subscribe(LIVE, { after: (await logOf(project)).headCursor });
    await recordOne(project);
    await live.count(1);
    const { project: own } = await project.run('{ project { name } }');
    const deletion = `mutation ($input: DeleteProjectInput!) { deleteProject(input: $input) { deletedProjectId } }`;
    await project.run(deletion, { input: { confirmName: own.name } }, project.keys.ADMIN);
    await live.ended;
    expect(JSON.stringify(live.errors)).toContain('UNAUTHENTICATED');
    await live.stop();
  });

  it('learns of events without a notification', async () => {
    const [one, other] = [await server.project(), await server.project()];
    const starts = await Promise.all(
      [one, one, one, other].map(async (project) => ({
        project,
        after: (await logOf(project)).headCursor,
      })),
    );
    const lives = starts.map(({ project, after }) => project.subscribe(LIVE, { after }));
    for (const project of [one, other]) await recordOne(project);
    await Promise.all(lives.map((live) => live.count(1)));
    const row = { ...anEvent, memoryTags: [], actor: 'other', createdAt: new Date() };
    for (const { id } of [one, other]) {
      const appended = [{ ...row, projectId: id, token: newToken() }];
      await server.app.connection.transaction(async (db) => {
        if (!server.app.connection.isDistributed) await appendEvents(db, id, appended);
        else await insertEvents(db, await numberEvents(db, id, appended));
      });
    }
    await Promise.all(lives.map((live) => live.count(2)));
    for (const live of lives) await live.stop();
  });
});

describe('a purge', () => {
  it('ends before the first event that is kept, so that the log has no gap', async () => {
    const project = await server.project();
    for (let i = 0; i < 4; i += 1) await recordOne(project);
    const [first, second, third, fourth] = await rowsOf(project);
    if (!first || !second || !third || !fourth) throw new Error('Events are missing');
    const old = new Date(Date.now() - 31 * 86_400_000);
    for (const { number } of [first, second, fourth]) {
      const isIt = and(eq(events.projectId, project.id), eq(events.number, number));
      await server.app.db.update(events).set({ createdAt: old }).where(isIt);
    }
    await purgeEvents(server.app);
    expect(await numbersOf(project)).toEqual([third.number, fourth.number]);
    const { purged } = await selectLog(server.app.db, project.id);
    expect(purged).toEqual({ number: second.number, token: second.token });
    const code = async (after: Position) =>
      (await project.fail(LOG, { after: encodePosition(after) })).extensions.code;
    expect(await code(first)).toBe('CURSOR_EXPIRED');
    expect(await code({ number: 0n, token: 0n })).toBe('CURSOR_EXPIRED');
    expect((await logOf(project, encodePosition(second))).nodes).toHaveLength(2);
  });
});
