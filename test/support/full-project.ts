import { expect } from 'vitest';
import { createAgent, generate } from './agents.ts';
import { UPDATE_ENTRY } from './entries.ts';
import { eventually } from './eventually.ts';
import { writeOwn } from './reflections.ts';
import type { TestProject, TestServer } from './server.ts';
import { REFLECT, record, scriptedModel, stateOf, touch } from './stream.ts';
import { createTrace, reviewTrace } from './traces.ts';

/** The settings of a project with everything. */
export const FULL_SETTINGS = {
  learningRate: 0.7,
  duplicateThreshold: 0.97,
  stream: { limit: 7, accessShare: 0.25 },
};

/** Fills a project with everything that an export holds. */
export async function fillProject(server: TestServer, project: TestProject): Promise<void> {
  const facts = await project.memory({
    name: 'Facts',
    tags: ['team:one', 'é'],
    description: 'All',
  });
  const { entry } = await project.write(facts, 'Ada drinks tea\nwith "milk" \u{1F375}', {
    metadata: { person: 'ada', list: [1, 2.5, { deep: null }] },
    context: 'At breakfast',
    occurredAt: '2020-02-03T04:05:06.789Z',
    idempotencyKey: 'first',
  });
  await project.run(UPDATE_ENTRY, { input: { entryId: entry.id, content: 'Ada drinks coffee' } });
  const old = await project.write(facts, 'The office is in Rome');
  await project.write(facts, 'The office is in Oslo', { supersedes: [old.entry.id] });
  const gone = await project.write(facts, 'This was a mistake of mine');
  await project.run(
    'mutation ($input: DeleteEntryInput!) { deleteEntry(input: $input) { entry { id } } }',
    { input: { entryId: gone.entry.id } },
  );
  await project.write(facts, 'The parcel arrives on Friday', { expiresAt: '2030-01-01T00:00:00Z' });
  await fillStream(server, project);
  await fillTraces(server, project, { facts, entryId: entry.id });
  const dead = await project.memory({ name: 'Deleted' });
  await project.write(dead, 'Said in a deleted memory');
  await project.run(
    'mutation ($input: DeleteMemoryInput!) { deleteMemory(input: $input) { memory { id } } }',
    { input: { memoryId: dead, force: true } },
  );
  await server.app.stats.flush();
}

async function fillStream(server: TestServer, project: TestProject) {
  const memoryId = await project.memory({ name: 'Stream', streamSettings: { limit: 5 } });
  scriptedModel(server);
  const seen = await record(project, { memoryId, content: 'Saw a heron', importance: 8 });
  await record(project, { memoryId, content: 'Saw an otter', importance: 9 });
  await project.run(REFLECT, { input: { memoryId, force: true } });
  await eventually(async () => {
    const { insightCycles } = await stateOf(project, memoryId);
    return insightCycles.nodes.every((node: { finishedAt: string | null }) => node.finishedAt);
  }).toBe(true);
  await touch(project, { entryIds: [seen.id] });
}

async function fillTraces(
  server: TestServer,
  project: TestProject,
  { facts, entryId }: { facts: string; entryId: string },
) {
  const lessons = await project.memory({ name: 'Lessons' });
  await writeOwn(project, {
    memoryId: lessons,
    task: 'Book a table',
    keyMistake: 'Asked too late',
  });
  const trace = await createTrace(project, {
    task: 'What does Ada drink?',
    trajectory: [
      { role: 'user', content: 'What does Ada drink?' },
      { role: 'assistant', content: null, tool_calls: [call('look', '{"for":"Ada"}')] },
      { role: 'tool', tool_call_id: 'call_1', content: 'coffee' },
    ],
    finalResponse: 'Ada drinks coffee',
    retrievedEntryIds: [entryId],
    metadata: { run: 1 },
    idempotencyKey: 'run-1',
  });
  await reviewTrace(project, { traceId: trace.id, result: 'FAIL', feedback: 'No' });
  const corrected = await reviewTrace(project, {
    traceId: trace.id,
    result: 'PASS',
    replace: true,
    entryRewards: [{ entryId, reward: 0.25 }],
  });
  expect(corrected.changes).toHaveLength(1);
  const agent = await createAgent(project, {
    name: 'Waiter',
    instructions: 'Serve.',
    knowledgeConfig: {
      scope: { memoryIds: [facts], memoryTags: ['team:*'], metadata: { person: 'ada' } },
      writeMemoryId: lessons,
    },
  });
  server.models.chat(() => ({ text: 'Coffee, as always' }));
  await generate(project, { agentId: agent.id });
}

const call = (name: string, args: string) => ({
  id: 'call_1',
  type: 'function',
  function: { name, arguments: args },
});
