import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { MIN_CACHED_CHUNKS } from '../src/chunk-cache/chunk-cache.ts';
import { chunks } from '../src/db/tables/chunks.ts';
import { entries } from '../src/db/tables/entries.ts';
import { memories } from '../src/db/tables/memories.ts';
import { isEmbedded } from './support/database.ts';
import { isCitus } from './support/database-server.ts';
import { createDeferred } from './support/deferred.ts';
import { DELETE_MANY } from './support/entries.ts';
import { erase, PERSON } from './support/erasure.ts';
import type { Data } from './support/graphql.ts';
import { direction, fill, near } from './support/indexed-chunks.ts';
import { DIMENSIONS } from './support/model-server.ts';
import { useOther } from './support/other-process.ts';
import { run, type TestProject, useServer } from './support/server.ts';
import { touch } from './support/stream.ts';

/**
 * Bulks and merges that are compared with cached chunks have the outcome of those that are compared in the database. On
 * Citus nothing is cached.
 */

const server = useServer({ JOB_CONCURRENCY: '0' });

const BULK = `mutation ($input: WriteEntriesInput!) { writeEntries(input: $input) { results {
  ... on WriteEntryPayload { action similarity entry { id content accessCount } matchedEntry { id content accessCount } }
  ... on ItemError { code message } } } }`;
const WRITE =
  'mutation ($input: WriteEntryInput!) { writeEntry(input: $input) { action entry { id } } }';

/** The entries of a memory without ids: their texts, how often each was said, and the positions of their chunks. */
async function storedIn(memoryId: string): Promise<string[]> {
  const said = sql<string>`(select string_agg(concat_ws('|', one->>'text', one->>'number', one->>'statedCount'), ', ')
    from jsonb_array_elements(statements) as one)`;
  const chunked = sql<string>`(select string_agg(concat_ws('|', position, statement, text), ', ' order by position)
    from ${chunks} where ${chunks.projectId} = ${entries.projectId} and ${chunks.entryId} = ${entries.id})`;
  const rows = await server.app.db
    .select({ revision: entries.revision, said, chunked })
    .from(entries)
    .where(eq(entries.memoryId, memoryId));
  return rows.map((row) => JSON.stringify(row)).sort();
}

/** The statements of a memory that begin with a word, sorted. */
async function saidIn(memoryId: string, word: string): Promise<string[]> {
  const stored = await server.app.db
    .select({ text: sql<string>`one->>'text'` })
    .from(sql`${entries}, jsonb_array_elements(statements) as one`)
    .where(eq(entries.memoryId, memoryId));
  return stored.flatMap(({ text }) => (text.startsWith(word) ? [text] : [])).sort();
}

const RULES = { duplicateThreshold: 0.99, updateThreshold: 0.9 };

/** A memory with enough chunks for a cache, none of which is near to another. */
async function filled(project: TestProject): Promise<string> {
  const memoryId = await project.memory({ duplicateThreshold: 1, updateThreshold: 1 });
  await fill(server, project, memoryId, { count: MIN_CACHED_CHUNKS + 20, kind: 'FACT' });
  await project.run(
    'mutation ($input: UpdateMemoryInput!) { updateMemory(input: $input) { memory { id } } }',
    { input: { memoryId, ...RULES } },
  );
  return memoryId;
}

async function cached(project: TestProject): Promise<void> {
  const { chunkCache, embedders } = server.app;
  const inProject = { projectId: project.id, space: embedders.defaultSpace };
  await vi.waitUntil(
    () => {
      chunkCache.request(inProject, MIN_CACHED_CHUNKS);
      return chunkCache.find(inProject) !== null;
    },
    { timeout: 20_000 },
  );
}

/**
 * Texts that form `period` clusters: the texts i, i + period, i + 2 * period, … are similar, and with `hasEqual` some
 * of them are equal. A slice of a bulk has 64 texts, so with a period above 64, the similar texts are in other slices.
 */
function texts(
  count: number,
  { name, period, hasEqual = true }: { name: string; period: number; hasEqual?: boolean },
): string[] {
  return Array.from({ length: count }, (_, i) => {
    // The noise differs within a cluster, so that no two similarities are equal.
    const noise = 0.02 + ((i * 7) % 61) / 160;
    server.models.script(`${name} ${i}`, near(400 + (i % period), noise));
    return `${name} ${hasEqual && i % 17 === 16 ? Math.max(0, i - period) : i}`;
  });
}

