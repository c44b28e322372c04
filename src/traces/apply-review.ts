import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import type { NewUtilityChange, TraceRow } from '../db/rows.ts';
import { updateUtilities } from '../entries/entry-state.ts';
import type { EventInput, Transaction } from '../events/transact.ts';
import { enqueue } from '../jobs/jobs.ts';
import { settingsOf } from '../projects/settings.ts';
import type { Caller } from '../projects/viewer.ts';
import { baselineOf, creditsOf } from './credit.ts';
import {
  insertUtilityChanges,
  lastReviewOrder,
  lockRetrieved,
  type RetrievedEntry,
  selectChangesFrom,
  selectRetrievedIds,
  sumRewardsBefore,
  supersedeChangesFrom,
} from './ledger-queries.ts';
import { moveOf, type ReviewUpdate, type UtilityMove } from './move-utility.ts';
import { updateTrace } from './queries.ts';
import { type Review, requireRetrieved } from './review-input.ts';
import { rateOf } from './utility.ts';

/** The kind of job that writes a reflection; its subject is the trace. */
export const TRACE_REFLECTION = 'TRACE_REFLECTION';

export type AppliedReview = { trace: TraceRow; changes: NewUtilityChange[] };

/**
 * Stores a review, and moves the utilities of the entries that the trace retrieved. If the review replaces another, all
 * later reviews of these entries are replayed, so that each utility is as if the replaced review had never been.
 * Requires the lock `REVIEWS`. @throws BAD_USER_INPUT (the reward of an entry not retrieved)
 */
export async function applyReview(
  app: App,
  caller: Caller,
  { db, record }: Transaction,
  { trace, review }: { trace: TraceRow; review: Review },
): Promise<AppliedReview> {
  const { id: projectId } = caller.project;
  const settings = settingsOf(app.config, caller.project);
  const rate = rateOf(settings, review.alpha);
  const retrieved = await lockRetrieved(db, projectId, trace.id);
  if (review.entryRewards) {
    requireRetrieved(review, await selectRetrievedIds(db, projectId, trace.id));
  }
  const reviewOrder = trace.reviewOrder ?? (await nextReviewOrder(db, projectId, retrieved));
  const baseline =
    settings.creditRule === 'BASELINE'
      ? (trace.reviewBaseline ?? (await readBaseline(db, trace, reviewOrder)))
      : null;
  const columns = {
    reviewResult: review.result,
    reviewReward: review.reward,
    reviewFeedback: review.feedback,
    reviewAlpha: rate.kind === 'CONSTANT' ? rate.alpha : null,
    reviewOrder,
    reviewBaseline: baseline,
    entryRewards: review.entryRewards,
    reviewedAt: app.clock(),
    reviewedBy: caller.actor,
    reflectionMemoryId: review.memoryId,
  };
  const reviewed: TraceRow = { ...trace, ...columns };
  await updateTrace(db, trace, columns);
  const { reward, entryRewards } = review;
  const credits = creditsOf({ reward, baseline, entryRewards }, retrieved);
  const update = { projectId, traceId: trace.id, reviewOrder, rate, credits, now: app.clock() };
  const moves = await moveUtilities(db, update, { retrieved, isFirst: trace.reviewedAt === null });
  const changes = moves.flatMap((move) => move.changes);
  await Promise.all([
    insertUtilityChanges(db, changes),
    updateUtilities(db, projectId, moves.map(newUtilityOf)),
    record(...eventsOf({ before: trace, after: reviewed, moves })),
    review.generateReflection
      ? enqueue(db, { projectId, kind: TRACE_REFLECTION, subject: trace.id })
      : null,
  ]);
  return { trace: reviewed, changes: changes.filter((change) => change.traceId === trace.id) };
}

/** The order of a new review: greater than that of every trace, and of every earlier change of its entries. */
async function nextReviewOrder(
  db: Database,
  projectId: string,
  retrieved: readonly RetrievedEntry[],
): Promise<number> {
  const last = await lastReviewOrder(db, projectId);
  return Math.max(last, ...retrieved.map((entry) => entry.lastOrder)) + 1;
}

/** The mean reward of the last runs of the agent that were reviewed before this one. */
async function readBaseline(
  db: Database,
  { projectId, agentId }: TraceRow,
  before: number,
): Promise<number> {
  return baselineOf(await sumRewardsBefore(db, projectId, { agentId, before }));
}

/** The changes by a first review, or by a replaced review and all later reviews of its entries. */
async function moveUtilities(
  db: Database,
  update: ReviewUpdate,
  { retrieved, isFirst }: { retrieved: readonly RetrievedEntry[]; isFirst: boolean },
): Promise<UtilityMove[]> {
  if (isFirst) return retrieved.flatMap((entry) => moveOf(update, entry, []) ?? []);
  const { projectId, reviewOrder: from, now } = update;
  const entryIds = retrieved.map((entry) => entry.id);
  const old = await selectChangesFrom(db, projectId, { entryIds, from });
  const moves = retrieved.flatMap((entry) => {
    const own = old.filter((change) => change.entryId === entry.id);
    return moveOf(update, entry, own) ?? [];
  });
  // The stored changes of entries whose utility does not change stay in force.
  const movedIds = moves.map(({ entry }) => entry.id);
  await supersedeChangesFrom(db, projectId, { entryIds: movedIds, from, now });
  return moves;
}

function newUtilityOf({ entry: { id }, utility, reviewCount }: UtilityMove) {
  return { id, utility, reviewCount };
}

function eventsOf(made: { before: TraceRow; after: TraceRow; moves: UtilityMove[] }): EventInput[] {
  const { before, after, moves } = made;
  return [
    {
      type: 'TRACE_REVIEWED',
      traceId: after.id,
      changes: [
        { field: 'result', before: before.reviewResult, after: after.reviewResult },
        { field: 'reward', before: before.reviewReward, after: after.reviewReward },
        { field: 'feedback', before: before.reviewFeedback, after: after.reviewFeedback },
      ],
    },
    ...moves
      .filter(({ entry, utility }) => entry.utility !== utility)
      .map(
        ({ entry, utility }): EventInput => ({
          type: 'UTILITY_CHANGED',
          memory: entry.memory,
          entryId: entry.id,
          traceId: after.id,
          changes: [{ field: 'utility', before: entry.utility, after: utility }],
        }),
      ),
  ];
}
