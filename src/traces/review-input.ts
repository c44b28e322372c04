import { z } from 'zod';
import { REVIEW_RESULTS, type ReviewResult } from '../db/tables/traces.ts';
import { badInput } from '../errors.ts';
import { textInput, unitInput } from '../input.ts';

/** Lowest reward with which a review without a result is a PASS. */
const PASSING_REWARD = 0.5;

export const MAX_FEEDBACK_CHARACTERS = 16_000;

export const feedbackInput = textInput.max(
  MAX_FEEDBACK_CHARACTERS,
  `must have at most ${MAX_FEEDBACK_CHARACTERS} characters`,
);

/** Maximum number of entries that a run can have retrieved. */
export const MAX_RETRIEVED = 500;

/** Rewards by entry id, in the given order; null if none is given. */
export const entryRewardsInput = z
  .array(z.object({ entryId: z.string(), reward: unitInput }))
  .max(MAX_RETRIEVED, `must hold at most ${MAX_RETRIEVED} rewards`)
  .superRefine((given, context) => {
    const ids = given.map(({ entryId }) => entryId);
    const again = ids.findIndex((id, i) => ids.indexOf(id) < i);
    if (again < 0) return;
    const path = [again, 'entryId'];
    context.addIssue({ code: 'custom', path, message: 'must not be given twice' });
  })
  .nullish();

export const reviewInput = z.object({
  result: z.enum(REVIEW_RESULTS).nullish(),
  reward: unitInput.nullish(),
  feedback: feedbackInput.nullish(),
  alpha: unitInput.nullish(),
  entryRewards: entryRewardsInput,
  generateReflection: z.boolean(),
  memoryId: z.string().nullish(),
});

/** A checked review. `path` is the path of its input, `memoryId` the memory of its reflection (null: default). */
export type Review = {
  path: string;
  result: ReviewResult;
  reward: number;
  feedback: string | null;
  alpha: number | null;
  /** Rewards of single entries, by entry id; null if none was given. */
  entryRewards: Record<string, number> | null;
  generateReflection: boolean;
  memoryId: string | null;
};

/** The reward of a review without one is 1 for PASS and 0 for FAIL. @throws BAD_USER_INPUT without result and reward */
export function toReview(given: z.infer<typeof reviewInput>, path: string): Review {
  const { result, reward, feedback, alpha, entryRewards, generateReflection, memoryId } = given;
  if (!result && (reward === null || reward === undefined)) {
    throw badInput(`${path}.result`, 'must be PASS or FAIL, unless a reward is given');
  }
  const earned = reward ?? (result === 'PASS' ? 1 : 0);
  const rewards = entryRewards?.map(({ entryId, reward }) => [entryId, reward] as const) ?? [];
  return {
    path,
    result: result ?? (earned >= PASSING_REWARD ? 'PASS' : 'FAIL'),
    reward: earned,
    feedback: feedback ?? null,
    alpha: alpha ?? null,
    entryRewards: rewards.length > 0 ? Object.fromEntries(rewards) : null,
    generateReflection,
    memoryId: memoryId ?? null,
  };
}

/** @throws BAD_USER_INPUT if a reward is that of an entry that the run did not retrieve */
export function requireRetrieved({ path, entryRewards }: Review, retrieved: readonly string[]) {
  const other = Object.keys(entryRewards ?? {}).findIndex((id) => !retrieved.includes(id));
  if (other < 0) return;
  throw badInput(
    `${path}.entryRewards[${other}].entryId`,
    'must be an entry that the run retrieved',
  );
}
