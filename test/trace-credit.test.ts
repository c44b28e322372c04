import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { retrievals } from '../src/db/tables/traces.ts';
import { WRITE_OWN, writeOwn } from './support/reflections.ts';
import { type TestProject, useServer } from './support/server.ts';
import {
  CREATE_TRACE,
  createTrace,
  deleteTrace,
  REVIEW_TRACE,
  REVIEW_TRACES,
  reviewTrace,
  utilityOf,
  withPlans,
} from './support/traces.ts';

const server = useServer();

const BASELINE = { creditRule: null };
const UNKNOWN = 'me_01m7vp9axme049zzpfbqmg6msh';

type Change = { before: number; after: number; baseline: number; alpha: number; reward: number };

/** Stores a run with these entries and reviews it; the changes are in the order of the entries' ids. */
async function run(
  project: TestProject,
  ids: readonly (string | undefined)[],
  { agentId = null, ...review }: Record<string, unknown>,
) {
  const { id } = await createTrace(project, { retrievedEntryIds: ids, agentId });
  const { changes } = await reviewTrace(project, { traceId: id, ...review });
  return { id, changes: changes as Change[] };
}

const baselineOf = async (project: TestProject, id: string): Promise<number | null> =>
  (await project.run(`{ trace(id: "${id}") { review { baseline } } }`)).trace.review.baseline;

describe('the baseline', () => {
  it('is the mean reward of the agent’s earlier runs and of four with 0.5', async () => {
    const { project, ids } = await withPlans(server, 1, BASELINE);
    const baselines: number[] = [];
    for (const reward of [1, 1, 0, 0.25]) {
      const { changes } = await run(project, ids, { reward, agentId: 'booker' });
      baselines.push(changes[0]?.baseline ?? -1);
    }
    const means = [2 / 4, 3 / 5, 4 / 6, 4 / 7];
    for (const [i, mean] of means.entries()) expect(baselines[i]).toBeCloseTo(mean, 12);
  });

  it('counts no runs of other agents; runs without an agent share one', async () => {
    const { project, ids } = await withPlans(server, 1, BASELINE);
    await run(project, ids, { reward: 1, agentId: 'a' });
    await run(project, ids, { reward: 0 });
    for (const [agentId, mean] of [
      ['a', 3 / 5],
      ['b', 0.5],
      [null, 2 / 5],
    ] as const) {
      const { id } = await run(project, ids, { reward: 0.5, agentId });
      expect(await baselineOf(project, id)).toBeCloseTo(mean, 12);
    }
  });

  it('is that of the last 50 runs', async () => {
    const { project } = await withPlans(server, 0, BASELINE);
    for (let i = 0; i < 51; i += 1) await run(project, [], { reward: i === 0 ? 1 : 0 });
    const { id } = await run(project, [], { reward: 1 });
    expect(await baselineOf(project, id)).toBeCloseTo(2 / 54, 12);
  });

  it('is null under the rule REWARD', async () => {
    const { project, ids } = await withPlans(server, 1);
    const { id, changes } = await run(project, ids, { reward: 1 });
    expect(changes[0]).toMatchObject({ baseline: null, after: 0.65 });
    expect(await baselineOf(project, id)).toBeNull();
  });
});

