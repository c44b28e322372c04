import { and, eq, inArray } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { entries } from '../src/db/tables/entries.ts';
import { jobs } from '../src/db/tables/jobs.ts';
import { traces } from '../src/db/tables/traces.ts';
import { purge } from '../src/maintenance.ts';
import { applyRetention } from '../src/stream/apply-retention.ts';
import { writeOwn } from './support/reflections.ts';
import { type TestProject, useServer } from './support/server.ts';
import {
  CREATE_TRACE,
  createTrace,
  deleteTrace,
  reviewTrace,
  utilityOf,
  withPlans,
} from './support/traces.ts';

const server = useServer();

const DAY_MS = 86_400_000;

const UPDATE = `mutation ($input: UpdateProjectInput!) { updateProject(input: $input) { project {
  settings { traceRetentionDays learningRate } } } }`;

const setDays = async (project: TestProject, traceRetentionDays: unknown) => {
  const input = { settings: { traceRetentionDays } };
  const { updateProject } = await project.run(UPDATE, { input }, project.keys.ADMIN);
  return updateProject.project.settings.traceRetentionDays;
};

/** Sets the creation of traces to a number of days ago. */
const age = (project: TestProject, ids: string[], days: number) =>
  server.app.db
    .update(traces)
    .set({ createdAt: new Date(Date.now() - days * DAY_MS) })
    .where(and(eq(traces.projectId, project.id), inArray(traces.id, ids)));

const tasks = async (project: TestProject) =>
  (await project.run('{ traces(first: 100) { nodes { task } } }')).traces.nodes.map(
    ({ task }: { task: string }) => task,
  );

describe('the retention of traces', () => {
  it('deletes those of the project that are older than its setting', async () => {
    const { project, ids } = await withPlans(server, 1, { traceRetentionDays: 30 });
    const unlimited = await server.project();
    const old = await createTrace(project, { task: 'Old', retrievedEntryIds: ids });
    await reviewTrace(project, { traceId: old.id, result: 'PASS' });
    const recent = await createTrace(project, { task: 'Recent' });
    const other = await createTrace(unlimited, { task: 'Elsewhere' });
    const own = await writeOwn(project, { task: 'Learned' });
    await age(project, [old.id, own.trace.id], 31);
    await age(project, [recent.id], 29);
    await age(unlimited, [other.id], 10_000);
    await Promise.all([purge(server.app), purge(server.app)]);
    expect(await tasks(project)).toEqual(['Recent']);
    expect(await tasks(unlimited)).toEqual(['Elsewhere']);
    expect(await utilityOf(project, ids[0] ?? '')).toBeCloseTo(0.65, 9);
    const { entry } = await project.run(
      `{ entry(id: "${own.entry.id}") { deletedAt lesson { trace { id } } } }`,
    );
    expect(entry).toEqual({ deletedAt: null, lesson: { trace: null } });
    const { events } = await project.run(
      '{ events(first: 100) { nodes { type traceId actor { id kind } changes { before } } } }',
    );
    const deletions = events.nodes.filter(({ type }: { type: string }) => type === 'TRACE_DELETED');
    expect(deletions).toHaveLength(2);
    expect(deletions).toContainEqual({
      type: 'TRACE_DELETED',
      traceId: old.id,
      actor: { id: 'retention', kind: 'JOB' },
      changes: [{ before: 'Old' }],
    });
  });

  it('deletes more than one batch', async () => {
    const project = await server.project({ traceRetentionDays: 1 });
    const { id } = await createTrace(project);
    const [row] = await server.app.db.select().from(traces).where(eq(traces.id, id));
    if (row === undefined) throw new Error('There is no trace');
    const createdAt = new Date(Date.now() - 2 * DAY_MS);
    const copies = Array.from({ length: 250 }, (_, i) => ({ ...row, id: `trc_${i}`, createdAt }));
    await server.app.db.insert(traces).values(copies);
    await purge(server.app);
    const { traces: left } = await project.run('{ traces { totalCount nodes { id } } }');
    expect(left).toEqual({ totalCount: 1, nodes: [{ id }] });
  });

  it('deletes the waiting jobs for reflections, which no server without a chat model runs', async () => {
    const project = await server.project({ traceRetentionDays: 1 });
    const [expired, deleted, kept] = [
      await createTrace(project),
      await createTrace(project),
      await createTrace(project),
    ];
    for (const { id: traceId } of [expired, deleted, kept])
      await reviewTrace(project, { traceId, result: 'PASS', generateReflection: true });
    await age(project, [expired.id], 2);
    await purge(server.app);
    await deleteTrace(project, deleted.id);
    const waiting = server.app.db.select().from(jobs).where(eq(jobs.projectId, project.id));
    expect(await waiting).toMatchObject([{ subject: kept.id, status: 'QUEUED' }]);
  });

  it('follows a setting that changes while it deletes', async () => {
    const project = await server.project({ traceRetentionDays: 1 });
    const { id } = await createTrace(project, { task: 'Kept' });
    await age(project, [id], 2);
    const { connection } = server.app;
    const transaction = connection.transaction.bind(connection);
    vi.spyOn(connection, 'transaction').mockImplementationOnce(async (...of) => {
      await setDays(project, null);
      return transaction(...of);
    });
    await purge(server.app);
    expect(await tasks(project)).toEqual(['Kept']);
  });

  it('is off by default, and is set and removed by updateProject', async () => {
    const project = await server.project();
    const READ = '{ project { settings { traceRetentionDays } } }';
    expect((await project.run(READ)).project.settings.traceRetentionDays).toBeNull();
    expect(await setDays(project, 36_500)).toBe(36_500);
    await project.run(UPDATE, { input: { settings: { learningRate: 0.1 } } }, project.keys.ADMIN);
    expect((await project.run(READ)).project.settings.traceRetentionDays).toBe(36_500);
    expect(await setDays(project, null)).toBeNull();
    const { id } = await createTrace(project, { task: 'Kept' });
    await age(project, [id], 36_501);
    await purge(server.app);
    expect(await tasks(project)).toEqual(['Kept']);
  });

  it.each([0, -1, 36_501])('is not %d days', async (traceRetentionDays) => {
    const project = await server.project();
    const input = { settings: { traceRetentionDays } };
    const { extensions } = await project.fail(UPDATE, { input }, project.keys.ADMIN);
    expect(extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      path: 'input.settings.traceRetentionDays',
    });
    const denied = await project.fail(UPDATE, { input: { settings: { traceRetentionDays: 1 } } });
    expect(denied.extensions.code).toBe('FORBIDDEN');
  });
});

