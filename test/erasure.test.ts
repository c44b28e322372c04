import { eq, inArray } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { tables } from '../src/db/tables/all-tables.ts';
import { AGENT_ENV, agentsOn, createAgent, generate, user } from './support/agents.ts';
import { createDeferred } from './support/deferred.ts';
import { UPDATE_ENTRY } from './support/entries.ts';
import {
  ALONE,
  erase,
  eventsOf,
  everything,
  lastCursorOf,
  PERSON,
  SECRET,
  tablesWithSecret,
  trace,
} from './support/erasure.ts';
import { eventually } from './support/eventually.ts';
import type { Data } from './support/graphql.ts';
import { scripted } from './support/model-server.ts';
import { LESSON, writeOwn } from './support/reflections.ts';
import { useServer } from './support/server.ts';
import { REFLECT, record, scriptedModel, stateOf } from './support/stream.ts';

const EXTRACT = `mutation ($input: ExtractEntriesInput!) { extractEntries(input: $input) { results { content result {
  ... on WriteEntryPayload { action entry { id } } } } } }`;

const server = useServer(AGENT_ENV);
const { replies } = agentsOn(server);

const rest = async (projectId: string, entryId: string, ...evidenceIds: string[]) => {
  const rows = evidenceIds.map((evidenceId, position) => ({
    projectId,
    entryId,
    evidenceId,
    role: 'CITED' as const,
    position,
  }));
  await server.app.db.insert(tables.evidence).values(rows);
};

