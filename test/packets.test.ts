import { Socket } from 'node:net';
import { expect, it, vi } from 'vitest';
import { MIN_CACHED_CHUNKS } from '../src/chunk-cache/chunk-cache.ts';
import { SessionSocket } from '../src/db/embedded/session-socket.ts';
import { isEmbedded } from './support/database.ts';
import { isCitus } from './support/database-server.ts';
import { fill } from './support/indexed-chunks.ts';
import { scripted } from './support/model-server.ts';
import { type TestProject, useServer } from './support/server.ts';

/** Without a worker, whose looks for jobs would be counted as well. */
const server = useServer({ JOB_CONCURRENCY: '0' });

type Written = string | Buffer | { chunk: string | Buffer }[];

/** Whether the database can be heard is asked by the clock, and the index is kept up behind each write. */
const BACKGROUND =
  /select 1\0|pg_notify|is_indexed|chunks_pending|sum\("memories"\."chunk_count"\)/;

/**
 * Each write has this statement. Its text contains `is_indexed`, by which BACKGROUND tells the statements of the index.
 * The text is sent when the statement is executed for the first time on a connection.
 */
const OF_WRITE = /insert into "chunks"/;

/** The message of the protocol that ends a statement and its parameters. */
const SYNC = 'S\0\0\0\x04';

/** A packet to the embedded database can have statements of several callers. */
const isCounted = (packet: string) =>
  packet.split(SYNC).some((one) => one !== '' && (OF_WRITE.test(one) || !BACKGROUND.test(one)));

/**
 * What the process sends meanwhile: to a server as packets, and to the embedded database in turns of the event loop.
 */
async function packetsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const { prototype } = isEmbedded ? SessionSocket : Socket;
  const { DATABASE_URL } = server.database.env;
  const port = isEmbedded ? undefined : Number(new URL(DATABASE_URL).port || 5432);
  const { _write, _writev } = prototype;
  const packets: string[] = [];
  let isSameTurn = false;
  const observed = (write: unknown) =>
    function (this: { remotePort?: number }, data: Written, ...rest: unknown[]) {
      const pass = () => (write as (...args: unknown[]) => unknown).call(this, data, ...rest);
      if (this.remotePort !== port) return pass();
      const chunks = Array.isArray(data) ? data.map(({ chunk }) => chunk) : [data];
      const text = chunks.map((chunk) => chunk.toString('latin1')).join('');
      if (isSameTurn) packets.push(`${packets.pop()}${text}`);
      else packets.push(text);
      isSameTurn = isEmbedded;
      setImmediate(() => {
        isSameTurn = false;
      });
      return pass();
    };
  prototype._write = observed(_write) as typeof _write;
  if (_writev) prototype._writev = observed(_writev) as typeof _writev;
  try {
    await work();
  } finally {
    Object.assign(prototype, { _write, ...(_writev ? { _writev } : {}) });
  }
  return packets.filter(isCounted);
}

/**
 * The second least of several runs. Some have more packets, for what is done by the clock or behind earlier ones; and
 * the first may have fewer, since it sends the text of its statement, which can look like one of the background. Runs
 * in which the process did not hear of changes do not count, since it then reads what it otherwise keeps.
 */
async function countPackets(work: () => Promise<unknown>): Promise<number> {
  const { connection } = server.app;
  const counts: number[] = [];
  while (counts.length < 9) {
    await vi.waitUntil(() => connection.isReceivingNotifications(), { timeout: 10_000 });
    const packets = await packetsDuring(work);
    if (connection.isReceivingNotifications()) counts.push(packets.length);
  }
  return counts.sort((one, other) => one - other)[1] ?? 0;
}

const SEARCH = `query ($input: SearchKnowledgeInput!) {
  searchKnowledge(input: $input) { results { score matches { statement { text } } entry { content } } } }`;
const SEARCH_NAMES = `query ($input: SearchKnowledgeInput!) {
  searchKnowledge(input: $input) { results { entry { content memory { id name tags } } } } }`;
const SEARCH_COUNTS = `query ($input: SearchKnowledgeInput!) {
  searchKnowledge(input: $input) { results { entry { memory { name entryCount } } } } }`;
const STREAM = `query ($input: RetrieveEntriesInput!) {
  retrieveEntries(input: $input) { results { score entry { content } } } }`;
