import { describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { isLorebaseError, Lorebase, type LorebaseOptions } from '../../client/src/index.ts';
import { type TestProject, useServer } from '../support/server.ts';

const server = useServer({ CHAT_MODEL: 'test-chat' });

const clientOf = (project: TestProject, more: Partial<LorebaseOptions> = {}) =>
  new Lorebase({
    url: server.url,
    apiKey: project.keys.WRITE,
    webSocketImpl: WebSocket,
    ...more,
  });

async function start() {
  const project = await server.project();
  const lorebase = clientOf(project);
  const memory = await lorebase.createMemory({ name: 'notes', tags: ['crm'] });
  return { project, lorebase, memory };
}

/** The error of a call that must fail. */
async function failureOf(call: Promise<unknown>) {
  const error = await call.then(
    () => new Error('The call did not fail'),
    (reason: unknown) => reason,
  );
  if (!isLorebaseError(error)) throw error;
  return error;
}

describe('memories and entries', () => {
  it('are written, found and listed', async () => {
    const { lorebase, memory } = await start();
    const written = await lorebase.writeEntry({
      memoryId: memory.id,
      content: 'Ada lives in Lisbon',
    });
    expect(written).toMatchObject({ action: 'CREATED', entry: { memory: { name: 'notes' } } });
    const [found] = await lorebase.searchKnowledge({ query: 'Where does Ada live?' });
    expect(found?.entry).toEqual(written.entry);
    expect(await lorebase.entry(written.entry.id)).toEqual(written.entry);
    expect((await lorebase.entries({ text: 'lisbon' })).nodes).toEqual([written.entry]);
    expect((await lorebase.memories({ tags: ['c*'] })).nodes.map(({ name }) => name)).toEqual([
      'notes',
    ]);
    expect((await lorebase.memory({ name: 'notes' }))?.entryCount).toBe(1);
    const edited = await lorebase.updateEntry({
      entryId: written.entry.id,
      content: 'Ada lives in Porto',
    });
    expect(edited.version).toBe(written.entry.version + 1);
    await lorebase.touchEntries({ entryIds: [edited.id] });
    expect((await lorebase.deleteEntry({ entryId: edited.id })).deletedAt).not.toBeNull();
    await lorebase.updateMemory({ memoryId: memory.id, name: 'other' });
    await lorebase.deleteMemory({ memoryId: memory.id });
    expect((await lorebase.restoreMemory({ memoryId: memory.id })).name).toBe('other');
    expect(await lorebase.memory({ id: 'mem_0' })).toBeNull();
  });

  it('are searched without explanations, which the methods do not return', async () => {
    const { lorebase, memory } = await start();
    await lorebase.writeEntry({ memoryId: memory.id, content: 'Ada lives in Lisbon' });
    // @ts-expect-error the answer would not have the explanation
    await lorebase.searchKnowledge({ query: 'Ada', explain: true });
    // @ts-expect-error the same
    await lorebase.retrieveEntries({ query: 'Ada', explain: true });
    // @ts-expect-error the same
    await lorebase.queryReflections({ task: 'Visit Ada', explain: true });
    const { searchKnowledge } = await lorebase.query<{
      searchKnowledge: { explanation: { candidates: number } | null };
    }>(
      '{ searchKnowledge(input: { query: "Ada", explain: true }) { explanation { candidates } } }',
    );
    expect(searchKnowledge.explanation?.candidates).toBe(1);
  });

  it('are written in bulk, and an item fails alone', async () => {
    const { lorebase, memory } = await start();
    const results = await lorebase.writeEntries({
      memoryId: memory.id,
      items: [{ content: 'One' }, { content: ' ' }, { content: 'Three' }],
    });
    expect(results.map(({ __typename }) => __typename)).toEqual([
      'WriteEntryPayload',
      'ItemError',
      'WriteEntryPayload',
    ]);
    expect(results[1]).toMatchObject({ code: 'BAD_USER_INPUT', path: 'input.items[1].content' });
  });

  it('are extracted from a document', async () => {
    const { lorebase, memory } = await start();
    server.models.chat(() => ({ text: '{"facts": ["Ada lives in Lisbon."]}' }));
    const { results } = await lorebase.extractEntries({
      memoryId: memory.id,
      text: 'A long document.',
    });
    expect(results.map(({ content }) => content)).toEqual(['Ada lives in Lisbon.']);
  });
});

describe('streams', () => {
  it('record observations and retrieve them', async () => {
    const { lorebase, memory } = await start();
    const recorded = await lorebase.recordObservation({
      memoryId: memory.id,
      content: 'The deploy failed at noon',
      importance: 8,
    });
    expect(recorded).toMatchObject({ kind: 'OBSERVATION', importance: 8 });
    const more = await lorebase.recordObservations({
      memoryId: memory.id,
      observations: [{ content: 'It rained', importance: 1 }, { content: '' }],
    });
    expect(more.map(({ __typename }) => __typename)).toEqual([
      'RecordObservationPayload',
      'ItemError',
    ]);
    const retrieved = await lorebase.retrieveEntries({ query: 'deploy failed' });
    expect(retrieved[0]?.entry.id).toBe(recorded.id);
    const { text } = await lorebase.planningContext({ situation: 'deploy failed' });
    expect(text).toContain('The deploy failed at noon');
  });
});

describe('traces and lessons', () => {
  it('close the loop of learning', async () => {
    const { lorebase } = await start();
    expect((await lorebase.learning())?.reviewedShare).toBeNull();
    const { entry } = await lorebase.createReflection({
      task: 'Retry a failed request',
      summary: 'Retries need jitter',
      guidance: 'Use exponential backoff with jitter.',
      result: 'PASS',
    });
    const { results } = await lorebase.queryReflections({ task: 'Retry a failed request' });
    expect(results.map((result) => result.entry.id)).toEqual([entry.id]);
    const augmented = await lorebase.augmentTask({ task: 'Retry a failed request' });
    expect(augmented.augmentedTask).toContain('Use exponential backoff');
    const trace = await lorebase.createTrace({
      task: 'Retry a failed request',
      retrievedEntryIds: [entry.id],
    });
    expect((await lorebase.learning())?.reviewedShare).toBe(0.5);
    const review = { traceId: trace.id, result: 'PASS', generateReflection: false } as const;
    const first = await lorebase.reviewTrace(review);
    expect(first.changes).toMatchObject([{ entry: { id: entry.id } }]);
    // The same review again, another one, and one of which the trace does not say whether it is the same.
    const same = { traceId: trace.id, result: 'PASS' } as const;
    expect(await lorebase.reviewTrace(same)).toEqual({ trace: first.trace, changes: [] });
    expect((await failureOf(lorebase.reviewTrace({ ...same, result: 'FAIL' }))).code).toBe(
      'CONFLICT',
    );
    const entryRewards = [{ entryId: entry.id, reward: 0 }];
    for (const more of [{ alpha: 1 }, { entryRewards }, { generateReflection: true }]) {
      expect((await failureOf(lorebase.reviewTrace({ ...same, ...more }))).code).toBe('CONFLICT');
    }
    expect(await lorebase.traceById(trace.id)).toEqual(first.trace);
    expect((await lorebase.traces()).totalCount).toBe(2);
    const [similar] = await lorebase.searchTraces({ query: 'Retry a failed request', limit: 1 });
    expect(similar?.trace.task).toBe('Retry a failed request');
    expect((await lorebase.learning())?.reviewedShare).toBe(1);
  });
});

describe('agents', () => {
  it('are created, changed, read and listed, and their knowledge is given to other models', async () => {
    const { lorebase, memory } = await start();
    const knowledgeConfig = { scope: { memoryIds: [memory.id] } };
    const created = await lorebase.createAgent({ name: 'helper', knowledgeConfig });
    const agent = await lorebase.updateAgent({ agentId: created.id, instructions: 'Be brief.' });
    expect(agent).toMatchObject({ id: created.id, name: 'helper', instructions: 'Be brief.' });
    expect(await lorebase.agent(agent.id)).toEqual(agent);
    expect(await lorebase.agent('agt_0')).toBeNull();
    expect((await lorebase.agents({ first: 1 })).nodes).toEqual([agent]);
    const { entry } = await lorebase.writeEntry({
      memoryId: memory.id,
      content: 'Ada lives in Lisbon',
    });
    const messages = [{ role: 'user', content: 'Where does Ada live?' }];
    const knowledge = await lorebase.agentKnowledge({ agentId: agent.id, messages });
    expect(knowledge.results.map((result) => result.entry.id)).toEqual([entry.id]);
    expect(knowledge.messages.some(({ content }) => content.includes('Lisbon'))).toBe(true);
    await lorebase.deleteMemory({ memoryId: memory.id });
    const without = await lorebase.agentKnowledge({ agentId: agent.id, messages });
    expect(without.warnings).toMatchObject([{ code: 'MEMORY_DELETED', memoryId: memory.id }]);
  });
});

describe('eraseData', () => {
  it('erases what has the metadata, and refuses a value that is undefined', async () => {
    const { project, lorebase, memory } = await start();
    const admin = clientOf(project, { apiKey: project.keys.ADMIN });
    const write = (content: string, userId: string) =>
      lorebase.writeEntry({ memoryId: memory.id, content, metadata: { userId, team: 'web' } });
    await write('Ada lives in Lisbon', 'ada');
    const { entry: kept } = await write('The deploy of Bob failed at noon', 'bob');
    const unknown = await failureOf(
      admin.eraseData({ metadata: { userId: undefined, team: 'web' } }),
    );
    expect([unknown.code, unknown.path]).toEqual(['BAD_USER_INPUT', 'input.metadata.userId']);
    const refused = await failureOf(lorebase.eraseData({ metadata: { userId: 'ada' } }));
    expect(refused.code).toBe('FORBIDDEN');
    const erased = await admin.eraseData({ metadata: { userId: 'ada', team: 'web' } });
    expect(erased).toMatchObject({ entries: 1, traces: 0, quotingTraceIds: [] });
    expect((await lorebase.entries()).nodes).toEqual([kept]);
  });
});

it('a review whose answer is lost is made once', async () => {
  const { project, lorebase } = await start();
  const { id: traceId } = await lorebase.createTrace({ task: 'Lose an answer' });
  let isLost = false;
  const losing = clientOf(project, {
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (isLost) return response;
      isLost = true;
      throw new TypeError('The answer is lost');
    },
  });
  const review = { traceId, result: 'PASS', generateReflection: false } as const;
  expect(await losing.reviewTrace(review)).toMatchObject({
    trace: { review: { result: 'PASS' } },
    changes: [],
  });
  // Whether it is the stored review cannot be seen.
  const other = await failureOf(lorebase.reviewTrace({ ...review, alpha: 0.9 }));
  expect(other.code).toBe('CONFLICT');
});