describe('what a run retrieved', () => {
  const RETRIEVED = `query ($id: ID!) { trace(id: $id) { retrieved {
    rank score entryId content entry { content } } } }`;

  const retrievedBy = async (project: TestProject, id: string) =>
    (await project.run(RETRIEVED, { id })).trace.retrieved;

  /** Deletes an entry for good, as retention does after its grace period. */
  const purgeEntry = async (project: TestProject, id: string) => {
    await project.run(`mutation { deleteEntry(input: { entryId: "${id}" }) { entry { id } } }`);
    await server.app.db
      .update(entries)
      .set({ purgeAt: new Date(0) })
      .where(eq(entries.id, id));
    await applyRetention(server.app);
    const { entry } = await project.run(`{ entry(id: "${id}") { id } }`);
    expect(entry).toBeNull();
  };

  it('is shown as it was, after an entry has changed or is gone for good', async () => {
    const { project, ids } = await withPlans(server, 3);
    const [gone = '', edited = '', deleted = ''] = ids;
    const { id, retrieved } = await createTrace(project, { retrievedEntryIds: ids });
    const before = ids.map((entryId, i) => ({ rank: i + 1, entryId, content: `Advice ${i}` }));
    expect(retrieved).toMatchObject(before);
    await project.run(
      `mutation { updateEntry(input: { entryId: "${edited}", content: "Better advice" }) { entry { id } } }`,
    );
    await project.run(
      `mutation { deleteEntry(input: { entryId: "${deleted}" }) { entry { id } } }`,
    );
    await purgeEntry(project, gone);
    const shown = await retrievedBy(project, id);
    expect(shown).toMatchObject(before);
    expect(shown.map(({ entry }: { entry: unknown }) => entry)).toEqual([
      null,
      { content: 'Better advice' },
      { content: 'Advice 2' },
    ]);
    const input = { task: 'T', retrievedEntryIds: [gone] };
    const { extensions } = await project.fail(CREATE_TRACE, { input });
    expect(extensions.code).toBe('NOT_FOUND');
  });

  it('can be reviewed, and its review replaced, without the entries that are gone', async () => {
    const { project, ids } = await withPlans(server, 3);
    const [gone = '', kept = '', late = ''] = ids;
    const first = await createTrace(project, { retrievedEntryIds: ids });
    const second = await createTrace(project, { retrievedEntryIds: [kept, late] });
    await purgeEntry(project, gone);
    const { changes } = await reviewTrace(project, { traceId: first.id, result: 'PASS' });
    const changed = changes.map(({ entry }: { entry: { id: string } }) => entry.id);
    expect(changed.toSorted()).toEqual([kept, late].toSorted());
    await reviewTrace(project, { traceId: second.id, result: 'PASS' });
    await purgeEntry(project, late);
    const replaced = { traceId: first.id, result: 'FAIL', replace: true };
    expect((await reviewTrace(project, replaced)).changes).toHaveLength(1);
    expect(await utilityOf(project, kept)).toBeCloseTo(0.35 + 0.3 * 0.65, 9);
    expect(await retrievedBy(project, first.id)).toHaveLength(3);
  });

  it('can be reviewed where no entry is left', async () => {
    const { project, ids } = await withPlans(server, 1);
    const { id } = await createTrace(project, { retrievedEntryIds: ids });
    await purgeEntry(project, ids[0] ?? '');
    expect((await reviewTrace(project, { traceId: id, result: 'PASS' })).changes).toEqual([]);
    const replaced = { traceId: id, result: 'FAIL', replace: true };
    expect((await reviewTrace(project, replaced)).trace.review.result).toBe('FAIL');
  });
});