const KNOWLEDGE = `query ($input: AgentKnowledgeInput!) { agentKnowledge(input: $input) { messages } }`;
const OMITTED = `query ($input: AgentKnowledgeInput!) {
  agentKnowledge(input: $input) { messages omitted { reason } } }`;
const LIST = '{ memories(first: 20) { nodes { id name tags entryCount } } }';
const NESTED =
  '{ memories(first: 20) { nodes { id name entries(first: 5) { nodes { content } } } } }';
const NESTED_COUNTED =
  '{ memories(first: 20) { totalCount nodes { id entries(first: 5) { totalCount nodes { content } } } } }';
const COUNTED =
  '{ memories(first: 20) { totalCount nodes { id } } entries(first: 20) { totalCount nodes { id } } }';
const ENTRIES = '{ entries(first: 20) { nodes { id content } } }';
const BY_WORD =
  'query ($text: String!, $first: Int!) { entries(text: $text, first: $first) { nodes { id content } } }';
const WRITE = 'mutation ($input: WriteEntryInput!) { writeEntry(input: $input) { action } }';
const BULK = `mutation ($input: WriteEntriesInput!) {
  writeEntries(input: $input) { results { ... on WriteEntryPayload { action } } } }`;

it('each operation waits for as few packets as docs/performance.md says', async () => {
  const project = await server.project();
  const memoryId = await project.memory({ tags: ['plan'] });
  for (let i = 0; i < 4; i += 1) await project.write(memoryId, `The plan ${i} is secret`);
  const other = await project.memory({ duplicateThreshold: 1, updateThreshold: 1 });
  for (let i = 0; i < 4; i += 1) await project.write(other, `The plan ${i} is known`);
  const agentId = await createAgent(project, memoryId);
  let written = 0;
  /** A text that is near no other one, so that it is never merged. */
  const fact = () => {
    const text = `Fact ${written}`;
    server.models.script(text, scripted(0.1, 2 + (written++ % 60)));
    return text;
  };
  const scope = { memoryIds: [memoryId] };
  const query = 'Which plan is secret?';
  const messages = [{ role: 'user', content: query }];
  const operations: Record<string, () => Promise<unknown>> = {
    viewer: () => project.run('{ viewer { role } }'),
    list: () => project.run(LIST),
    nested: () => project.run(NESTED),
    'list of entries': () => project.run(ENTRIES),
    'lists with their totals': () => project.run(COUNTED),
    'nested, with totals': () => project.run(NESTED_COUNTED),
    'list by a frequent word': () => project.run(BY_WORD, { text: 'plan', first: 3 }),
    'list by a rare word': () => project.run(BY_WORD, { text: '3', first: 3 }),
    search: () => project.run(SEARCH, { input: { query } }),
    'search with the names of memories': () => project.run(SEARCH_NAMES, { input: { query } }),
    'search with the sizes of memories': () => project.run(SEARCH_COUNTS, { input: { query } }),
    'search by tags': () => project.run(SEARCH, { input: { query, scope: { memoryTags: ['*'] } } }),
    'search in memories': () => project.run(SEARCH, { input: { query, scope } }),
    stream: () => project.run(STREAM, { input: { query } }),
    'stream of a memory': () => project.run(STREAM, { input: { query, scope } }),
    agentKnowledge: () => project.run(KNOWLEDGE, { input: { agentId, messages } }),
    'agentKnowledge with what is omitted': () =>
      project.run(OMITTED, { input: { agentId, messages } }),
    write: () => project.run(WRITE, { input: { memoryId, content: fact() } }),
    bulk: () =>
      project.run(BULK, {
        input: { memoryId: other, items: [{ content: fact() }, { content: fact() }] },
      }),
  };
  const counted: Record<string, number> = {};
  for (const [name, operation] of Object.entries(operations)) {
    counted[name] = await countPackets(operation);
  }
  const { write, bulk, ...reads } = counted;
  expect(reads).toEqual({
    viewer: 0,
    list: 1,
    nested: 2,
    'list of entries': 1,
    'lists with their totals': 1,
    'nested, with totals': 2,
    'list by a frequent word': 1,
    'list by a rare word': 2,
    search: 1,
    'search with the names of memories': 1,
    'search with the sizes of memories': 2,
    'search by tags': 1,
    'search in memories': 1,
    stream: 1,
    'stream of a memory': 1,
    agentKnowledge: 1,
    'agentKnowledge with what is omitted': 2,
  });
  // On Citus, the numbers of events are taken by a statement of its own, which is waited for.
  const more = isCitus ? 1 : 0;
  expect(write).toBe(2 + more);
  // How much is read to compare the texts depends on those that are near.
  expect(bulk).toBeLessThanOrEqual(3 + more);
});

