import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MIN_CACHED_CHUNKS } from '../src/chunk-cache/chunk-cache.ts';
import { type Cached, readAllChunks } from '../src/chunk-cache/read-chunks.ts';
import { isEmbedded } from './support/database.ts';
import { isCitus } from './support/database-server.ts';
import { UPDATE_ENTRY } from './support/entries.ts';
import { type Data, post } from './support/graphql.ts';
import { fill } from './support/indexed-chunks.ts';
import { deleteMemory } from './support/memories.ts';
import { DIMENSIONS } from './support/model-server.ts';
import { useOther } from './support/other-process.ts';
import { run, type TestProject, useServer } from './support/server.ts';
import { touch } from './support/stream.ts';

/**
 * Writes that are decided from what the process knows, and stored in one packet, have the outcome of those that are
 * decided under the lock. On Citus there are none.
 */

const server = useServer({ JOB_CONCURRENCY: '0' });
let project: TestProject;
let memoryId: string;

const WRITE = `mutation ($input: WriteEntryInput!) {
  writeEntry(input: $input) { action similarity entry { id content } matchedEntry { id accessCount content } } }`;
const UPDATE_MEMORY =
  'mutation ($input: UpdateMemoryInput!) { updateMemory(input: $input) { memory { id } } }';
const UPDATE_PROJECT =
  'mutation ($input: UpdateProjectInput!) { updateProject(input: $input) { project { id } } }';
const MEMORY = 'query ($id: ID!) { memory(id: $id) { entryCount } }';

/** A vector that depends on the number alone, and is near to no other one. */
function vectorOf(number: number): number[] {
  return Array.from(
    { length: DIMENSIONS },
    (_, i) => (Math.sin(number * 91.7 + i * 37.1) * 43758.5) % 1,
  );
}

/** A vector near that of the number. */
function near(number: number, noise: number): number[] {
  const other = vectorOf(number + 0.5);
  return vectorOf(number).map((value, i) => value + noise * (other[i] ?? 0));
}

let written = 0;

/** Writes a text with this vector; by default one that is near to no other. */
async function write(
  content: string,
  vector = vectorOf(5000 + written++),
  into = memoryId,
): Promise<Data> {
  server.models.script(content, vector);
  return (await project.run(WRITE, { input: { memoryId: into, content } })).writeEntry;
}

/** Writes, and tells whether that was one packet, which was not refused. */
async function writeObserved(content: string, vector?: number[], into?: string) {
  const sent = vi.spyOn(server.app.connection, 'transactionInOnePacket');
  const outcome = await write(content, vector, into);
  const results = await Promise.allSettled(sent.mock.results.map(({ value }) => value));
  sent.mockRestore();
  const isAtOnce = results.some(({ status }) => status === 'fulfilled');
  return { ...outcome, isAtOnce, isRefused: results.length > 0 && !isAtOnce };
}

/** Resolves when the next write is decided from what the process knows. */
async function untilKnown(): Promise<void> {
  const { chunkCache, embedders } = server.app;
  const inProject = { projectId: project.id, space: embedders.defaultSpace };
  const isKnown = async () => {
    chunkCache.request(inProject, MIN_CACHED_CHUNKS);
    return (await writeObserved(`Known ${written}`)).isAtOnce;
  };
  await expect.poll(isKnown, { timeout: 20_000 }).toBe(true);
}

/** What is cached of each entry: its state, its chunks, and how often the words of the test are in them. */
function contentsOf(cached: Cached | null) {
  if (cached === null) throw new Error('Nothing is cached');
  const { slotCount, occurredAt, chunkAt, entryOf, words } = cached.chunks;
  const slots = Array.from({ length: slotCount() }, (_, slot) => slot);
  const lexemes = ['known', 'harbour', 'merg', 'els'];
  const weights = lexemes.map((lexeme) => [
    ...words.sumWeights([{ lexeme, inText: 2, inContext: 1 }], null).sums,
  ]);
  return slots
    .filter((slot) => occurredAt(slot) !== null)
    .map((slot) => {
      const chunk = chunkAt(slot);
      const ofWords = weights.map((each) => each[slot] ?? 0);
      return { chunk, entry: entryOf(chunk.entryId), ofWords };
    })
    .sort(({ chunk: one }, { chunk: other }) =>
      `${one.entryId} ${one.position}` < `${other.entryId} ${other.position}` ? -1 : 1,
    );
}

