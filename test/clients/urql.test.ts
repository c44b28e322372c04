import { Client, fetchExchange, gql } from '@urql/core';
import { describe, expect, it } from 'vitest';
import { toAsyncIterable } from 'wonka';
import { type TestProject, useServer } from '../support/server.ts';

const server = useServer();

const clientOf = ({ keys }: TestProject) =>
  new Client({
    url: `${server.url}/graphql`,
    exchanges: [fetchExchange],
    fetchOptions: { headers: { 'x-api-key': keys.WRITE } },
    fetchSubscriptions: true,
  });

const MEMORIES = gql('query ($tags: [String!]) { memories(tags: $tags) { nodes { id name } } }');

describe('urql', () => {
  it('queries with its defaults, by GET, and changes by POST', async () => {
    const client = clientOf(await server.project());
    const created = await client.mutation(
      gql(
        'mutation ($input: CreateMemoryInput!) { createMemory(input: $input) { memory { id name } } }',
      ),
      { input: { name: 'Customers', tags: ['crm'] } },
    );
    expect(created.error).toBeUndefined();
    const { data, error } = await client.query(MEMORIES, { tags: ['crm'] });
    expect(error).toBeUndefined();
    expect(data?.memories.nodes).toEqual([created.data?.createMemory.memory]);
  });

  it('subscribes by server-sent events', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const { events } = await project.run('{ events { headCursor } }');
    const query = gql(
      'subscription ($after: String) { events(after: $after, types: [ENTRY_CREATED]) { type entry { content } } }',
    );
    const results = toAsyncIterable(
      clientOf(project).subscription(query, { after: events.headCursor }),
    )[Symbol.asyncIterator]();
    for (const text of ['One thing', 'Another thing']) {
      await project.write(memoryId, text, { updateThreshold: 0.95 });
      const { value } = await results.next();
      expect(value.error).toBeUndefined();
      expect(value.data.events).toMatchObject({
        type: 'ENTRY_CREATED',
        entry: { content: text },
      });
      expect(value.extensions.cursor).toMatch(/^evt_/);
    }
    await results.return?.();
  });

  it('reads the code of an error', async () => {
    const client = clientOf(await server.project());
    const SEARCH = gql('{ searchKnowledge(input: { query: "" }) { results { score } } }');
    const { error } = await client.query(SEARCH, {});
    const codes = error?.graphQLErrors.map(({ extensions }) => extensions.code);
    expect(codes).toEqual(['BAD_USER_INPUT']);
  });
});

describe('a request without a header that causes a preflight', () => {
  const query = encodeURIComponent('{ __typename }');

  it.each([
    ['a GET', `?query=${query}`, { method: 'GET' }],
    ['a POST of text', '', { method: 'POST', body: '{"query":"{ __typename }"}' }],
    [
      'a POST of a form',
      '',
      { method: 'POST', body: new URLSearchParams({ query: '{ __typename }' }) },
    ],
  ] as const)('is refused: %s', async (_, search, init) => {
    const response = await fetch(`${server.url}/graphql${search}`, init);
    expect([400, 415]).toContain(response.status);
    expect(await response.text()).not.toContain('Query');
  });

  it('is accepted with an API key', async () => {
    const { keys } = await server.project();
    for (const headers of [
      { authorization: `Bearer ${keys.READ}` },
      { 'x-api-key': keys.READ },
    ] as const) {
      const response = await fetch(`${server.url}/graphql?query=${query}`, { headers });
      expect(await response.json()).toMatchObject({ data: { __typename: 'Query' } });
    }
  });
});