describe.each(['websocket', 'sse'] as const)('over %s', (transport) => {
  it('generations stream, and continue with the results of tools', async () => {
    const project = await server.project();
    const lorebase = clientOf(project, { transport });
    const agent = await clientOf(project, { apiKey: project.keys.ADMIN }).createAgent({
      name: 'helper',
    });
    const tools = [
      { type: 'function', function: { name: 'weather', parameters: { type: 'object' } } },
    ];
    server.models.chat(({ messages }) =>
      messages.every(({ role }) => role !== 'tool')
        ? { toolCalls: [{ name: 'weather', arguments: '{}' }] }
        : { text: 'It is sunny.' },
    );
    const input = { agentId: agent.id, messages: [{ role: 'user', content: 'Weather?' }], tools };
    const asked = await lorebase.generate(input);
    expect(asked.status).toBe('REQUIRES_ACTION');
    const toolResults = asked.requiresAction.map(({ id }) => ({ toolCallId: id, content: 'sun' }));
    let text = '';
    let status = '';
    const stream = lorebase.streamContinuedGeneration({ generationId: asked.id, toolResults });
    for await (const event of stream) {
      if (event.__typename === 'TextDelta') text += event.text;
      if (event.__typename === 'GenerationEnded') status = event.generation.status;
    }
    expect([text, status]).toEqual(['It is sunny.', 'COMPLETED']);
    const types: string[] = [];
    for await (const event of lorebase.streamGeneration(input)) types.push(event.__typename);
    expect([types[0], types.at(-1)]).toEqual(['GenerationStarted', 'GenerationEnded']);
  });

  it('ending the iteration of a generation cancels it', async () => {
    const project = await server.project();
    const lorebase = clientOf(project, { transport });
    const agent = await clientOf(project, { apiKey: project.keys.ADMIN }).createAgent({
      name: 'helper',
    });
    server.models.chat(() => ({ kind: 'hang' }));
    const messages = [{ role: 'user', content: 'Hello' }];
    const after = await lorebase.headCursor();
    const cancelled = lorebase.events({ types: ['GENERATION_ENDED'], after });
    for await (const event of lorebase.streamGeneration({ agentId: agent.id, messages })) {
      expect(event.__typename).toBe('GenerationStarted');
      break;
    }
    const { value } = await cancelled.next();
    expect(value?.changes).toMatchObject([{ field: 'status', after: 'CANCELLED' }]);
    await cancelled.return();
  });

  it('events arrive from the call on, even if the first step of the iteration comes later', async () => {
    const { project, memory, lorebase: writer } = await start();
    const lorebase = clientOf(project, { transport });
    const events = lorebase.events({ types: ['ENTRY_CREATED'], scope: { memoryIds: [memory.id] } });
    await lorebase.headCursor();
    await writer.writeEntry({ memoryId: memory.id, content: 'One' });
    await writer.writeEntry({ memoryId: memory.id, content: 'Two and other words' });
    const seen = [await events.next(), await events.next()].map(
      ({ value }) => value?.entry?.content,
    );
    expect(seen).toEqual(['One', 'Two and other words']);
    await events.return();
  });

  it('events of one actor are those of its key alone', async () => {
    const { project, memory, lorebase } = await start();
    const admin = clientOf(project, { transport, apiKey: project.keys.ADMIN });
    const after = await lorebase.headCursor();
    await lorebase.writeEntry({ memoryId: memory.id, content: 'One' });
    await admin.writeEntry({ memoryId: memory.id, content: 'Two and other words' });
    const all = lorebase.events({ types: ['ENTRY_CREATED'], after });
    const [, second] = [await all.next(), await all.next()];
    await all.return();
    const actorIds = [second.value?.actor.id ?? ''];
    const own = lorebase.events({ types: ['ENTRY_CREATED'], actorIds, after });
    expect((await own.next()).value?.entry?.content).toBe('Two and other words');
    await own.return();
  });

  it('an abort ends the iteration of events with its reason', async () => {
    const { project } = await start();
    const stop = new AbortController();
    const events = clientOf(project, { transport }).events({ signal: stop.signal });
    const step = events.next();
    const reason = new Error('enough');
    setTimeout(() => stop.abort(reason), 50);
    await expect(step).rejects.toBe(reason);
  });

  it('a cursor that the log does not hold is an error, or handled by the caller', async () => {
    const { project, lorebase: writer, memory } = await start();
    const lorebase = clientOf(project, { transport });
    const { project: other } = await start();
    await clientOf(other).createMemory({ name: 'foreign' });
    const foreign = await clientOf(other).headCursor();
    const refused = await failureOf(lorebase.events({ after: foreign }).next());
    expect(refused.code).toBe('CURSOR_EXPIRED');
    const told: string[] = [];
    const events = lorebase.events({
      after: foreign,
      onCursorExpired: async ({ code }) => {
        told.push(code);
        const head = await writer.headCursor();
        await writer.writeEntry({ memoryId: memory.id, content: 'After the gap' });
        return head;
      },
    });
    expect((await events.next()).value?.entry?.content).toBe('After the gap');
    expect(told).toEqual(['CURSOR_EXPIRED']);
    await events.return();
  });

  it('a key that is not valid ends events and generations with UNAUTHENTICATED', async () => {
    const { project } = await start();
    const lorebase = clientOf(project, { transport, apiKey: 'lb_unknown' });
    const after = 'evt_0';
    expect((await failureOf(lorebase.events({ after }).next())).code).toBe('UNAUTHENTICATED');
    const input = { agentId: 'agt_0', messages: [] };
    expect((await failureOf(lorebase.streamGeneration(input).next())).code).toBe('UNAUTHENTICATED');
  });

  it('a slow reader gets every event once', async () => {
    const { project, lorebase: writer, memory } = await start();
    const after = await writer.headCursor();
    const events = clientOf(project, { transport }).events({ types: ['ENTRY_CREATED'], after });
    const first = events.next();
    const count = 300;
    for (let i = 0; i < count; i += 100) {
      const observations = Array.from({ length: 100 }, (_, j) => ({
        content: `Observation ${i + j}`,
        importance: 1,
      }));
      await writer.recordObservations({ memoryId: memory.id, observations });
    }
    const seen = [(await first).value?.entry?.content];
    while (seen.length < count) seen.push((await events.next()).value?.entry?.content);
    expect(seen).toEqual(Array.from({ length: count }, (_, i) => `Observation ${i}`));
    await events.return();
  });
});

