import type { ProjectRow } from '../db/rows.ts';

/** The learning rate alpha: a review moves a utility by this share of the distance to its target. */
export type Rate =
  | { kind: 'CONSTANT'; alpha: number }
  | { kind: 'DECAYING'; learningRateFloor: number };

/** The change of one entry's utility by one review. */
export type UtilityStep = { before: number; after: number; alpha: number };

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

/** Moves a utility toward a target: `q ← q + alpha (target − q)` (Reflect), all in 0..1. */
export function moveToward(before: number, target: number, alpha: number): UtilityStep {
  return { before, after: before + alpha * (target - before), alpha };
}
