import { reflections, utilityPart } from '../../src/retrieval/presets.ts';
import { blend } from '../../src/retrieval/score.ts';
import { BASELINE_RUNS, baselineOf, creditsOf, targetOf } from '../../src/traces/credit.ts';
import { moveToward } from '../../src/traces/utility.ts';

/**
 * Agents that answer questions with five facts, and learn from the outcome by the pure rules. A run passes with a
 * probability that depends on whether the answer was among the facts.
 */

export const SHOWN = 5;
const ALPHA = 0.3;

/** The rules that are compared. Lambda 0 ranks by similarity alone. */
export type Rule = { creditRule: 'REWARD' | 'BASELINE'; lambda: number };

/** A question: its conversation, its similarity to each entry of it, and the entries that answer it. */
export type Asked = {
  id: number;
  conversation: number;
  similarities: Float32Array;
  answers: Set<number>;
};

/** Entries of a conversation. `misleading` ones make a run that is shown one fail. */
export type Shelf = { size: number; misleading: Set<number> };

export type World = { questions: Asked[]; shelves: Shelf[] };

/** `pass`: the probabilities to pass with an answer, without one, and with a misleading entry. */
export type Trial = {
  pass: { with: number; without: number; misled: number };
  rounds: number;
  test: 'other questions' | 'the same questions';
};

export type Outcome = { hit: number; passed: number };

/** A number in 0..1 that depends on the given ones alone. */
export function drawn(...of: number[]): number {
  let state = 2166136261;
  for (const one of of) {
    state = Math.imul(state ^ one, 16777619);
    state ^= state >>> 13;
  }
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  return items
    .map((item, i) => ({ item, at: drawn(seed, i, 77) }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}

type Learned = { utility: number; reviewCount: number };

/** Trains on half of the questions of each conversation. Returns the mean outcome of the tested questions. */
export function play(world: World, rule: Rule, trial: Trial, seed: number): Outcome {
  const order = shuffled(world.questions, seed);
  const half = order.filter((_, i) => i % 2 === 0);
  const rest = order.filter((_, i) => i % 2 === 1);
  const learned = world.shelves.map(({ size }) =>
    Array.from({ length: size }, (): Learned => ({ utility: 0.5, reviewCount: 0 })),
  );
  const rewards: number[] = [];
  if (rule.lambda > 0) {
    for (let round = 0; round < trial.rounds; round += 1) {
      for (const question of shuffled(half, seed * 31 + round)) {
        const entries = learned[question.conversation] ?? [];
        const shown = rank(question, entries, rule).slice(0, SHOWN);
        const chance = chanceOf(world, question, shown, trial);
        const reward = Number(drawn(seed, round, question.id, 9) < chance);
        review(entries, shown, { rule, reward, rewards });
        rewards.push(reward);
      }
    }
  }
  const tested = trial.test === 'other questions' ? rest : half;
  const outcomes = tested.map((question): Outcome => {
    const ranked = rank(question, learned[question.conversation] ?? [], rule).slice(0, SHOWN);
    return {
      hit: Number(ranked.some((entry) => question.answers.has(entry))),
      passed: chanceOf(world, question, ranked, trial),
    };
  });
  const mean = (of: (one: Outcome) => number) =>
    outcomes.reduce((sum, one) => sum + of(one), 0) / outcomes.length;
  return { hit: mean((one) => one.hit), passed: mean((one) => one.passed) };
}

/** The entries of the conversation, best first. */
function rank({ similarities }: Asked, entries: readonly Learned[], rule: Rule): number[] {
  const { weights } = reflections(rule.lambda);
  const scores = entries.map((entry, i) => {
    const utility = utilityPart({ ...entry, hasLesson: false }, rule.creditRule);
    const relevance = similarities[i] ?? 0;
    return blend({ relevance, utility, recency: 0, importance: 0 }, weights);
  });
  return scores.map((_, i) => i).sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0));
}

function chanceOf(world: World, question: Asked, shown: number[], { pass }: Trial): number {
  const misleading = world.shelves[question.conversation]?.misleading;
  if (shown.some((entry) => misleading?.has(entry))) return pass.misled;
  return shown.some((entry) => question.answers.has(entry)) ? pass.with : pass.without;
}

function review(
  entries: Learned[],
  shown: readonly number[],
  { rule, reward, rewards }: { rule: Rule; reward: number; rewards: readonly number[] },
): void {
  const last = rewards.slice(-BASELINE_RUNS);
  const earned = { sum: last.reduce((sum, one) => sum + one, 0), count: last.length };
  const baseline = rule.creditRule === 'BASELINE' ? baselineOf(earned) : null;
  const list = shown.map((entry) => ({ id: String(entry), hasLesson: false, used: null }));
  for (const [id, credit] of creditsOf({ reward, baseline, entryRewards: null }, list)) {
    const entry = entries[Number(id)];
    if (entry === undefined) continue;
    entry.utility = moveToward(entry.utility, targetOf(credit), ALPHA * credit.share).after;
    entry.reviewCount += 1;
  }
}

type Fact = { conversation: string; text: string; evidence: string[] };
type Question = { conversation: string; question: string; evidence: string[] };

/**
 * The facts and questions of LoCoMo. With `misleadingShare`, this share of the facts has a near copy: the beginning
 * of the fact and the end of another one.
 */
export async function readWorld(
  embed: (texts: string[]) => Promise<Map<string, Float32Array>>,
  {
    facts,
    questions,
    misleadingShare,
  }: { facts: Fact[]; questions: Question[]; misleadingShare: number },
): Promise<World> {
  const names = [...new Set(facts.map(({ conversation }) => conversation))];
  const shelves = names.map((name, n) => {
    const own = facts.filter(({ conversation }) => conversation === name);
    const misled = own.filter((_, i) => drawn(n, i, 5) < misleadingShare);
    const copies = misled.map(({ text }, i) =>
      nearCopy(text, own[(i * 7 + 3) % own.length]?.text ?? ''),
    );
    return { own, texts: [...own.map(({ text }) => text), ...copies] };
  });
  const all = [
    ...shelves.flatMap(({ texts }) => texts),
    ...questions.map(({ question }) => question),
  ];
  const vectors = await embed([...new Set(all)]);
  const vectorOf = (text: string) => vectors.get(text) ?? new Float32Array();
  return {
    shelves: shelves.map(({ own, texts }) => ({
      size: texts.length,
      misleading: new Set(texts.map((_, i) => i).slice(own.length)),
    })),
    questions: questions.flatMap((one, id) => {
      const conversation = names.indexOf(one.conversation);
      const shelf = shelves[conversation];
      if (shelf === undefined) return [];
      const asked = vectorOf(one.question);
      const answers = shelf.own.flatMap(({ evidence }, i) =>
        evidence.some((turn) => one.evidence.includes(turn)) ? [i] : [],
      );
      const similarities = Float32Array.from(shelf.texts, (text) => dot(asked, vectorOf(text)));
      return [{ id, conversation, similarities, answers: new Set(answers) }];
    }),
  };
}

function nearCopy(text: string, other: string): string {
  const words = text.split(' ');
  const end = other.split(' ').slice(-Math.ceil(words.length * 0.4));
  return [...words.slice(0, Math.ceil(words.length * 0.6)), ...end].join(' ');
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < one.length; i += 1) sum += (one[i] ?? 0) * (other[i] ?? 0);
  return Math.max(0, sum);
}
