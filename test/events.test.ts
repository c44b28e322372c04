import { describe, expect, it } from 'vitest';
import { encodePosition } from '../src/events/position.ts';
import { purgeEvents } from '../src/events/purge-events.ts';
import { eventually } from './support/eventually.ts';
import { post, type Subscription, subscribe } from './support/graphql.ts';
import { scripted } from './support/model-server.ts';
import { ROOT_KEY, type TestProject, useServer } from './support/server.ts';

const server = useServer();

const EVENTS = `subscription ($scope: KnowledgeScope = {}, $types: [EventType!], $after: String) {
  events(scope: $scope, types: $types, after: $after) {
    id cursor type memoryId entryId actor { id kind name } createdAt
    memory { name } entry { id content deletedAt } changes { field before after }
  }
}`;
const LOG = `query ($first: Int! = 100, $after: String) {
  events(first: $first, after: $after) {
    totalCount headCursor nodes { cursor type entryId } pageInfo { hasNextPage endCursor }
  }
}`;

type Event = {
  cursor: string;
  type: string;
  entryId: string | null;
  entry: { content: string } | null;
  changes: { field: string; before: unknown; after: unknown }[];
};

const eventsOf = (subscription: Subscription): Event[] =>
  subscription.received.map((data) => data.events);
const typesOf = (subscription: Subscription) => eventsOf(subscription).map((event) => event.type);

async function headOf(project: TestProject): Promise<string> {
  return (await project.run(LOG, { first: 0 })).events.headCursor;
}

/** Makes one change of each kind, in a known order. */
async function changeAll(project: TestProject): Promise<{ memoryId: string; entryId: string }> {
  server.models.script('Event base', scripted(1));
  server.models.script('Event other', scripted(0.8));
  const memoryId = await project.memory({ name: 'Watched', tags: ['watched'] });
  const { entry } = await project.write(memoryId, 'Event base');
  await project.write(memoryId, 'Event other');
  await project.write(memoryId, 'Event other');
  const input = JSON.stringify(entry.id);
  await project.run(
    `mutation { updateEntry(input: { entryId: ${input}, content: "Edited" }) { entry { id } } }`,
  );
  await project.run(`mutation { revertEntry(input: { entryId: ${input} }) { entry { id } } }`);
  await project.run(`mutation { deleteEntry(input: { entryId: ${input} }) { entry { id } } }`);
  await project.run(`mutation { restoreEntry(input: { entryId: ${input} }) { entry { id } } }`);
  await project.run(
    `mutation { updateMemory(input: { memoryId: "${memoryId}", name: "Renamed" }) { memory { id } } }`,
  );
  return { memoryId, entryId: entry.id };
}

const ALL = [
  'MEMORY_CREATED',
  'ENTRY_CREATED',
  'ENTRY_STATEMENT_ADDED',
  'ENTRY_SKIPPED',
  'ENTRY_EDITED',
  'ENTRY_EDITED',
  'ENTRY_DELETED',
  'ENTRY_RESTORED',
  'MEMORY_UPDATED',
  'MEMORY_DELETED',
];

