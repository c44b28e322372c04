import { describe, expect, it } from 'vitest';
import { scripted } from './support/model-server.ts';
import { type TestProject, useServer } from './support/server.ts';

const server = useServer();

const CREATE = `mutation ($input: CreateTraceInput!) { createTrace(input: $input) { trace {
  id task finalResponse agentId model toolsUsed metadata reflectionStatus
  retrieved { rank score entry { id utility } } review { result reward feedback alpha reviewedBy { id } } } } }`;
const REVIEW = `mutation ($input: ReviewTraceInput!) { reviewTrace(input: $input) {
  trace { id review { result reward alpha } } changes { before after reward alpha entry { id } } } }`;
const HISTORY = `query ($id: ID!, $superseded: Boolean! = false) { entry(id: $id) { utility reviewCount
  utilityHistory(superseded: $superseded, first: 100) { totalCount
    nodes { before after reward baseline alpha supersededAt trace { id } } } } }`;

const TRAJECTORY = [
  { role: 'system', content: 'You book flights.' },
  { role: 'user', content: [{ type: 'text', text: 'To Oslo, please.' }] },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      {
        id: 'c1',
        type: 'function',
        function: { name: 'search_flights', arguments: '{"to":"OSL"}' },
      },
      { id: 'c2', type: 'function', function: { name: 'get_user', arguments: '{}' } },
    ],
  },
  { role: 'tool', tool_call_id: 'c1', name: 'search_flights', content: '[]' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: 'c3', type: 'function', function: { name: 'search_flights', arguments: '' } },
    ],
  },
  { role: 'assistant', content: 'None today.' },
];

const create = async (project: TestProject, input: Record<string, unknown> = {}) =>
  (await project.run(CREATE, { input: { task: 'Book a flight', ...input } })).createTrace.trace;

const review = async (project: TestProject, input: Record<string, unknown>) =>
  (await project.run(REVIEW, { input: { generateReflection: false, ...input } })).reviewTrace;

const entryOf = async (project: TestProject, id: string, superseded = false) =>
  (await project.run(HISTORY, { id, superseded })).entry;

/** A project with plans, which learns by the rule of the reference unless told otherwise. */
async function withEntries(count: number, settings: Record<string, unknown> = {}) {
  const project = await server.project({ creditRule: 'REWARD', ...settings });
  const memoryId = await project.memory();
  const ids: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const { entry } = await project.write(memoryId, `Advice ${i}`, { kind: 'PLAN' });
    ids.push(entry.id);
  }
  return { project, memoryId, ids };
}

