import { eq, sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { entries } from '../src/db/tables/entries.ts';
import { purgeEntry } from '../src/entries/entry-state.ts';
import { embeddingUnavailable } from '../src/errors.ts';
import { findMemories } from '../src/memories/memories.ts';
import { findProjects } from '../src/projects/projects.ts';
import { applyRetention } from '../src/stream/apply-retention.ts';
import { scripted } from './support/model-server.ts';
import { useServer } from './support/server.ts';
import {
  contentsOf,
  hoursAgo,
  RETRIEVE,
  record,
  retrieve,
  stateOf,
  touch,
} from './support/stream.ts';

const server = useServer();

describe('retrieveEntries', () => {
  /** The reference's worked example. */
  async function deadline() {
    const project = await server.project();
    const memoryId = await project.memory();
    const now = new Date().toISOString();
    server.models.script('What should I do about the project deadline?', scripted(1));
    const recencyHours = (recency: number) => Math.log(recency) / Math.log(0.99);
    for (const [content, recency, importance, relevance, axis] of [
      ['Made coffee', 0.99, 2, 0.1, 20],
      ['Alice mentioned deadline stress', 0.85, 7, 0.8, 21],
      ['Started report last week', 0.18, 6, 0.9, 22],
      ['I have been focused on work', 0.78, 8, 0.7, 23],
    ] as const) {
      server.models.script(content, scripted(relevance, axis));
      const occurredAt = hoursAgo(recencyHours(recency), Date.parse(now));
      await record(project, { memoryId, content, importance, occurredAt });
    }
    const ask = {
      scope: { memoryIds: [memoryId] },
      query: 'What should I do about the project deadline?',
      now,
      ranking: 'GENERATIVE_AGENTS',
    };
    return { project, memoryId, ask };
  }

  it('ranks the worked example of the reference as it does', async () => {
    const { project, ask } = await deadline();
    const results = await retrieve(project, ask);
    expect(
      results.map((result: { score: number; entry: { content: string } }) => [
        result.entry.content,
        result.score.toFixed(2),
      ]),
    ).toEqual([
      ['Alice mentioned deadline stress', '2.35'],
      ['I have been focused on work', '2.28'],
      ['Started report last week', '1.68'],
      ['Made coffee', '1.29'],
    ]);
    for (const { score, recency, importance, similarity } of results) {
      expect(score).toBeCloseTo(recency + importance + similarity, 9);
    }
  });

  it.each<[object, string]>([
    [{ weights: { recency: 0, importance: 0 } }, 'Started report last week'],
    [{ weights: { relevance: 0, importance: 0 } }, 'Made coffee'],
    [{ weights: { relevance: 0, recency: 0 } }, 'I have been focused on work'],
    [{ decayFactor: 1 }, 'I have been focused on work'],
  ])('weighs as told: %j', async (input, first) => {
    const { project, ask } = await deadline();
    const results = await retrieve(project, { ...ask, ...input, limit: 1 });
    if ('decayFactor' in input) expect(results[0].recency).toBe(1);
    else expect(contentsOf(results)).toEqual([first]);
  });

  it('stretches the parts over the candidates where that is wanted', async () => {
    const { project, ask } = await deadline();
    const results = await retrieve(project, { ...ask, normalization: 'MIN_MAX' });
    const scores = new Map<string, number>(
      results.map((result: { score: number; entry: { content: string } }) => [
        result.entry.content,
        result.score,
      ]),
    );
    expect(scores.get('Made coffee')).toBeCloseTo(1, 4);
    expect(scores.get('Started report last week')).toBeCloseTo(0 + 4 / 6 + 1, 4);
    const one = await server.project();
    const memoryId = await one.memory();
    await record(one, { memoryId, content: 'Alone', importance: 9 });
    const [alone] = await retrieve(one, {
      scope: { memoryIds: [memoryId] },
      query: 'Anything',
      ranking: 'GENERATIVE_AGENTS',
      normalization: 'MIN_MAX',
    });
    expect(alone.score).toBeCloseTo(1.5, 9);
  });

  it.each([
    [1, 0.99],
    [24, 0.7857],
    [168, 0.1848],
    [720, 0.0007],
  ])('decays after %d hours to %d', async (hours, recency) => {
    const project = await server.project();
    const memoryId = await project.memory();
    const now = new Date();
    await record(project, { memoryId, content: 'Long ago', occurredAt: hoursAgo(hours, +now) });
    const [result] = await retrieve(project, {
      scope: { memoryIds: [memoryId] },
      query: 'Long ago',
      ranking: 'GENERATIVE_AGENTS',
      now,
    });
    expect(result.recency).toBeCloseTo(recency, 3);
  });

  it('writes nothing, and leaves out what has expired', async () => {
    const { project, memoryId, ask } = await deadline();
    for (let i = 0; i < 4; i += 1) {
      server.models.script(`Expired ${i}`, scripted(0.99, 30 + i));
      await record(project, {
        memoryId,
        content: `Expired ${i}`,
        expiresAt: '2001-01-01T00:00:00.000Z',
      });
    }
    const results = await retrieve(project, ask);
    expect(await retrieve(project, ask)).toEqual(results);
    expect(contentsOf(results)).toHaveLength(4);
    for (const { entry } of results) {
      expect(entry).toMatchObject({ accessCount: 0, lastAccessedAt: null });
    }
  });

  it.each<[Record<string, unknown>, string]>([
    [{ query: ' ' }, 'input.query'],
    [{ now: '0001-01-01T00:00:00Z' }, 'input.now'],
    [{ limit: 0 }, 'input.limit'],
    [{ decayFactor: 0 }, 'input.decayFactor'],
    [{ weights: { recency: -1 } }, 'input.weights.recency'],
  ])('refuses %j', async (input, path) => {
    const project = await server.project();
    const { extensions } = await project.fail(RETRIEVE, { input: { query: 'Q', ...input } });
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path });
  });
});

