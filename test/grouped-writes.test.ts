import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Connection } from '../src/db/database.ts';
import { memories } from '../src/db/tables/memories.ts';
import { inTurn } from '../src/events/in-turn.ts';
import { createDeferred } from './support/deferred.ts';
import { eventually } from './support/eventually.ts';
import { DIMENSIONS } from './support/model-server.ts';
import { type TestProject, useServer } from './support/server.ts';

const server = useServer({ JOB_CONCURRENCY: '0' });

const BULK = `mutation ($input: WriteEntriesInput!) {
  writeEntries(input: $input) { results { ... on WriteEntryPayload { action } } }
}`;

/** Keeps the writes of this process to a memory waiting until `release` is called. */
function hold(project: TestProject, memoryId: string) {
  const { promise, resolve } = createDeferred();
  const held = inTurn(server.app.connection, [`${project.id} ${memoryId}`], () => promise);
  return async () => {
    resolve();
    await held;
  };
}

/**
 * Starts writes of new texts, and resolves once all of them were embedded and wait for their turn. The queue in which
 * they wait cannot be seen from outside, so this allows far more time than it takes to get there.
 */
async function startAll<T>(writes: (() => Promise<T>)[]): Promise<Promise<T>[]> {
  const asked = server.models.requests.flat().length;
  const started = writes.map((write) => write());
  for (const one of started) one.catch(() => {});
  await eventually(() => server.models.requests.flat().length).toBe(asked + writes.length);
  await sleep(1000);
  return started;
}

/**
 * Replaces the transactions of writes, which have a `finish`, until `restore` is called. Others go on: statistics are
 * stored at any time.
 */
function replaceTransactions(
  replace: (original: Connection['transaction']) => Connection['transaction'],
) {
  const { connection } = server.app;
  const original = connection.transaction;
  const replaced = replace(original);
  connection.transaction = (work, finish) =>
    finish ? replaced(work, finish) : original(work, finish);
  return () => {
    connection.transaction = original;
  };
}

/** A project with a write that is under way, and others that wait behind it, one for each memory. */
async function waitingWrites(texts: string[]) {
  const project = await server.project();
  const first = await project.memory();
  const memories: string[] = [];
  for (const _ of texts) memories.push(await project.memory());
  const release = hold(project, first);
  const [underWay] = await startAll([() => project.write(first, `Is under way in ${project.id}`)]);
  const waiting = await startAll(
    texts.map((text, i) => () => project.write(memories[i] ?? '', text)),
  );
  return { project, memories, underWay, waiting, release };
}