describe.skipIf(isCitus)('a write in one packet', () => {
  beforeAll(async () => {
    project = await server.project();
    memoryId = await project.memory({ updateThreshold: 0.9 });
    const setUp = { duplicateThreshold: 1, updateThreshold: 1 };
    await project.run(UPDATE_MEMORY, { input: { memoryId, ...setUp } });
    await fill(server, project, memoryId, { count: MIN_CACHED_CHUNKS + 20, kind: 'FACT' });
    const rules = { duplicateThreshold: 0.999, updateThreshold: 0.995, duplicatePolicy: 'SIMILAR' };
    await project.run(UPDATE_MEMORY, { input: { memoryId, ...rules } });
  });
  beforeEach(() => untilKnown(), 30_000);

  it('stores what a write under the lock stores: entry, counts and event', async () => {
    const count = async () => (await project.run(MEMORY, { id: memoryId })).memory.entryCount;
    const before = await count();
    const { action, isAtOnce, entry } = await writeObserved('Stored at once');
    expect({ action, isAtOnce, content: entry.content }).toEqual({
      action: 'CREATED',
      isAtOnce: true,
      content: 'Stored at once',
    });
    expect(await count()).toBe(before + 1);
    const { events } = await project.run(
      '{ events(last: 1) { nodes { type entryId actor { id kind } } } }',
    );
    expect(events.nodes[0]).toMatchObject({ type: 'ENTRY_CREATED', entryId: entry.id });
    expect(events.nodes[0].actor.kind).toBe('API_KEY');
    const found = await project.run(
      'query ($input: SearchKnowledgeInput!) { searchKnowledge(input: $input) { results { entry { id } } } }',
      { input: { query: 'Stored at once', limit: 1 } },
    );
    expect(found.searchKnowledge.results[0].entry.id).toBe(entry.id);
  });

  it('is known as a reader of the database would know it', async () => {
    const { chunkCache, connection } = server.app;
    const own = vi.spyOn(chunkCache, 'addOwn');
    const read = vi.spyOn(chunkCache, 'readChanges');
    const outcomes = [
      await writeObserved('Known of the harbour', vectorOf(6050)),
      await writeObserved('Known of the same harbour, merged', near(6050, 0.06)),
      await writeObserved('Known of nothing else', vectorOf(6060)),
      await writeObserved('Known of nothing else, merged', near(6060, 0.06)),
      await writeObserved('Known of the harbour again', near(6050, 0.061)),
    ];
    const actions = ['CREATED', 'UPDATED', 'CREATED', 'UPDATED', 'SKIPPED'];
    expect(outcomes.map(({ action }) => action)).toEqual(actions);
    expect(outcomes.map(({ isAtOnce }) => isAtOnce)).toEqual(actions.map(() => true));
    expect(own.mock.results.map(({ value }) => value)).toEqual(actions.map(() => true));
    expect(read).not.toHaveBeenCalled();
    own.mockRestore();
    read.mockRestore();
    const inProject = { projectId: project.id, space: server.app.embedders.defaultSpace };
    const { signal } = new AbortController();
    const stored = await readAllChunks(connection, inProject, { hasRoomFor: () => true, signal });
    const cached = chunkCache.find(inProject);
    expect(cached?.head).toEqual(stored?.head);
    expect(contentsOf(cached)).toEqual(contentsOf(stored));
  });

  it('knows those before it', async () => {
    const vector = vectorOf(6000);
    const first = await writeObserved('The first of two', vector);
    expect(first.isAtOnce).toBe(true);
    const same = await writeObserved('The first of two', vector);
    expect([same.action, same.entry.id]).toEqual(['SKIPPED', first.entry.id]);
    await untilKnown();
    const alike = await writeObserved('The second of two', near(6000, 0.02));
    expect([alike.action, alike.entry.id]).toEqual(['SKIPPED', first.entry.id]);
  });

  it('names the nearest entry as it is now', async () => {
    const { entry } = await writeObserved('Something near', vectorOf(6100));
    await touch(project, { entryIds: [entry.id] });
    await untilKnown();
    const next = await writeObserved('Something less near', near(6100, 1));
    expect(next).toMatchObject({
      action: 'CREATED',
      isAtOnce: true,
      matchedEntry: { id: entry.id, accessCount: 1 },
    });
    expect(next.similarity).toBeGreaterThan(0.3);
  });

  it('names the nearest entry as it was before the write, though both are in one packet', async () => {
    const texts = ['One of a pair', 'The other of the pair'];
    const vectors = [vectorOf(6150), near(6150, 0.06)];
    const both = await Promise.all(texts.map((text, i) => write(text, vectors[i])));
    const merged = both.find(({ action }) => action === 'UPDATED');
    const created = both.find(({ action }) => action === 'CREATED');
    expect(merged.entry.content.split('\n').sort()).toEqual(texts.toSorted());
    expect(merged.matchedEntry.content).toBe(created.entry.content);
  });

  it('is made into each of several memories by turns', async () => {
    const memoryIds = await Promise.all(Array.from({ length: 6 }, () => project.memory()));
    await untilKnown();
    const writeToEach = async (text: string) => {
      const found: boolean[] = [];
      for (const [i, into] of memoryIds.entries()) {
        const { isAtOnce, action } = await writeObserved(`${text} ${i}`, undefined, into);
        expect(action).toBe('CREATED');
        found.push(isAtOnce);
      }
      return found;
    };
    // What is not known of a memory is read by its first write.
    expect(await writeToEach('The first of memory')).not.toContain(true);
    expect(await writeToEach('The second of memory')).not.toContain(false);
    const { action } = await writeObserved('The first of memory 3', vectorOf(5000), memoryIds[3]);
    expect(action).toBe('SKIPPED');
  });

  it.each([
    ['memory', UPDATE_MEMORY, () => ({ memoryId, updateThreshold: 0.5 })],
    ['project', UPDATE_PROJECT, () => ({ settings: { maxStatements: 1 } })],
  ])('is decided by the settings of now: those of the %s', async (_, mutation, input) => {
    await write('Changed by settings', vectorOf(6200 + written));
    await untilKnown();
    await project.run(mutation, { input: input() }, project.keys.ADMIN);
    const { isAtOnce } = await writeObserved(`After the change ${written}`);
    expect(isAtOnce).toBe(false);
    await project.run(UPDATE_MEMORY, { input: { memoryId, updateThreshold: 0.995 } });
  });

  it('sees a change of an entry that this process has made meanwhile', async () => {
    const { entry } = await write('Before it was edited', vectorOf(6300));
    await untilKnown();
    server.models.script('Edited since', vectorOf(6301));
    await project.run(UPDATE_ENTRY, { input: { entryId: entry.id, content: 'Edited since' } });
    const next = await writeObserved('Edited since', vectorOf(6301));
    expect([next.action, next.entry.id]).toEqual(['SKIPPED', entry.id]);
    const old = await writeObserved('Before it was edited', vectorOf(6300));
    expect(old.action).toBe('CREATED');
  });

  it('is not acknowledged, and not known, if the connection is lost before COMMIT', async () => {
    const lost = Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' });
    vi.spyOn(server.app.connection, 'transactionInOnePacket').mockRejectedValueOnce(lost);
    const vector = vectorOf(6400);
    server.models.script('Lost once', vector);
    const { code } = (await project.fail(WRITE, { input: { memoryId, content: 'Lost once' } }))
      .extensions;
    expect(code).toBe('DATABASE_UNAVAILABLE');
    vi.restoreAllMocks();
    expect((await write('Lost once', vector)).action).toBe('CREATED');
  });

  it('is found by the repeated call if the connection is lost after COMMIT', async () => {
    const { connection } = server.app;
    const { transactionInOnePacket } = connection;
    const lost = Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' });
    vi.spyOn(connection, 'transactionInOnePacket').mockImplementationOnce(async (work) => {
      await transactionInOnePacket(work);
      throw lost;
    });
    const vector = vectorOf(6500);
    server.models.script('Stored and lost', vector);
    await project.fail(WRITE, { input: { memoryId, content: 'Stored and lost' } });
    vi.restoreAllMocks();
    expect((await write('Stored and lost', vector)).action).toBe('SKIPPED');
  });

  it('leaves one entry of twenty equal texts at once', async () => {
    const vector = vectorOf(6600);
    const all = await Promise.all(
      Array.from({ length: 20 }, () => write('Said twenty times', vector)),
    );
    expect(all.filter(({ action }) => action === 'CREATED')).toHaveLength(1);
  });

  it('fails with NOT_FOUND into a memory that was deleted', async () => {
    const other = await project.memory();
    const texts = Array.from({ length: 3 }, (_, i) => `Of another memory ${i}`);
    for (const [i, text] of texts.entries()) server.models.script(text, vectorOf(6700 + i));
    for (const text of texts.slice(0, 2)) await project.write(other, text);
    await deleteMemory(project, other, true);
    const { extensions } = await project.fail(WRITE, {
      input: { memoryId: other, content: texts[2] },
    });
    expect(extensions.code).toBe('NOT_FOUND');
  });

  describe.skipIf(isEmbedded)('beside another process', () => {
    const open = async () => {
      const { url } = await useOther(server);
      return async (content: string, vector: number[], into = memoryId): Promise<Data> => {
        server.models.script(content, vector);
        const variables = { input: { memoryId: into, content } };
        return (await run(url, project.keys.WRITE, WRITE, variables)).writeEntry;
      };
    };

    it('sees what the other has stored, though it has not heard of it', async () => {
      const writeThere = await open();
      await untilKnown();
      const unheard = vi.spyOn(server.app.changes, 'latest').mockReturnValue(null);
      const vector = vectorOf(6800);
      const { entry } = await writeThere('Stored by another', vector);
      const here = await writeObserved('Stored by another', vector);
      unheard.mockRestore();
      expect([here.action, here.entry.id, here.isRefused]).toEqual(['SKIPPED', entry.id, true]);
    });

    it('knows nothing any more of another memory once the other has stored something', async () => {
      const writeThere = await open();
      const into = await project.memory();
      await untilKnown();
      await write('The first here', undefined, into);
      expect((await writeObserved('The second here', undefined, into)).isAtOnce).toBe(true);
      const vector = vectorOf(6850);
      const { entry } = await writeThere('Stored there meanwhile', vector, into);
      expect((await writeObserved('Into the first memory')).isRefused).toBe(true);
      const here = await writeObserved('Stored there meanwhile', vector, into);
      expect(here).toMatchObject({ action: 'SKIPPED', entry: { id: entry.id }, isAtOnce: false });
    });

    it('leaves one entry of each text that both write at the same time', async () => {
      const writeThere = await open();
      const texts = Array.from({ length: 30 }, (_, i) => `Of both ${i}`);
      const outcomes = await Promise.all(
        texts.flatMap((text, i) => [
          write(text, vectorOf(6900 + i)),
          writeThere(text, vectorOf(6900 + i)),
        ]),
      );
      expect(outcomes.filter(({ action }) => action === 'CREATED')).toHaveLength(30);
      const { status } = await post(server.url, project.keys.READ, '{ viewer { role } }');
      expect(status).toBe(200);
    });
  });

  it('is not tried for a while where the project changes all the time, and then again', async () => {
    const { entry } = await write('Changed all the time');
    // The pause is over after a second, in which a busy machine may not answer all of these requests.
    const frozen = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    try {
      for (let i = 0; i < 6; i += 1) {
        await project.run(UPDATE_ENTRY, { input: { entryId: entry.id, metadata: { i } } });
        await write(`Among changes ${i}`);
      }
      await write('Right behind them');
      expect((await writeObserved('Paused')).isAtOnce).toBe(false);
    } finally {
      frozen.mockRestore();
    }
    await untilKnown();
  });
});
