import type { App } from '../app.ts';
import { badInput, conflict, DomainError, requireFound } from '../errors.ts';
import { REVIEWS, transact } from '../events/transact.ts';
import { checkInput } from '../input.ts';
import { getMemory } from '../memories/memories.ts';
import type { Caller } from '../projects/viewer.ts';
import { countReview } from '../stats/record-counts.ts';
import { type AppliedReview, applyReview } from './apply-review.ts';
import { lockTrace } from './queries.ts';
import { reviewInput, toReview } from './review-input.ts';

type ReviewInput = { traceId: string; replace: boolean };

/**
 * Reviews a trace. With `replace`, replaces an earlier review. `path` is the path of the input.
 * @throws NOT_FOUND, BAD_USER_INPUT, CONFLICT (already reviewed, without `replace`)
 */
export async function reviewTrace(
  app: App,
  caller: Caller,
  input: ReviewInput,
  path = 'input',
): Promise<AppliedReview> {
  const review = toReview(checkInput(reviewInput, input, path), path);
  const { traceId, replace } = input;
  if (review.memoryId !== null) await getMemory(app, caller.project.id, review.memoryId);
  const reviewed = await transact(app, caller, { locks: [REVIEWS] }, async (transaction) => {
    const trace = requireFound(
      await lockTrace(transaction.db, caller.project.id, traceId),
      'trace',
      traceId,
    );
    if (trace.reviewedAt !== null && !replace) {
      throw conflict('The trace was reviewed before; give replace: true to correct the review.', {
        traceId,
      });
    }
    return applyReview(app, caller, transaction, { trace, review });
  });
  countReview(app, reviewed.trace);
  app.jobsSignal.notify();
  return reviewed;
}

export const MAX_REVIEWS = 100;

/**
 * Reviews traces one after the other, each in a transaction of its own. Returns the result or the error of each review,
 * in the order of the input.
 * @throws BAD_USER_INPUT (no reviews, or too many)
 */
export async function reviewTraces(
  app: App,
  caller: Caller,
  reviews: readonly ReviewInput[],
): Promise<(AppliedReview | DomainError)[]> {
  if (reviews.length === 0 || reviews.length > MAX_REVIEWS) {
    throw badInput('input.reviews', `must hold 1 to ${MAX_REVIEWS} reviews`);
  }
  const outcomes: (AppliedReview | DomainError)[] = [];
  for (const [i, review] of reviews.entries()) {
    const path = `input.reviews[${i}]`;
    const outcome = await reviewTrace(app, caller, review, path).catch((error: unknown) => {
      if (error instanceof DomainError) return error;
      throw error;
    });
    outcomes.push(outcome);
  }
  return outcomes;
}
