import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import type { NewUtilityChange, ProjectRow, TraceRow, UtilityChangeRow } from '../db/rows.ts';
import { storeUtilities } from '../entries/entry-state.ts';
import type { EventInput, Transaction } from '../events/transact.ts';
import { enqueue } from '../jobs/jobs.ts';
import { settingsOf } from '../projects/settings.ts';
import type { Caller } from '../projects/viewer.ts';
import {
  insertUtilityChanges,
  type Learner,
  lockRetrieved,
  nextReviewOrder,
  selectChangesFrom,
  supersedeChangesFrom,
  updateTrace,
} from './queries.ts';
import type { Review } from './review-input.ts';
import { alphaOf, learn, type Rate, rateOf, repeatMove } from './utility.ts';

/** The kind of job that writes a reflection; its subject is the trace. */
export const TRACE_REFLECTION = 'TRACE_REFLECTION';

type Applied = { trace: TraceRow; changes: NewUtilityChange[] };

/**
 * Stores a review and moves the utilities of the entries that the trace retrieved, and of no others. If the
 * review replaces another, every later review of these entries is replayed, so that each utility is what it
 * would have been. Requires the lock `REVIEWS`.
 */
export async function applyReview(
  app: App,
  caller: Caller,
  { db, record }: Transaction,
  { trace, review }: { trace: TraceRow; review: Review },
): Promise<Applied> {
  const { id: projectId } = caller.project;
  const now = app.clock();
  const rate = rateOf(settingsOf(app.config, caller.project), review.alpha);
  const reviewed: TraceRow = {
    ...trace,
    reviewResult: review.result,
    reviewReward: review.reward,
    reviewFeedback: review.feedback,
    reviewAlpha: rate.kind === 'CONSTANT' ? rate.alpha : null,
    reviewOrder: trace.reviewOrder ?? (await nextReviewOrder(db, projectId)),
    reviewedAt: now,
    reviewedBy: caller.actor,
    reflectionMemoryId: review.memoryId,
  };
  await updateTrace(db, trace, reviewed);
  const learners = await lockRetrieved(db, projectId, trace.id);
  const learning = { project: caller.project, trace: reviewed, rate, now };
  const isFirst = trace.reviewedAt === null;
  const moves = isFirst
    ? learners.map((learner) => firstMove(learning, learner))
    : await replayMoves(db, learning, learners);
  const changes = moves.flatMap((move) => move.changes);
  await Promise.all([
    insertUtilityChanges(db, changes),
    storeUtilities(
      db,
      projectId,
      moves.map(({ learner: { id, reviewCount }, utility }) => ({
        id,
        utility,
        reviewCount: reviewCount + Number(isFirst),
      })),
    ),
    record(...eventsOf({ before: trace, after: reviewed, moves })),
    review.generateReflection
      ? enqueue(db, { projectId, kind: TRACE_REFLECTION, subject: trace.id })
      : null,
  ]);
  return { trace: reviewed, changes: changes.filter((change) => change.traceId === trace.id) };
}

type Learning = { project: ProjectRow; trace: TraceRow; rate: Rate; now: Date };

/** The changes of one entry, and its utility after them. */
type Move = { learner: Learner; changes: NewUtilityChange[]; utility: number };

function firstMove(learning: Learning, learner: Learner): Move {
  const reward = learning.trace.reviewReward ?? 0;
  const step = learn(learner.utility, reward, alphaOf(learning.rate, learner.reviewCount));
  const change = {
    projectId: learning.project.id,
    entryId: learner.id,
    traceId: learning.trace.id,
    reviewOrder: learning.trace.reviewOrder ?? 0,
    reward,
    ...step,
    createdAt: learning.now,
  };
  return { learner, changes: [change], utility: step.after };
}

/** Recomputes the changes of the replaced review and of all later reviews of its entries. */
async function replayMoves(db: Database, learning: Learning, learners: Learner[]): Promise<Move[]> {
  const { project, trace, now } = learning;
  const from = trace.reviewOrder ?? 0;
  const entryIds = learners.map((learner) => learner.id);
  const old = await selectChangesFrom(db, project.id, { entryIds, from });
  await supersedeChangesFrom(db, project.id, { entryIds, from, now });
  return learners.flatMap((learner) => {
    const own = old.filter((change) => change.entryId === learner.id);
    return own.length === 0 ? [] : [replay(own, learner, learning)];
  });
}

/**
 * Recomputes the changes of one entry, the first of them with the new review. Where the old utilities do not
 * follow one another, a review was deleted with its trace, and its movement is repeated.
 */
function replay(
  old: readonly UtilityChangeRow[],
  learner: Learner,
  { trace, rate, now }: Learning,
): Move {
  const moves = old.map(({ after }, i) => ({
    from: after,
    to: old[i + 1]?.before ?? learner.utility,
  }));
  const deleted = moves.filter(({ from, to }) => from !== to).length;
  const reviewsBefore = Math.max(0, learner.reviewCount - old.length - deleted);
  let utility = old[0]?.before ?? 0;
  const changes = old.map(({ number: _, supersededAt: __, ...change }, i) => {
    const isReplaced = change.traceId === trace.id;
    const reward = isReplaced ? (trace.reviewReward ?? 0) : change.reward;
    const alpha = isReplaced ? alphaOf(rate, reviewsBefore) : change.alpha;
    const step = learn(utility, reward, alpha);
    utility = repeatMove(step.after, moves[i] ?? { from: 0, to: 0 });
    return { ...change, reward, ...step, createdAt: now };
  });
  return { learner, changes, utility };
}

function eventsOf(made: { before: TraceRow; after: TraceRow; moves: Move[] }): EventInput[] {
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
      .filter(({ learner, utility }) => learner.utility !== utility)
      .map(
        ({ learner, utility }): EventInput => ({
          type: 'UTILITY_CHANGED',
          memory: learner.memory,
          entryId: learner.id,
          traceId: after.id,
          changes: [{ field: 'utility', before: learner.utility, after: utility }],
        }),
      ),
  ];
}
