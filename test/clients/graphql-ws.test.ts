import { createClient } from 'graphql-ws';
import { describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { eventually } from '../support/eventually.ts';
import { type Data, subscribe } from '../support/graphql.ts';
import { type TestProject, useServer } from '../support/server.ts';

const server = useServer();

const EVENTS = `subscription ($types: [EventType!], $after: String) {
  events(types: $types, after: $after) { entry { content } }
}`;

const startOf = async (project: TestProject): Promise<string> =>
  (await project.run('{ events { headCursor } }')).events.headCursor;

const url = () => `${server.url.replace('http', 'ws')}/graphql`;

/** A client whose sockets the test can cut, and which keeps the last cursor of each operation. */
function reconnecting(project: TestProject, shape: (cursors: Record<string, string>) => unknown) {
  const cursors: Record<string, string> = {};
  const sockets: WebSocket[] = [];
  class Socket extends WebSocket {
    constructor(address: string, protocols: string | string[]) {
      super(address, protocols);
      sockets.push(this);
    }
  }
  const client = createClient({
    url: url(),
    webSocketImpl: Socket,
    retryAttempts: 50,
    retryWait: async () => {},
    shouldRetry: () => true,
    connectionParams: () => ({ 'x-api-key': project.keys.READ, resumeAfter: shape(cursors) }),
    on: {
      message: (message) => {
        if (message.type !== 'next') return;
        const cursor = message.payload.extensions?.cursor;
        if (typeof cursor === 'string') cursors[message.id] = cursor;
      },
    },
  });
  return { client, cut: () => sockets.at(-1)?.terminate(), connections: () => sockets.length };
}

const connectOnce = (connectionParams: Record<string, unknown>) =>
  createClient({ url: url(), webSocketImpl: WebSocket, retryAttempts: 0, connectionParams });

describe('a stock client of graphql-ws whose socket is cut', () => {
  it.each([
    ['a map from operations to cursors', 2, (cursors: object) => cursors],
    ['one cursor', 1, (cursors: Record<string, string>) => Object.values(cursors)[0]],
  ])('gets every event exactly once, with %s', async (_, subscriptions, shape) => {
    const project = await server.project();
    const memoryId = await project.memory();
    const after = await startOf(project);
    const { client, cut, connections } = reconnecting(project, shape);
    const texts = Array.from({ length: 24 }, (_, i) => `Fact ${i}`);
    const seen = Array.from({ length: subscriptions }, (): string[] => []);
    const leastSeen = () => Math.min(...seen.map(({ length }) => length));
    const follow = async (ofOne: string[]) => {
      const results = client.iterate({
        query: EVENTS,
        variables: { after, types: ['ENTRY_CREATED'] },
      });
      for await (const { data } of results as AsyncIterable<{ data: Data }>) {
        ofOne.push(data.events.entry.content);
        if (ofOne.length % 7 === 0) cut();
        if (data.events.entry.content === texts.at(-1)) break;
      }
    };
    const followers = seen.map(follow);
    for (const [i, text] of texts.entries()) {
      await project.write(memoryId, text, { updateThreshold: 0.95 });
      // Each cut has a connection of its own, because the seventh event after it is written when all have made it.
      // Three events are written behind the one that is cut at, so that some can be lost with the connection.
      const cuts = (i + 1 - 3) / 7;
      if (Number.isInteger(cuts)) await eventually(leastSeen).toBeGreaterThanOrEqual(7 * cuts);
    }
    await Promise.all(followers);
    for (const ofOne of seen) expect(ofOne).toEqual(texts);
    expect(connections()).toBeGreaterThan(2);
    await client.dispose();
  });
});

it('reads names in connectionParams in any case, of which the last one counts', async () => {
  const project = await server.project();
  const client = connectOnce({ 'x-api-key': 'lore_unknown', 'X-API-Key': project.keys.READ });
  const results = client.iterate({ query: '{ viewer { role } }' });
  expect((await results.next()).value).toMatchObject({ data: { viewer: { role: 'READ' } } });
  await client.dispose();
});

describe('connectionParams.resumeAfter', () => {
  it('is refused unless it is a cursor or a map', async () => {
    const project = await server.project();
    const client = connectOnce({ 'x-api-key': project.keys.READ, resumeAfter: 7 });
    const results = client.iterate({ query: EVENTS });
    await expect(results.next()).rejects.toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', path: 'connectionParams.resumeAfter' } },
    ]);
    await client.dispose();
  });

  it('as one cursor is that of the first subscription alone', async () => {
    const project = await server.project();
    const { events } = await project.run('{ events { headCursor } }');
    const memoryId = await project.memory();
    await project.write(memoryId, 'Before');
    const client = connectOnce({ 'x-api-key': project.keys.READ, resumeAfter: events.headCursor });
    const follow = () => {
      const results = client.iterate({ query: EVENTS, variables: { types: ['ENTRY_CREATED'] } });
      return results as AsyncIterableIterator<{ data: Data }>;
    };
    const [first, second] = [follow(), follow()];
    const contentOf = async (results: typeof first) =>
      (await results.next()).value.data.events.entry.content;
    expect(await contentOf(first)).toBe('Before');
    let seen = '';
    const reading = contentOf(second).then((content) => {
      seen = content;
    });
    await eventually(async () => {
      if (seen === '') await project.write(memoryId, `After ${Math.random()}`);
      return seen;
    }).toMatch(/^After /);
    await reading;
    await client.dispose();
  });

  it('is not needed for queries on the same connection', async () => {
    const project = await server.project();
    const running = subscribe(server.url, project.keys.READ, '{ viewer { role } }');
    expect(await running.count(1)).toEqual([{ viewer: { role: 'READ' } }]);
  });
});