describe('errors', () => {
  it('have the code, the message and the path of the server', async () => {
    const { lorebase, memory } = await start();
    const missing = await failureOf(lorebase.writeEntry({ memoryId: 'mem_0', content: 'x' }));
    expect([missing.code, missing.path]).toEqual(['NOT_FOUND', undefined]);
    const blank = await failureOf(lorebase.writeEntry({ memoryId: memory.id, content: ' ' }));
    expect(blank).toMatchObject({ code: 'BAD_USER_INPUT', path: 'input.content' });
    expect(isLorebaseError(blank, 'NOT_FOUND')).toBe(false);
    const invalid = await failureOf(lorebase.query('{ nothing }'));
    expect(invalid.code).toBe('GRAPHQL_VALIDATION_FAILED');
    const project = await server.project();
    const stranger = clientOf(project, { apiKey: 'lb_unknown' });
    expect(await failureOf(stranger.server())).toMatchObject({
      code: 'UNAUTHENTICATED',
      status: 401,
    });
    const reader = clientOf(project, { apiKey: project.keys.READ });
    expect((await failureOf(reader.createMemory({ name: 'x' }))).code).toBe('FORBIDDEN');
  });

  it('refuse a filter with an undefined value, which would match the data of all users', async () => {
    const { project, lorebase, memory } = await start();
    await lorebase.writeEntry({ memoryId: memory.id, content: 'x', metadata: { a: undefined } });
    const scope = { metadata: { tenant: 'acme', userId: undefined } };
    const path = 'scope.metadata.userId';
    const knowledge =
      'query ($input: AgentKnowledgeInput!) { agentKnowledge(input: $input) { tokens } }';
    const input = { agentId: 'agt_0', messages: [], knowledgeConfig: { scope } };
    for (const [call, of] of [
      [lorebase.entries({ scope }), path],
      [lorebase.searchKnowledge({ query: 'x', scope }), `input.${path}`],
      [lorebase.traces({ filter: scope }), 'filter.metadata.userId'],
      [lorebase.query(knowledge, { input }), `input.knowledgeConfig.${path}`],
      [
        clientOf(project, { transport: 'websocket' }).events({ scope, after: 'evt_0' }).next(),
        path,
      ],
      [clientOf(project, { transport: 'sse' }).events({ scope, after: 'evt_0' }).next(), path],
    ] as const) {
      expect(await failureOf(call)).toMatchObject({ code: 'BAD_USER_INPUT', path: of });
    }
    expect(await lorebase.entries({ scope: { metadata: { userId: null } } })).toMatchObject({
      nodes: [],
    });
  });

  it('of options name the option', () => {
    const options = { url: 'http://127.0.0.1:1', apiKey: 'key' };
    const made = (more: object) => () => new Lorebase({ ...options, ...more });
    expect(made({ url: 'here' })).toThrow(/url must be/);
    for (const apiKey of ['', ' ', undefined]) {
      expect(made({ apiKey })).toThrow(/apiKey is missing: .*LOREBASE_KEY/);
    }
    for (const text of ['a\nb', 'a\0', '‹key›']) {
      expect(made({ apiKey: text })).toThrow(/apiKey must be an API key/);
      expect(made({ project: text })).toThrow(/project must be/);
    }
    expect(made({ timeoutMs: 0 })).toThrow(/timeoutMs/);
    expect(made({ retries: -1 })).toThrow(/retries/);
  });

  it('of the limits of one call name the limit', async () => {
    const lorebase = new Lorebase({ url: 'http://127.0.0.1:1', apiKey: 'key' });
    for (const [path, limits] of [
      ['timeoutMs', { timeoutMs: Number.NaN }],
      ['timeoutMs', { timeoutMs: -1 }],
      ['retries', { retries: 1.5 }],
      ['retries', { retries: Number.NaN }],
    ] as const) {
      const expected = { code: 'BAD_USER_INPUT', path };
      expect(await failureOf(lorebase.server(limits))).toMatchObject(expected);
      expect(await failureOf(lorebase.query('{ a }', {}, limits))).toMatchObject(expected);
    }
  });

  it('are not those of a key with a line break at its end', async () => {
    const project = await server.project();
    const lorebase = clientOf(project, { apiKey: `${project.keys.WRITE}\n` });
    expect((await lorebase.server()).version).toEqual(expect.any(String));
  });
});

