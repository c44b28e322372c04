import type { ProjectRow } from '../db/rows.ts';

/** The learning rate: the share of the distance to the reward by which a review moves a utility. */
export type Rate =
  | { kind: 'CONSTANT'; alpha: number }
  | { kind: 'DECAYING'; learningRateFloor: number };

/** The change of one entry's utility by one review. */
export type Step = { before: number; after: number; alpha: number };

/** The effective learning rate: the alpha of the review, else that of the project's settings. */
export function rateOf(
  settings: Pick<ProjectRow, 'learningRateSchedule'> & {
    learningRate: number;
    learningRateFloor: number;
  },
  given: number | null,
): Rate {
  if (given !== null) return { kind: 'CONSTANT', alpha: given };
  return settings.learningRateSchedule === 'DECAYING'
    ? { kind: 'DECAYING', learningRateFloor: settings.learningRateFloor }
    : { kind: 'CONSTANT', alpha: settings.learningRate };
}

/**
 * Alpha for an entry with this number of earlier reviews. With DECAYING, the utility is the mean of all
 * rewards and the initial 0.5, until alpha reaches its floor (docs/decisions/010-learning-rate.md).
 */
export function alphaOf(rate: Rate, reviewsBefore: number): number {
  return rate.kind === 'CONSTANT'
    ? rate.alpha
    : Math.max(rate.learningRateFloor, 1 / (reviewsBefore + 2));
}

/** Moves a utility toward the reward: `q ← q + alpha (reward − q)` (Reflect), all in 0..1. */
export function learn(before: number, reward: number, alpha: number): Step {
  return { before, after: before + alpha * (reward - before), alpha };
}

/**
 * Repeats a movement of a utility on another utility. The review of the movement is not known, since its trace
 * was deleted: it moved the utility by a share of the distance to 1, or to 0. This is exact for PASS and FAIL,
 * and stays in 0..1.
 */
export function repeatMove(utility: number, { from, to }: { from: number; to: number }): number {
  if (to > from) return utility + ((to - from) / (1 - from)) * (1 - utility);
  return to < from ? utility * (to / from) : utility;
}
