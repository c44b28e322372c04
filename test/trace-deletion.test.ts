import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { jobs } from '../src/db/tables/jobs.ts';
import { retrievals, traceVectors } from '../src/db/tables/traces.ts';
import { utilityChanges } from '../src/db/tables/utility-changes.ts';
import { createDeferred } from './support/deferred.ts';
import { eventually } from './support/eventually.ts';
import { LESSON, writeOwn } from './support/reflections.ts';
import { useServer } from './support/server.ts';
import {
  createTrace,
  DELETE_TRACE,
  deleteTrace,
  reviewTrace,
  utilityOf,
  withPlans,
} from './support/traces.ts';

const server = useServer({ CHAT_MODEL: 'test-chat', CHAT_MAX_RETRIES: '0' });

const EVENTS = `{ events(first: 100) { nodes { type traceId trace { id } actor { id } changes { field before after } } } }`;

describe('deleteTrace', () => {
  it('deletes the trace with what belongs to it, and keeps the utilities', async () => {
    const { project, ids } = await withPlans(server, 2);
    const input = { retrievedEntryIds: ids, idempotencyKey: 'run 1' };
    const { id } = await createTrace(project, input);
    await reviewTrace(project, { traceId: id, result: 'PASS' });
    const kept = await createTrace(project, { task: 'Keep me' });
    expect(await deleteTrace(project, id)).toBe(id);
    const seen = await project.run(
      `{ trace(id: "${id}") { id } node(id: "${id}") { id } traces { totalCount nodes { id } }
         searchTraces(input: { query: "Book a flight" }) { results { trace { id } } }
         entry(id: "${ids[0]}") { utility reviewCount utilityHistory { totalCount } } }`,
    );
    expect(seen).toEqual({
      trace: null,
      node: null,
      traces: { totalCount: 1, nodes: [{ id: kept.id }] },
      searchTraces: { results: [{ trace: { id: kept.id } }] },
      entry: { utility: 0.65, reviewCount: 1, utilityHistory: { totalCount: 0 } },
    });
    for (const table of [retrievals, traceVectors, utilityChanges]) {
      expect(await server.app.db.$count(table, eq(table.traceId, id))).toBe(0);
    }
    const again = await createTrace(project, input);
    expect(again.id).not.toBe(id);
    await reviewTrace(project, { traceId: again.id, result: 'PASS' });
    expect(await utilityOf(project, ids[0] ?? '')).toBeCloseTo(0.755, 9);
  });

  it('is an event with the task, which readers see at once', async () => {
    const project = await server.project();
    const { id } = await createTrace(project, { task: 'Gone' });
    const { events } = await project.run('{ events(first: 0) { headCursor } }');
    const live = project.subscribe(
      'subscription ($after: String) { events(after: $after) { type traceId } }',
      { after: events.headCursor },
    );
    await deleteTrace(project, id);
    await live.count(1);
    expect(live.received[0].events).toEqual({ type: 'TRACE_DELETED', traceId: id });
    await live.stop();
    const { events: log } = await project.run(EVENTS);
    const deletions = log.nodes.filter(({ type }: { type: string }) => type === 'TRACE_DELETED');
    expect(deletions).toEqual([
      {
        type: 'TRACE_DELETED',
        traceId: id,
        trace: null,
        actor: { id: expect.stringMatching(/^key_/) },
        changes: [{ field: 'task', before: 'Gone', after: null }],
      },
    ]);
  });

  it('keeps the reflection, whose trace is then null', async () => {
    const project = await server.project();
    const { entry, trace } = await writeOwn(project, { task: 'Book a room' });
    await deleteTrace(project, trace.id);
    const READ = `{ entry(id: "${entry.id}") { deletedAt lesson { task trace { id } } } }`;
    expect((await project.run(READ)).entry).toEqual({
      deletedAt: null,
      lesson: { task: 'Book a room', trace: null },
    });
  });

  it('of a trace of no, another or nobody’s project is NOT_FOUND, and needs the role WRITE', async () => {
    const project = await server.project();
    const { id } = await createTrace(await server.project());
    for (const traceId of [id, 'trc_01m7vp9axme049zzpfbqmg6msh', '', ' ', 'x'.repeat(10_000)]) {
      const { extensions } = await project.fail(DELETE_TRACE, { input: { traceId } });
      expect(extensions.code).toBe('NOT_FOUND');
    }
    const malformed = await project.fail(DELETE_TRACE, { input: { traceId: 'a\0b' } });
    expect(malformed.extensions.code).toMatch(/BAD_USER_INPUT|NOT_FOUND/);
    const { id: traceId } = await createTrace(project);
    const denied = await project.fail(DELETE_TRACE, { input: { traceId } }, project.keys.READ);
    expect(denied.extensions.code).toBe('FORBIDDEN');
  });

  it('succeeds once of 10 calls, while the trace is being reviewed', async () => {
    const { project, ids } = await withPlans(server, 1);
    const first = await createTrace(project, { retrievedEntryIds: ids });
    await reviewTrace(project, { traceId: first.id, result: 'PASS' });
    const { id } = await createTrace(project, { retrievedEntryIds: ids });
    const calls = await Promise.allSettled([
      reviewTrace(project, { traceId: id, result: 'PASS' }),
      ...Array.from({ length: 10 }, () => deleteTrace(project, id)),
      reviewTrace(project, { traceId: first.id, result: 'FAIL', replace: true }),
    ]);
    const deletions = calls.slice(1, 11).filter(({ status }) => status === 'fulfilled');
    expect(deletions).toHaveLength(1);
    expect(calls.at(-1)?.status).toBe('fulfilled');
    const wasReviewed = calls[0]?.status === 'fulfilled';
    const expected = wasReviewed ? 0.35 + 0.3 * 0.65 : 0.35;
    expect(await utilityOf(project, ids[0] ?? '')).toBeCloseTo(expected, 9);
  });
});