it.skipIf(isCitus)(
  'a search among cached chunks waits for one packet, whatever the query',
  async () => {
    const project = await server.project();
    const memoryId = await project.memory({ duplicateThreshold: 1, updateThreshold: 1 });
    await fill(server, project, memoryId, { count: MIN_CACHED_CHUNKS + 20 });
    const agentId = await createAgent(project, memoryId);
    let asked = 0;
    const question = () => `Which plan is ${Math.random().toString(36)}, of ${asked++}?`;
    const input = () => ({ input: { query: question() } });
    const messages = () => [{ role: 'user', content: question() }];
    const countedSearch = SEARCH.replace('content }', 'content accessCount }');
    const search = () => project.run(SEARCH, input());
    const operations: Record<string, () => Promise<unknown>> = {
      search,
      'search with the names of memories': () => project.run(SEARCH_NAMES, input()),
      'search with counts': () => project.run(countedSearch, input()),
      stream: () => project.run(STREAM, input()),
      agentKnowledge: () => project.run(KNOWLEDGE, { input: { agentId, messages: messages() } }),
    };
    await cacheChunks(project);
    const counted: Record<string, number> = {};
    for (const [name, operation] of Object.entries(operations)) {
      counted[name] = await countPackets(operation);
    }
    // The counts of entries have no events that say when they change, so they are read for those that were found.
    expect(counted).toEqual({
      search: 1,
      'search with the names of memories': 1,
      'search with counts': 2,
      stream: 2,
      agentKnowledge: 1,
    });
    // Nothing has changed, so nothing has to be read in a transaction.
    expect((await packetsDuring(search)).join('')).not.toContain('commit');
    const ten = () => Promise.all(Array.from({ length: 10 }, search));
    // Those that come while a packet is under way share the next one.
    expect(await countPackets(ten)).toBeLessThan(8);
  },
);

it.skipIf(isCitus)(
  'a write of a new text into a cached project waits for one packet, and so does each round of writes',
  async () => {
    const project = await server.project();
    const memoryId = await project.memory({ duplicateThreshold: 1, updateThreshold: 1 });
    await fill(server, project, memoryId, { count: MIN_CACHED_CHUNKS + 20 });
    await cacheChunks(project);
    const write = () =>
      project.run(WRITE, { input: { memoryId, content: `A plan of ${Math.random()}` } });
    // The first one reads what the others know.
    await write();
    expect(await countPackets(write)).toBe(1);
    const eight = () => Promise.all(Array.from({ length: 8 }, write));
    expect(await countPackets(eight)).toBeLessThanOrEqual(8);
    const items = () => Array.from({ length: 40 }, () => ({ content: `One of ${Math.random()}` }));
    const bulk = () => project.run(BULK, { input: { memoryId, items: items() } });
    // The first packet reads which of the texts have to be embedded. After refused packets, none is tried for a second
    // (`missed`).
    const soon = { timeout: 20_000 };
    await expect.poll(() => countPackets(bulk), soon).toBeLessThanOrEqual(2);
  },
);

async function cacheChunks(project: TestProject): Promise<void> {
  const { chunkCache, embedders } = server.app;
  const inProject = { projectId: project.id, space: embedders.defaultSpace };
  chunkCache.request(inProject, MIN_CACHED_CHUNKS);
  await vi.waitUntil(() => chunkCache.find(inProject) !== null, { timeout: 20_000 });
}

async function createAgent(project: TestProject, memoryId: string): Promise<string> {
  const { createAgent: created } = await project.run(
    'mutation ($input: CreateAgentInput!) { createAgent(input: $input) { agent { id } } }',
    { input: { name: 'asked', knowledgeConfig: { scope: { memoryIds: [memoryId] } } } },
  );
  return created.agent.id;
}