describe('writes that arrive while a transaction of their project is under way', () => {
  it('share the next one', async () => {
    const texts = Array.from({ length: 10 }, (_, i) => `Waits as number ${i}`);
    const { underWay, waiting, release } = await waitingWrites(texts);
    let transactions = 0;
    const restore = replaceTransactions((original) => (...args) => {
      transactions += 1;
      return original(...args);
    });
    await release();
    await underWay;
    const written = await Promise.all(waiting);
    restore();
    expect(written.map(({ entry }) => entry.content)).toEqual(texts);
    expect(transactions).toBeLessThanOrEqual(3);
  });

  it('are compared with what was written after they were searched, in a large memory', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    // A memory that counts as large is searched before its lock is taken.
    await server.app.db
      .update(memories)
      .set({ chunkCount: 30_000 })
      .where(eq(memories.id, memoryId));
    const texts = Array.from({ length: 8 }, (_, i) => `The same topic, said in way ${i}`);
    for (const [i, text] of texts.entries()) {
      const vector = Array.from({ length: DIMENSIONS }, (_, axis) => (axis === i + 1 ? 0.2 : 0));
      server.models.script(text, [1, ...vector.slice(1)]);
    }
    const release = hold(project, memoryId);
    const rules = { updateThreshold: 0.8, duplicateThreshold: 0.999 };
    const started: Promise<{ action: string; entry: { id: string } }>[] = [];
    for (const text of texts) {
      started.push(...(await startAll([() => project.write(memoryId, text, rules)])));
    }
    await release();
    const written = await Promise.all(started);
    expect(written.map(({ action }) => action)).toEqual([
      'CREATED',
      ...texts.slice(1).map(() => 'UPDATED'),
    ]);
    expect(new Set(written.map(({ entry }) => entry.id)).size).toBe(1);
  });

  it('fail alone where their memory was deleted meanwhile', async () => {
    const { project, memories, waiting, release } = await waitingWrites(['One', 'Two', 'Three']);
    await project.run(
      'mutation ($id: ID!) { deleteMemory(input: { memoryId: $id }) { memory { id } } }',
      {
        id: memories[1],
      },
    );
    await release();
    const results = await Promise.allSettled(waiting);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('are written one by one if their transaction fails', async () => {
    const { underWay, waiting, release } = await waitingWrites(['Red', 'Green', 'Blue']);
    let count = 0;
    const restore = replaceTransactions((original) => (...args) => {
      count += 1;
      // The first is that of the write under way, the second that of the group.
      if (count === 2) return Promise.reject(new Error('The transaction failed'));
      return original(...args);
    });
    await release();
    await underWay;
    const written = await Promise.all(waiting);
    restore();
    expect(written.map(({ action }) => action)).toEqual(['CREATED', 'CREATED', 'CREATED']);
    expect(count).toBeGreaterThanOrEqual(5);
  });

  it('are recorded as those of their callers', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const release = hold(project, memoryId);
    const WRITE = `mutation ($content: String!) {
      writeEntry(input: { memoryId: "${memoryId}", content: $content }) {
        entry { id createdBy { id } }
      }
    }`;
    const keys = [project.keys.WRITE, project.keys.ADMIN, project.keys.WRITE, project.keys.ADMIN];
    const started = await startAll(
      keys.map(
        (key, i) => () => project.run(WRITE, { content: `only${i} caller${i} says${i}` }, key),
      ),
    );
    await release();
    const entries = (await Promise.all(started)).map(({ writeEntry }) => writeEntry.entry);
    const { events } = await project.run(
      '{ events(types: [ENTRY_CREATED]) { nodes { entryId actor { id } } } }',
    );
    const actors = new Map(
      events.nodes.map((event: { entryId: string; actor: { id: string } }) => [
        event.entryId,
        event.actor.id,
      ]),
    );
    expect(new Set(entries.map(({ createdBy }) => createdBy.id)).size).toBe(2);
    for (const { id, createdBy } of entries) expect(actors.get(id)).toBe(createdBy.id);
  });

  it('into another memory do not wait for a bulk', async () => {
    const project = await server.project();
    const memories = [await project.memory(), await project.memory()];
    const release = hold(project, memories[0] ?? '');
    const items = Array.from({ length: 100 }, (_, i) => ({ content: `d${i} e${i} f${i}` }));
    const asked = server.models.requests.flat().length;
    const bulk = project.run(BULK, { input: { memoryId: memories[0], items, updateThreshold: 1 } });
    await eventually(() => server.models.requests.flat().length).toBe(asked + 100);
    const single = await project.write(memories[1] ?? '', 'Single');
    expect(single.action).toBe('CREATED');
    await release();
    expect((await bulk).writeEntries.results).toHaveLength(100);
  });

  it('into the memory of a bulk do not wait for all of it', async () => {
    const project = await server.project();
    const memories = [await project.memory()];
    const release = hold(project, memories[0] ?? '');
    const items = Array.from({ length: 500 }, (_, i) => ({ content: `a${i} b${i} c${i}` }));
    const order: string[] = [];
    const asked = server.models.requests.flat().length;
    const bulk = project
      .run(BULK, { input: { memoryId: memories[0], items, updateThreshold: 1 } })
      .finally(() => order.push('bulk'));
    await eventually(() => server.models.requests.flat().length).toBe(asked + 500);
    const [single] = await startAll([
      () => project.write(memories[0] ?? '', 'The only one').finally(() => order.push('single')),
    ]);
    await release();
    const written = await bulk;
    expect(order).toEqual(['single', 'bulk']);
    const actions = written.writeEntries.results.map((result: { action: string }) => result.action);
    const created = actions.filter((action: string) => action === 'CREATED');
    expect(actions.filter((action: string) => action !== 'UPDATED')).toEqual(created);
    const { memory } = await project.run(`{ memory(id: "${memories[0]}") { entryCount } }`);
    const { action } = await single;
    expect(memory.entryCount).toBe(created.length + (action === 'CREATED' ? 1 : 0));
  });

  it('in one memory are compared with each other', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const release = hold(project, memoryId);
    const asked = server.models.requests.length;
    const started = Array.from({ length: 20 }, () => project.write(memoryId, 'Said by twenty'));
    await eventually(() => server.models.requests.length).toBeGreaterThan(asked);
    await sleep(300);
    await release();
    const written = await Promise.all(started);
    expect(new Set(written.map(({ entry }) => entry.id)).size).toBe(1);
    expect(written.filter(({ action }) => action === 'SKIPPED')).toHaveLength(19);
  });
});