describe('the job that writes a reflection', () => {
  const jobsOf = async (subject: string) => {
    const rows = await server.app.db.select().from(jobs).where(eq(jobs.subject, subject));
    return rows.map(({ status, error }) => ({ status, error }));
  };

  it.each([false, true])(
    'ends without a reflection if its trace is deleted meanwhile (with an earlier reflection: %j)',
    async (hasEarlier) => {
      const project = await server.project();
      const deleted = createDeferred();
      const { id } = await createTrace(project);
      if (hasEarlier) {
        server.models.chat(() => ({ text: JSON.stringify(LESSON) }));
        await reviewTrace(project, { traceId: id, result: 'PASS', generateReflection: true });
        await eventually(async () => (await jobsOf(id)).at(-1)?.status).toBe('COMPLETED');
      }
      server.models.chat(() => ({ text: JSON.stringify(LESSON), after: deleted.promise }));
      const before = server.models.chats.length;
      const review = { result: 'FAIL', replace: hasEarlier, generateReflection: true };
      await reviewTrace(project, { traceId: id, ...review });
      await eventually(() => server.models.chats.length).toBe(before + 1);
      await deleteTrace(project, id);
      deleted.resolve();
      const earlier = hasEarlier ? [{ status: 'COMPLETED', error: null }] : [];
      expect(await jobsOf(id)).toEqual(earlier);
      const { entries } = await project.run('{ entries { totalCount } }');
      expect(entries.totalCount).toBe(hasEarlier ? 1 : 0);
      expect(server.models.chats.length).toBe(before + 1);
    },
  );
});

describe('a project that is re-embedded', () => {
  it('is moved, also if a trace is deleted while its task is embedded', async () => {
    const project = await server.project();
    const { id } = await createTrace(project, { task: 'Deleted while it is embedded' });
    await createTrace(project, { task: 'Kept while the other is deleted' });
    const deleted = createDeferred();
    server.models.behave({ kind: 'normal', after: deleted.promise });
    const input = { embeddingModel: 'other-embedder', embeddingDimensions: 64 };
    await server.asRoot(
      'mutation ($input: ReembedProjectInput!) { reembedProject(input: $input) { project { id } } }',
      { input },
      project.id,
    );
    const asked = (word: string) =>
      server.models.requests.flat().filter((text) => text.startsWith(`${word} while`));
    await eventually(() => asked('Deleted').length).toBe(2);
    await deleteTrace(project, id);
    server.models.behave({ kind: 'normal' });
    deleted.resolve();
    await eventually(async () => {
      const { project: moved } = await project.run('{ project { settings { embeddingModel } } }');
      return moved.settings.embeddingModel;
    }).toBe('other-embedder');
    // Each task was embedded by createTrace and once by the job, which did not have to be repeated.
    expect(asked('Kept')).toHaveLength(2);
    const { searchTraces } = await project.run(
      '{ searchTraces(input: { query: "Kept while the other is deleted" }) { results { similarity } } }',
    );
    expect(searchTraces.results).toEqual([{ similarity: expect.closeTo(1, 5) }]);
  });
});