describe('an erasure by metadata', () => {
  it('erases what remains of entries that were permanently deleted before', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const write = async (content: string, input: Record<string, unknown>) =>
      (await project.write(memoryId, content, { ...ALONE, ...input })).entry.id;
    const purged = [
      await write(`A ${SECRET} at first`, { metadata: PERSON, idempotencyKey: 'k' }),
      await write('A fact whose label changes', { metadata: PERSON }),
    ];
    const other = await write('A fact of another person', { metadata: { person: 'p-18' } });
    await project.run(UPDATE_ENTRY, { input: { entryId: purged[1], metadata: {} } });
    await project.run(UPDATE_ENTRY, { input: { entryId: purged[1], content: `A ${SECRET}` } });
    const run = await trace(project, { task: 'Find it', retrievedEntryIds: purged });
    await server.app.db
      .delete(tables.entries)
      .where(inArray(tables.entries.id, [...purged, other]));
    expect(await tablesWithSecret(server.app, project.id)).toEqual(
      expect.arrayContaining(['events', 'retrievals']),
    );
    const erased = await erase(project, { metadata: PERSON });
    expect(erased).toMatchObject({ entries: 0, derivedEntries: 0, quotingTraceIds: [run] });
    expect(await tablesWithSecret(server.app, project.id)).toEqual([]);
    const { events } = await project.run(
      '{ events(types: [ENTRY_CREATED]) { nodes { entryId } } }',
    );
    expect(events.nodes).toEqual([{ entryId: other }]);
  });

  it('erases entries in every state, with their revisions, events and answers', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const metadata = { ...PERSON, more: 'of it' };
    const write = async (content: string, input: Record<string, unknown> = { metadata }) =>
      (await project.write(memoryId, content, { ...ALONE, ...input })).entry.id;
    const edited = await write(`A ${SECRET} at first`, { metadata, idempotencyKey: 'k' });
    await project.run(UPDATE_ENTRY, { input: { entryId: edited, content: `Then a ${SECRET}` } });
    const unlabelled = await write(`A ${SECRET} whose label changed`);
    await project.run(UPDATE_ENTRY, { input: { entryId: unlabelled, metadata: {} } });
    const deleted = await write(`A deleted ${SECRET}`, { metadata: { person: ['p-17', 'p-18'] } });
    await project.run(
      `mutation { deleteEntry(input: { entryId: "${deleted}" }) { entry { id } } }`,
    );
    const kept = await write('A kept fact', { metadata: { person: 'p-18' } });
    // Metadata with another value makes it an entry of its own, which does not keep the other.
    await write('A kept fact', { metadata: { ...PERSON, note: SECRET } });
    const other = await server.project();
    const theirs = (await other.write(await other.memory(), 'Theirs', { metadata })).entry.id;

    expect(await erase(project, { metadata: PERSON })).toEqual({
      memories: 0,
      entries: 4,
      derivedEntries: 0,
      revisions: 3,
      traces: 0,
      generations: 0,
      agents: 0,
      events: expect.any(Number),
      quotingTraceIds: [],
    });
    expect(await tablesWithSecret(server.app, project.id)).toEqual([]);
    const { memory, entries, removed } = await project.run(
      `{ memory(id: "${memoryId}") { entryCount } entries { nodes { id } } removed: entries(deleted: true) { totalCount } }`,
    );
    expect(entries.nodes).toEqual([{ id: kept }]);
    expect([memory.entryCount, removed.totalCount]).toEqual([1, 0]);
    expect((await project.run('{ project { usage { entries bytes } } }')).project.usage).toEqual({
      entries: 1,
      bytes: 'A kept fact'.length,
    });
    expect((await other.run(`{ entry(id: "${theirs}") { content } }`)).entry.content).toBe(
      'Theirs',
    );
    const again = await project.write(memoryId, 'Something new', { idempotencyKey: 'k' });
    expect(again.action).toBe('CREATED');
  });

  it('erases the texts that were extracted with an idempotency key', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const extract = async (idempotencyKey: string, facts: string[], metadata: object | null) => {
      replies({ text: JSON.stringify({ facts }) });
      const input = { memoryId, text: 'A document', metadata, idempotencyKey, ...ALONE };
      return (await project.run(EXTRACT, { input })).extractEntries.results;
    };
    await extract('matching', [`They play the ${SECRET}`], PERSON);
    // The metadata of the call does not match, but that of one entry does later.
    const [{ result }] = await extract('changed', [`A ${SECRET}`, `Another ${SECRET}`], null);
    const change = { entryId: result.entry.id, metadata: PERSON };
    await project.run(UPDATE_ENTRY, { input: change });
    await extract('kept', ['A kept fact'], null);
    const texts = async () =>
      (await server.app.db.select().from(tables.idempotentExtractions)).filter(
        ({ projectId }) => projectId === project.id,
      );
    expect(await texts()).toHaveLength(3);

    expect((await erase(project, { metadata: PERSON })).entries).toBe(2);
    expect((await texts()).map(({ key }) => key)).toEqual(['kept']);
    const again = await extract('matching', ['Something else'], PERSON);
    expect(again).toMatchObject([{ content: 'Something else', result: { action: 'CREATED' } }]);
    await erase(project, await everything(project));
    expect(await texts()).toEqual([]);
  });

  it('stops an extraction that has stored its texts and writes them', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    let embed = () => {};
    const after = new Promise<void>((resolve) => {
      embed = resolve;
    });
    replies({ text: JSON.stringify({ facts: [`Nobody else is a ${SECRET}`] }) });
    server.models.behave({ kind: 'normal', after });
    const input = { memoryId, text: 'A document', metadata: PERSON, idempotencyKey: 'k' };
    const failing = project.fail(EXTRACT, { input });
    await eventually(() => tablesWithSecret(server.app, project.id)).not.toEqual([]);
    await erase(project, { metadata: PERSON });
    server.models.behave({ kind: 'normal' });
    embed();
    expect((await failing).extensions.code).toBe('CONFLICT');
    expect(await tablesWithSecret(server.app, project.id)).toEqual([]);
  });

  it('erases traces with their reviews, and the reflections on them', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const kept = (await project.write(memoryId, 'Advice')).entry.id;
    replies({
      text: JSON.stringify({ ...LESSON, guidance: `Look at the ${SECRET}.`, reflection: SECRET }),
    });
    const id = await trace(project, {
      task: `Ask the ${SECRET}`,
      trajectory: user(`Hello ${SECRET}`),
      metadata: PERSON,
      retrievedEntryIds: [kept],
      review: { result: 'PASS', feedback: SECRET },
    });
    await eventually(async () => {
      const { trace: found } = await project.run(`{ trace(id: "${id}") { reflection { id } } }`);
      return found.reflection;
    }).not.toBeNull();
    await writeOwn(project, { task: `Own ${SECRET}`, metadata: PERSON, guidance: SECRET });
    const quoting = await trace(project, { retrievedEntryIds: [kept] });
    const { utility } = (await project.run(`{ entry(id: "${kept}") { utility } }`)).entry;
    expect(utility).toBeGreaterThan(0.5);

    // The reflection of the job has the metadata of its trace, and so matches itself.
    expect(await erase(project, { metadata: PERSON })).toMatchObject({
      entries: 2,
      derivedEntries: 0,
      traces: 2,
      quotingTraceIds: [],
    });
    expect(await tablesWithSecret(server.app, project.id)).toEqual([]);
    const after = await project.run(
      `{ traces { nodes { id } } entry(id: "${kept}") { utility utilityHistory { totalCount } } }`,
    );
    expect(after.traces.nodes).toEqual([{ id: quoting }]);
    expect(after.entry).toEqual({ utility, utilityHistory: { totalCount: 0 } });
  });

  it('erases reflections and insights that were made from what matches, and reports them', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const insight = async (content: string) =>
      (await project.write(memoryId, content, { kind: 'INSIGHT' })).entry.id;
    const seen = await record(project, {
      memoryId,
      content: `Saw the ${SECRET}`,
      metadata: PERSON,
      importance: 4,
    });
    const other = await record(project, {
      memoryId,
      content: 'Saw rain',
      importance: 3,
    });
    const [first, second, third, kept] = [
      await insight(`They like the ${SECRET}`),
      await insight(`So they play the ${SECRET}`),
      await insight(`And a lesson on the ${SECRET}`),
      await insight('It rains'),
    ];
    await rest(project.id, first, seen.id, other.id);
    await rest(project.id, second, first);
    await rest(project.id, kept, other.id);
    const { entry: lesson } = await writeOwn(project, { task: SECRET, memoryId, metadata: PERSON });
    // A reflection has the metadata of its trace; without them it is found by its trace alone.
    await server.app.db
      .update(tables.entries)
      .set({ metadata: {} })
      .where(eq(tables.entries.id, lesson.id));
    await rest(project.id, third, lesson.id);
    const question = (entryId: string, text: string) => ({ question: text, entryId, error: null });
    await server.app.db.insert(tables.cycles).values({
      projectId: project.id,
      id: 'cyc_test',
      memoryId,
      questions: [
        question(first, `What of the ${SECRET}?`),
        question(kept, 'What of rain?'),
        {
          question: `Who is the ${SECRET}?`,
          entryId: null,
          error: 'No entry was found for this question.',
        },
        question('me_gone', `Where is the ${SECRET}?`),
      ],
      createdAt: new Date(),
    });
    const quoting = await trace(project, { retrievedEntryIds: [first, kept] });

    expect(await erase(project, { metadata: PERSON })).toMatchObject({
      entries: 5,
      derivedEntries: 4,
      traces: 1,
      quotingTraceIds: [quoting],
    });
    expect(await tablesWithSecret(server.app, project.id)).toEqual([]);
    const { memory, trace: kept1 } = await project.run(
      `{ memory(id: "${memoryId}") { entryCount insightCycles { nodes { questions { question } } } }
         trace(id: "${quoting}") { retrieved { entry { id } } } }`,
    );
    expect(kept1.retrieved).toEqual([{ entry: { id: kept } }]);
    expect(memory).toEqual({
      entryCount: 2,
      insightCycles: { nodes: [{ questions: [{ question: 'What of rain?' }] }] },
    });
    expect((await stateOf(project, memoryId)).stream).toMatchObject({
      cumulativeImportance: 3,
      observationCount: 1,
    });
  });

  it('lets no insight form from what is erased while the model answers', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const seen = `Saw the ${SECRET}`;
    await record(project, { memoryId, content: seen, metadata: PERSON, importance: 5 });
    await record(project, { memoryId, content: 'Saw rain', importance: 5 });
    const answered = createDeferred();
    let asked = 0;
    scriptedModel(server, {
      questions: { text: '1. What was seen?' },
      insight: ({ messages }) => {
        asked += 1;
        const [, rain] = /(\d)\. Saw rain/.exec(messages.at(-1)?.content ?? '') ?? [];
        if (asked > 1) return { text: 'It rains (because of 1).' };
        // The cited entry remains, so that the insight could be stored.
        return { text: `They like the ${SECRET} (because of ${rain}).`, after: answered.promise };
      },
    });
    await project.run(REFLECT, { input: { memoryId, force: true } });
    await eventually(() => asked).toBe(1);
    await erase(project, { metadata: PERSON });
    answered.resolve();
    const lastCycle = async () => (await stateOf(project, memoryId)).insightCycles.nodes[0];
    await eventually(async () => (await lastCycle()).status).toBe('COMPLETED');
    expect((await lastCycle()).questions).toMatchObject([{ insight: { content: 'It rains.' } }]);
    expect(await tablesWithSecret(server.app, project.id)).toEqual([]);
  });

  it('erases generations by their metadata, and keeps the agent', async () => {
    const project = await server.project();
    const agent = await createAgent(project);
    const tools = [{ type: 'function', function: { name: 'ask', parameters: {} } }];
    replies({ toolCalls: [{ name: 'ask', arguments: '{}' }] });
    const messages = user(`Tell me of the ${SECRET}`);
    const input = { agentId: agent.id, messages, metadata: PERSON };
    const { id, status } = await generate(project, { ...input, tools });
    expect(status).toBe('REQUIRES_ACTION');
    replies({ text: `The ${SECRET} it is` });
    await generate(project, { ...input, idempotencyKey: 'k' });
    await generate(project, { agentId: agent.id, idempotencyKey: 'other' });
    replies({ text: 'Fine' });
    expect(await erase(project, { metadata: PERSON })).toMatchObject({
      generations: 2,
      traces: 1,
      agents: 0,
    });
    const rows = await server.app.db
      .select({ id: tables.generations.id })
      .from(tables.generations)
      .where(eq(tables.generations.projectId, project.id));
    expect(rows.map((row) => row.id)).not.toContain(id);
    expect((await project.run(`{ agent(id: "${agent.id}") { id } }`)).agent.id).toBe(agent.id);
  });

  it('erases an entry from what other generations were shown and wrote', async () => {
    const project = await server.project();
    const memoryId = await project.memory(ALONE);
    const [text, other] = [`Ada is a ${SECRET}`, 'Ada lives in Oslo'];
    for (const [i, fact] of [text, other].entries())
      server.models.script(fact, scripted(0.9, 10 + i));
    server.models.script('Who is Ada?', scripted(1));
    await project.write(memoryId, other);
    const knowledgeConfig = { scope: { memoryIds: [memoryId] }, writeMemoryId: memoryId };
    const agent = await createAgent(project, { knowledgeConfig });
    const call = { name: 'write_memory', arguments: JSON.stringify({ content: text }) };
    const ask = async (idempotencyKey: string) => {
      const messages = user('Who is Ada?');
      await generate(project, { agentId: agent.id, messages, idempotencyKey });
    };
    for (const key of ['writes', 'writes again']) {
      replies({ toolCalls: [call] }, { text: 'Noted' });
      await ask(key);
    }
    replies({ text: 'I know' });
    await ask('is shown it');
    const { entries } = await project.run('{ entries { nodes { id content } } }');
    const written = entries.nodes.find(({ content }: { content: string }) => content === text);
    await project.run(UPDATE_ENTRY, { input: { entryId: written.id, metadata: PERSON } });
    const { traces } = await project.run('{ traces { nodes { id finalResponse } } }');
    const [shownTo, writer, deleted] = traces.nodes.map(({ id }: { id: string }) => id);
    expect(traces.nodes.map((trace: Data) => trace.finalResponse)).toEqual([
      'I know',
      'Noted',
      'Noted',
    ]);
    await project.run(
      `mutation { deleteTrace(input: { traceId: "${deleted}" }) { deletedTraceId } }`,
    );
    expect(await erase(project, { metadata: PERSON })).toMatchObject({
      entries: 1,
      generations: 0,
      quotingTraceIds: [writer, shownTo],
    });
    const rows = await server.app.db
      .select({ state: tables.generations.state })
      .from(tables.generations)
      .where(eq(tables.generations.projectId, project.id));
    const kept = rows.map(({ state }) => state as { shown: unknown[]; writes: unknown[] });
    expect(kept.map(({ shown, writes }) => [shown.length, writes.length])).toEqual([
      [1, 0],
      [1, 0],
      [1, 0],
    ]);
    expect(JSON.stringify(kept.map(({ shown, writes }) => [shown, writes]))).not.toContain(SECRET);
  });

  it('reports nothing if nothing matches, and can be called ten times at once', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    for (let i = 0; i < 5; i += 1) await project.write(memoryId, `Fact ${i}`, { metadata: PERSON });
    const reports = await Promise.all(
      Array.from({ length: 10 }, () => erase(project, { metadata: PERSON })),
    );
    expect(reports.map(({ entries }) => entries).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 5]);
    expect(await erase(project, { metadata: { person: 'nobody' } })).toMatchObject({ events: 0 });
    expect((await project.run(`{ memory(id: "${memoryId}") { entryCount } }`)).memory).toEqual({
      entryCount: 0,
    });
  });

  it('records the numbers, without what was erased', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    await project.write(memoryId, `A ${SECRET}`, { metadata: PERSON });
    const cursor = await lastCursorOf(project);
    await erase(project, { metadata: PERSON });
    const nodes = await eventsOf(project, cursor);
    expect(nodes.map(({ type }: { type: string }) => type)).toEqual(['DATA_ERASED']);
    expect(nodes[0].changes).toContainEqual({ field: 'entries', after: 1 });
    expect(JSON.stringify(nodes)).not.toContain(PERSON.person);
    const types = (await eventsOf(project)).map(({ type }: { type: string }) => type);
    expect(types).toEqual(['MEMORY_CREATED', 'DATA_ERASED']);
  });
});
