import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import {
  buildClientSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
  printSchema,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAgent } from '../support/agents.ts';
import { CACHED_TYPES } from '../support/cached-types.ts';
import { type Data, post } from '../support/graphql.ts';
import { type TestProject, useServer } from '../support/server.ts';

const server = useServer();
const require = createRequire(import.meta.url);
const { ConnectionHandler, Environment, Network, RecordSource, Store, ...relay }: Data =
  require('relay-runtime');
let folder: string;

const SOURCE = `
import { graphql } from 'react-relay';
graphql\`query sourceQuery { ...source_memories }\`;
graphql\`
  fragment source_memories on Query
  @refetchable(queryName: "sourcePageQuery")
  @argumentDefinitions(first: { type: "Int", defaultValue: 2 }, after: { type: "String" }) {
    memories(first: $first, after: $after) @connection(key: "source_memories") {
      edges { node { id name ...source_memory } }
    }
  }\`;
graphql\`
  fragment source_memory on Memory @refetchable(queryName: "sourceMemoryQuery") {
    id description
  }\`;
graphql\`
  mutation sourceCreateMutation($input: CreateMemoryInput!, $connections: [ID!]!) {
    createMemory(input: $input) {
      memory @appendNode(connections: $connections, edgeTypeName: "MemoryEdge") { id name }
    }
  }\`;
graphql\`
  query sourceLastQuery($before: String) {
    memories(last: 2, before: $before, orderBy: { field: NAME }) @connection(key: "last_memories", filters: []) {
      edges { node { name } }
    }
  }\`;
graphql\`
  mutation sourceWriteMutation($input: WriteEntriesInput!) {
    writeEntries(input: $input) {
      results {
        __typename
        ... on WriteEntryPayload { action entry { id content } }
        ... on ItemError { code path }
      }
    }
  }\`;
graphql\`
  mutation sourceDeleteMutation($input: DeleteMemoryInput!, $connections: [ID!]!) {
    deleteMemory(input: $input) { memory { id @deleteEdge(connections: $connections) } }
  }\`;
graphql\`
  query sourceNodeQuery($id: ID!) { node(id: $id) { ... on ApiKey { prefix } ... on Memory { name } } }\`;
graphql\`
  query sourcePartsQuery {
    memories { nodes { id createdBy { name } } }
    agents { nodes { id knowledgeConfig { memories { warning { code } } } } }
  }\`;
`;

const artifact = (name: string): Data =>
  require(join(folder, 'src/__generated__', `${name}.graphql.js`));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lorebase-relay-'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'src'));
  const { run } = await server.project();
  const schema = buildClientSchema((await run(getIntrospectionQuery())) as IntrospectionQuery);
  writeFileSync(join(folder, 'schema.graphql'), printSchema(schema));
  writeFileSync(join(folder, 'src/source.js'), SOURCE);
  const config = { src: './src', schema: './schema.graphql', language: 'javascript' };
  writeFileSync(join(folder, 'relay.config.json'), JSON.stringify(config));
  writeFileSync(join(folder, 'package.json'), '{}');
  const command = resolve('node_modules/relay-compiler/cli.js');
  await promisify(execFile)(process.execPath, [command, 'relay.config.json'], { cwd: folder });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function environmentOf({ keys }: TestProject, role: 'WRITE' | 'ADMIN' = 'WRITE'): Data {
  const fetchQuery = async ({ text }: { text: string }, variables: Record<string, unknown>) =>
    post(server.url, keys[role], text, variables);
  return new Environment({
    network: Network.create(fetchQuery),
    store: new Store(new RecordSource()),
    getDataID: ({ id }: Data, type: string) => (CACHED_TYPES.nodes.includes(type) ? id : undefined),
  });
}

const load = (environment: Data, name: string, variables: object): Promise<Data> =>
  relay.fetchQuery(environment, artifact(name), variables).toPromise();

const change = (environment: Data, name: string, variables: object): Promise<Data> =>
  new Promise((onCompleted, onError) => {
    relay.commitMutation(environment, {
      mutation: artifact(name),
      variables,
      onCompleted,
      onError,
    });
  });

