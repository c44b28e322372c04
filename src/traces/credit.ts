import { INITIAL_UTILITY } from '../db/tables/entries.ts';

/** How a review gives credit to the entries that its run retrieved (docs/decisions/025-credit.md). */

/** Maximum number of an agent's earlier runs with which a reward is compared. */
export const BASELINE_RUNS = 50;

/** The initial baseline of 0.5 has the weight of this number of runs, so that the first runs do not decide it. */
const PRIOR_RUNS = 4;

/** Lowest share of an entry's words in the final response from which on the entry counts as used. */
const USED_FROM = 0.5;

/** The weight of an entry that the run did not use, if the run used another one. */
const UNUSED_WEIGHT = 0.2;

/** The mean reward of an agent's earlier runs, in 0..1. */
export function baselineOf({ sum, count }: { sum: number; count: number }): number {
  return (INITIAL_UTILITY * PRIOR_RUNS + sum) / (PRIOR_RUNS + count);
}

/** The reward from which an entry learns, the baseline with which it is compared, and the entry's share of alpha. */
export type Credit = { reward: number; baseline: number | null; share: number };

/** The utility toward which a credit moves an entry, in 0..1. Without a baseline, it is the reward (Reflect). */
export function targetOf({ reward, baseline }: Pick<Credit, 'reward' | 'baseline'>): number {
  return baseline === null ? reward : INITIAL_UTILITY + (reward - baseline) / 2;
}

/** An entry that a run retrieved. `used` is null if it is not known how much of it the run used. */
export type CreditedEntry = { id: string; hasLesson: boolean; used: number | null };

/** The values of a review that decide credit. `baseline` is null for the rule REWARD. */
export type Judgement = {
  reward: number;
  baseline: number | null;
  entryRewards: Readonly<Record<string, number>> | null;
};

/**
 * The credit of each entry that learns from a review, by entry id. If the review has rewards of entries, only these
 * entries learn, each from its own reward as in Reflect. They have no baseline, since a baseline is a mean of rewards
 * of runs. Otherwise all entries learn: a lesson as in Reflect, and under BASELINE the others share alpha, since the
 * reward of a run says little about each of many entries.
 */
export function creditsOf(
  { reward, baseline, entryRewards }: Judgement,
  retrieved: readonly CreditedEntry[],
): Map<string, Credit> {
  const shares = baseline === null || entryRewards ? null : sharesOf(retrieved);
  const credits = retrieved.flatMap(({ id, hasLesson }): [string, Credit][] => {
    const earned = entryRewards ? entryRewards[id] : reward;
    if (earned === undefined) return [];
    const compared = hasLesson || entryRewards ? null : baseline;
    return [[id, { reward: earned, baseline: compared, share: shares?.get(id) ?? 1 }]];
  });
  return new Map(credits);
}

/** The share of alpha of each entry without a lesson. The shares have the sum 1. */
function sharesOf(retrieved: readonly CreditedEntry[]): Map<string, number> {
  const withoutLesson = retrieved.filter(({ hasLesson }) => !hasLesson);
  const isUsed = ({ used }: CreditedEntry) => used !== null && used >= USED_FROM;
  const weightOf = (entry: CreditedEntry) =>
    !withoutLesson.some(isUsed) || isUsed(entry) ? 1 : UNUSED_WEIGHT;
  const sum = withoutLesson.reduce((total, entry) => total + weightOf(entry), 0);
  return new Map(withoutLesson.map((entry) => [entry.id, weightOf(entry) / sum]));
}