describe('the subscription events', () => {
  it('delivers every change in order, with the entry as it is now and what changed', async () => {
    const project = await server.project();
    const live = project.subscribe(EVENTS, { after: await headOf(project) });
    const { memoryId, entryId } = await changeAll(project);
    await live.count(9);
    await project.run(
      `mutation { deleteMemory(input: { memoryId: "${memoryId}" }) { memory { id } } }`,
    );
    await live.count(10);
    expect(typesOf(live)).toEqual(ALL);
    const [created, written, merged, skipped, edited, , deleted, , renamed, gone] = eventsOf(live);
    expect(created).toMatchObject({ memoryId, entryId: null, entry: null });
    expect(created?.changes).toContainEqual({ field: 'tags', before: null, after: ['watched'] });
    expect(written).toMatchObject({ entryId, entry: { id: entryId } });
    expect(written?.changes[0]).toEqual({ field: 'content', before: null, after: 'Event base' });
    expect(merged?.changes[0]).toEqual({ field: 'content', before: null, after: 'Event other' });
    expect(skipped?.changes).toEqual([
      { field: 'content', before: null, after: 'Event other' },
      { field: 'metadata', before: null, after: {} },
    ]);
    expect(edited?.changes).toEqual([
      { field: 'content', before: 'Event base\nEvent other', after: 'Edited' },
    ]);
    expect(deleted?.changes[0]).toMatchObject({ field: 'deletedAt', before: null });
    expect(renamed?.changes).toEqual([{ field: 'name', before: 'Watched', after: 'Renamed' }]);
    expect(gone).toMatchObject({ memoryId, entry: null });
    expect(gone?.changes).toMatchObject([{ field: 'deletedAt', before: null }]);
    await live.stop();
  });

  it('starts now where no cursor is given', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    await project.write(memoryId, 'Before');
    const live = project.subscribe(EVENTS, {});
    await eventually(async () => {
      await project.write(memoryId, `After ${Math.random()}`);
      return live.received.length;
    }).toBeGreaterThan(0);
    const contents = eventsOf(live).map((event) => event.changes[0]?.after);
    expect(contents).not.toContain('Before');
    await live.stop();
  });

  it('is filtered by memories, tags and types', async () => {
    const project = await server.project();
    const after = await headOf(project);
    const subscribeTo = (filter: object) => project.subscribe(EVENTS, { after, ...filter });
    const { memoryId } = await changeAll(project);
    const other = await project.memory({ name: 'Other', tags: ['other'] });
    await project.write(other, 'Elsewhere');
    const byId = subscribeTo({ scope: { memoryIds: [other] } });
    const byTag = subscribeTo({ scope: { memoryTags: ['watch*'] } });
    const byBoth = subscribeTo({ scope: { memoryIds: [other], memoryTags: ['watched'] } });
    const byType = subscribeTo({ types: ['ENTRY_CREATED'] });
    await Promise.all([byId.count(2), byTag.count(9), byBoth.count(11), byType.count(2)]);
    const nothing = subscribeTo({ scope: { memoryTags: [] } });
    await project.run(
      `mutation { deleteMemory(input: { memoryId: "${memoryId}" }) { memory { id } } }`,
    );
    await Promise.all([byTag.count(10), byBoth.count(12)]);
    expect(typesOf(byId)).toEqual(['MEMORY_CREATED', 'ENTRY_CREATED']);
    expect(typesOf(byTag)).toEqual(ALL);
    expect(typesOf(byBoth)).toContain('MEMORY_DELETED');
    expect(typesOf(byType)).toEqual(['ENTRY_CREATED', 'ENTRY_CREATED']);
    expect(nothing.received).toEqual([]);
    for (const live of [byId, byTag, byBoth, byType, nothing]) await live.stop();
  });

  it('goes on behind a cursor without a gap or a repetition', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const start = await headOf(project);
    const seen: string[] = [];
    let after = start;
    let written = 0;
    const writing = (async () => {
      for (; written < 60; written += 1)
        await project.write(memoryId, `Numbered ${written}`, { updateThreshold: 0.95 });
    })();
    while (seen.length < 60) {
      const live = project.subscribe(EVENTS, { after });
      await live.count(Math.min(7, 60 - seen.length));
      await live.stop();
      seen.push(...eventsOf(live).map((event) => event.cursor));
      after = seen.at(-1) ?? after;
    }
    await writing;
    const { events } = await project.run(LOG, { after: start });
    expect(seen).toEqual(events.nodes.map((node: Event) => node.cursor));
    expect(new Set(seen).size).toBe(60);
  });

  it('delivers a burst of concurrent writes to each subscriber once and in one order', async () => {
    const project = await server.project();
    const memories = [await project.memory(), await project.memory(), await project.memory()];
    const after = await headOf(project);
    const lives = [1, 2, 3].map(() => project.subscribe(EVENTS, { after }));
    await Promise.all(
      Array.from({ length: 90 }, (_, i) =>
        project.write(memories[i % 3] ?? '', `Burst ${i}`, { kind: 'OBSERVATION' }),
      ),
    );
    const orders = await Promise.all(
      lives.map(async (live) => {
        await live.count(90);
        await live.stop();
        return eventsOf(live).map((event) => event.cursor);
      }),
    );
    expect(new Set(orders[0]).size).toBe(90);
    expect(orders[1]).toEqual(orders[0]);
    expect(orders[2]).toEqual(orders[0]);
    expect([...(orders[0] ?? [])].sort()).toEqual(orders[0]);
  });

  it('reaches many followers soon, though changes keep coming', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const after = await headOf(project);
    const lives = Array.from({ length: 12 }, () => project.subscribe(EVENTS, { after }));
    await project.write(memoryId, 'To begin with', { kind: 'PLAN' });
    await Promise.all(lives.map((live) => live.count(1)));
    const delays: number[] = [];
    for (let i = 0; i < 15; i += 1) {
      const from = performance.now();
      await project.write(memoryId, `Step ${i}`, { kind: 'PLAN' });
      await Promise.all(lives.map((live) => live.count(i + 2)));
      delays.push(performance.now() - from);
    }
    // A follower that misses its wake-up looks again after two seconds; a busy machine delays some steps.
    const [median = 0] = delays.sort((one, other) => one - other).slice(7);
    expect(median).toBeLessThan(1000);
    for (const live of lives) await live.stop();
  });

  it.each(['nonsense', 'mem_01m7vp9axme049zzpfbqmg6msh'])(
    'refuses the cursor %s',
    async (after) => {
      const project = await server.project();
      const live = project.subscribe(EVENTS, { after });
      await live.ended;
      expect(JSON.stringify([live.received, live.errors])).toContain('BAD_USER_INPUT');
      await live.stop();
    },
  );

  it('refuses a cursor of another log', async () => {
    const [project, other] = [await server.project(), await server.project()];
    await other.memory();
    const foreign = [await headOf(other), encodePosition({ number: 1n, token: 1n })];
    for (const after of foreign) {
      const live = project.subscribe(EVENTS, { after });
      await live.ended;
      expect(JSON.stringify(live.received)).toContain('CURSOR_EXPIRED');
      await live.stop();
    }
  });

  it('ends soon after its key is revoked', async () => {
    const project = await server.project();
    const { viewer } = await project.run('{ viewer { apiKey { id } } }', {}, project.keys.READ);
    const live = project.subscribe(EVENTS, { after: await headOf(project) });
    await project.memory();
    await live.count(1);
    await project.run(
      'mutation ($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { apiKey { id } } }',
      { input: { apiKeyId: viewer.apiKey.id } },
      project.keys.ADMIN,
    );
    await live.ended;
    expect(JSON.stringify(live.errors)).toContain('UNAUTHENTICATED');
    await live.stop();
  });
});