/** A direction unlike any other. */
function randomDirection(seed: string): number[] {
  const bytes = createHash('shake256', { outputLength: DIMENSIONS }).update(seed).digest();
  return Array.from(bytes, (byte) => byte - 127.5);
}

/**
 * Lets `handle` send the writes that are sent in one packet, and decide what becomes of them. `number` counts the
 * packets from 1.
 */
function interceptPackets(handle: <T>(number: number, send: () => Promise<T>) => Promise<T>) {
  const { connection } = server.app;
  const { transactionInOnePacket } = connection;
  let count = 0;
  const spy = vi.spyOn(connection, 'transactionInOnePacket').mockImplementation((work) => {
    count += 1;
    return handle(count, () => transactionInOnePacket(work));
  });
  onTestFinished(() => spy.mockRestore());
  return {
    /** Waits until so many packets have been sent. */
    untilSent: (least: number) => vi.waitUntil(() => count >= least, { timeout: 10_000 }),
    sent: () => count,
    stop: () => spy.mockRestore(),
  };
}

/**
 * Watches the writes that are sent in one packet: how many were stored, and how many were under way at the same time at
 * most. Each is answered so long after it was stored.
 */
function watchPackets({ answeredAfterMs = 0 } = {}) {
  const seen = { stored: 0, refused: 0, underWay: 0, most: 0 };
  interceptPackets(async (_, send) => {
    seen.underWay += 1;
    seen.most = Math.max(seen.most, seen.underWay);
    try {
      const result = await send();
      seen.stored += 1;
      if (answeredAfterMs > 0) await setTimeout(answeredAfterMs);
      return result;
    } catch (error) {
      seen.refused += 1;
      throw error;
    } finally {
      seen.underWay -= 1;
    }
  });
  return seen;
}

const itemsOf = (contents: readonly string[]) => contents.map((content) => ({ content }));

/** What became of each text, without ids. */
const plain = (results: Data[]) =>
  results.map(({ action, similarity, entry, matchedEntry }) => ({
    action,
    similarity: similarity === null ? null : Math.round(similarity * 1e4),
    content: entry.content,
    matched: matchedEntry?.content ?? null,
  }));