describe('a trace', () => {
  it('keeps the run, what it was shown, and the tools it used', async () => {
    const { project, ids } = await withEntries(2);
    const trace = await create(project, {
      trajectory: TRAJECTORY,
      finalResponse: 'None today.',
      retrievedEntryIds: [ids[1], ids[0], ids[1]],
      metadata: { domain: 'airline' },
      agentId: 'booker',
      model: 'gpt',
    });
    expect(trace).toMatchObject({
      toolsUsed: ['search_flights', 'get_user'],
      metadata: { domain: 'airline' },
      review: null,
      reflectionStatus: null,
    });
    expect(trace.retrieved).toEqual([
      { rank: 1, score: null, entry: { id: ids[1], utility: 0.5 } },
      { rank: 2, score: null, entry: { id: ids[0], utility: 0.5 } },
    ]);
    const { trace: read } = await project.run(`{ trace(id: "${trace.id}") { trajectory } }`);
    expect(read.trajectory).toEqual(TRAJECTORY);
    const { node } = await project.run(`{ node(id: "${trace.id}") { ... on Trace { task } } }`);
    expect(node.task).toBe('Book a flight');
  });

  it.each<[string, unknown, string]>([
    ['no role', [{ content: 'x' }], 'input.trajectory[0].role'],
    ['an unknown role', [{ role: 'robot', content: 'x' }], 'input.trajectory[0].role'],
    ['no content', [TRAJECTORY[0], { role: 'user' }], 'input.trajectory[1].content'],
    ['a number as content', [{ role: 'user', content: 7 }], 'input.trajectory[0].content'],
    [
      'a tool call without arguments',
      [{ role: 'assistant', tool_calls: [{ id: 'c', function: { name: 'f' } }] }],
      'input.trajectory[0].tool_calls[0].function.arguments',
    ],
    ['an answer to no call', [{ role: 'tool', content: 'x' }], 'input.trajectory[0].tool_call_id'],
    ['NUL', [{ role: 'user', content: 'a\0b' }], 'input.trajectory'],
    [
      'half a character',
      [{ role: 'user', content: [{ type: 'text', text: '\ud800' }] }],
      'input.trajectory',
    ],
    [
      'no end of levels',
      [{ role: 'user', content: 'x', more: JSON.parse('['.repeat(500) + ']'.repeat(500)) }],
      'input.trajectory',
    ],
    [
      'too many bytes',
      [{ role: 'user', content: 'x'.repeat(4 * 1024 * 1024) }],
      'input.trajectory',
    ],
  ])('with %s is refused at its place', async (_, trajectory, path) => {
    const project = await server.project();
    const failure = await project.fail(CREATE, { input: { task: 'T', trajectory } });
    expect(failure.extensions).toMatchObject({ code: 'BAD_USER_INPUT', path });
  });

  it.each(['agentId', 'model'])('with a long %s is refused in a sentence', async (field) => {
    const project = await server.project();
    const input = { task: 'T', trajectory: [], [field]: 'x'.repeat(201) };
    const { message } = await project.fail(CREATE, { input });
    expect(message).toBe(`input.${field}: must have at most 200 characters`);
  });

  it('may say what it may not hold', async () => {
    const project = await server.project();
    const trajectory = [{ role: 'user', content: String.raw`a regex /\u0000/` }];
    const { id } = await create(project, { trajectory });
    const { trace } = await project.run(`{ trace(id: "${id}") { trajectory } }`);
    expect(trace.trajectory).toEqual(trajectory);
  });

  it('of almost 4 MiB is kept', async () => {
    const project = await server.project();
    const trajectory = [{ role: 'user', content: 'x'.repeat(4 * 1024 * 1024 - 100) }];
    const { id } = await create(project, { trajectory });
    const { trace } = await project.run(`{ trace(id: "${id}") { trajectory } }`);
    expect(trace.trajectory).toEqual(trajectory);
  });

  it('may name deleted entries, and none of another project', async () => {
    const { project, ids } = await withEntries(1);
    const other = await withEntries(1);
    await project.run(`mutation { deleteEntry(input: { entryId: "${ids[0]}" }) { entry { id } } }`);
    const { retrieved } = await create(project, { retrievedEntryIds: ids });
    expect(retrieved).toHaveLength(1);
    for (const foreign of [other.ids[0], 'me_01m7vp9axme049zzpfbqmg6msh', 'nonsense']) {
      const input = { task: 'T', retrievedEntryIds: [foreign] };
      const { extensions } = await project.fail(CREATE, { input });
      expect(extensions.code).toBe('NOT_FOUND');
    }
  });

  it('is stored once under its idempotency key, also by many calls at once', async () => {
    const project = await server.project();
    const input = { trajectory: TRAJECTORY, idempotencyKey: 'run 1' };
    const traces = await Promise.all(Array.from({ length: 20 }, () => create(project, input)));
    expect(new Set(traces.map(({ id }) => id)).size).toBe(1);
    const withNulls = { ...input, metadata: {}, model: null, review: null };
    expect((await create(project, withNulls)).id).toBe(traces[0]?.id);
    const changed = { task: 'Another', idempotencyKey: 'run 1' };
    expect((await project.fail(CREATE, { input: changed })).extensions.code).toBe('CONFLICT');
    const { traces: all } = await project.run('{ traces { totalCount } }');
    expect(all.totalCount).toBe(1);
  });

  it('is listed by review, agent and metadata, and found by its task', async () => {
    const project = await server.project();
    server.models.script('Cancel the trip to Oslo', scripted(1));
    server.models.script('Cancel my Oslo journey', scripted(0.9));
    server.models.script('Water the plants', scripted(0.1));
    const trip = await create(project, { task: 'Cancel the trip to Oslo', agentId: 'a' });
    const plants = await create(project, {
      task: 'Water the plants',
      metadata: { kinds: ['garden', 'home'] },
      review: { result: 'FAIL', generateReflection: false },
    });
    const list = async (filter: string) => {
      const { traces } = await project.run(
        `{ traces(filter: { ${filter} }) { totalCount nodes { id } } }`,
      );
      expect(traces.totalCount).toBe(traces.nodes.length);
      return traces.nodes.map((node: { id: string }) => node.id);
    };
    expect(await list('')).toEqual([plants.id, trip.id]);
    expect(await list('reviewStatus: PENDING')).toEqual([trip.id]);
    expect(await list('reviewStatus: FAILED')).toEqual([plants.id]);
    expect(await list('reviewStatus: PASSED')).toEqual([]);
    expect(await list('agentId: "a"')).toEqual([trip.id]);
    expect(await list('metadata: { kinds: "garden" }')).toEqual([plants.id]);
    const { searchTraces } = await project.run(
      '{ searchTraces(input: { query: "Cancel my Oslo journey", limit: 1 }) { results { similarity trace { id } } } }',
    );
    expect(searchTraces.results).toHaveLength(1);
    expect(searchTraces.results[0].trace.id).toBe(trip.id);
    expect(searchTraces.results[0].similarity).toBeCloseTo(0.9, 6);
  });
});

