import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { entries } from '../src/db/tables/entries.ts';
import { jobs } from '../src/db/tables/jobs.ts';
import { purge } from '../src/maintenance.ts';
import { purgeMemories } from '../src/memories/purge-memories.ts';
import { applyRetention } from '../src/stream/apply-retention.ts';
import { createAgent } from './support/agents.ts';
import { createDeferred } from './support/deferred.ts';
import { SEARCH, UPDATE_ENTRY } from './support/entries.ts';
import { eventually } from './support/eventually.ts';
import {
  afterDays,
  DELETE_MEMORY,
  deleteMemory,
  eventsOf,
  MEMORIES,
  RESTORE_MEMORY,
  restoreMemory,
} from './support/memories.ts';
import { writeOwn } from './support/reflections.ts';
import { type TestProject, useServer, WRITE } from './support/server.ts';
import { RECORD, RECORD_MANY, REFLECT, record, scriptedModel, stateOf } from './support/stream.ts';

const server = useServer({ CHAT_MODEL: 'test-chat', MEMORY_GRACE_DAYS: '10' });

const DAY_MS = 86_400_000;

const names = (nodes: { name: string }[]) => nodes.map(({ name }) => name);

const listed = async (project: TestProject, variables = {}) =>
  names((await project.run(MEMORIES, variables)).memories.nodes);

const filled = async (name = 'Filled') => {
  const project = await server.project();
  const memoryId = await project.memory({ name, tags: ['kept'] });
  const { entry } = await project.write(memoryId, 'The customer pays in March');
  return { project, memoryId, entryId: entry.id as string };
};

