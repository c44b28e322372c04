import { describe, expect, it } from 'vitest';
import type { EventType } from '../src/db/tables/events.ts';
import { transact } from '../src/events/transact.ts';
import { newId } from '../src/ids.ts';
import { createAgent } from './support/agents.ts';
import { subscribe } from './support/graphql.ts';
import { type TestProject, useServer } from './support/server.ts';

const server = useServer({ JOB_CONCURRENCY: '0' });

const ARGUMENTS = `$scope: KnowledgeScope, $types: [EventType!], $entryIds: [ID!], $agentIds: [ID!],
  $traceIds: [ID!], $actorIds: [ID!], $after: String`;
const PASSED =
  'scope: $scope, types: $types, entryIds: $entryIds, agentIds: $agentIds, traceIds: $traceIds, actorIds: $actorIds, after: $after';
const LIVE = `subscription (${ARGUMENTS}) { events(${PASSED}) { cursor } }`;
const LOG = `query (${ARGUMENTS}) { events(${PASSED}, first: 100) { totalCount headCursor nodes { cursor type memoryId } } }`;
const TRACE =
  'mutation ($input: CreateTraceInput!) { createTrace(input: $input) { trace { id } } }';

type Filter = Record<string, unknown>;
type Logged = { cursor: string; type: string; memoryId: string | null };

/** The events of an entry that a review has changed. */
const ENTRY_TYPES: EventType[] = ['ENTRY_CREATED', 'UTILITY_CHANGED'];

/** The events that pass a filter: the log and a subscription from the same cursor must agree. */
async function selected(project: TestProject, after: string, filter: Filter): Promise<Logged[]> {
  const { events } = await project.run(LOG, { after, ...filter }, project.keys.READ);
  const nodes: Logged[] = events.nodes;
  const live = project.subscribe(LIVE, { after, ...filter });
  // What comes after all of them in the log is delivered after all of them.
  const all = project.subscribe(LIVE, { after });
  const { totalCount } = (await project.run(LOG, { after })).events;
  await Promise.all([all.count(totalCount), live.count(nodes.length)]);
  expect(live.received.map((data) => data.events.cursor)).toEqual(
    nodes.map(({ cursor }) => cursor),
  );
  await Promise.all([live.stop(), all.stop()]);
  return nodes;
}

const typesOf = (events: Logged[]) => events.map(({ type }) => type);

/** A fact in English in one memory, a plan in another, and a trace whose review changed the plan's utility. */
async function filled() {
  const project = await server.project();
  const start: string = (await project.run('{ events { headCursor } }')).events.headCursor;
  const here = await project.memory({ name: 'Here', tags: ['near/one', 'shared'] });
  const there = await project.memory({ name: 'There', tags: ['far'] });
  const { entry: fact } = await project.write(here, 'A fact', { metadata: { lang: 'en' } });
  const { entry: plan } = await project.write(there, 'A plan', { kind: 'PLAN' });
  const input = { task: 'Try', retrievedEntryIds: [plan.id], review: { result: 'PASS' } };
  const traceId: string = (await project.run(TRACE, { input })).createTrace.trace.id;
  const select = (filter: Filter) => selected(project, start, filter);
  return { project, start, here, there, fact, plan, traceId, select };
}

/** Records an event that no memory is concerned by. */
const recordOf = (project: TestProject, event: { agentId?: string; traceId?: string }) =>
  transact(server.app, { project, actor: 'root' }, { locks: [] }, async ({ record }) =>
    record({ type: 'AGENT_UPDATED', changes: [], ...event }),
  );