describe('a review', () => {
  it('moves the utility of the retrieved entries, to nine decimals', async () => {
    const { project, ids } = await withEntries(3);
    const [used, other, alone] = ids;
    let expected = 0.5;
    for (const [result, alpha] of [
      ['PASS', null],
      ['FAIL', null],
      ['PASS', 0.5],
      ['PASS', 0.05],
      ['FAIL', 1],
      ['PASS', 0],
    ] as const) {
      const trace = await create(project, { retrievedEntryIds: [used, other] });
      const { changes } = await review(project, { traceId: trace.id, result, alpha });
      const rate = alpha ?? 0.3;
      const after = expected + rate * ((result === 'PASS' ? 1 : 0) - expected);
      expect(changes).toHaveLength(2);
      expect(changes[0].before).toBeCloseTo(expected, 9);
      expect(changes[0].after).toBeCloseTo(after, 9);
      expect(changes[0]).toMatchObject({ reward: result === 'PASS' ? 1 : 0, alpha: rate });
      expected = after;
    }
    const entry = await entryOf(project, used ?? '');
    expect(entry.utility).toBeCloseTo(expected, 9);
    expect(entry.reviewCount).toBe(6);
    expect(entry.utilityHistory.totalCount).toBe(6);
    expect(entry.utilityHistory.nodes[5]).toMatchObject({ before: 0.5, after: 0.65 });
    expect(await entryOf(project, alone ?? '')).toMatchObject({ utility: 0.5, reviewCount: 0 });
  });

  it('takes a reward between, and alpha from the project', async () => {
    const { project, ids } = await withEntries(1, { learningRate: 0.1 });
    const trace = await create(project, {
      retrievedEntryIds: ids,
      review: { reward: 0.4, feedback: 'Half done', generateReflection: false },
    });
    expect(trace.review).toMatchObject({
      result: 'FAIL',
      reward: 0.4,
      feedback: 'Half done',
      alpha: 0.1,
    });
    expect((await entryOf(project, ids[0] ?? '')).utility).toBeCloseTo(0.49, 9);
    const half = await create(project, { review: { reward: 0.5, generateReflection: false } });
    expect(half.review.result).toBe('PASS');
  });

  it.each<[Record<string, unknown>, string]>([
    [{}, 'input.result'],
    [{ reward: 1.5 }, 'input.reward'],
    [{ result: 'PASS', alpha: -0.1 }, 'input.alpha'],
    [{ result: 'PASS', feedback: 'x'.repeat(16_001) }, 'input.feedback'],
  ])('of %j is refused', async (input, path) => {
    const { project } = await withEntries(0);
    const { id } = await create(project);
    const failure = await project.fail(REVIEW, { input: { traceId: id, ...input } });
    expect(failure.extensions).toMatchObject({ code: 'BAD_USER_INPUT', path });
  });

  it('of an unknown trace is NOT_FOUND, a second one CONFLICT, and READ keys may not', async () => {
    const { project, ids } = await withEntries(1);
    const input = { traceId: 'trc_01m7vp9axme049zzpfbqmg6msh', result: 'PASS' };
    expect((await project.fail(REVIEW, { input })).extensions.code).toBe('NOT_FOUND');
    const { id } = await create(project, { retrievedEntryIds: ids });
    await review(project, { traceId: id, result: 'PASS' });
    const again = { traceId: id, result: 'PASS' };
    expect((await project.fail(REVIEW, { input: again })).extensions.code).toBe('CONFLICT');
    const denied = await project.fail(REVIEW, { input: again }, project.keys.READ);
    expect(denied.extensions.code).toBe('FORBIDDEN');
    expect((await entryOf(project, ids[0] ?? '')).utility).toBeCloseTo(0.65, 9);
  });

  it.each(['CONSTANT', 'DECAYING'])(
    'replaced under %s leaves what would have been',
    async (learningRateSchedule) => {
      const { project, ids } = await withEntries(2, {
        learningRateSchedule,
        learningRateFloor: 0.2,
      });
      const shown = [[ids[0], ids[1]], [ids[0]], [ids[1], ids[0]], [ids[1]]];
      const results = ['PASS', 'PASS', 'FAIL', 'PASS'];
      const alphas = [null, 0.5, null, null];
      const traces: string[] = [];
      for (const [i, retrievedEntryIds] of shown.entries()) {
        const trace = await create(project, { retrievedEntryIds });
        traces.push(trace.id);
        await review(project, { traceId: trace.id, result: results[i], alpha: alphas[i] });
      }
      const replaced = { traceId: traces[0], result: 'FAIL', alpha: 0.9, replace: true };
      const { changes } = await review(project, replaced);
      expect(changes.map((change: { after: number }) => change.after)).toEqual([
        expect.closeTo(0.05, 9),
        expect.closeTo(0.05, 9),
      ]);
      const twin = await withEntries(2, { learningRateSchedule, learningRateFloor: 0.2 });
      const results2 = ['FAIL', ...results.slice(1)];
      const alphas2 = [0.9, ...alphas.slice(1)];
      for (const [i, retrieved] of shown.entries()) {
        const retrievedEntryIds = retrieved.map((id) => twin.ids[ids.indexOf(id ?? '')]);
        const trace = await create(twin.project, { retrievedEntryIds });
        await review(twin.project, { traceId: trace.id, result: results2[i], alpha: alphas2[i] });
      }
      for (const i of [0, 1]) {
        const corrected = await entryOf(project, ids[i] ?? '');
        const direct = await entryOf(twin.project, twin.ids[i] ?? '');
        expect(corrected.utility).toBeCloseTo(direct.utility, 9);
        expect(corrected.reviewCount).toBe(direct.reviewCount);
        const steps = (entry: typeof corrected) =>
          entry.utilityHistory.nodes.map((node: { after: number }) => node.after.toFixed(9));
        expect(steps(corrected)).toEqual(steps(direct));
      }
      const whole = await entryOf(project, ids[0] ?? '', true);
      expect(whole.utilityHistory.totalCount).toBe(6);
    },
  );

  it.each(['REWARD', 'BASELINE'])(
    'under %s loses nothing when 50 that share entries come at once',
    async (creditRule) => {
      const { project, ids } = await withEntries(6, { creditRule });
      const traces = await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          create(project, {
            retrievedEntryIds: ids
              .filter((__, place) => (i + place) % 3 !== 0)
              .toSorted(() => (i % 2 ? 1 : -1)),
          }),
        ),
      );
      await Promise.all(
        traces.map(({ id }, i) =>
          review(project, { traceId: id, result: i % 4 === 0 ? 'FAIL' : 'PASS' }),
        ),
      );
      for (const id of ids) {
        const { utility, reviewCount, utilityHistory } = await entryOf(project, id);
        const steps = utilityHistory.nodes.toReversed();
        expect(steps).toHaveLength(reviewCount);
        let expected = 0.5;
        for (const step of steps) {
          expect(step.before).toBeCloseTo(expected, 12);
          expect(step.baseline === null).toBe(creditRule === 'REWARD');
          const target =
            step.baseline === null ? step.reward : 0.5 + (step.reward - step.baseline) / 2;
          expected += step.alpha * (target - expected);
          expect(step.after).toBeCloseTo(expected, 12);
        }
        expect(utility).toBeCloseTo(expected, 12);
      }
    },
  );

  it('and what it moved are events', async () => {
    const { project, ids } = await withEntries(1);
    const { events } = await project.run('{ events(first: 0) { headCursor } }');
    const live = project.subscribe(
      `subscription ($after: String) { events(after: $after) {
        type memoryId entryId traceId trace { task } changes { field before after } } }`,
      { after: events.headCursor },
    );
    const { id } = await create(project, { retrievedEntryIds: ids });
    await review(project, { traceId: id, result: 'PASS', feedback: 'Good' });
    await live.count(3);
    const seen = live.received.map((data) => data.events);
    expect(seen.map((event) => event.type)).toEqual([
      'TRACE_CREATED',
      'TRACE_REVIEWED',
      'UTILITY_CHANGED',
    ]);
    expect(seen[0]).toMatchObject({
      memoryId: null,
      traceId: id,
      trace: { task: 'Book a flight' },
    });
    expect(seen[1].changes).toContainEqual({ field: 'result', before: null, after: 'PASS' });
    expect(seen[2]).toMatchObject({
      entryId: ids[0],
      changes: [{ field: 'utility', before: 0.5, after: 0.65 }],
    });
    expect(seen[2].memoryId).toMatch(/^mem_/);
    await live.stop();
  });
});