describe('a deleted memory', () => {
  it('is shown with the time of its end, and listed only on demand', async () => {
    const { project, memoryId, entryId } = await filled();
    const { version } = (await project.run(MEMORIES)).memories.nodes[0];
    const deleted = await deleteMemory(project, memoryId);
    expect(Date.parse(deleted.purgeAt) - Date.parse(deleted.deletedAt)).toBe(10 * DAY_MS);
    expect(deleted).toMatchObject({
      version: version + 1,
      entryCount: 1,
      updatedBy: { name: 'WRITE' },
    });
    expect(await deleteMemory(project, memoryId)).toEqual(deleted);
    expect(await listed(project)).toEqual([]);
    expect(await listed(project, { tags: ['k*'] })).toEqual([]);
    expect(await listed(project, { deleted: true })).toEqual(['Filled']);
    expect(await listed(project, { deleted: true, tags: ['k*'] })).toEqual(['Filled']);
    const shown = await project.run(
      `query ($id: ID!, $entry: ID!) { memory(id: $id) { deletedAt } node(id: $id) { ... on Memory { deletedAt } }
        entry(id: $entry) { content memory { id } } entries { totalCount } }`,
      { id: memoryId, entry: entryId },
    );
    expect(shown).toEqual({
      memory: { deletedAt: deleted.deletedAt },
      node: { deletedAt: deleted.deletedAt },
      entry: { content: 'The customer pays in March', memory: { id: memoryId } },
      entries: { totalCount: 0 },
    });
    expect(await project.run('{ memory(name: "Filled") { id } }')).toEqual({ memory: null });
    expect(await eventsOf(project, ['MEMORY_DELETED'])).toEqual([
      {
        type: 'MEMORY_DELETED',
        memoryId,
        changes: [{ field: 'deletedAt', before: null, after: deleted.deletedAt }],
        actor: { id: expect.stringMatching(/^key_/), kind: 'API_KEY' },
      },
    ]);
  });

  it('is restored with its entries, until another memory has its name', async () => {
    const { project, memoryId, entryId } = await filled('Name');
    await deleteMemory(project, memoryId);
    const other = await project.memory({ name: 'Name' });
    const { extensions, message } = await project.fail(RESTORE_MEMORY, { input: { memoryId } });
    expect(extensions.code).toBe('CONFLICT');
    expect(message).toContain('"Name"');
    await deleteMemory(project, other);
    const restored = await restoreMemory(project, memoryId);
    expect(restored).toMatchObject({
      deletedAt: null,
      purgeAt: null,
      entryCount: 1,
      tags: ['kept'],
    });
    expect(await restoreMemory(project, memoryId)).toEqual(restored);
    expect(await listed(project)).toEqual(['Name']);
    const { searchKnowledge } = await project.run(SEARCH, { input: { query: 'March' } });
    expect(searchKnowledge.results[0].entry.id).toBe(entryId);
    expect(await project.write(memoryId, 'The customer pays in March')).toMatchObject({
      action: 'SKIPPED',
    });
    const events = await eventsOf(project, ['MEMORY_RESTORED']);
    expect(events).toMatchObject([{ memoryId, changes: [{ field: 'deletedAt', after: null }] }]);
  });

  it('refuses every write and every scope that names it, in the same words', async () => {
    const { project, memoryId, entryId } = await filled();
    await project.run(UPDATE_ENTRY, { input: { entryId, content: 'The customer pays in April' } });
    const gone = (await project.write(memoryId, 'Gone')).entry.id;
    const DELETE_ENTRY =
      'mutation ($id: ID!) { deleteEntry(input: { entryId: $id }) { entry { id } } }';
    const RESTORE_ENTRY = DELETE_ENTRY.replace('deleteEntry', 'restoreEntry');
    await project.run(DELETE_ENTRY, { id: gone });
    await deleteMemory(project, memoryId);
    const attempts: [string, Record<string, unknown>][] = [
      [WRITE, { input: { memoryId, content: 'x' } }],
      [
        'mutation ($input: WriteEntriesInput!) { writeEntries(input: $input) { results { __typename } } }',
        { input: { memoryId, items: [{ content: 'x' }] } },
      ],
      [
        'mutation ($input: ExtractEntriesInput!) { extractEntries(input: $input) { method } }',
        { input: { memoryId, text: 'x' } },
      ],
      [UPDATE_ENTRY, { input: { entryId, content: 'y' } }],
      [UPDATE_ENTRY, { input: { entryId: gone, content: 'y' } }],
      [DELETE_ENTRY, { id: entryId }],
      [DELETE_ENTRY, { id: gone }],
      [RESTORE_ENTRY, { id: gone }],
      [RESTORE_ENTRY, { id: entryId }],
      [DELETE_ENTRY.replace('deleteEntry', 'revertEntry'), { id: entryId }],
      [RECORD, { input: { memoryId, content: 'x' } }],
      [RECORD_MANY, { input: { memoryId, observations: [{ content: 'x' }] } }],
      [REFLECT, { input: { memoryId, force: true } }],
      [
        'mutation ($input: UpdateMemoryInput!) { updateMemory(input: $input) { memory { id } } }',
        { input: { memoryId, name: 'Other' } },
      ],
      [
        'mutation ($input: CreateTraceInput!) { createTrace(input: $input) { trace { id } } }',
        { input: { task: 'x', review: { result: 'PASS', memoryId } } },
      ],
      [
        'mutation ($input: CreateReflectionInput!) { createReflection(input: $input) { entry { id } } }',
        { input: { task: 'x', summary: 's', guidance: 'g', result: 'PASS', memoryId } },
      ],
      [
        'mutation ($input: CreateAgentInput!) { createAgent(input: $input) { agent { id } } }',
        { input: { name: 'x', knowledgeConfig: { writeMemoryId: memoryId } } },
      ],
      [SEARCH, { input: { query: 'x', scope: { memoryIds: [memoryId] } } }],
      [
        'query ($id: ID!) { entries(scope: { memoryIds: [$id] }) { totalCount } }',
        { id: memoryId },
      ],
    ];
    const { purgeAt } = (await project.run(MEMORIES, { deleted: true })).memories.nodes[0];
    for (const [query, variables] of attempts) {
      const { extensions, message } = await project.fail(query, variables);
      expect([query, extensions.code]).toEqual([query, 'NOT_FOUND']);
      expect(message).toBe(
        `The memory ${memoryId} is deleted; restoreMemory can restore it until ${purgeAt}.`,
      );
    }
    await restoreMemory(project, memoryId);
    const { entries } = await project.run('{ entries { totalCount nodes { content version } } }');
    expect(entries).toEqual({
      totalCount: 1,
      nodes: [{ content: 'The customer pays in April', version: 1 }],
    });
  });

  it('is not deleted from under an agent that writes to it, except by force', async () => {
    const { project, memoryId } = await filled();
    const agent = await createAgent(project, {
      name: 'Writer',
      knowledgeConfig: { writeMemoryId: memoryId },
    });
    const { extensions, message } = await project.fail(DELETE_MEMORY, { input: { memoryId } });
    expect(extensions).toMatchObject({ code: 'CONFLICT', memoryId, agentIds: [agent.id] });
    expect(message).toContain('"Writer"');
    expect((await deleteMemory(project, memoryId, true)).deletedAt).not.toBeNull();
  });

  it('is purged for good once its days are over, and not before', async () => {
    const { project, memoryId, entryId } = await filled();
    const trace = await project.run(
      'mutation ($input: CreateTraceInput!) { createTrace(input: $input) { trace { id } } }',
      { input: { task: 'When?', retrievedEntryIds: [entryId] } },
    );
    await deleteMemory(project, memoryId);
    await afterDays(server, 9, () => purge(server.app));
    expect(await listed(project, { deleted: true })).toEqual(['Filled']);
    await afterDays(server, 11, () =>
      Promise.all([purge(server.app), purge(server.app)]).then(() => {}),
    );
    expect(await listed(project, { deleted: true })).toEqual([]);
    const gone = await project.run(
      'query ($id: ID!, $entry: ID!, $trace: ID!) { memory(id: $id) { id } entry(id: $entry) { id } trace(id: $trace) { id } }',
      { id: memoryId, entry: entryId, trace: trace.createTrace.trace.id },
    );
    expect(gone).toEqual({ memory: null, entry: null, trace: { id: trace.createTrace.trace.id } });
    for (const query of [DELETE_MEMORY, RESTORE_MEMORY]) {
      const { extensions, message } = await project.fail(query, { input: { memoryId } });
      expect(extensions.code).toBe('NOT_FOUND');
      expect(message).not.toContain('is deleted');
    }
    expect(await eventsOf(project, ['MEMORY_PURGED'])).toEqual([
      {
        type: 'MEMORY_PURGED',
        memoryId,
        changes: [{ field: 'name', before: 'Filled', after: null }],
        actor: { id: 'retention', kind: 'JOB' },
      },
    ]);
  });

  it('is purged although another one cannot be', async () => {
    const { project, memoryId } = await filled('Kept');
    const other = await project.memory({ name: 'Other' });
    await deleteMemory(project, memoryId);
    await deleteMemory(project, other);
    const { db } = server.app;
    await db.execute(
      sql`create function refuse() returns trigger language plpgsql as $$begin raise 'Refused'; end$$`,
    );
    await db.transaction(async (tx) => {
      // Without it, Citus refuses triggers on distributed tables.
      await tx.execute(sql`set local citus.enable_unsafe_triggers = on`);
      await tx.execute(sql`create trigger refuse before delete on memories for each row
        when (old.name = 'Kept') execute function refuse()`);
    });
    await afterDays(server, 11, async () => {
      await expect(purgeMemories(server.app)).rejects.toMatchObject({
        cause: { message: 'Refused' },
      });
    });
    expect(await listed(project, { deleted: true })).toEqual(['Kept']);
    await db.execute(sql`drop function refuse cascade`);
  });

  it('loses nothing to writers that are at work when it is deleted', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const writes = Array.from({ length: 10 }, (_, i) =>
      project
        .write(memoryId, `Observation ${i}`, { kind: 'OBSERVATION' })
        .then(({ entry }) => entry.id as string)
        .catch((error: Error) => error.message),
    );
    const [deleted, ...outcomes] = await Promise.all([deleteMemory(project, memoryId), ...writes]);
    const written = outcomes.filter((outcome) => outcome.startsWith('me_')).sort();
    for (const outcome of outcomes) expect(outcome).toMatch(/^me_|is deleted; restoreMemory/);
    expect(deleted.entryCount).toBe(written.length);
    expect(await restoreMemory(project, memoryId)).toMatchObject({ entryCount: written.length });
    const { entries } = await project.run('{ entries { nodes { id } } }');
    expect(entries.nodes.map(({ id }: { id: string }) => id).sort()).toEqual(written);
  });

  it('is deleted and restored once, however many ask at once', async () => {
    const { project, memoryId } = await filled();
    const deleted = await Promise.all(
      Array.from({ length: 10 }, () => deleteMemory(project, memoryId)),
    );
    expect(new Set(deleted.map(({ deletedAt }) => deletedAt)).size).toBe(1);
    const restored = await Promise.all(
      Array.from({ length: 10 }, () => restoreMemory(project, memoryId)),
    );
    expect(new Set(restored.map(({ version }) => version))).toEqual(new Set([2]));
    const events = await eventsOf(project, ['MEMORY_DELETED', 'MEMORY_RESTORED']);
    expect(events).toHaveLength(2);
  });

  it.each(['', '  ', 'mem_', 'me_x', 'x'.repeat(5000), '\ud800'])(
    '%.9j is not found',
    async (memoryId) => {
      const { project } = await filled();
      for (const query of [DELETE_MEMORY, RESTORE_MEMORY]) {
        const { extensions } = await project.fail(query, { input: { memoryId } });
        expect(extensions.code).toMatch(/^(NOT_FOUND|BAD_USER_INPUT)$/);
      }
    },
  );

  it('needs a key of role WRITE', async () => {
    const { project, memoryId } = await filled();
    for (const query of [DELETE_MEMORY, RESTORE_MEMORY]) {
      const { extensions } = await project.fail(query, { input: { memoryId } }, project.keys.READ);
      expect(extensions.code).toBe('FORBIDDEN');
    }
  });
});

