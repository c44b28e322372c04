import { describe, expect, it } from 'vitest';
import { createDeferred } from './support/deferred.ts';
import { COPY, MOVE } from './support/entries.ts';
import { eventually } from './support/eventually.ts';
import { type TestProject, useServer } from './support/server.ts';
import { REFLECT, record, scriptedModel, stateOf } from './support/stream.ts';

const server = useServer({ CHAT_MODEL: 'test-chat', CHAT_MAX_RETRIES: '0' });

const LINKS = `query ($id: ID!) { entry(id: $id) { memory { id } importance importanceExplained { source pending }
  evidence { entry { id } } supports { entry { id } } } }`;

const linksOf = async (project: TestProject, id: string) =>
  (await project.run(LINKS, { id })).entry;

const reflected = async (project: TestProject, memoryId: string) => {
  scriptedModel(server, { questions: { text: '1. What matters here?' } });
  const ids: string[] = [];
  for (const content of ['She works late', 'She works early']) {
    ids.push((await record(project, { memoryId, content, importance: 4 })).id);
  }
  await project.run(REFLECT, { input: { memoryId, force: true } });
  const insight = async () =>
    (await stateOf(project, memoryId)).insightCycles.nodes.find(
      (cycle: { finishedAt: string | null }) => cycle.finishedAt,
    )?.questions[0].insight.id;
  await eventually(insight).toBeTruthy();
  return { ids, insightId: await insight() };
};

describe('moving entries of a stream', () => {
  it('keeps the links between insights and their evidence', async () => {
    const project = await server.project();
    const [from, to] = [await project.memory(), await project.memory()];
    const { ids, insightId } = await reflected(project, from);
    const before = (await linksOf(project, insightId)).evidence;
    expect(before).toHaveLength(2);
    const move = (entryIds: string[]) => project.run(MOVE, { input: { entryIds, memoryId: to } });
    await move(ids.slice(0, 1));
    expect((await linksOf(project, insightId)).evidence).toEqual(before);
    const moved = await linksOf(project, ids[0] ?? '');
    expect(moved).toMatchObject({ memory: { id: to }, supports: [{ entry: { id: insightId } }] });
    await move([insightId]);
    expect(await linksOf(project, insightId)).toMatchObject({
      memory: { id: to },
      evidence: before,
    });
  });

  it('leaves the state of both streams if a cycle has covered the entries', async () => {
    const project = await server.project();
    const [from, to] = [await project.memory(), await project.memory()];
    const { ids } = await reflected(project, from);
    const before = (await stateOf(project, from)).stream;
    await project.run(MOVE, { input: { entryIds: ids, memoryId: to } });
    expect((await stateOf(project, from)).stream).toEqual(before);
    expect((await stateOf(project, to)).stream).toMatchObject({
      cumulativeImportance: 0,
      observationCount: 0,
    });
  });

  it('and copying them takes along a rating that is still to come', async () => {
    const project = await server.project();
    const [from, to] = [await project.memory(), await project.memory()];
    const asked = createDeferred();
    const released = createDeferred();
    server.models.chat(() => {
      asked.resolve();
      return { text: '9', after: released.promise };
    });
    const { id } = await record(project, { memoryId: from, content: 'it happened' });
    await asked.promise;
    const { copyEntries } = await project.run(COPY, { input: { entryIds: [id], memoryId: to } });
    const copyId = copyEntries.results[0].entry.id;
    await project.run(MOVE, { input: { entryIds: [id], memoryId: to } });
    expect((await linksOf(project, id)).importanceExplained.pending).toBe(true);
    released.resolve();
    for (const rated of [id, copyId]) {
      await eventually(() => linksOf(project, rated)).toMatchObject({
        importance: 9,
        importanceExplained: { source: 'MODEL', pending: false },
      });
    }
    expect((await stateOf(project, from)).stream).toMatchObject({
      cumulativeImportance: 0,
      observationCount: 0,
    });
    expect((await stateOf(project, to)).stream).toMatchObject({
      cumulativeImportance: 18,
      observationCount: 2,
    });
  });
});