describe('the log', () => {
  it('is paged by the same cursors that the subscription delivers', async () => {
    const project = await server.project();
    await changeAll(project);
    const first = (await project.run(LOG, { first: 4 })).events;
    expect(first).toMatchObject({ totalCount: 9, pageInfo: { hasNextPage: true } });
    const rest = (await project.run(LOG, { after: first.pageInfo.endCursor })).events;
    expect([...first.nodes, ...rest.nodes].map((node: Event) => node.type)).toEqual(
      ALL.slice(0, 9),
    );
    const live = project.subscribe(EVENTS, { after: first.pageInfo.endCursor });
    await live.count(5);
    expect(eventsOf(live).map((event) => event.cursor)).toEqual(
      rest.nodes.map((node: Event) => node.cursor),
    );
    await live.stop();
  });

  it('finds an event by its id', async () => {
    const project = await server.project();
    await project.memory({ name: 'Noted' });
    const { events } = await project.run('{ events { nodes { id type memory { name } } } }');
    const [event] = events.nodes;
    const { node } = await project.run(
      `{ node(id: "${event.id}") { id __typename ... on Event { type memory { name } } } }`,
    );
    expect(node).toEqual({ ...event, __typename: 'Event' });
  });
});

describe('the retention', () => {
  it('takes old events, and tells a cursor from before them', async () => {
    const project = await server.project();
    const start = await headOf(project);
    const memoryId = await project.memory({ name: 'Old' });
    const between = await headOf(project);
    const now = server.app.clock;
    server.app.clock = () => new Date(Date.now() + 31 * 86_400_000);
    try {
      await project.write(memoryId, 'New');
      await purgeEvents(server.app);
      await purgeEvents(server.app);
    } finally {
      server.app.clock = now;
    }
    const { events } = await project.run(LOG);
    expect(events.nodes.map((node: Event) => node.type)).toEqual(['ENTRY_CREATED']);
    expect((await project.fail(LOG, { after: start })).extensions.code).toBe('CURSOR_EXPIRED');
    const expired = project.subscribe(EVENTS, { after: start });
    await expired.ended;
    expect(JSON.stringify(expired.received)).toContain('CURSOR_EXPIRED');
    const live = project.subscribe(EVENTS, { after: between });
    await live.count(1);
    expect(typesOf(live)).toEqual(['ENTRY_CREATED']);
    await live.stop();
  });
});