describe('the jobs of a deleted memory', () => {
  it('leave its entries to their memory until it is restored', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const expiresAt = new Date(Date.now() + 1000).toISOString();
    const { id } = await record(project, {
      memoryId,
      content: 'Soon gone',
      importance: 5,
      expiresAt,
    });
    // As many as retention reads at once: it must not read the same ones again and again.
    const [row] = await server.app.db.select().from(entries).where(eq(entries.id, id));
    if (row === undefined) throw new Error('There is no entry');
    const copies = Array.from({ length: 200 }, (_, i) => ({ ...row, id: `me_copy${i}` }));
    await server.app.db.insert(entries).values(copies);
    await deleteMemory(project, memoryId);
    const deletedAt = async () =>
      (await project.run('query ($id: ID!) { entry(id: $id) { deletedAt } }', { id })).entry
        .deletedAt;
    await afterDays(server, 1, () => applyRetention(server.app));
    expect(await deletedAt()).toBeNull();
    await restoreMemory(project, memoryId);
    await afterDays(server, 1, () => applyRetention(server.app));
    expect(await deletedAt()).not.toBeNull();
  });

  it.each(['OBSERVATION', 'PLAN'])(
    'end without an error, and go on once it is restored: %s',
    async (kind) => {
      const project = await server.project();
      const memoryId = await project.memory();
      const [asked, deleted] = [createDeferred(), createDeferred()];
      scriptedModel(server, {
        rating: () => {
          asked.resolve();
          return { text: '9', after: deleted.promise };
        },
      });
      const { id } = await record(project, { memoryId, content: 'To be rated', kind });
      await asked.promise;
      await deleteMemory(project, memoryId);
      deleted.resolve();
      const own = server.app.db.select().from(jobs).where(eq(jobs.projectId, project.id));
      const endings = async () => (await own).map(({ status, error }) => ({ status, error }));
      await eventually(endings).toEqual([{ status: 'COMPLETED', error: null }]);
      scriptedModel(server, { rating: () => ({ text: '7' }) });
      await restoreMemory(project, memoryId);
      const importance = async () =>
        (
          await project.run(
            'query ($id: ID!) { entry(id: $id) { importanceExplained { base pending } } }',
            { id },
          )
        ).entry.importanceExplained;
      await eventually(importance).toEqual({ base: 7, pending: false });
      const observationCount = kind === 'PLAN' ? 0 : 1;
      expect(await stateOf(project, memoryId)).toMatchObject({ stream: { observationCount } });
    },
  );

  it('leave a cycle open since whose start nothing was observed, which is finished once it is restored', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    await record(project, { memoryId, content: 'The customer works late', importance: 8 });
    scriptedModel(server);
    const cycle = async () => (await stateOf(project, memoryId)).insightCycles.nodes[0];
    await project.run(REFLECT, { input: { memoryId, force: true } });
    await eventually(async () => (await cycle()).finishedAt).not.toBeNull();
    const [asked, deleted] = [createDeferred(), createDeferred()];
    server.models.chat(() => {
      asked.resolve();
      return { text: '1. What matters here?', after: deleted.promise };
    });
    await project.run(REFLECT, { input: { memoryId, force: true } });
    await asked.promise;
    await deleteMemory(project, memoryId);
    deleted.resolve();
    const own = server.app.db.select().from(jobs).where(eq(jobs.projectId, project.id));
    const endings = async () => (await own).map(({ status }) => status);
    await eventually(endings).toEqual(['COMPLETED', 'COMPLETED']);
    const { stream } = await stateOf(project, memoryId);
    expect([stream.observationCount, (await cycle()).finishedAt]).toEqual([0, null]);
    await restoreMemory(project, memoryId);
    await eventually(async () => (await cycle()).finishedAt).not.toBeNull();
  });

  it('leave a cycle of its stream open, which is finished once it is restored', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    await record(project, { memoryId, content: 'The customer works late', importance: 8 });
    const [asked, deleted] = [createDeferred(), createDeferred()];
    scriptedModel(server, {
      questions: { text: '1. What matters here?', after: asked.promise },
      insight: () => ({ text: 'Work matters most (because of 1).', after: deleted.promise }),
    });
    await project.run(REFLECT, { input: { memoryId, force: true } });
    asked.resolve();
    const cycle = async () => (await stateOf(project, memoryId)).insightCycles.nodes[0];
    await eventually(async () => (await cycle()).questions.length).toBe(1);
    await deleteMemory(project, memoryId);
    deleted.resolve();
    const own = server.app.db.select().from(jobs).where(eq(jobs.projectId, project.id));
    await eventually(async () => (await own).map(({ status }) => status)).toEqual(['COMPLETED']);
    expect(await cycle()).toMatchObject({ finishedAt: null, questions: [{ insight: null }] });
    await restoreMemory(project, memoryId);
    await eventually(async () => (await cycle()).finishedAt).not.toBeNull();
    expect((await cycle()).questions).toMatchObject([
      { question: 'What matters here?', error: null, insight: { content: 'Work matters most.' } },
    ]);
  });
});

describe('the memory of reflections', () => {
  it('is made anew after it was deleted', async () => {
    const project = await server.project();
    const first = await writeOwn(project, { task: 'A task' });
    await deleteMemory(project, first.entry.memory.id);
    const second = await writeOwn(project, { task: 'Another task' });
    expect(second.entry.memory).toMatchObject({ name: 'reflections' });
    expect(second.entry.memory.id).not.toBe(first.entry.memory.id);
  });
});