describe.skipIf(isCitus)('writes that are compared with cached chunks', () => {
  let project: TestProject;
  let memoryId: string;
  beforeEach(async () => {
    project = await server.project();
    memoryId = await filled(project);
    await cached(project);
  }, 60_000);

  const bulk = async (contents: readonly string[]): Promise<Data[]> =>
    (await project.run(BULK, { input: { memoryId, items: itemsOf(contents) } })).writeEntries
      .results;

  it.each([
    { period: 80, hasEqual: true },
    { period: 23, hasEqual: true },
    { period: 80, hasEqual: false },
    { period: 23, hasEqual: false },
  ])(
    'have the outcome of those that are compared in the database, and leave the same entries: %o',
    async ({ period, hasEqual }) => {
      const contents = texts(300, { name: 'A bulk', period, hasEqual });
      const byCache = await bulk(contents);
      const other = await server.project();
      const otherMemory = await filled(other);
      vi.spyOn(server.app.chunkCache, 'find').mockReturnValue(null);
      const input = { memoryId: otherMemory, items: itemsOf(contents) };
      const byDatabase = (await other.run(BULK, { input })).writeEntries.results;
      vi.restoreAllMocks();
      expect(plain(byCache)).toEqual(plain(byDatabase));
      const actions = byCache.map(({ action }) => action);
      const expected = hasEqual ? ['CREATED', 'SKIPPED', 'UPDATED'] : ['CREATED', 'UPDATED'];
      expect([...new Set(actions)].sort()).toEqual(expected);
      expect(await storedIn(memoryId)).toEqual(await storedIn(otherMemory));
    },
  );

  it('search nothing in the database', async () => {
    const sent = vi.spyOn(server.app.connection, 'readTransaction');
    const results = await bulk(texts(200, { name: 'In the cache', period: 80 }));
    expect(results.every(({ action }) => action !== undefined)).toBe(true);
    expect(sent).not.toHaveBeenCalled();
    sent.mockRestore();
  });

  it('send a slice of a bulk while the one before it is being stored', async () => {
    await bulk(['Known from now on']);
    // On a busy machine, a slice can be stored before the next one is ready.
    const seen = watchPackets({ answeredAfterMs: 200 });
    const contents = texts(300, { name: 'In a row', period: 80, hasEqual: false });
    const results = await bulk(contents);
    expect(results.map(({ action }) => action)).not.toContain(undefined);
    expect(seen).toMatchObject({ refused: 0, most: 2 });
    expect(seen.stored).toBeGreaterThanOrEqual(5);
  });

  it('store each text of a bulk once, and merge the same, while others change the project', async () => {
    await bulk(['Known from now on']);
    const seen = watchPackets();
    const otherMemory = await project.memory();
    const contents = texts(300, { name: 'Beside others', period: 80, hasEqual: false });
    let isOver = false;
    const beside = (async () => {
      const written: Data[] = [];
      while (!isOver) {
        const content = `Beside ${written.length}`;
        server.models.script(content, direction(3000 + written.length));
        written.push(await project.run(WRITE, { input: { memoryId: otherMemory, content } }));
      }
      return written;
    })();
    const results = await bulk(contents);
    isOver = true;
    const others = await beside;
    expect(seen.refused).toBeGreaterThan(0);
    const other = await server.project();
    const alone = await filled(other);
    await other.run(BULK, { input: { memoryId: alone, items: itemsOf(['Known from now on']) } });
    const { writeEntries } = await other.run(BULK, {
      input: { memoryId: alone, items: itemsOf(contents) },
    });
    expect(plain(results)).toEqual(plain(writeEntries.results));
    expect(await storedIn(memoryId)).toEqual(await storedIn(alone));
    expect(await storedIn(otherMemory)).toHaveLength(others.length);
  });

  it('answer a bulk whose connections are lost with an error, and repeat it without a text twice', async () => {
    await bulk(['Known from now on']);
    const contents = texts(300, { name: 'Lost', period: 300, hasEqual: false });
    // The answer to the second packet is lost, although it is stored, while the third one is under way.
    const packets = interceptPackets(async (number, send) => {
      const result = await send();
      if (number === 2) throw new Error('The connection was lost');
      return result;
    });
    await expect(bulk(contents)).rejects.toThrow();
    packets.stop();
    const again = await bulk(contents);
    const actions = new Set(again.map(({ action }) => action));
    for (const action of ['CREATED', 'SKIPPED']) expect(actions).toContain(action);
    expect(await saidIn(memoryId, 'Lost')).toEqual(contents.toSorted());
  });

  describe('in calls of their own', () => {
    let count = 0;
    /** Texts that are not similar to any other. */
    const newTexts = (number: number, name: string) =>
      Array.from({ length: number }, (_, i) => {
        count += 1;
        server.models.script(`${name} ${i}`, randomDirection(`${count}`));
        return `${name} ${i}`;
      });

    /** Writes each text in a call of its own, all at once. */
    const writeAll = async (contents: readonly string[], into = memoryId): Promise<string[]> => {
      const input = (content: string) => ({ input: { memoryId: into, content } });
      const written = contents.map((content) => project.run(WRITE, input(content)));
      return (await Promise.all(written)).map(({ writeEntry }) => writeEntry.action);
    };

    it.each(['the same memory', 'another memory'])(
      'send a group of calls while another is being stored, into %s',
      async (memory) => {
        const into = memory === 'the same memory' ? memoryId : await project.memory();
        await bulk(['Known from now on']);
        // A first write to a memory is not sent at once.
        await writeAll(newTexts(1, 'First'), into);
        const seen = watchPackets({ answeredAfterMs: 50 });
        const actions: string[] = [];
        let rounds = 0;
        let areBothStored = false;
        // On a busy machine, the calls of the second group can come too late, or reach the database first.
        while (!areBothStored && rounds < 10) {
          rounds += 1;
          const { stored } = seen;
          let isWritten = false;
          const writing = writeAll(newTexts(8, `Group ${rounds} A`)).finally(() => {
            isWritten = true;
          });
          await vi.waitUntil(() => seen.underWay > 0 || isWritten, {
            interval: 1,
            timeout: 10_000,
          });
          const texts = newTexts(8, `Group ${rounds} B`);
          actions.push(...(await writeAll(texts, into)), ...(await writing));
          areBothStored = seen.most === 2 && seen.stored === stored + 2;
        }
        expect(new Set(actions)).toEqual(new Set(['CREATED']));
        expect(areBothStored).toBe(true);
        const said = [memoryId, into].map((id) => saidIn(id, 'Group'));
        const both = new Set((await Promise.all(said)).flat());
        expect(both.size).toBe(rounds * 16);
      },
    );

    it('store each of many equal texts once', async () => {
      await bulk(['Known from now on']);
      const contents = newTexts(20, 'Thrice');
      const actions = await writeAll([...contents, ...contents.toReversed(), ...contents]);
      expect(actions.filter((action) => action === 'SKIPPED')).toHaveLength(40);
      expect(actions.filter((action) => action === 'CREATED')).toHaveLength(20);
      expect(await saidIn(memoryId, 'Thrice')).toEqual(contents.toSorted());
    });

    it('store each text while others change the project', async () => {
      await bulk(['Known from now on']);
      const seen = watchPackets();
      const contents = newTexts(60, 'In between');
      for (let start = 0; start < contents.length; start += 12) {
        const changes = Array.from({ length: 3 }, () => project.memory());
        const actions = await writeAll(contents.slice(start, start + 12));
        expect(new Set(actions)).toEqual(new Set(['CREATED']));
        await Promise.all(changes);
      }
      expect(seen.refused).toBeGreaterThan(0);
      expect(await saidIn(memoryId, 'In between')).toEqual(contents.toSorted());
    });

    it('keep the calls behind a group whose connection is lost', async () => {
      await bulk(['Known from now on']);
      // The answer to the first packet is lost, although it is stored, while the second one is under way.
      const packets = interceptPackets(async (number, send) => {
        const result = await send();
        if (number > 1) return result;
        await packets.untilSent(2);
        throw Object.assign(new Error('The connection was lost'), { code: '08006' });
      });
      const lost = Promise.allSettled([writeAll(newTexts(1, 'Lost'))]);
      await packets.untilSent(1);
      const kept = await writeAll(newTexts(6, 'Kept'));
      expect(new Set(kept)).toEqual(new Set(['CREATED']));
      expect((await lost)[0]?.status).toBe('rejected');
      expect(await saidIn(memoryId, 'Kept')).toHaveLength(6);
      expect(await writeAll(['Lost 0'])).toEqual(['SKIPPED']);
    });

    it('write a group under the locks that the database refuses', async () => {
      await bulk(['Known from now on']);
      const answering = setTimeout(300);
      const packets = interceptPackets(async (number, send) => {
        if (number === 3) throw Object.assign(new Error('Refused'), { code: '23514' });
        const result = await send();
        // The first two are answered in their order.
        await answering;
        return result;
      });
      const written = [writeAll(newTexts(1, 'Packet 1'))];
      await packets.untilSent(1);
      written.push(writeAll(newTexts(1, 'Packet 2')));
      await packets.untilSent(2);
      // While two packets are under way, all that comes waits for the third one.
      written.push(writeAll(newTexts(12, 'Packet 3')));
      expect(new Set((await Promise.all(written)).flat())).toEqual(new Set(['CREATED']));
      expect(packets.sent()).toBeGreaterThanOrEqual(3);
      expect(await saidIn(memoryId, 'Packet')).toHaveLength(14);
    });
  });

  it('merge a text in one packet, and name the entry with its current counts', async () => {
    server.models.script('To be merged', direction(950));
    const [created] = await bulk(['To be merged']);
    await touch(project, { entryIds: [created?.entry.id] });
    const atOnce = vi.spyOn(server.app.connection, 'transactionInOnePacket');
    for (const [i, text] of ['Merged first', 'Merged second'].entries()) {
      server.models.script(text, near(950, 0.05 + i / 50));
    }
    // The first can be refused, since the state that is known is from before the access.
    const first = (await bulk(['Merged first']))[0];
    const second = (await bulk(['Merged second']))[0];
    const stored = await Promise.allSettled(atOnce.mock.results.map(({ value }) => value));
    expect(stored.at(-1)?.status).toBe('fulfilled');
    atOnce.mockRestore();
    expect([first?.action, second?.action]).toEqual(['UPDATED', 'UPDATED']);
    expect(second?.entry).toEqual({
      id: created?.entry.id,
      content: 'To be merged\nMerged first\nMerged second',
      accessCount: 1,
    });
    expect(second?.matchedEntry).toEqual({
      id: created?.entry.id,
      content: 'To be merged\nMerged first',
      accessCount: 1,
    });
    const search = `query ($input: SearchKnowledgeInput!) { searchKnowledge(input: $input) {
      results { matches { statement { text } } entry { id } } } }`;
    for (const text of ['To be merged', 'Merged first', 'Merged second']) {
      const { searchKnowledge } = await project.run(search, { input: { query: text, limit: 1 } });
      expect(searchKnowledge.results[0].entry.id).toBe(created?.entry.id);
      expect(searchKnowledge.results[0].matches[0].statement.text).toBe(text);
    }
  });

  it('see what was deleted since, so that the next nearest entry moves up', async () => {
    const names = ['Nearest', 'Next', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh'];
    const noises = [0.01, 0.6, 0.61, 0.62, 0.63, 0.64, 0.65];
    for (const [i, name] of names.entries()) server.models.script(name, near(960, noises[i] ?? 1));
    const entries = await bulk(names);
    const ids = entries.slice(0, 3).map(({ entry }) => entry.id);
    await project.run(DELETE_MANY, { input: { entryIds: ids } });
    server.models.script('Asked again', direction(960));
    const [again] = await bulk(['Asked again']);
    expect(again?.action).toBe('CREATED');
    expect(again?.matchedEntry.content).not.toBe('Nearest');
  });

  // The embedded database runs one transaction at a time.
  it.skipIf(isEmbedded)('find nothing of an erasure for which they wait', async () => {
    const { connection } = server.app;
    for (const text of ['Erased fact', 'Similar fact']) server.models.script(text, direction(985));
    const created = await project.write(memoryId, 'Erased fact', { metadata: PERSON });
    const isHeld = createDeferred();
    const isOver = createDeferred();
    const holding = connection.transaction(async (db) => {
      await db.select().from(memories).where(eq(memories.id, memoryId)).for('update');
      isHeld.resolve();
      await isOver.promise;
    });
    await isHeld.promise;
    const waiting = async (count: number) => {
      const found = await server.app.db
        .select({ pid: sql`pid` })
        .from(sql`pg_stat_activity`)
        .where(sql`datname = current_database() and wait_event_type = 'Lock'`);
      expect(found).toHaveLength(count);
    };
    // It has deleted the entry when it waits for the memory, and the write waits for it.
    const erasing = erase(project, { metadata: PERSON });
    await vi.waitFor(() => waiting(1), { timeout: 20_000 });
    const writing = project.write(memoryId, 'Similar fact', { idempotencyKey: 'k' });
    await vi.waitFor(() => waiting(2), { timeout: 20_000 });
    isOver.resolve();
    await Promise.all([holding, erasing]);
    const written = await writing;
    expect(written.action).toBe('CREATED');
    expect(written.matchedEntry?.id).not.toBe(created.entry.id);
  });

  it('name entries with their current counts beside a repeated answer', async () => {
    server.models.script('Written with a key', direction(970));
    server.models.script('Near the one with a key', near(970, 0.8));
    const first = { content: 'Written with a key', idempotencyKey: `key ${memoryId}` };
    const write = async (items: Data[]) =>
      (await project.run(BULK, { input: { memoryId, items } })).writeEntries.results;
    const [created] = await write([first]);
    await touch(project, { entryIds: [created.entry.id] });
    const [again, next] = await write([first, { content: 'Near the one with a key' }]);
    expect(again.entry).toMatchObject({ id: created.entry.id, accessCount: 1 });
    expect(next).toMatchObject({
      action: 'CREATED',
      matchedEntry: { id: created.entry.id, accessCount: 1 },
    });
  });

  it('number the chunks of an entry without gaps, however many are appended at once', async () => {
    const said = Array.from({ length: 7 }, (_, i) => `Said together ${i}`);
    for (const [i, text] of said.entries()) server.models.script(text, near(980, i / 100));
    await bulk(said.slice(0, 1));
    await bulk(said.slice(1));
    const [stored] = (await storedIn(memoryId)).filter((row) => row.includes('Said together'));
    const { chunked } = JSON.parse(stored ?? '');
    const positions = chunked.split(', ').map((one: string) => Number(one.split('|')[0]));
    expect(positions.length).toBeGreaterThanOrEqual(said.length);
    expect(positions).toEqual(positions.map((_: number, i: number) => i));
  });

  describe.skipIf(isEmbedded)('beside another process', () => {
    it('say each text of two equal bulks once', async () => {
      const { url } = await useOther(server);
      const contents = Array.from({ length: 150 }, (_, i) => `Of both ${i}`);
      for (const [i, content] of contents.entries()) {
        server.models.script(content, direction(2000 + i));
      }
      const input = { memoryId, items: itemsOf(contents) };
      const there = run(url, project.keys.WRITE, BULK, { input });
      const [here, { writeEntries }] = await Promise.all([bulk(contents), there]);
      const all = [...here, ...writeEntries.results];
      expect(all.every(({ action }) => action !== undefined)).toBe(true);
      expect(await saidIn(memoryId, 'Of both')).toEqual(contents.toSorted());
    });
  });
});
