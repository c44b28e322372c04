import { expect, it } from 'vitest';
import { useServer } from './support/server.ts';

/** null for an argument with a default is the default. test/unit/argument-defaults.test.ts has the rule. */

const server = useServer();

it('a page of null rows has 20', async () => {
  const project = await server.project();
  for (let n = 0; n < 21; n += 1) await project.memory({ name: `memory ${n}` });
  const list = `query ($first: Int, $deleted: Boolean) {
    memories(first: $first, deleted: $deleted, orderBy: null) { nodes { name } }
  }`;
  const { memories } = await project.run(list, { first: null, deleted: null });
  expect(memories.nodes).toHaveLength(20);
  expect(memories.nodes[0].name).toBe('memory 20');
});

it('an order of null direction is ascending', async () => {
  const project = await server.project();
  for (const name of ['b', 'c', 'a']) await project.memory({ name });
  const { memories } = await project.run(
    'query ($orderBy: MemoryOrder) { memories(orderBy: $orderBy) { nodes { name } } }',
    { orderBy: { field: 'NAME', direction: null } },
  );
  expect(memories.nodes.map(({ name }: { name: string }) => name)).toEqual(['a', 'b', 'c']);
});

it('a search with null options is one with the defaults', async () => {
  const project = await server.project();
  const memoryId = await project.memory();
  await project.write(memoryId, 'The invoice was paid in March');
  const search = `query ($input: SearchKnowledgeInput!) {
    searchKnowledge(input: $input) { results { score similarity coverage entry { content } } }
  }`;
  const query = 'paid invoice';
  const plain = await project.run(search, { input: { query } });
  const options = { limit: null, mode: null, explain: null, scope: null, minScore: null };
  expect(await project.run(search, { input: { query, ...options } })).toEqual(plain);
  expect(plain.searchKnowledge.results).toMatchObject([
    {
      similarity: expect.any(Number),
      coverage: expect.any(Number),
      entry: { content: 'The invoice was paid in March' },
    },
  ]);
});

it('a write with null options is one with the defaults, alone and in a list', async () => {
  const project = await server.project();
  const memoryId = await project.memory();
  const options = { source: null, kind: null, dryRun: null };
  const write = `mutation ($one: WriteEntryInput!, $many: WriteEntriesInput!) {
    writeEntry(input: $one) { dryRun entry { id source kind } }
    writeEntries(input: $many) {
      dryRun
      results { ... on WriteEntryPayload { entry { source kind } } ... on ItemError { code } }
    }
  }`;
  const { writeEntry, writeEntries } = await project.run(write, {
    one: { memoryId, content: 'Alone', ...options },
    many: {
      memoryId,
      ...options,
      items: [
        { content: 'In a list', source: null, kind: null },
        { content: 'A plan', kind: 'PLAN' },
      ],
    },
  });
  expect(writeEntry).toMatchObject({ dryRun: false, entry: { source: 'MANUAL', kind: 'FACT' } });
  expect(writeEntries).toEqual({
    dryRun: false,
    results: [
      { entry: { source: 'MANUAL', kind: 'FACT' } },
      { entry: { source: 'MANUAL', kind: 'PLAN' } },
    ],
  });
});

it('an observation of null kind in a list is an OBSERVATION, and a trace of null lists has none', async () => {
  const project = await server.project();
  const memoryId = await project.memory();
  const { recordObservations, createTrace } = await project.run(
    `mutation ($many: RecordObservationsInput!, $trace: CreateTraceInput!) {
      recordObservations(input: $many) {
        results { ... on RecordObservationPayload { entry { kind source } } }
      }
      createTrace(input: $trace) { trace { messageCount retrieved { rank } reflectionStatus } }
    }`,
    {
      many: {
        memoryId,
        source: null,
        observations: [{ content: 'It rained', kind: null, importance: 3 }],
      },
      trace: {
        task: 'Look outside',
        trajectory: null,
        retrievedEntryIds: null,
        review: { result: 'PASS', generateReflection: null },
      },
    },
  );
  expect(recordObservations.results).toEqual([{ entry: { kind: 'OBSERVATION', source: 'AGENT' } }]);
  expect(createTrace.trace).toEqual({
    messageCount: 0,
    retrieved: [],
    // The server of this test has a chat model, so a reflection is written unless the caller declines.
    reflectionStatus: expect.stringMatching(/^(QUEUED|RUNNING|COMPLETED|FAILED)$/),
  });
});