describe('the credit of a review', () => {
  it('is divided among the entries, and moves them toward 0.5 + (reward − baseline) / 2', async () => {
    const { project, ids } = await withPlans(server, 4, BASELINE);
    const { changes } = await run(project, ids.slice(0, 3), { result: 'PASS' });
    expect(changes).toHaveLength(3);
    for (const { before, after, alpha, baseline } of changes) {
      expect({ before, baseline }).toEqual({ before: 0.5, baseline: 0.5 });
      expect(alpha).toBeCloseTo(0.1, 12);
      expect(after).toBeCloseTo(0.5 + 0.1 * 0.25, 12);
    }
    expect(await utilityOf(project, ids[3] ?? '')).toBe(0.5);
  });

  it('of an agent that fails as always leaves the entries almost where they are', async () => {
    const { project, ids } = await withPlans(server, 1, BASELINE);
    for (let i = 0; i < 12; i += 1) await run(project, [], { result: 'FAIL' });
    const { changes } = await run(project, ids, { result: 'FAIL', alpha: 1 });
    expect(changes[0]?.after).toBeCloseTo(0.5 - 2 / 16 / 2, 12);
  });

  it('of a lesson is the reward itself and the whole alpha, beside entries that share theirs', async () => {
    const { project, ids } = await withPlans(server, 2, BASELINE);
    const { entry } = await writeOwn(project, { task: 'Book a room' });
    const { changes } = await run(project, [...ids, entry.id], { result: 'PASS' });
    const alphas = changes.map(({ alpha, baseline }) => [alpha, baseline === null]).sort();
    expect(alphas).toEqual([
      [0.15, false],
      [0.15, false],
      [0.3, true],
    ]);
    expect(await utilityOf(project, entry.id)).toBeCloseTo(0.65, 12);
  });

  it.each<[string, (number | null)[], number[]]>([
    ['one is used', [0.9, 0.1, null], [1 / 1.4, 0.2 / 1.4, 0.2 / 1.4]],
    ['none is used', [0.4, 0, null], [1 / 3, 1 / 3, 1 / 3]],
    ['nothing is known', [null, null, null], [1 / 3, 1 / 3, 1 / 3]],
    ['all are used', [0.5, 0.6, 1], [1 / 3, 1 / 3, 1 / 3]],
  ])('where %s is divided accordingly', async (_, used, shares) => {
    const { project, ids } = await withPlans(server, 3, BASELINE);
    const { id: traceId } = await createTrace(project, { retrievedEntryIds: ids });
    for (const [i, value] of used.entries()) {
      await server.app.db
        .update(retrievals)
        .set({ used: value })
        .where(and(eq(retrievals.traceId, traceId), eq(retrievals.entryId, ids[i] ?? '')));
    }
    await reviewTrace(project, { traceId, result: 'PASS', alpha: 1 });
    for (const [i, share] of shares.entries()) {
      expect(await utilityOf(project, ids[i] ?? '')).toBeCloseTo(0.5 + share * 0.25, 12);
    }
  });

  it('under DECAYING multiplies each entry’s rate by its share', async () => {
    const settings = { ...BASELINE, learningRateSchedule: 'DECAYING' };
    const { project, ids } = await withPlans(server, 2, settings);
    await run(project, ids.slice(0, 1), { result: 'PASS' });
    const { changes } = await run(project, ids, { result: 'PASS' });
    expect(changes.map(({ alpha }) => alpha).sort()).toEqual([1 / 3 / 2, 1 / 2 / 2]);
  });
});