describe('Relay', () => {
  it('pages through a connection, and adds and removes nodes in it', async () => {
    const project = await server.project();
    for (const name of ['a', 'b', 'c']) await project.memory({ name });
    const environment = environmentOf(project);
    await load(environment, 'sourceQuery', {});
    const connection = ConnectionHandler.getConnectionID('client:root', 'source_memories');
    const names = () => {
      const source = environment.getStore().getSource();
      const edges = source.get(connection).edges.__refs as string[];
      return edges.map((edge) => source.get(source.get(edge).node.__ref).name);
    };
    expect(names()).toHaveLength(2);
    const { pageInfo } = environment.getStore().getSource().get(connection);
    const { endCursor } = environment.getStore().getSource().get(pageInfo.__ref);
    await load(environment, 'sourcePageQuery', { first: 2, after: endCursor });
    expect([...names()].sort()).toEqual(['a', 'b', 'c']);

    const connections = [connection];
    const { createMemory } = await change(environment, 'sourceCreateMutation', {
      input: { name: 'd' },
      connections,
    });
    expect(names().at(-1)).toBe('d');
    await change(environment, 'sourceDeleteMutation', {
      input: { memoryId: createMemory.memory.id },
      connections,
    });
    expect([...names()].sort()).toEqual(['a', 'b', 'c']);
  });

  it('pages backward through a connection', async () => {
    const project = await server.project();
    for (const name of ['a', 'b', 'c']) await project.memory({ name });
    const environment = environmentOf(project);
    const names = ({ memories }: Data) => memories.edges.map(({ node }: Data) => node.name);
    const page = await load(environment, 'sourceLastQuery', {});
    expect(names(page)).toEqual(['b', 'c']);
    const { hasPreviousPage, startCursor } = page.memories.pageInfo;
    expect(hasPreviousPage).toBe(true);
    const whole = await load(environment, 'sourceLastQuery', { before: startCursor });
    expect(names(whole)).toEqual(['a', 'b', 'c']);
    expect(whole.memories.pageInfo.hasPreviousPage).toBe(false);
  });

  it('reads the members of a union, and stores their objects by id', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const environment = environmentOf(project);
    const { writeEntries } = await change(environment, 'sourceWriteMutation', {
      input: { memoryId, items: [{ content: 'One thing' }, { content: ' ' }] },
    });
    const [written, failed] = writeEntries.results;
    expect(written).toMatchObject({ __typename: 'WriteEntryPayload', action: 'CREATED' });
    expect(failed).toMatchObject({ code: 'BAD_USER_INPUT', path: 'input.items[1].content' });
    const stored = environment.getStore().getSource().get(written.entry.id);
    expect(stored).toMatchObject({ __typename: 'Entry', content: 'One thing' });
  });

  it('keeps an object apart from the parts of other objects that have its id', async () => {
    const project = await server.project();
    const memoryId = await project.memory({ name: 'a' });
    const scope = { memoryIds: [memoryId] };
    await createAgent(project, { knowledgeConfig: { scope } });
    const { memory } = await project.run(
      'query ($id: ID!) { memory(id: $id) { createdBy { id } } }',
      { id: memoryId },
    );
    const environment = environmentOf(project, 'ADMIN');
    for (const id of [memoryId, memory.createdBy.id]) {
      const before = await load(environment, 'sourceNodeQuery', { id });
      await load(environment, 'sourcePartsQuery', {});
      const request = relay.getRequest(artifact('sourceNodeQuery'));
      const { fragment } = relay.createOperationDescriptor(request, { id });
      expect(Object.keys(before.node)).not.toEqual([]);
      expect(environment.lookup(fragment).data).toEqual(before);
    }
  });

  it('refetches a fragment of an object by its id', async () => {
    const project = await server.project();
    const id = await project.memory({ name: 'a', description: 'About a' });
    const environment = environmentOf(project);
    await load(environment, 'sourceMemoryQuery', { id });
    const stored = environment.getStore().getSource().get(id);
    expect(stored).toMatchObject({ __typename: 'Memory', id, description: 'About a' });
  });
});