describe('a subscription', () => {
  it('needs a key, and follows the default project with a root key', async () => {
    const anonymous = subscribe(server.url, null, EVENTS, {});
    await anonymous.ended;
    expect(JSON.stringify(anonymous.received)).toContain('UNAUTHENTICATED');
    const { headCursor } = (await server.asRoot(LOG, { first: 0 })).events;
    const root = subscribe(server.url, ROOT_KEY, EVENTS, { after: headCursor });
    await server.asRoot(
      'mutation { createMemory(input: { name: "of the default" }) { memory { id } } }',
    );
    await root.count(1);
    const unknown = subscribe(server.url, 'unknown', EVENTS, {});
    await unknown.ended;
    expect(unknown.errors[0]).toMatchObject({ code: 4403 });
    await Promise.all([anonymous.stop(), root.stop()]);
  });

  it('acts with a root key in the project that the connection names', async () => {
    const project = await server.project();
    const after = await headOf(project);
    const root = subscribe(server.url, ROOT_KEY, EVENTS, { after }, project.id);
    await project.memory({ name: 'Of this project' });
    expect(await root.count(1)).toMatchObject([
      { events: { memory: { name: 'Of this project' } } },
    ]);
    await root.stop();
  });

  it('also carries queries and mutations, under the same limits', async () => {
    const project = await server.project();
    const viewer = project.subscribe('{ viewer { role } }');
    expect(await viewer.count(1)).toEqual([{ viewer: { role: 'READ' } }]);
    const forbidden = project.subscribe(
      'mutation { createMemory(input: { name: "m" }) { memory { id } } }',
    );
    expect(JSON.stringify(await forbidden.count(1))).toContain('FORBIDDEN');
    const aliases = Array.from({ length: 60 }, (_, i) => `a${i}: viewer { role }`).join(' ');
    const excessive = project.subscribe(`{ ${aliases} }`);
    await excessive.ended;
    expect(JSON.stringify(excessive.errors)).toContain('QUERY_TOO_COMPLEX');
    await Promise.all([viewer.stop(), forbidden.stop(), excessive.stop()]);
  });

  it('cannot be asked for over HTTP', async () => {
    const { errors } = await post(server.url, ROOT_KEY, 'subscription { events { id } }');
    expect(errors?.[0]?.extensions.code).toBe('BAD_REQUEST');
  });
});