describe('entryRewards', () => {
  it('let only the named entries learn, each from its own reward', async () => {
    const { project, ids } = await withPlans(server, 3, BASELINE);
    const { entry } = await writeOwn(project, { task: 'Book a room' });
    const [helped, misled, other] = ids;
    const { id, changes } = await run(project, [...ids, entry.id], {
      result: 'FAIL',
      entryRewards: [
        { entryId: misled, reward: 0 },
        { entryId: helped, reward: 1 },
        { entryId: entry.id, reward: 0.8 },
      ],
    });
    expect(changes).toHaveLength(3);
    const utilities = await Promise.all(
      [helped, misled, other, entry.id].map((one) => utilityOf(project, one ?? '')),
    );
    const expected = [0.5 + 0.3 * 0.5, 0.5 - 0.3 * 0.5, 0.5, 0.5 + 0.3 * 0.3];
    for (const [i, utility] of expected.entries()) expect(utilities[i]).toBeCloseTo(utility, 12);
    const { trace } = await project.run(
      `{ trace(id: "${id}") { review { entryRewards { entryId reward entry { reviewCount } } } } }`,
    );
    const once = { reviewCount: 1 };
    const given = [
      { entryId: helped, reward: 1, entry: once },
      { entryId: misled, reward: 0, entry: once },
      { entryId: entry.id, reward: 0.8, entry: once },
    ];
    expect(trace.review.entryRewards).toHaveLength(3);
    expect(trace.review.entryRewards).toEqual(expect.arrayContaining(given));
  });

  it('raise an entry that helped, also for an agent whose runs always pass', async () => {
    const { project, ids } = await withPlans(server, 1, BASELINE);
    for (let i = 0; i < 20; i++) await run(project, ids, { result: 'PASS' });
    const before = await utilityOf(project, ids[0] ?? '');
    const { id, changes } = await run(project, ids, {
      result: 'PASS',
      entryRewards: [{ entryId: ids[0], reward: 1 }],
    });
    expect(changes[0]).toMatchObject({ before, baseline: null, reward: 1 });
    expect(await utilityOf(project, ids[0] ?? '')).toBeCloseTo(before + 0.3 * (1 - before), 12);
    expect(await baselineOf(project, id)).toBeCloseTo(22 / 24, 12);
  });

  it('are taken by createTrace, reviewTraces and createReflection, and under REWARD as they are', async () => {
    const { project, ids } = await withPlans(server, 3);
    const rewards = (i: number) => ({ entryRewards: [{ entryId: ids[i], reward: 1 }] });
    const shown = { retrievedEntryIds: ids };
    const review = { result: 'FAIL', generateReflection: false, ...rewards(0) };
    await createTrace(project, { ...shown, review });
    const { id: traceId } = await createTrace(project, shown);
    const reviews = [{ traceId, result: 'FAIL', generateReflection: false, ...rewards(1) }];
    await project.run(REVIEW_TRACES, { input: { reviews } });
    await writeOwn(project, { task: 'T', result: 'FAIL', ...shown, ...rewards(2) });
    for (const id of ids) expect(await utilityOf(project, id)).toBeCloseTo(0.65, 12);
  });

  it('of another entry, or twice of one, are BAD_USER_INPUT, and nothing is stored', async () => {
    const { project, ids } = await withPlans(server, 2, BASELINE);
    const [shown, other] = ids;
    const { id: traceId } = await createTrace(project, { retrievedEntryIds: [shown] });
    const wrong = (...entryIds: (string | undefined)[]) => ({
      result: 'PASS',
      generateReflection: false,
      entryRewards: entryIds.map((entryId) => ({ entryId, reward: 1 })),
    });
    const refusals: [string, Record<string, unknown>, string][] = [
      [REVIEW_TRACE, { traceId, ...wrong(shown, other) }, 'input.entryRewards[1].entryId'],
      [REVIEW_TRACE, { traceId, ...wrong(UNKNOWN) }, 'input.entryRewards[0].entryId'],
      [REVIEW_TRACE, { traceId, ...wrong(shown, shown) }, 'input.entryRewards[1].entryId'],
      [
        CREATE_TRACE,
        { task: 'T', retrievedEntryIds: [shown], review: wrong(other) },
        'input.review.entryRewards[0].entryId',
      ],
    ];
    for (const [mutation, input, path] of refusals) {
      const { extensions } = await project.fail(mutation, { input });
      expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path });
    }
    const { extensions } = await project.fail(WRITE_OWN, {
      input: {
        task: 'T',
        summary: 'S',
        guidance: 'G',
        result: 'PASS',
        retrievedEntryIds: [shown],
        entryRewards: [{ entryId: other, reward: 1 }],
      },
    });
    expect(extensions).toMatchObject({ path: 'input.entryRewards[0].entryId' });
    const { traces } = await project.run('{ traces { totalCount nodes { review { result } } } }');
    expect(traces).toEqual({ totalCount: 1, nodes: [{ review: null }] });
  });
});