describe('a filter of events', () => {
  it('selects by memory and by the tags that the memory had at the time', async () => {
    const { project, here, there, select } = await filled();
    const change = `mutation { updateMemory(input: { memoryId: "${here}", tags: ["moved"] }) { memory { id } } }`;
    await project.run(change);
    const inHere = ['MEMORY_CREATED', 'ENTRY_CREATED', 'MEMORY_UPDATED'];
    expect(typesOf(await select({ scope: { memoryIds: [here] } }))).toEqual(inHere);
    expect(typesOf(await select({ scope: { memoryTags: ['near/*'] } }))).toEqual(
      inHere.slice(0, 2),
    );
    expect(typesOf(await select({ scope: { memoryTags: ['mov?d'] } }))).toEqual(['MEMORY_UPDATED']);
    const both = await select({ scope: { memoryIds: [there], memoryTags: ['moved'] } });
    expect(both.map(({ memoryId }) => memoryId)).toContain(there);
    expect(typesOf(both)).toContain('MEMORY_UPDATED');
    expect(await select({ scope: { memoryTags: ['nothing'] } })).toEqual([]);
  });

  it('selects by what the entry is now, and leaves out events without an entry', async () => {
    const { project, start, here, there, plan, select } = await filled();
    expect(typesOf(await select({ scope: { kinds: ['PLAN'] } }))).toEqual(ENTRY_TYPES);
    expect(typesOf(await select({ scope: { kinds: ['FACT'] } }))).toEqual(['ENTRY_CREATED']);
    expect(typesOf(await select({ scope: { metadata: { lang: 'en' } } }))).toEqual([
      'ENTRY_CREATED',
    ]);
    expect(typesOf(await select({ scope: { minUtility: 0.51 } }))).toEqual(ENTRY_TYPES);
    expect(typesOf(await select({ scope: { reviewed: true, kinds: ['PLAN', 'FACT'] } }))).toEqual(
      ENTRY_TYPES,
    );
    expect(await select({ scope: { memoryIds: [here], kinds: ['PLAN'] } })).toEqual([]);
    expect(await select({ scope: { sources: ['EXTRACTION'] } })).toEqual([]);
    const future = new Date(Date.now() + 3_600_000).toISOString();
    expect(await select({ scope: { createdAfter: future } })).toEqual([]);
    const wanted = { scope: { metadata: { lang: 'fr' } } };
    expect(await select(wanted)).toEqual([]);
    const edit = `mutation { updateEntry(input: { entryId: "${plan.id}", metadata: { lang: "fr" } }) { entry { id } } }`;
    await project.run(edit);
    const edited = await selected(project, start, wanted);
    expect(typesOf(edited)).toEqual([...ENTRY_TYPES, 'ENTRY_EDITED']);
    expect(edited[0]?.memoryId).toBe(there);
  });

  it('selects by who did it, and when', async () => {
    const { project, select } = await filled();
    await recordOf(project, { agentId: (await createAgent(project)).id });
    expect(typesOf(await select({ actorIds: ['root'] }))).toEqual(['AGENT_UPDATED']);
    expect(await select({ actorIds: ['nobody'] })).toEqual([]);
    const { events } = await project.run('{ events { nodes { id createdAt actor { id } } } }');
    const byKey = await select({ actorIds: [events.nodes[0].actor.id] });
    expect(byKey).toHaveLength(events.nodes.length - 1);
    const inTime = async (range: string) =>
      (await project.run(`{ events(${range}, first: 100) { totalCount } }`)).events.totalCount;
    const { createdAt } = events.nodes[0];
    expect(await inTime(`createdAfter: "${createdAt}"`)).toBe(events.nodes.length);
    expect(await inTime(`createdBefore: "${createdAt}"`)).toBe(0);
  });

  it('leaves out events without a memory wherever a scope is given', async () => {
    const { project, start } = await filled();
    const agentId = (await createAgent(project)).id;
    await recordOf(project, { agentId });
    const all = await selected(project, start, {});
    expect(typesOf(all)).toContain('AGENT_UPDATED');
    const scoped = await selected(project, start, { scope: {} });
    expect(scoped).toEqual(all.filter(({ memoryId }) => memoryId !== null));
  });

  it('selects by types, entries, agents and traces, which must all hold', async () => {
    const { project, fact, plan, traceId, select } = await filled();
    const agentId = (await createAgent(project)).id;
    await recordOf(project, { agentId });
    await recordOf(project, { agentId, traceId });
    const updated = { types: ['AGENT_UPDATED'] };
    expect(typesOf(await select({ entryIds: [plan.id] }))).toEqual(ENTRY_TYPES);
    expect(typesOf(await select({ entryIds: [fact.id] }))).toEqual(['ENTRY_CREATED']);
    expect(typesOf(await select({ types: ['UTILITY_CHANGED'] }))).toEqual(['UTILITY_CHANGED']);
    expect(typesOf(await select({ traceIds: [traceId] }))).toContain('UTILITY_CHANGED');
    expect(await select({ ...updated, agentIds: [agentId] })).toHaveLength(2);
    expect(await select({ ...updated, agentIds: [agentId], traceIds: [traceId] })).toHaveLength(1);
    expect(await select({ entryIds: [fact.id], traceIds: [traceId] })).toEqual([]);
  });

  it.each([
    { types: [] },
    { entryIds: [] },
    { agentIds: [] },
    { traceIds: [] },
    { scope: { memoryIds: [] } },
    { scope: { memoryTags: [] } },
    { scope: { kinds: [] } },
  ])('matches nothing where a list is empty: %j', async (filter) => {
    const { select } = await filled();
    expect(await select(filter)).toEqual([]);
  });

  it('accepts what was deleted and has events, and refuses what never was', async () => {
    const { project, start, here, select } = await filled();
    await project.run(
      `mutation { deleteMemory(input: { memoryId: "${here}" }) { memory { id } } }`,
    );
    expect(typesOf(await select({ scope: { memoryIds: [here] } }))).toContain('MEMORY_DELETED');
    const agentId = (await createAgent(project)).id;
    const gone = newId('agt');
    await recordOf(project, { agentId: gone });
    expect(await select({ types: ['AGENT_UPDATED'], agentIds: [gone, agentId] })).toHaveLength(1);
    const foreign = await filled();
    for (const filter of [
      { scope: { memoryIds: [newId('mem')] } },
      { scope: { memoryIds: [foreign.here] } },
      { entryIds: [foreign.fact.id] },
      { agentIds: [newId('agt')] },
      { traceIds: [foreign.traceId] },
      { entryIds: ['x'] },
    ]) {
      expect((await project.fail(LOG, filter)).extensions.code).toBe('NOT_FOUND');
      const live = subscribe(server.url, project.keys.READ, LIVE, { after: start, ...filter });
      await live.ended;
      expect(JSON.stringify([live.received, live.errors])).toContain('NOT_FOUND');
      await live.stop();
    }
  });

  it.each([
    ['entryIds', { entryIds: new Array(501).fill('me_x') }],
    ['agentIds[0]', { agentIds: ['a\0b'] }],
    ['scope.memoryIds', { scope: { memoryIds: new Array(501).fill('mem_x') } }],
    ['scope.memoryTags[0]', { scope: { memoryTags: [''] } }],
    ['scope.minUtility', { scope: { minUtility: 2 } }],
  ])('is refused at %s', async (path, filter) => {
    const project = await server.project();
    const { extensions } = await project.fail(LOG, filter);
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path });
    const live = project.subscribe(LIVE, filter);
    await live.ended;
    expect(JSON.stringify([live.received, live.errors])).toContain('BAD_USER_INPUT');
    await live.stop();
  });

  it('names the API key of an event to a key of role ADMIN alone', async () => {
    const project = await server.project();
    const { viewer } = await project.run('{ viewer { apiKey { id } } }');
    const subjectId = viewer.apiKey.id;
    await transact(server.app, { project, actor: 'root' }, { locks: [] }, async ({ record }) =>
      record({ type: 'API_KEY_UPDATED', subjectId, changes: [] }),
    );
    const query = '{ events(types: [API_KEY_UPDATED]) { nodes { apiKeyId apiKey { id name } } } }';
    const asked = async (key: string) => (await project.run(query, {}, key)).events.nodes.at(-1);
    expect(await asked(project.keys.READ)).toEqual({ apiKeyId: subjectId, apiKey: null });
    expect(await asked(project.keys.ADMIN)).toEqual({
      apiKeyId: subjectId,
      apiKey: { id: subjectId, name: 'WRITE' },
    });
  });
});
