// How soon and how steadily utilities tell good advice from bad, and what ranking by utility finds, by simulation
// through the real rules.  npx tsx bench/learning.ts [--data DIR] [--json FILE]
import { INITIAL_UTILITY } from '../src/db/tables/entries.ts';
import { alphaOf, moveToward, type Rate } from '../src/traces/utility.ts';
import {
  openBenchApp,
  quantile,
  type Row,
  readOptions,
  readRows,
  reportTable,
  rounded,
} from './support/bench.ts';
import { play, type Rule, readWorld, type Trial, type World } from './support/credit.ts';

const options = readOptions('');
const PAIRS = 20_000;
/** Share of runs that pass with good and with bad advice, and of reviews that say the opposite. */
const GOOD = 0.8;
const BAD = 0.3;
const LABEL_NOISE = 0.2;

const RATES: { name: string; rate: Rate; alphaOf?: (n: number) => number }[] = [
  { name: 'CONSTANT 0.3 (Reflect)', rate: { kind: 'CONSTANT', alpha: 0.3 } },
  { name: 'CONSTANT 0.1', rate: { kind: 'CONSTANT', alpha: 0.1 } },
  { name: 'DECAYING, floor 0.05', rate: { kind: 'DECAYING', learningRateFloor: 0.05 } },
  { name: 'DECAYING, floor 0.1', rate: { kind: 'DECAYING', learningRateFloor: 0.1 } },
  {
    name: 'max(0.05, 1 / (n + 1)), not offered',
    rate: { kind: 'DECAYING', learningRateFloor: 0.05 },
    alphaOf: (n) => Math.max(0.05, 1 / (n + 1)),
  },
];

/** A generator with a seed, so that the figures come out the same each time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Chosen = (typeof RATES)[number];

/** Utilities of one entry after each of its reviews. */
function run(
  random: () => number,
  chosen: Chosen,
  passing: (review: number) => number,
  reviews: number,
) {
  const utilities: number[] = [];
  let utility = INITIAL_UTILITY;
  for (let n = 0; n < reviews; n += 1) {
    const passed = random() < passing(n);
    const isFlipped = random() < LABEL_NOISE;
    const alpha = chosen.alphaOf?.(n) ?? alphaOf(chosen.rate, n);
    utility = moveToward(utility, Number(passed !== isFlipped), alpha).after;
    utilities.push(utility);
  }
  return utilities;
}

const rows: Row[] = RATES.map((chosen) => {
  const random = seeded(7);
  const rightAfter = new Map([5, 10, 20, 50].map((reviews) => [reviews, 0]));
  const jumps: number[] = [];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const good = run(random, chosen, () => GOOD, 50);
    const bad = run(random, chosen, () => BAD, 50);
    for (const [reviews, right] of rightAfter) {
      const ahead = (good[reviews - 1] ?? 0) - (bad[reviews - 1] ?? 0);
      // Equal utilities rank either way.
      rightAfter.set(reviews, right + (Math.abs(ahead) < 1e-9 ? 0.5 : Number(ahead > 0)));
    }
    jumps.push(Math.abs((good[49] ?? 0) - (good[48] ?? 0)));
  }
  const turned: number[] = [];
  for (let entry = 0; entry < 2000; entry += 1) {
    const utilities = run(random, chosen, (n) => (n < 50 ? GOOD : BAD), 150);
    const at = utilities.findIndex((utility, n) => n >= 50 && utility < INITIAL_UTILITY);
    turned.push(at < 0 ? 100 : at - 49);
  }
  const shares = [...rightAfter].map(([reviews, right]) => [
    `right after ${reviews}`,
    rounded(right / PAIRS, 3),
  ]);
  return {
    rate: chosen.name,
    ...Object.fromEntries(shares),
    'last step': rounded(jumps.reduce((sum, jump) => sum + jump, 0) / jumps.length, 3),
    'reviews until advice that turned bad is below 0.5': quantile(turned, 0.5),
  };
});
reportTable(
  `bench/learning: good advice passes ${GOOD}, bad ${BAD}, ${LABEL_NOISE} of reviews wrong; ${PAIRS} pairs`,
  rows,
  options,
);

// ── Questions about conversations: does ranking by utility find the answers? ──
const SEEDS = [1, 2, 3];
const PASS = { with: 0.9, without: 0.2, misled: 0.05 };
const RULES: Record<string, Rule> = {
  'similarity alone': { creditRule: 'BASELINE', lambda: 0 },
  'REWARD, lambda 0.5 (Reflect)': { creditRule: 'REWARD', lambda: 0.5 },
  'REWARD, lambda 0.4': { creditRule: 'REWARD', lambda: 0.4 },
  'BASELINE, lambda 0.5': { creditRule: 'BASELINE', lambda: 0.5 },
  'BASELINE, lambda 0.4': { creditRule: 'BASELINE', lambda: 0.4 },
};

const { app, close } = await openBenchApp(options);
const embedder = app.embedders.for(app.embedders.defaultSpace);

/** The vector of each text, by the embedding model of the server. */
async function embed(texts: string[]): Promise<Map<string, Float32Array>> {
  const split = await embedder.split(texts);
  const vectors = await embedder.embed(split.map((chunks, i) => chunks[0] ?? texts[i] ?? ''));
  return new Map(vectors.map((vector, i) => [texts[i] ?? '', unit(vector)]));
}

function unit(vector: readonly number[]): Float32Array {
  const length = Math.hypot(...vector);
  return Float32Array.from(vector, (value) => value / length);
}

const data = {
  facts: readRows<{ conversation: string; text: string; evidence: string[] }>(
    options,
    'locomo/facts.jsonl',
  ),
  questions: readRows<{ conversation: string; question: string; evidence: string[] }>(
    options,
    'locomo/questions.jsonl',
  ),
};
const plain = await readWorld(embed, { ...data, misleadingShare: 0 });
const misled = await readWorld(embed, { ...data, misleadingShare: 0.2 });
const other = { pass: PASS, test: 'other questions' } as const;
const same = { pass: PASS, test: 'the same questions' } as const;
const scenes: { name: string; world: World; trial: Trial }[] = [
  { name: 'other questions', world: plain, trial: { ...other, rounds: 1 } },
  { name: 'other questions, 5 rounds', world: plain, trial: { ...other, rounds: 5 } },
  { name: 'the same questions, 5 rounds', world: plain, trial: { ...same, rounds: 5 } },
  {
    name: '20 % misleading, other questions, 5 rounds',
    world: misled,
    trial: { ...other, rounds: 5 },
  },
  { name: '20 % misleading, the same, 5 rounds', world: misled, trial: { ...same, rounds: 5 } },
];
for (const { name, world, trial } of scenes) {
  reportTable(
    `bench/learning: ${name} (mean of ${SEEDS.length} seeds)`,
    Object.entries(RULES).map(([rule, how]) => {
      const outcomes = SEEDS.map((seed) => play(world, how, trial, seed));
      const mean = (part: 'hit' | 'passed') =>
        outcomes.reduce((sum, outcome) => sum + outcome[part], 0) / outcomes.length;
      return { rule, 'hit@5': rounded(mean('hit'), 3), success: rounded(mean('passed'), 3) };
    }),
    options,
  );
}
await close();