describe('Project.learning', () => {
  it('tells how far the learning has come', async () => {
    const { project, ids } = await withEntries(4);
    await create(project);
    const trace = await create(project, { retrievedEntryIds: ids.slice(0, 2) });
    await review(project, { traceId: trace.id, result: 'PASS', alpha: 1 });
    const data = await project.run(
      '{ project { learning { tracesTotal tracesPending entriesTotal entriesMoved utilitySpread learningRateSchedule learningRate } } }',
    );
    expect(data.project.learning).toEqual({
      tracesTotal: 2,
      tracesPending: 1,
      entriesTotal: 4,
      entriesMoved: 2,
      utilitySpread: 0.25,
      learningRateSchedule: 'CONSTANT',
      learningRate: 0.3,
    });
  });

  it('tells how utilities were spread over time, also after a review was replaced', async () => {
    const { project, ids } = await withEntries(3);
    const from = new Date(Date.now() - 60_000).toISOString();
    const spreadOf = async (points = 2) => {
      const query = `query ($from: DateTime!, $to: DateTime!, $points: Int!) { project { learning {
        utilityHistory(from: $from, to: $to, points: $points) { at classes } } } }`;
      // A review of the same millisecond is before it.
      const to = new Date(Date.now() + 1000).toISOString();
      const { learning } = (await project.run(query, { from, to, points })).project;
      return learning.utilityHistory.map((point: { classes: number[] }) => point.classes.join(' '));
    };
    const none = '0 0 0 0 0 0 0 0 0 0';
    expect(await spreadOf()).toEqual([none, none]);
    const trace = await create(project, { retrievedEntryIds: ids.slice(0, 2) });
    await review(project, { traceId: trace.id, result: 'PASS', alpha: 1 });
    expect(await spreadOf()).toEqual([none, '0 0 0 0 0 0 0 0 0 2']);
    await review(project, { traceId: trace.id, result: 'FAIL', alpha: 1, replace: true });
    expect(await spreadOf()).toEqual([none, '2 0 0 0 0 0 0 0 0 0']);
    // Without a review, an entry counts no more; with an earlier one, it counts as that left it.
    const next = await create(project, { retrievedEntryIds: ids.slice(1) });
    await review(project, { traceId: next.id, result: 'PASS', alpha: 1 });
    expect(await spreadOf(1)).toEqual(['1 0 0 0 0 0 0 0 0 2']);
    const entryRewards = [{ entryId: ids[1], reward: 1 }];
    const only = (id: string) => ({ traceId: id, result: 'FAIL', alpha: 1, replace: true });
    await review(project, { ...only(next.id), entryRewards });
    expect(await spreadOf(1)).toEqual(['1 0 0 0 0 0 0 0 0 1']);
    await review(project, {
      ...only(next.id),
      entryRewards: [{ entryId: ids[2], reward: 1 }],
    });
    expect(await spreadOf(1)).toEqual(['2 0 0 0 0 0 0 0 0 1']);
    await project.run(`mutation { deleteEntry(input: { entryId: "${ids[0]}" }) { entry { id } } }`);
    expect(await spreadOf(1)).toEqual(['1 0 0 0 0 0 0 0 0 1']);
    const failure = await project.fail(
      `{ project { learning { utilityHistory(from: "${from}", points: 201) { at } } } }`,
    );
    expect(failure.extensions).toMatchObject({ code: 'BAD_USER_INPUT', path: 'points' });
  });
});