describe('retention', () => {
  it('deletes an entry and sets the end of its grace period in one statement', async () => {
    const project = await server.project();
    const memoryId = await project.memory({ streamSettings: { graceDays: 3 } });
    const { app } = server;
    const expiresAt = new Date(Date.now() + 60_000);
    const { id } = await record(project, {
      memoryId,
      content: 'Short-lived',
      expiresAt: expiresAt.toISOString(),
    });
    const now = new Date(expiresAt.getTime() + 1000);
    app.clock = () => now;
    await app.db.execute(sql`alter table entries add constraint graced
      check (deleted_at is null or purge_at is not null) not valid`);
    try {
      await applyRetention(app);
    } finally {
      app.clock = () => new Date();
      await app.db.execute(sql`alter table entries drop constraint graced`);
    }
    const { deletedAt, purgeAt } = entries;
    const stored = await app.db
      .select({ deletedAt, purgeAt })
      .from(entries)
      .where(eq(entries.id, id));
    expect(stored).toEqual([{ deletedAt: now, purgeAt: new Date(now.getTime() + 3 * 86_400_000) }]);
  });

  it('hides what expired at once, deletes it, and after the grace period for good', async () => {
    const project = await server.project();
    const memoryId = await project.memory({ streamSettings: { graceDays: 1 } });
    server.models.script('Short-lived', scripted(1));
    const entry = await record(project, {
      memoryId,
      content: 'Short-lived',
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
    });
    const kept = await record(project, { memoryId, content: 'Kept' });
    const clock = server.app.clock;
    const found = async () => contentsOf(await retrieve(project, { query: 'Short-lived' }));
    const exists = async () =>
      (
        await project.run(
          `{ nodes(ids: ["${kept.id}"]) { id } entry(id: "${entry.id}") { deletedAt } }`,
        )
      ).entry;
    try {
      expect(await found()).toContain('Short-lived');
      server.app.clock = () => new Date(Date.now() + 61_000);
      expect(await found()).toEqual(['Kept']);
      await applyRetention(server.app);
      expect((await exists()).deletedAt).not.toBeNull();
      server.app.clock = () => new Date(Date.now() + 2 * 86_400_000);
      await applyRetention(server.app);
      const gone = await project.run(`{ entry(id: "${entry.id}") { id } }`);
      expect(gone).toEqual({ entry: null });
    } finally {
      server.app.clock = clock;
    }
    const { events } = await project.run(
      '{ events(first: 100) { nodes { type entryId actor { id } } } }',
    );
    const own = events.nodes.filter((event: { entryId: string }) => event.entryId === entry.id);
    type Own = { type: string; actor: { id: string } };
    expect(own.map(({ type, actor }: Own) => [type, actor.id])).toEqual([
      ['ENTRY_CREATED', expect.stringMatching(/^key_/)],
      ['ENTRY_DELETED', 'retention'],
      ['ENTRY_PURGED', 'retention'],
    ]);
  });

  it('needs no model, which may have no endpoint any more', async () => {
    const { app } = server;
    const project = await server.project();
    const memoryId = await project.memory();
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const { id } = await record(project, { memoryId, content: 'Expires', expiresAt });
    const model = vi.spyOn(app.embedders, 'for').mockImplementation(() => {
      throw embeddingUnavailable('No endpoint');
    });
    app.clock = () => new Date(Date.now() + 61_000);
    try {
      await applyRetention(app);
    } finally {
      app.clock = () => new Date();
      model.mockRestore();
    }
    const { entry } = await project.run(`{ entry(id: "${id}") { deletedAt } }`);
    expect(entry.deletedAt).not.toBeNull();
  });

  it('keeps what was restored and deleted by hand while it was about to be purged', async () => {
    const { app } = server;
    const project = await server.project();
    const memoryId = await project.memory();
    const { id } = await record(project, { memoryId, content: 'Deleted by hand' });
    await project.run(`mutation { deleteEntry(input: { entryId: "${id}" }) { entry { id } } }`);
    const [memory] = await findMemories(app, project.id, [memoryId]);
    const [row] = await findProjects(app, [project.id]);
    if (memory === undefined || row === undefined) throw new Error('Not found');
    const caller = { project: row, actor: 'retention', isRoot: false };
    await purgeEntry(app, caller, { entryId: id, memory });
    const { entry } = await project.run(`{ entry(id: "${id}") { deletedAt } }`);
    expect(entry.deletedAt).not.toBeNull();
  });

  it('keeps the most that a memory may hold, by recency and importance, and what was restored', async () => {
    const project = await server.project({ stream: { ttlHours: 1000 } });
    const ranking = 'GENERATIVE_AGENTS';
    const memoryId = await project.memory({ streamSettings: { maxEntries: 3, ranking } });
    for (const [content, importance, hours] of [
      ['Old and dull', 1, 500],
      ['Old and great', 10, 500],
      ['New and dull', 1, 0],
      ['New and great', 10, 0],
      ['Middling', 3, 100],
    ] as const) {
      await record(project, { memoryId, content, importance, occurredAt: hoursAgo(hours) });
    }
    await Promise.all([applyRetention(server.app), applyRetention(server.app)]);
    const list = async (deleted: boolean) => {
      const { memory } = await project.run(
        `{ memory(id: "${memoryId}") { entries(deleted: ${deleted}) { nodes { id content } } } }`,
      );
      return memory.entries.nodes;
    };
    const names = (nodes: { content: string }[]) => nodes.map(({ content }) => content).sort();
    expect(names(await list(false))).toEqual(['New and dull', 'New and great', 'Old and great']);
    const [dull] = (await list(true)).filter(
      ({ content }: { content: string }) => content === 'Old and dull',
    );
    await project.run(
      `mutation { restoreEntry(input: { entryId: "${dull.id}" }) { entry { id } } }`,
    );
    const { entry } = await project.run(`{ entry(id: "${dull.id}") { expiresAt } }`);
    expect(entry.expiresAt).toBeNull();
  });

  it('deletes superseded entries before current ones', async () => {
    const project = await server.project();
    const memoryId = await project.memory({ streamSettings: { maxEntries: 1 } });
    const old = await project.write(memoryId, 'The office is in Oslo', { importance: 10 });
    await project.write(memoryId, 'The office is in Bergen', {
      importance: 1,
      supersedes: [old.entry.id],
    });
    await applyRetention(server.app);
    const { memory } = await project.run(
      `{ memory(id: "${memoryId}") { entries { nodes { content } } } }`,
    );
    expect(memory.entries.nodes).toEqual([{ content: 'The office is in Bergen' }]);
  });

  it('keeps what is accessed, as much as an access counts for the recency', async () => {
    const project = await server.project({ stream: { ranking: 'GENERATIVE_AGENTS' } });
    const left = async (accessShare: number) => {
      const memoryId = await project.memory({ streamSettings: { maxEntries: 1, accessShare } });
      const older = { memoryId, content: 'Older', importance: 5, occurredAt: hoursAgo(500) };
      const { id } = await record(project, older);
      const newer = { memoryId, content: 'Newer', importance: 5, occurredAt: hoursAgo(50) };
      await record(project, newer);
      await touch(project, { entryIds: [id] });
      await applyRetention(server.app);
      const { memory } = await project.run(
        `{ memory(id: "${memoryId}") { entries { nodes { content } } } }`,
      );
      return memory.entries.nodes;
    };
    // 0.99 ^ 50 is 0.605.
    expect(await left(0.65)).toEqual([{ content: 'Older' }]);
    expect(await left(0.55)).toEqual([{ content: 'Newer' }]);
  });

  it('is off by default, and its numbers are set by project and memory', async () => {
    const project = await server.project({ stream: { decayFactor: 0.5, maxEntries: 7 } });
    const memoryId = await project.memory({ streamSettings: { decayFactor: 0.9 } });
    const { stream } = await stateOf(project, memoryId);
    expect(stream.settings).toEqual({ decayFactor: 0.9, maxEntries: 7 });
    await project.run(
      `mutation { updateMemory(input: { memoryId: "${memoryId}", streamSettings: { decayFactor: null } }) { memory { id } } }`,
    );
    expect((await stateOf(project, memoryId)).stream.settings.decayFactor).toBe(0.5);
    const plain = await server.project();
    const other = await plain.memory();
    expect((await stateOf(plain, other)).stream.settings).toEqual({
      decayFactor: 0.999,
      maxEntries: null,
    });
    const refused = await project.fail(
      `mutation { updateMemory(input: { memoryId: "${memoryId}", streamSettings: { maxDepth: 99 } }) { memory { id } } }`,
    );
    expect(refused.extensions.path).toBe('input.streamSettings.maxDepth');
  });
});
