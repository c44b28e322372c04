import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { purgeMemories } from '../../src/memories/purge-memories.ts';
import { CHROMIUM, useBrowser } from '../support/browser.ts';
import { deleteMemory, restoreMemory } from '../support/memories.ts';
import { LESSON, writeOwn } from '../support/reflections.ts';
import { type TestProject, useServer } from '../support/server.ts';
import { record } from '../support/stream.ts';
import { createTrace, reviewTrace } from '../support/traces.ts';

const DELETE =
  'mutation ($input: DeleteEntryInput!) { deleteEntry(input: $input) { entry { id } } }';
const RESTORE =
  'mutation ($input: RestoreEntryInput!) { restoreEntry(input: $input) { entry { id } } }';
const MOVE = `mutation ($input: MoveEntriesInput!) { moveEntries(input: $input) {
  results { __typename } } }`;
const RETRY = 'mutation ($input: RetryJobInput!) { retryJob(input: $input) { job { id } } }';
const DAY_MS = 86_400_000;

describe.runIf(CHROMIUM)('a list of several pages', () => {
  const server = useServer({
    CHAT_MODEL: 'test-chat',
    CHAT_MAX_RETRIES: '0',
    JOB_MAX_ATTEMPTS: '1',
  });
  const browser = useBrowser(server);

  type Place = { project: TestProject; memoryId: string };
  type List = {
    path: string;
    label: string;
    /** More than a page of the list. */
    size: number;
    /** Makes an object that comes to the top of the list, and returns its id. */
    add: (place: Place, name: string) => Promise<string>;
    /** Lets an object leave the list. */
    remove: (place: Place, id: string) => Promise<unknown>;
  };

  const deleteEntry = ({ project }: Place, entryId: string) =>
    project.run(DELETE, { input: { entryId } });
  const failedJob = async (project: TestProject, traceId: string) => {
    const { jobs } = await project.run(
      '{ jobs(status: FAILED, first: 100) { nodes { id subjectId } } }',
    );
    return jobs.nodes.find((job: { subjectId: string }) => job.subjectId === traceId)?.id;
  };

  const LISTS = {
    memories: {
      path: '/memories',
      label: 'Memories',
      size: 80,
      add: ({ project }, name) => project.memory({ name }),
      remove: ({ project }, id) => deleteMemory(project, id),
    },
    'deleted memories': {
      path: '/trash',
      label: 'Deleted memories',
      size: 80,
      add: async ({ project }, name) => {
        const id = await project.memory({ name });
        await deleteMemory(project, id);
        return id;
      },
      remove: ({ project }, id) => restoreMemory(project, id),
    },
    'deleted entries': {
      path: '/trash?show=entries',
      label: 'Deleted entries',
      size: 80,
      add: async (place, name) => {
        const { entry } = await place.project.write(place.memoryId, name, { kind: 'PLAN' });
        await deleteEntry(place, entry.id);
        return entry.id;
      },
      remove: ({ project }, entryId) => project.run(RESTORE, { input: { entryId } }),
    },
    observations: {
      path: '/stream',
      label: 'Observations, plans and insights',
      size: 140,
      add: async ({ project, memoryId }, content) =>
        (await record(project, { memoryId, content, importance: 5 })).id,
      remove: async ({ project }, id) =>
        project.run(MOVE, { input: { entryIds: [id], memoryId: await project.memory() } }),
    },
    lessons: {
      path: '/reflections',
      label: 'Reflections',
      size: 80,
      add: async ({ project }, summary) =>
        (await writeOwn(project, { task: 'A task', summary })).entry.id,
      remove: deleteEntry,
    },
    'failed jobs': {
      path: '/jobs?status=FAILED',
      label: 'Jobs',
      size: 80,
      add: async ({ project }, task) => {
        server.models.chat(() => ({ kind: 'status', status: 500 }));
        const { id } = await createTrace(project, { task });
        await reviewTrace(project, { traceId: id, result: 'FAIL', generateReflection: true });
        await expect.poll(() => failedJob(project, id)).toBeDefined();
        return id;
      },
      remove: async ({ project }, traceId) => {
        server.models.chat(() => ({ text: JSON.stringify(LESSON) }));
        const jobId = await failedJob(project, traceId);
        await project.run(RETRY, { input: { jobId } });
      },
    },
  } satisfies Record<string, List>;

  /** Opens a list that holds a number of objects, and scrolls to its end, where the object 0 is. */
  async function openAtEnd(place: Place, { path, label }: Pick<List, 'path' | 'label'>) {
    const page = await browser.open(place.project, path);
    await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    const items = page.getByRole('list', { name: label }).getByRole('listitem');
    const last = items.filter({ hasText: 'Number 0.' });
    await expect.poll(() => scrollToEnd(page).then(() => last.count())).toBe(1);
    return { page, items, last };
  }

  const scrollToEnd = (page: Page) =>
    page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');

  it.each(Object.entries<List>(LISTS))(
    'of %s keeps its later pages when objects come and go',
    async (_, list) => {
      const project = await server.project();
      const place = { project, memoryId: await project.memory() };
      const first = await list.add(place, 'Number 0.');
      for (let n = 1; n < list.size; n += 1) await list.add(place, `Number ${n}.`);
      const { page, items, last } = await openAtEnd(place, list);
      const sizeOf = () => items.last().getAttribute('aria-setsize');
      const size = await sizeOf();
      // A list that lost its later pages could not read them again.
      await page.route('**/graphql', (route) =>
        route.request().postDataJSON().variables?.after ? undefined : route.continue(),
      );
      await list.add(place, 'Another.');
      await list.remove(place, first);
      await last.waitFor({ state: 'detached' });
      await expect.poll(sizeOf).toBe(size);
      await page.evaluate('scrollTo(0, 0)');
      await items.filter({ hasText: 'Another.' }).waitFor();
    },
  );

  it('leaves out what is permanently deleted', async () => {
    const project = await server.project();
    const place = { project, memoryId: await project.memory() };
    const list = LISTS['deleted memories'];
    const { clock } = server.app;
    server.app.clock = () => new Date(Date.now() - 100 * DAY_MS);
    await list.add(place, 'Number 0.');
    server.app.clock = clock;
    for (let n = 1; n < list.size; n += 1) await list.add(place, `Number ${n}.`);
    const { last } = await openAtEnd(place, list);
    await purgeMemories(server.app);
    await last.waitFor({ state: 'detached' });
  });

  it('shows on a later page what others restore', async () => {
    const project = await server.project();
    const place = { project, memoryId: await project.memory() };
    const { add, remove } = LISTS['deleted entries'];
    await project.write(place.memoryId, 'Number 0.', { kind: 'PLAN' });
    const restored = await add(place, 'Restored.');
    for (let n = 1; n < 140; n += 1) {
      await project.write(place.memoryId, `Number ${n}.`, { kind: 'PLAN' });
    }
    const entries = { path: `/memories/${place.memoryId}`, label: 'Entries' };
    const { page, items } = await openAtEnd(place, entries);
    await page.evaluate('scrollTo(0, 0)');
    await items.filter({ hasText: 'Number 139.' }).waitFor();
    const isRead = page.waitForResponse(
      (response) => response.request().postDataJSON()?.operationName === 'MemoryEntries',
    );
    await remove(place, restored);
    await isRead;
    const found = () => items.filter({ hasText: 'Restored.' }).count();
    await expect.poll(() => scrollToEnd(page).then(found)).toBe(1);
  });
});
