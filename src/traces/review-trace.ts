import type { App } from '../app.ts';
import type { NewUtilityChange, TraceRow } from '../db/rows.ts';
import { conflict, requireFound } from '../errors.ts';
import { REVIEWS, transact } from '../events/transact.ts';
import { checkInput } from '../input.ts';
import { getMemory } from '../memories/memories.ts';
import type { Caller } from '../projects/viewer.ts';
import { applyReview } from './apply-review.ts';
import { lockTrace } from './queries.ts';
import { reviewInput, toReview } from './review-input.ts';

/**
 * Reviews a trace. With `replace`, replaces an earlier review.
 * @throws NOT_FOUND, BAD_USER_INPUT, CONFLICT (already reviewed, without `replace`)
 */
export async function reviewTrace(
  app: App,
  caller: Caller,
  input: { traceId: string; replace: boolean },
): Promise<{ trace: TraceRow; changes: NewUtilityChange[] }> {
  const review = toReview(checkInput(reviewInput, input), 'input');
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
  app.jobsSignal.notify();
  return reviewed;
}
