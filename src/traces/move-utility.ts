import type { NewUtilityChange, UtilityChangeRow } from '../db/rows.ts';
import { type Credit, targetOf } from './credit.ts';
import type { RetrievedEntry } from './ledger-queries.ts';
import { alphaOf, moveToward, type Rate } from './utility.ts';

/** A review that moves utilities. `credits` holds the credit of each entry that learns from it, by entry id. */
export type ReviewUpdate = {
  projectId: string;
  traceId: string;
  reviewOrder: number;
  rate: Rate;
  credits: ReadonlyMap<string, Credit>;
  now: Date;
};

/** The changes of one entry, and its utility and number of reviews after them. */
export type UtilityMove = {
  entry: RetrievedEntry;
  changes: NewUtilityChange[];
  utility: number;
  reviewCount: number;
};

/**
 * Moves the utility of one entry by a review. `old` are the changes of the entry in force from this review on, in
 * order: the change by the replaced review, if there is one, and those by later reviews. The later changes are repeated
 * with their rewards, baselines and rates. Null if nothing changes.
 */
export function moveOf(
  update: ReviewUpdate,
  entry: RetrievedEntry,
  old: readonly UtilityChangeRow[],
): UtilityMove | null {
  const { traceId, credits, now } = update;
  const credit = credits.get(entry.id);
  const later = old.filter((change) => change.traceId !== traceId);
  const isCounted = later.length < old.length;
  if (credit === undefined && !isCounted) return null;
  let utility = old[0]?.before ?? entry.utility;
  const changes: NewUtilityChange[] = [];
  const add = (change: Omit<NewUtilityChange, 'before' | 'after' | 'createdAt'>) => {
    const { reward, baseline = null, alpha } = change;
    const step = moveToward(utility, targetOf({ reward, baseline }), alpha);
    changes.push({ ...change, ...step, createdAt: now });
    utility = step.after;
  };
  if (credit) add(ownChange(update, entry, { credit, before: entry.reviewCount - old.length }));
  for (const { number: _, supersededAt: __, ...change } of later) add(change);
  const reviewCount = entry.reviewCount + Number(credit !== undefined) - Number(isCounted);
  return { entry, changes, utility, reviewCount };
}

/** The change by the review itself. `before` is the number of earlier reviews of the entry. */
function ownChange(
  { projectId, traceId, reviewOrder, rate }: ReviewUpdate,
  { id: entryId }: RetrievedEntry,
  { credit, before }: { credit: Credit; before: number },
) {
  const { reward, baseline, share } = credit;
  const alpha = alphaOf(rate, Math.max(0, before)) * share;
  return { projectId, entryId, traceId, reviewOrder, reward, baseline, alpha };
}
