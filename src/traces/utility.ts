import type { ProjectRow } from '../db/rows.ts';

/** How much of the way to the reward a review moves a utility. */
export type Rate = { kind: 'CONSTANT'; alpha: number } | { kind: 'DECAYING'; alphaFloor: number };

/** One review, seen from an entry that it concerns. */
export type Step = { before: number; after: number; alpha: number };

/** The rate in force: the review's own alpha, else what the project says. */
export function rateOf(
  settings: Pick<ProjectRow, 'learningRate'> & { learningAlpha: number; alphaFloor: number },
  given: number | null,
): Rate {
  if (given !== null) return { kind: 'CONSTANT', alpha: given };
  return settings.learningRate === 'DECAYING'
    ? { kind: 'DECAYING', alphaFloor: settings.alphaFloor }
    : { kind: 'CONSTANT', alpha: settings.learningAlpha };
}

/**
 * Alpha for an entry that has been reviewed so many times. DECAYING is the mean of all rewards with the
 * initial 0.5 as one of them, until alpha reaches its floor (docs/decisions/010-learning-rate.md).
 */
export function alphaOf(rate: Rate, reviewsBefore: number): number {
  return rate.kind === 'CONSTANT' ? rate.alpha : Math.max(rate.alphaFloor, 1 / (reviewsBefore + 2));
}

/** `q ← q + alpha (reward − q)` (Reflect), all in 0..1. */
export function learn(before: number, reward: number, alpha: number): Step {
  return { before, after: before + alpha * (reward - before), alpha };
}
