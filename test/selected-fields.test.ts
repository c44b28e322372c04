import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLObjectType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { selectionOf } from './support/selections.ts';
import { type TestProject, useServer } from './support/server.ts';

// Lists read the columns of the selected fields only.

const server = useServer();
const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));

const fieldsOf = (type: string) =>
  Object.values((schema.getType(type) as GraphQLObjectType).getFields());

let project: TestProject;
let memoryId = '';
let entryIds: string[] = [];

beforeAll(async () => {
  project = await server.project();
  const times = { occurredAt: '2026-01-02T03:04:05Z', expiresAt: '2099-01-02T03:04:05Z' };
  memoryId = await project.memory({
    name: 'facts',
    description: 'What is known',
    tags: ['known'],
    duplicateThreshold: 0.99,
    maxStatements: 3,
    streamSettings: { limit: 7 },
  });
  const old = await project.write(memoryId, 'The office opens at nine', times);
  const { entry } = await project.write(memoryId, 'The office opens at ten', {
    ...times,
    importance: 8,
    metadata: { place: 'Berlin' },
    supersedes: [old.entry.id],
  });
  const { recordObservation, createReflection, touchEntries } = await project.run(
    `mutation ($memoryId: ID!, $ids: [ID!]!) {
      recordObservation(input: { memoryId: $memoryId, content: "Anna likes tea" }) { entry { id } }
      createReflection(input: { memoryId: $memoryId, task: "Open the office", summary: "It was closed",
        guidance: "Come at ten", result: FAIL, alpha: 0.5 }) { entry { id } }
      touchEntries(input: { entryIds: $ids }) { results { __typename } } }`,
    { memoryId, ids: [entry.id] },
  );
  expect(touchEntries.results[0].__typename).toBe('Entry');
  entryIds = [old.entry.id, entry.id, recordObservation.entry.id, createReflection.entry.id];
});

describe('a list in which one field is selected', () => {
  it.each(fieldsOf('Entry'))(
    'has the same $name of entries as the entries themselves',
    async (field) => {
      const one = `${field.name} ${selectionOf(field, field.name === 'stream' ? 2 : 1)}`;
      const { entries, memory, nodes } = await project.run(
        `query ($id: ID!, $ids: [ID!]!) {
        nodes(ids: $ids) { ... on Entry { ${one} } }
        entries(orderBy: { field: CREATED_AT, direction: ASC }) { nodes { ${one} } }
        memory(id: $id) { entries { edges { node { ...Selected } } } } }
      fragment Selected on Entry { ... @include(if: true) { ${one} } }`,
        { id: memoryId, ids: entryIds },
      );
      expect(entries.nodes).toEqual(nodes);
      const listed = memory.entries.edges.map(({ node }: { node: unknown }) => node);
      expect(listed.toReversed()).toEqual(nodes);
    },
  );

  it('has the content of entries whose statements are selected as well', async () => {
    const both = 'id content statements { text }';
    const { entries, nodes } = await project.run(
      `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Entry { ${both} } }
        entries(orderBy: { field: CREATED_AT, direction: ASC }) { nodes { ${both} } } }`,
      { ids: entryIds },
    );
    expect(entries.nodes).toEqual(nodes);
  });

  it.each(fieldsOf('Memory'))(
    'has the same $name of memories as the memory itself',
    async (field) => {
      const one = `${field.name} ${selectionOf(field, field.name === 'stream' ? 2 : 1)}`;
      const { memory, memories } = await project.run(
        `query ($id: ID!) { memory(id: $id) { ${one} } memories { nodes { ${one} } } }`,
        { id: memoryId },
      );
      expect(memories.nodes).toEqual([memory]);
    },
  );

  it.each(['UPDATED_AT', 'OCCURRED_AT', 'UTILITY', 'IMPORTANCE', 'SIZE', 'CREATED_AT'])(
    'has pages in the order %s',
    async (field) => {
      const query = `query ($order: EntryOrder!, $after: String) {
        entries(orderBy: $order, first: 2, after: $after) { nodes { id } pageInfo { endCursor } } }`;
      const order = { field, direction: 'ASC' };
      const first = (await project.run(query, { order })).entries;
      const second = (await project.run(query, { order, after: first.pageInfo.endCursor })).entries;
      const ids = [...first.nodes, ...second.nodes].map(({ id }: { id: string }) => id);
      expect(ids.toSorted()).toEqual(entryIds.toSorted());
    },
  );

  it('of memories has pages in each order', async () => {
    const other = await project.memory({ name: 'more' });
    for (const field of ['NAME', 'UPDATED_AT', 'ENTRY_COUNT', 'CREATED_AT']) {
      const query = `query ($order: MemoryOrder!, $after: String) {
        memories(orderBy: $order, first: 1, after: $after) { nodes { id } pageInfo { endCursor } } }`;
      const order = { field, direction: 'DESC' };
      const first = (await project.run(query, { order })).memories;
      const second = (await project.run(query, { order, after: first.pageInfo.endCursor }))
        .memories;
      const ids = [...first.nodes, ...second.nodes].map(({ id }: { id: string }) => id);
      expect(ids.toSorted()).toEqual([memoryId, other].toSorted());
    }
  });
});

it('has each entry once in the list of a memory that several entries show', async () => {
  const { entries } = await project.run(
    `{ entries(scope: { kinds: [FACT] }) { nodes { memory {
      entries(first: 3) { nodes { id } pageInfo { hasNextPage } } } } } }`,
  );
  expect(entries.nodes.length).toBeGreaterThan(1);
  const nodes = entryIds.slice(1).toReversed();
  for (const { memory } of entries.nodes) {
    expect(memory.entries.nodes.map(({ id }: { id: string }) => id)).toEqual(nodes);
    expect(memory.entries.pageInfo.hasNextPage).toBe(true);
  }
});

it('reads lists with different arguments under two names apart', async () => {
  const { memory } = await project.run(
    `query ($id: ID!) { memory(id: $id) {
      one: entries(first: 1) { nodes { id } }
      two: entries(first: 2) { nodes { content } totalCount } } }`,
    { id: memoryId },
  );
  expect(memory.one.nodes).toEqual([{ id: entryIds[3] }]);
  expect(memory.two.nodes).toHaveLength(2);
  expect(memory.two.totalCount).toBe(4);
});
