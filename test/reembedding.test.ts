import { and, count, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { startBackground } from '../src/background.ts';
import { chunks } from '../src/db/tables/chunks.ts';
import { entries } from '../src/db/tables/entries.ts';
import { jobs } from '../src/db/tables/jobs.ts';
import { eraseEntries } from '../src/entries/erase-entries.ts';
import { lockProjectExclusively } from '../src/projects/projects.ts';
import { isEmbedded } from './support/database.ts';
import { createDeferred } from './support/deferred.ts';
import { eventually } from './support/eventually.ts';
import { fill } from './support/indexed-chunks.ts';
import { type TestProject, useServer } from './support/server.ts';

const server = useServer({ JOB_MAX_ATTEMPTS: '2' });

const REEMBED = `mutation ($input: ReembedProjectInput!) { reembedProject(input: $input) {
  project { settings { embeddingModel } reembedding { embeddingModel entriesTotal } } } }`;
const STATE = `query ($id: ID!) { project(id: $id) { settings { embeddingModel }
  reembedding { status attempts error entriesDone entriesTotal } } }`;
const SEARCH = `query ($input: SearchKnowledgeInput!) {
  searchKnowledge(input: $input) { results { score entry { content } } } }`;

const toModel = (project: TestProject, embeddingModel: string) =>
  server.asRoot(REEMBED, { input: { embeddingModel, embeddingDimensions: 64 } }, project.id);

const stateOf = async (project: TestProject) =>
  (await server.asRoot(STATE, { id: project.id })).project;

const usesModel = (project: TestProject, model: string) =>
  eventually(async () => (await stateOf(project)).settings.embeddingModel).toBe(model);

const find = async (project: TestProject, query: string) => {
  const { searchKnowledge } = await project.run(SEARCH, { input: { query, limit: 3 } });
  return searchKnowledge.results.map(
    (result: { entry: { content: string } }) => result.entry.content,
  );
};

/** The number of statements that wait for a lock of another transaction. */
const countWaiting = async () => {
  const [row] = await server.app.db
    .select({ waiting: count() })
    .from(sql`pg_stat_activity`)
    .where(sql`datname = current_database() and wait_event_type = 'Lock'`);
  return row?.waiting ?? 0;
};

async function filled(entries: number) {
  const project = await server.project();
  const memoryId = await project.memory();
  for (let i = 0; i < entries; i += 1) {
    await project.write(memoryId, `Number ${i} of the shelf holds item${i}`, {
      kind: 'OBSERVATION',
    });
  }
  return { project, memoryId };
}

describe('reembedProject', () => {
  it('embeds a project with another model while it is searched and written', async () => {
    const { project, memoryId } = await filled(68);
    await project.write(memoryId, 'Rivers freeze in winter');
    await project.write(memoryId, 'Number 9 of the shelf holds item9');
    const TRACE = `mutation ($input: CreateTraceInput!) { createTrace(input: $input) { trace { id } } }`;
    await project.run(TRACE, { input: { task: 'Melt the ice' } });
    server.models.behave({ kind: 'normal', delayMs: 30 });
    const { reembedProject } = await toModel(project, 'other-embedder');
    expect(reembedProject.project.settings.embeddingModel).toBe('test-embedder');
    expect(reembedProject.project.reembedding).toEqual({
      embeddingModel: 'other-embedder',
      entriesTotal: 70,
    });
    const merged = await project.write(memoryId, 'Rivers freeze in a cold winter', {
      updateThreshold: 0.5,
    });
    expect(merged.action).toBe('UPDATED');
    const edited = await project.write(memoryId, 'To be edited soon', { kind: 'PLAN' });
    for (let i = 0; i < 20; i += 1) {
      await project.write(memoryId, `Meanwhile came thing${i}`, { kind: 'OBSERVATION' });
      expect(await find(project, 'the shelf holds item5')).toContain(
        'Number 5 of the shelf holds item5',
      );
    }
    await project.run(
      `mutation { updateEntry(input: { entryId: "${edited.entry.id}", content: "Edited while moving" }) { entry { id } } }`,
    );
    await usesModel(project, 'other-embedder');
    server.models.behave({ kind: 'normal' });
    expect((await stateOf(project)).reembedding).toBeNull();
    expect(await find(project, 'Number 67 of the shelf holds item67')).toContain(
      'Number 67 of the shelf holds item67',
    );
    expect((await find(project, 'a cold winter'))[0]).toContain('a cold winter');
    expect(await find(project, 'Edited while moving')).toContain('Edited while moving');
    expect(await find(project, 'Meanwhile came thing19')).toContain('Meanwhile came thing19');
    const { searchTraces } = await project.run(
      '{ searchTraces(input: { query: "Melt the ice" }) { results { similarity } } }',
    );
    expect(searchTraces.results[0].similarity).toBeCloseTo(1, 5);
    const again = await project.write(memoryId, 'Number 9 of the shelf holds item9');
    expect(again.action).toBe('SKIPPED');
    const rows = await server.app.db
      .select({ entryId: chunks.entryId })
      .from(chunks)
      .where(and(eq(chunks.projectId, project.id), eq(chunks.space, 'other-embedder/64')));
    expect(new Set(rows.map((row) => row.entryId)).size).toBe(91);
  });

  it('takes along what was merged around it, also on the way back', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const merge = (content: string) =>
      project.write(memoryId, content, { updateThreshold: 0, duplicateThreshold: 1 });
    await merge('Alpha beta gamma');
    await toModel(project, 'other-embedder');
    await usesModel(project, 'other-embedder');
    expect((await merge('Zulu yankee xray')).action).toBe('UPDATED');
    const moving = createDeferred();
    server.models.behave({ kind: 'normal', after: moving.promise });
    const asked = server.models.requests.length;
    const merging = merge('Quebec romeo sierra');
    await eventually(() => server.models.requests.length).toBeGreaterThan(asked);
    await toModel(project, 'test-embedder');
    moving.resolve();
    expect((await merging).action).toBe('UPDATED');
    server.models.behave({ kind: 'normal' });
    await usesModel(project, 'test-embedder');
    for (const line of ['Alpha beta gamma', 'Zulu yankee xray', 'Quebec romeo sierra']) {
      const known = await project.write(memoryId, line, { dryRun: true });
      expect(known).toMatchObject({ similarity: 1, entry: { memory: { entryCount: 1 } } });
      const { searchKnowledge } = await project.run(SEARCH, {
        input: { query: line, mode: 'LEXICAL' },
      });
      expect(searchKnowledge.results[0].score).toBe(1);
    }
  });

  it('leaves a fact superseded that is superseded while its vectors are made', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const { entry: old } = await project.write(memoryId, 'The office is in Bonn');
    const { entry } = await project.write(memoryId, 'Nobody goes there');
    const moving = createDeferred();
    server.models.behave({ kind: 'normal', after: moving.promise });
    const asked = server.models.requests.length;
    await toModel(project, 'other-embedder');
    await eventually(() => server.models.requests.length).toBeGreaterThan(asked);
    await project.run(`mutation { supersedeEntries(input: { entryIds: ["${old.id}"], by: "${entry.id}" }) {
      results { __typename } } }`);
    moving.resolve();
    server.models.behave({ kind: 'normal' });
    await usesModel(project, 'other-embedder');
    expect(await find(project, 'Where is the office')).toEqual(['Nobody goes there']);
  });

  it.skipIf(isEmbedded)('waits for an erasure of entries whose vectors are made', async () => {
    const { project } = await filled(3);
    const rows = await server.app.db
      .select({ id: entries.id })
      .from(entries)
      .where(eq(entries.projectId, project.id));
    const moving = createDeferred();
    server.models.behave({ kind: 'normal', after: moving.promise });
    const asked = server.models.requests.length;
    await toModel(project, 'other-embedder');
    await eventually(() => server.models.requests.length).toBeGreaterThan(asked);
    await server.app.connection.transaction(async (db) => {
      await lockProjectExclusively(db, project.id);
      await eraseEntries(db, project.id, [rows[0]?.id ?? '']);
      moving.resolve();
      await eventually(countWaiting).toBeGreaterThan(0);
    });
    server.models.behave({ kind: 'normal' });
    await usesModel(project, 'other-embedder');
    const { events } = await project.run('{ events(types: [JOB_STARTED]) { nodes { type } } }');
    expect(events.nodes).toHaveLength(1);
    expect(await find(project, 'the shelf holds item2')).toHaveLength(2);
  });

  it('waits for a model that fails, tells so, and goes on when asked again', async () => {
    const { project, memoryId } = await filled(3);
    server.models.behave({ kind: 'status', status: 500 });
    await toModel(project, 'failing-embedder');
    await eventually(async () => (await stateOf(project)).reembedding.status).toBe('FAILED');
    const { reembedding, settings } = await stateOf(project);
    expect(reembedding).toMatchObject({ attempts: 2, entriesDone: 0, entriesTotal: 3 });
    expect(reembedding.error).toContain('EMBEDDING_UNAVAILABLE');
    expect(settings.embeddingModel).toBe('test-embedder');
    server.models.behave({ kind: 'normal' });
    expect((await project.write(memoryId, 'Written in between')).action).toBe('CREATED');
    await toModel(project, 'failing-embedder');
    await usesModel(project, 'failing-embedder');
    expect(await find(project, 'Written in between')).toContain('Written in between');
  });

  it('has all its attempts again after each part that it stored', async () => {
    const { project, memoryId } = await filled(0);
    // Three batches.
    await fill(server, project, memoryId, { count: 150 });
    const failsAt = (text: string) => server.models.behave({ kind: 'refuse', text, status: 500 });
    const hasFailedAfter = (entriesDone: number) =>
      eventually(async () => (await stateOf(project)).reembedding).toMatchObject({
        status: 'QUEUED',
        attempts: 1,
        entriesDone,
        error: expect.stringContaining('EMBEDDING_UNAVAILABLE'),
      });
    failsAt('Plan number 100');
    await toModel(project, 'failing-embedder');
    await hasFailedAfter(64);
    failsAt('Plan number 140');
    await hasFailedAfter(128);
    server.models.behave({ kind: 'normal' });
    await usesModel(project, 'failing-embedder');
  });

  it('is still FAILED when its job was deleted', async () => {
    const { project } = await filled(1);
    server.models.behave({ kind: 'status', status: 500 });
    await toModel(project, 'failing-embedder');
    await eventually(async () => (await stateOf(project)).reembedding.status).toBe('FAILED');
    server.models.behave({ kind: 'normal' });
    await server.app.db.delete(jobs).where(eq(jobs.projectId, project.id));
    expect((await stateOf(project)).reembedding.status).toBe('FAILED');
  });

  it('is stopped by asking for the model it has', async () => {
    const { project } = await filled(5);
    server.models.behave({ kind: 'status', status: 500 });
    await toModel(project, 'other-embedder');
    const { reembedProject } = await toModel(project, 'test-embedder');
    server.models.behave({ kind: 'normal' });
    expect(reembedProject.project.reembedding).toBeNull();
    expect(await find(project, 'the shelf holds item4')).toHaveLength(3);
  });

  it('can be asked for again and again while its job begins and fails', async () => {
    const { project } = await filled(2);
    server.models.behave({ kind: 'status', status: 500 });
    for (let i = 0; i < 10; i += 1) {
      await Promise.all([
        toModel(project, 'other-embedder'),
        toModel(project, 'test-embedder'),
        toModel(project, 'failing-embedder'),
      ]);
    }
    server.models.behave({ kind: 'normal' });
    await toModel(project, 'other-embedder');
    await usesModel(project, 'other-embedder');
  });

  it('is taken over from a process that died', async () => {
    const { project } = await filled(2);
    const gone = new Date(Date.now() - 60_000);
    await server.app.db.insert(jobs).values({
      projectId: project.id,
      id: 'job_01m7vp9axme049zzpfbqmg6msh',
      kind: 'PROJECT_REEMBEDDING',
      subject: 'project',
      status: 'RUNNING',
      attempts: 1,
      runAt: gone,
      leasedUntil: gone,
      createdAt: gone,
    });
    await toModel(project, 'other-embedder');
    await usesModel(project, 'other-embedder');
  });

  it('goes on in another process where this one stops', async () => {
    const { project } = await filled(2);
    server.models.behave({ kind: 'normal', delayMs: 400 });
    const first = startBackground(server.app);
    await toModel(project, 'other-embedder');
    await first.stop();
    server.models.behave({ kind: 'normal' });
    await usesModel(project, 'other-embedder');
  });

  it('may only choose models that the server offers, but for a root key', async () => {
    const { project } = await filled(1);
    const refuse = (embeddingModel: string) =>
      project.fail(REEMBED, { input: { embeddingModel } }, project.keys.ADMIN);
    expect((await refuse('gigantic')).extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      path: 'input.embeddingDimensions',
    });
    const wanted = { input: { embeddingModel: 'gigantic', embeddingDimensions: 3000 } };
    const { extensions } = await project.fail(REEMBED, wanted, project.keys.ADMIN);
    expect(extensions.code).toBe('FORBIDDEN');
    const denied = await project.fail(REEMBED, wanted);
    expect(denied.extensions.code).toBe('FORBIDDEN');
  });
});
