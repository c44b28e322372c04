import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { jobs } from '../src/db/tables/jobs.ts';
import { REEMBED } from '../src/jobs/jobs.ts';
import { AGENT_ENV, agentsOn, createAgent, generate } from './support/agents.ts';
import { UPDATE_ENTRY } from './support/entries.ts';
import {
  ERASE,
  erase,
  eventsOf,
  everything,
  lastCursorOf,
  PERSON,
  SECRET,
  tablesWith,
  trace,
} from './support/erasure.ts';
import { eventually } from './support/eventually.ts';
import { LESSON } from './support/reflections.ts';
import { type TestProject, useServer } from './support/server.ts';

const server = useServer(AGENT_ENV);
const { replies } = agentsOn(server);

describe('an erasure of everything', () => {
  const fill = async (project: TestProject) => {
    const memoryId = await project.memory({ name: 'The memory' });
    const { entry } = await project.write(memoryId, `A ${SECRET}`, { idempotencyKey: 'k' });
    await project.run(UPDATE_ENTRY, { input: { entryId: entry.id, content: `A late ${SECRET}` } });
    const agent = await createAgent(project, { instructions: SECRET });
    replies({ text: SECRET });
    await generate(project, { agentId: agent.id, idempotencyKey: 'g' });
    await trace(project, {
      retrievedEntryIds: [entry.id],
      review: { result: 'FAIL', generateReflection: false },
    });
    return memoryId;
  };

  it('leaves the project, its settings and keys, and one event', async () => {
    const project = await server.project({ learningRate: 0.7 });
    await fill(project);
    replies({ text: JSON.stringify(LESSON) });
    await trace(project, { review: { result: 'FAIL' } });
    const isOver = sql`held::text ~ 'TRACE_REFLECTION.*COMPLETED'`;
    await eventually(() => tablesWith(server.app, project.id, isOver)).toContain('jobs');
    const cursor = await lastCursorOf(project);
    const erased = await erase(project, await everything(project));
    expect(erased).toMatchObject({
      entries: expect.any(Number),
      derivedEntries: 0,
      traces: 3,
      generations: 1,
      agents: 1,
      quotingTraceIds: [],
    });
    expect(erased.memories).toBeGreaterThanOrEqual(1);
    expect(erased.revisions).toBeGreaterThanOrEqual(1);
    expect(erased.events).toBeGreaterThanOrEqual(6);
    expect((await tablesWith(server.app, project.id)).sort()).toEqual([
      'api_keys',
      'event_logs',
      'events',
      'projects',
    ]);
    const nodes = await eventsOf(project, cursor);
    expect(nodes.map(({ type }: { type: string }) => type)).toEqual(['DATA_ERASED']);
    expect(await eventsOf(project)).toEqual(nodes);
    const { project: own } = await project.run('{ project { settings { learningRate } } }');
    expect(own.settings.learningRate).toBe(0.7);
    await fill(project);
  });

  it('reaches live subscriptions, which go on', async () => {
    const project = await server.project();
    await fill(project);
    const cursor = await lastCursorOf(project);
    const live = project.subscribe(
      'subscription ($after: String) { events(after: $after) { type } }',
      { after: cursor },
    );
    await erase(project, await everything(project));
    await project.memory();
    const types = (await live.count(2)).map(({ events }) => events.type);
    expect(types).toEqual(['DATA_ERASED', 'MEMORY_CREATED']);
    await live.stop();
  });

  it('leaves nothing of concurrent writers, who are told that their memory is gone', async () => {
    const project = await server.project();
    const memoryId = await fill(project);
    const input = await everything(project);
    const writes = Array.from({ length: 30 }, (_, i) => project.write(memoryId, `Fact ${i}`));
    const update = `mutation ($input: UpdateMemoryInput!) { updateMemory(input: $input) { memory { id } } }`;
    const changes = Array.from({ length: 10 }, (_, i) =>
      project.run(update, { input: { memoryId, description: `Fact ${i}` } }),
    );
    const all = [erase(project, input), ...writes, ...changes];
    const [report, ...written] = await Promise.allSettled(all);
    expect(report?.status).toBe('fulfilled');
    for (const write of written) {
      if (write.status === 'rejected') expect(String(write.reason)).toMatch(/NOT_FOUND|CONFLICT/);
    }
    expect(await tablesWith(server.app, project.id, sql`held::text like ${'%Fact%'}`)).toEqual([]);
    expect((await project.run('{ entries { totalCount } }')).entries.totalCount).toBe(0);
    const types = (await eventsOf(project)).map(({ type }: { type: string }) => type);
    expect(types).toEqual(['DATA_ERASED']);
  });

  it('lets a re-embedding go on', async () => {
    const project = await server.project();
    await fill(project);
    server.models.behave({ kind: 'status', status: 500 });
    await server.asRoot(
      'mutation { reembedProject(input: { embeddingModel: "other-embedder", embeddingDimensions: 64 }) { project { id } } }',
      {},
      project.id,
    );
    await erase(project, await everything(project));
    server.models.behave({ kind: 'normal' });
    await eventually(
      async () =>
        (await project.run('{ project { reembedding { status } settings { embeddingModel } } }'))
          .project.settings.embeddingModel,
    ).toBe('other-embedder');
    // The job by which `Project.reembedding` tells of the move.
    const kept = await server.app.db
      .select({ subject: jobs.subject })
      .from(jobs)
      .where(and(eq(jobs.projectId, project.id), eq(jobs.kind, REEMBED.kind)));
    expect(kept).toEqual([{ subject: REEMBED.subject }]);
  });
});

describe('the input', () => {
  it.each([
    ['input.metadata', {}],
    ['input.metadata', { everything: false }],
    ['input.metadata', { metadata: {} }],
    ['input.everything', { metadata: PERSON, everything: true, confirmName: 'x' }],
    ['input.confirmName', { everything: true }],
    ['input.confirmName', { everything: true, confirmName: 'another name' }],
    ['input.metadata', { metadata: { text: 'x'.repeat(17_000) } }],
  ])('is BAD_USER_INPUT at %s (case %#)', async (path, input) => {
    const project = await server.project();
    const { extensions } = await project.fail(ERASE, { input }, project.keys.ADMIN);
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path });
  });

  it('needs role ADMIN', async () => {
    const project = await server.project();
    const { extensions } = await project.fail(ERASE, { input: { metadata: PERSON } });
    expect(extensions.code).toBe('FORBIDDEN');
  });
});