describe('a replaced review under BASELINE', () => {
  type Step = { shown: number[]; review: Record<string, unknown> };
  const later: Step[] = [
    { shown: [0], review: { result: 'PASS', alpha: 0.5 } },
    { shown: [1, 0], review: { reward: 0.3 } },
    { shown: [1], review: { result: 'FAIL' } },
    { shown: [0, 1], review: { result: 'PASS' } },
  ];
  const rewards =
    (...values: number[]) =>
    (ids: string[]) => ({
      result: 'PASS',
      entryRewards: values.map((reward, i) => ({ entryId: ids[i], reward })),
    });
  const passed = () => ({ result: 'PASS' });
  const failed = () => ({ result: 'FAIL', alpha: 0.9 });

  /** Reviews a run and later ones, replaces its review, and returns the entries with their ledgers. */
  async function play(
    reviews: ((ids: string[]) => Record<string, unknown>)[],
    { deleted = [], schedule }: { deleted?: number[]; schedule: string },
  ) {
    const settings = { ...BASELINE, learningRateSchedule: schedule };
    const { project, ids } = await withPlans(server, 2, settings);
    const { id: traceId } = await createTrace(project, { retrievedEntryIds: ids });
    const made: string[] = [];
    for (const [i, review] of reviews.entries()) {
      await reviewTrace(project, { traceId, replace: i > 0, ...review(ids) });
      if (i > 0) continue;
      for (const step of later) {
        // Agents of their own: the baselines do not depend on the replaced review.
        const agentId = `agent ${made.length}`;
        const shown = step.shown.map((place) => ids[place]);
        made.push((await run(project, shown, { ...step.review, agentId })).id);
      }
      for (const place of deleted) await deleteTrace(project, made[place] ?? '');
    }
    const { entries } = await project
      .run(
        `query ($a: ID!, $b: ID!) { a: entry(id: $a) { utility reviewCount } b: entry(id: $b) { utility reviewCount } }`,
        { a: ids[0], b: ids[1] },
      )
      .then(({ a, b }) => ({ entries: [a, b] }));
    return entries as { utility: number; reviewCount: number }[];
  }

  it.each<[string, string, ((ids: string[]) => Record<string, unknown>)[], number[]]>([
    ['by another result', 'CONSTANT', [passed, failed], []],
    ['by another result', 'DECAYING', [passed, () => ({ result: 'FAIL' })], []],
    ['by the same', 'CONSTANT', [failed, passed, failed], []],
    ['by one with the reward of one entry', 'CONSTANT', [passed, rewards(0.9)], []],
    ['of one entry by one of the run', 'CONSTANT', [rewards(0.9), passed], []],
    ['of one entry by one of both', 'CONSTANT', [rewards(0.9), rewards(0.2, 0.7)], [2]],
    ['twice, once without an entry', 'CONSTANT', [rewards(0.9), rewards(0.2), passed], []],
    ['with deleted traces after it', 'CONSTANT', [passed, failed], [0, 1, 3]],
    ['with deleted traces after it', 'DECAYING', [passed, failed], [1, 3]],
    ['of one entry, with deleted traces after it', 'CONSTANT', [rewards(1), failed], [0, 2]],
  ])('leaves what would have been: %s, %s', async (_, schedule, reviews, deleted) => {
    const last = reviews.at(-1) ?? passed;
    const replaced = await play(reviews, { deleted, schedule });
    const direct = await play([last], { schedule });
    for (const i of [0, 1]) {
      expect(replaced[i]?.utility).toBeCloseTo(direct[i]?.utility ?? -1, 12);
      expect(replaced[i]?.reviewCount).toBe(direct[i]?.reviewCount);
    }
  });

  it('keeps its baseline, and so do later reviews', async () => {
    const { project, ids } = await withPlans(server, 1, BASELINE);
    await run(project, ids, { result: 'PASS' });
    const second = await run(project, ids, { result: 'PASS' });
    const third = await run(project, ids, { result: 'PASS' });
    await reviewTrace(project, { traceId: second.id, result: 'FAIL', replace: true });
    expect(await baselineOf(project, second.id)).toBeCloseTo(3 / 5, 12);
    expect(await baselineOf(project, third.id)).toBeCloseTo(4 / 6, 12);
    const { entry } = await project.run(
      `{ entry(id: "${ids[0]}") { utility utilityHistory(first: 1) { nodes { baseline after } } } }`,
    );
    const [latest] = entry.utilityHistory.nodes;
    expect(latest.baseline).toBeCloseTo(4 / 6, 12);
    expect(latest.after).toBe(entry.utility);
  });
});

describe('reviews after a trace was deleted', () => {
  it('are in the order in which they were made, also when the latest trace is gone', async () => {
    const { project, ids } = await withPlans(server, 1);
    const [id = ''] = ids;
    const first = await run(project, ids, { result: 'PASS' });
    const second = await run(project, ids, { result: 'PASS' });
    await deleteTrace(project, second.id);
    const third = await run(project, ids, { result: 'PASS' });
    // Were the third review not after the second, its FAIL would be followed by the PASS of the second.
    await reviewTrace(project, { traceId: third.id, result: 'FAIL', replace: true });
    expect(await utilityOf(project, id)).toBeCloseTo((1 - 0.5 * 0.7 ** 2) * 0.7, 12);
    await reviewTrace(project, { traceId: first.id, result: 'FAIL', replace: true });
    expect(await utilityOf(project, id)).toBeCloseTo((1 - 0.65 * 0.7) * 0.7, 12);
  });
});