describe('any document', () => {
  it('runs with its variables, and in the project that a root key names', async () => {
    const { lorebase, memory, project } = await start();
    const text = 'query ($id: ID!) { memory(id: $id) { name } }';
    expect(await lorebase.query(text, { id: memory.id })).toEqual({ memory: { name: 'notes' } });
    const root = new Lorebase({
      url: `${server.url}/graphql`,
      apiKey: server.env.LOREBASE_ROOT_KEY ?? '',
      project: project.id,
    });
    expect(await root.query('{ project { id } }')).toEqual({ project: { id: project.id } });
    const parsed = { kind: 'Document', loc: { source: { body: '{ viewer { isRoot } }' } } };
    expect(await root.query(parsed as object)).toEqual({ viewer: { isRoot: true } });
    await expect(root.query({ kind: 'Document' } as object)).rejects.toThrow(TypeError);
  });
});

describe('gathered writes', () => {
  it('share calls, keep their order, and each has its own result or error', async () => {
    const { lorebase, memory, project } = await start();
    const calls: number[] = [];
    const counted = clientOf(project, {
      fetch: (input, init) => {
        const { variables } = JSON.parse(String(init?.body));
        calls.push(variables.input.items.length);
        return fetch(input, init);
      },
    });
    const writer = counted.gatherWrites({ maxItems: 20 });
    const contents = Array.from({ length: 50 }, (_, i) =>
      i === 7 ? ' ' : `Fact number ${i} alone`,
    );
    const writes = contents.map((content) =>
      writer.writeEntry({ memoryId: memory.id, content, kind: 'OBSERVATION' }),
    );
    const results = await Promise.allSettled(writes);
    expect(calls).toEqual([20, 20, 10]);
    expect(results[7]).toMatchObject({
      reason: {
        code: 'BAD_USER_INPUT',
        path: 'input.content',
        message: expect.stringMatching(/^input\.content/),
      },
    });
    const stored = results.flatMap((result) =>
      result.status === 'fulfilled' ? [result.value.entry] : [],
    );
    expect(stored.map(({ content }) => content)).toEqual(contents.filter((_, i) => i !== 7));
    expect(stored.map(({ id }) => id)).toEqual(stored.map(({ id }) => id).sort());
    expect((await lorebase.memory({ id: memory.id }))?.entryCount).toBe(49);
    expect(writer.pending).toBe(0);
  });

  it('share a call only if they have the same rules, and fit into it', async () => {
    const sizes: Record<string, number[]> = { none: [], SIMILAR: [], SAFE: [] };
    const lorebase = new Lorebase({
      url: 'http://127.0.0.1:1',
      apiKey: 'key',
      fetch: async (_input, init) => {
        const { items, duplicatePolicy } = JSON.parse(String(init?.body)).variables.input;
        sizes[duplicatePolicy ?? 'none']?.push(items.length);
        const results = items.map(() => ({ __typename: 'WriteEntryPayload', action: 'CREATED' }));
        return Response.json({ data: { writeEntries: { results } } });
      },
    });
    const writer = lorebase.gatherWrites();
    const write = (content: string, duplicatePolicy?: 'SIMILAR' | 'SAFE') =>
      writer.writeEntry({
        memoryId: 'mem_1',
        content,
        ...(duplicatePolicy && { duplicatePolicy }),
      });
    // Characters of two bytes: together more than 2 MiB.
    const long = Array.from({ length: 70 }, () => write('é'.repeat(16_000)));
    await Promise.all([...long, write('One', 'SIMILAR'), write('Two', 'SAFE')]);
    expect(sizes).toEqual({ none: [65, 5], SIMILAR: [1], SAFE: [1] });
  });

  it('fail alone, also if GraphQL refuses the whole call because of them', async () => {
    const { lorebase, memory } = await start();
    const writer = lorebase.gatherWrites();
    const contents = Array.from({ length: 9 }, (_, i) => `Observation ${i}`);
    const writes = contents.map((content, i) =>
      writer.writeEntry({
        memoryId: memory.id,
        content,
        kind: 'OBSERVATION',
        ...(i === 4 ? { occurredAt: 'yesterday' } : {}),
      }),
    );
    const results = await Promise.allSettled(writes);
    const stored = results.map((result) =>
      result.status === 'fulfilled' ? result.value.entry.content : result.reason.code,
    );
    expect(stored).toEqual(contents.with(4, 'BAD_USER_INPUT'));
    const ids = results.flatMap((result) =>
      result.status === 'fulfilled' ? [result.value.entry.id] : [],
    );
    expect(ids).toEqual(ids.toSorted());
  });

  it('fail together, in one call, if what they share is wrong', async () => {
    const { memory, project } = await start();
    let calls = 0;
    const counted = clientOf(project, {
      fetch: (input, init) => {
        calls += 1;
        return fetch(input, init);
      },
    });
    const writer = counted.gatherWrites();
    const writes = ['One', 'Two', 'Three'].map((content) =>
      writer.writeEntry({ memoryId: memory.id, content, duplicateThreshold: 7 }),
    );
    for (const write of writes) expect((await failureOf(write)).code).toBe('BAD_USER_INPUT');
    expect(calls).toBe(1);
  });

  it('with one idempotency key have one result', async () => {
    const { lorebase, memory } = await start();
    const writer = lorebase.gatherWrites();
    const input = { memoryId: memory.id, content: 'Once', idempotencyKey: 'mine' };
    const [first, second] = await Promise.all([writer.writeEntry(input), writer.writeEntry(input)]);
    expect(second).toEqual(first);
    expect((await lorebase.memory({ id: memory.id }))?.entryCount).toBe(1);
  });

  it('end with the reason of their signal, and are then not sent', async () => {
    const { lorebase, memory } = await start();
    const writer = lorebase.gatherWrites({ delayMs: 20 });
    const stop = new AbortController();
    const { signal } = stop;
    const kept = writer.writeEntry({ memoryId: memory.id, content: 'Kept' });
    const dropped = writer.writeEntry({ memoryId: memory.id, content: 'Dropped' }, { signal });
    const reason = new Error('enough');
    stop.abort(reason);
    await expect(dropped).rejects.toBe(reason);
    await expect(
      writer.writeEntry({ memoryId: memory.id, content: 'Late' }, { signal }),
    ).rejects.toBe(reason);
    await kept;
    expect((await lorebase.entries()).nodes.map(({ content }) => content)).toEqual(['Kept']);
  });

  it('are bounded, flush, and end on a failure of the call', async () => {
    const { lorebase, memory } = await start();
    const writer = lorebase.gatherWrites({ maxPending: 2 });
    const writes = ['One', 'Two', 'Three'].map((content) =>
      writer.writeEntry({ memoryId: memory.id, content }),
    );
    expect((await failureOf(writes[2] ?? Promise.resolve())).code).toBe('QUEUE_FULL');
    await writer.flush();
    expect(writer.pending).toBe(0);
    // Written between the end of one call and the next.
    await writes[1]?.then(() => writer.writeEntry({ memoryId: memory.id, content: 'Four' }));
    const lost = await failureOf(writer.writeEntry({ memoryId: 'mem_0', content: 'x' }));
    expect(lost.code).toBe('NOT_FOUND');
  });
});
