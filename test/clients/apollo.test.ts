import {
  ApolloClient,
  CombinedGraphQLErrors,
  gql,
  HttpLink,
  InMemoryCache,
  split,
} from '@apollo/client';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { getMainDefinition, relayStylePagination } from '@apollo/client/utilities';
import { createClient } from 'graphql-ws';
import { describe, expect, it, vi } from 'vitest';
import WebSocket from 'ws';
import { createAgent } from '../support/agents.ts';
import { CACHED_TYPES } from '../support/cached-types.ts';
import type { Data } from '../support/graphql.ts';
import { type TestProject, useServer } from '../support/server.ts';

const server = useServer();
const { possibleTypes, parts } = CACHED_TYPES;

function clientOf({ keys }: TestProject) {
  const headers = { 'x-api-key': keys.WRITE };
  const socket = createClient({
    url: `${server.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: headers,
  });
  const client = new ApolloClient({
    cache: new InMemoryCache({
      possibleTypes,
      typePolicies: {
        ...Object.fromEntries(parts.map((name) => [name, { keyFields: false, merge: true }])),
        Entry: { fields: { statements: { merge: false } } },
        Query: {
          fields: { memories: relayStylePagination(['tags', 'name', 'deleted', 'orderBy']) },
        },
      },
    }),
    link: split(
      ({ query }) => {
        const definition = getMainDefinition(query);
        return 'operation' in definition && definition.operation === 'subscription';
      },
      new GraphQLWsLink(socket),
      new HttpLink({ uri: `${server.url}/graphql`, headers }),
    ),
  });
  return { client, stop: () => socket.dispose() };
}

const PAGE = gql`
  query ($first: Int!, $after: String) {
    memories(first: $first, after: $after) {
      edges { cursor node { id name } }
      pageInfo { hasNextPage endCursor }
    }
  }
`;

describe('Apollo Client', () => {
  it('merges pages by relayStylePagination', async () => {
    const project = await server.project();
    for (const name of ['a', 'b', 'c', 'd', 'e']) await project.memory({ name });
    const { client } = clientOf(project);
    const watched = client.watchQuery<Data>({ query: PAGE, variables: { first: 2 } });
    const shown = watched.subscribe({});
    const { data } = await client.query<Data>({ query: PAGE, variables: { first: 2 } });
    for (let next = data.memories.pageInfo; next.hasNextPage; ) {
      const page = await watched.fetchMore({ variables: { after: next.endCursor } });
      next = page.data?.memories.pageInfo;
    }
    const read = client.readQuery<Data>({ query: PAGE, variables: { first: 2 } });
    const names = read.memories.edges.map((edge: Data) => edge.node.name);
    expect([...names].sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(read.memories.pageInfo.hasNextPage).toBe(false);
    shown.unsubscribe();
  });

  it('normalises by id, so that a mutation changes what a query showed', async () => {
    const project = await server.project();
    const memoryId = await project.memory({ name: 'Before' });
    const { client } = clientOf(project);
    await client.query({ query: PAGE, variables: { first: 2 } });
    await client.mutate({
      mutation: gql`
        mutation ($input: UpdateMemoryInput!) {
          updateMemory(input: $input) { memory { id name } }
        }
      `,
      variables: { input: { memoryId, name: 'After' } },
    });
    const cached = await client.query<Data>({
      query: PAGE,
      variables: { first: 2 },
      fetchPolicy: 'cache-only',
    });
    expect(cached.data.memories.edges.map((edge: Data) => edge.node)).toMatchObject([
      { id: memoryId, name: 'After' },
    ]);
  });

  it('reads the members of a union by their types, and by an interface with possibleTypes', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const { client } = clientOf(project);
    const written = await client.mutate<Data>({
      mutation: gql`
        mutation ($input: WriteEntriesInput!) {
          writeEntries(input: $input) {
            results {
              ... on WriteEntryPayload { action entry { ...named } }
              ... on ItemError { code path }
            }
          }
        }
        fragment named on Node { id }
      `,
      variables: { input: { memoryId, items: [{ content: 'One thing' }, { content: ' ' }] } },
    });
    expect(written.data?.writeEntries.results).toMatchObject([
      { action: 'CREATED', entry: { id: expect.stringMatching(/^me_/) } },
      { code: 'BAD_USER_INPUT', path: 'input.items[1].content' },
    ]);
    const found = gql`
      query ($id: ID!) {
        node(id: $id) { ...named ... on Entry { content } }
      }
      fragment named on Node { id }
    `;
    const id = written.data?.writeEntries.results[0].entry.id;
    await client.query({ query: found, variables: { id } });
    expect(client.readQuery({ query: found, variables: { id } })).toMatchObject({
      node: { id, content: 'One thing' },
    });
  });

  it('keeps what each of two queries selects of an object without an id', async () => {
    const { client } = clientOf(await server.project());
    const queries = [
      gql`{ viewer { role } server { version } project { id settings { maxStatements stream { limit } } } }`,
      gql`{ viewer { isRoot } server { limits { maxCost } } project { id settings { stream { mode } } } }`,
    ];
    for (const query of queries) await client.query<Data>({ query });
    for (const query of queries) {
      expect(client.readQuery<Data>({ query })).toMatchObject({ viewer: expect.any(Object) });
    }
  });

  it('keeps the memories of two agents apart', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const scope = { memoryIds: [memoryId] };
    await createAgent(project, { name: 'reads', knowledgeConfig: { scope } });
    await createAgent(project, { name: 'writes', knowledgeConfig: { writeMemoryId: memoryId } });
    await project.run(
      'mutation ($input: DeleteMemoryInput!) { deleteMemory(input: $input) { memory { id } } }',
      { input: { memoryId, force: true } },
    );
    const query = gql`{
      agents(orderBy: { field: NAME }) {
        nodes { id knowledgeConfig { memories { id warning { code } } } }
      }
    }`;
    const { data } = await clientOf(project).client.query<Data>({ query });
    expect(
      data.agents.nodes.map(({ knowledgeConfig }: Data) => knowledgeConfig.memories),
    ).toMatchObject([
      [{ id: memoryId, warning: { code: 'MEMORY_DELETED' } }],
      [{ id: memoryId, warning: { code: 'WRITE_MEMORY_DELETED' } }],
    ]);
  });

  it('reads the code of an error', async () => {
    const { client } = clientOf(await server.project());
    const error = await client
      .mutate({
        mutation: gql`mutation { deleteMemory(input: { memoryId: "mem_nothing" }) { memory { id } } }`,
      })
      .catch((raised: unknown) => raised);
    expect(CombinedGraphQLErrors.is(error) && error.errors[0]?.extensions?.code).toBe('NOT_FOUND');
  });

  it('subscribes over GraphQLWsLink', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const { events } = await project.run('{ events { headCursor } }');
    const { client, stop } = clientOf(project);
    const received = new Promise<Data>((resolve, reject) => {
      client
        .subscribe<Data>({
          query: gql`
            subscription ($after: String) {
              events(after: $after, types: [ENTRY_CREATED]) { id type entry { id content } }
            }
          `,
          variables: { after: events.headCursor },
        })
        .subscribe({ next: resolve, error: reject });
    });
    await project.write(memoryId, 'One thing');
    const { data, extensions } = await received;
    expect(data.events).toMatchObject({
      type: 'ENTRY_CREATED',
      entry: { content: 'One thing' },
    });
    expect(extensions.cursor).toBe(data.events.id);
    await stop();
  });

  it('reads the code of an error of a subscription', async () => {
    vi.stubGlobal('WebSocket', WebSocket);
    const { client, stop } = clientOf(await server.project());
    const query = gql`subscription { nothing }`;
    const result = await new Promise<Data>((resolve, reject) => {
      client.subscribe<Data>({ query }).subscribe({ next: resolve, error: reject });
    });
    expect(CombinedGraphQLErrors.is(result.error) && result.error.errors[0]?.extensions?.code).toBe(
      'GRAPHQL_VALIDATION_FAILED',
    );
    await stop();
    vi.unstubAllGlobals();
  });
});
