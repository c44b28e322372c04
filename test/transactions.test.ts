import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { memories } from '../src/db/tables/memories.ts';
import { createDeferred } from './support/deferred.ts';
import { eventually } from './support/eventually.ts';
import { useServer } from './support/server.ts';

const server = useServer({ DATABASE_POOL_SIZE: '1', JOB_CONCURRENCY: '0' });

/** Sets the description of a memory by a statement of its own. */
const describeAs = (db: Database, memoryId: string, description: string) =>
  db.update(memories).set({ description }).where(eq(memories.id, memoryId));

const descriptionOf = async (memoryId: string) => {
  const rows = await server.app.db.select().from(memories).where(eq(memories.id, memoryId));
  return rows[0]?.description;
};

/** A statement whose parameter fails before anything is sent. */
const unsendable = sql`select ${sql.param('any', {
  mapToDriverValue: () => {
    throw new Error('Cannot be encoded');
  },
})}`;

describe('a transaction', () => {
  it('writes nothing once a part of it has failed, whatever its other parts still send', async () => {
    const project = await server.project();
    const memoryId = await project.memory({ description: 'before' });
    const isOver = createDeferred();
    let late: Promise<unknown> = Promise.resolve();
    const work = server.app.connection.transaction(async (db) => {
      const fails = describeAs(db, memoryId, 'rolled back').then(() => {
        throw new Error('One part fails');
      });
      const goesOn = isOver.promise.then(() => describeAs(db, memoryId, 'written late'));
      late = goesOn.catch((error: unknown) => error);
      await Promise.all([fails, goesOn]);
    });
    await expect(work).rejects.toThrow('One part fails');
    isOver.resolve();
    await expect(late).resolves.toMatchObject({
      cause: { message: 'The transaction that this query belongs to has ended' },
    });
    expect(await descriptionOf(memoryId)).toBe('before');
  });

  it('takes no query of one that was rolled back on the same connection', async () => {
    const project = await server.project();
    const memoryId = await project.memory({ description: 'before' });
    const isNextOpen = createDeferred();
    let late: Promise<unknown> = Promise.resolve();
    const failed = server.app.connection.transaction(async (db) => {
      late = isNextOpen.promise
        .then(() => describeAs(db, memoryId, 'written late'))
        .catch((error: unknown) => error);
      throw new Error('It fails at once');
    });
    await expect(failed).rejects.toThrow('It fails at once');
    await server.app.connection.transaction(async (db) => {
      await describeAs(db, memoryId, 'of the next');
      isNextOpen.resolve();
      await late;
    });
    expect(await late).toBeInstanceOf(Error);
    expect(await descriptionOf(memoryId)).toBe('of the next');
  });

  it('is committed whole, and its handle refuses what comes behind', async () => {
    const project = await server.project();
    const memoryId = await project.memory({ description: 'before' });
    let handle: Database | undefined;
    await server.app.connection.transaction(async (db) => {
      handle = db;
      await Promise.all([describeAs(db, memoryId, 'first'), describeAs(db, memoryId, 'second')]);
    });
    expect(await descriptionOf(memoryId)).toBe('second');
    if (handle === undefined) throw new Error('The transaction did not run');
    await expect(describeAs(handle, memoryId, 'behind')).rejects.toThrow();
    expect(await descriptionOf(memoryId)).toBe('second');
  });

  it.each([
    ['is not even sent', (db: Database) => db.execute(unsendable)],
    ['is refused by the database', (db: Database) => db.execute(sql`select 1 / 0`)],
  ])('is rolled back where one of its last statements %s', async (_, fails) => {
    const project = await server.project();
    const memoryId = await project.memory({ description: 'before' });
    const work = server.app.connection.transaction(
      (db) => describeAs(db, memoryId, 'first'),
      (db) => Promise.all([describeAs(db, memoryId, 'last').execute(), fails(db)]),
    );
    await expect(work).rejects.toThrow(/Cannot be encoded|Failed query/);
    expect(await descriptionOf(memoryId)).toBe('before');
  });

  it('fails where a failure in it was ignored, since PostgreSQL has stored nothing', async () => {
    const project = await server.project();
    const memoryId = await project.memory({ description: 'before' });
    const { transaction, transactionInOnePacket } = server.app.connection;
    const ignoring = (db: Database) =>
      Promise.all([
        describeAs(db, memoryId, 'not stored').execute(),
        db.execute(sql`select 1 / 0`).catch(() => null),
      ]);
    await expect(transaction(ignoring)).rejects.toThrow('Nothing was committed');
    await expect(transactionInOnePacket(ignoring)).rejects.toThrow('Nothing was committed');
    expect(await descriptionOf(memoryId)).toBe('before');
  });

  it('leaves its connection to others, also after many have failed', async () => {
    const project = await server.project();
    const failing = Array.from({ length: 20 }, () =>
      server.app.connection.transaction(async () => {
        throw new Error('It fails');
      }),
    );
    const outcomes = await Promise.allSettled(failing);
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    await eventually(() => server.app.connection.pool().waiting).toBe(0);
    expect((await project.run('{ viewer { role } }')).viewer.role).toBe('WRITE');
  });
});
