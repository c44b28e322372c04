import { z } from 'zod';
import { REVIEW_RESULTS, type ReviewResult } from '../db/tables.ts';
import { badInput } from '../errors.ts';
import { textInput, unitInput } from '../input.ts';

/** Lowest reward at which a review without a result is a PASS. */
const PASSING_REWARD = 0.5;

export const MAX_FEEDBACK_CHARACTERS = 16_000;

export const feedbackInput = textInput.max(
  MAX_FEEDBACK_CHARACTERS,
  `must have at most ${MAX_FEEDBACK_CHARACTERS} characters`,
);

export const reviewInput = z.object({
  result: z.enum(REVIEW_RESULTS).nullish(),
  reward: unitInput.nullish(),
  feedback: feedbackInput.nullish(),
  alpha: unitInput.nullish(),
  generateReflection: z.boolean(),
  memoryId: z.string().nullish(),
});

/** A checked review. `memoryId` is the memory of its reflection; null for the project's `reflections`. */
export type Review = {
  result: ReviewResult;
  reward: number;
  feedback: string | null;
  alpha: number | null;
  generateReflection: boolean;
  memoryId: string | null;
};

/** Without a reward, PASS is 1 and FAIL is 0. @throws BAD_USER_INPUT without result and reward */
export function toReview(given: z.infer<typeof reviewInput>, path: string): Review {
  const { result, reward, feedback, alpha, generateReflection, memoryId } = given;
  if (!result && (reward === null || reward === undefined)) {
    throw badInput(`${path}.result`, 'must be PASS or FAIL, unless a reward is given');
  }
  const earned = reward ?? (result === 'PASS' ? 1 : 0);
  return {
    result: result ?? (earned >= PASSING_REWARD ? 'PASS' : 'FAIL'),
    reward: earned,
    feedback: feedback ?? null,
    alpha: alpha ?? null,
    generateReflection,
    memoryId: memoryId ?? null,
  };
}
