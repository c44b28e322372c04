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
import { alphaOf, learn, type Rate, rateOf } from './utility.ts';

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
  const changes =
    trace.reviewedAt === null
      ? learners.map((learner) => firstChange(learning, learner))
      : await replayChanges(db, learning, learners);
  await Promise.all([
    insertUtilityChanges(db, changes),
    storeUtilities(db, projectId, movedBy(learners, changes, trace.reviewedAt === null)),
    record(...eventsOf({ before: trace, after: reviewed, learners, changes })),
    review.generateReflection
      ? enqueue(db, { projectId, kind: TRACE_REFLECTION, subject: trace.id })
      : null,
  ]);
  return { trace: reviewed, changes: changes.filter((change) => change.traceId === trace.id) };
}

type Learning = { project: ProjectRow; trace: TraceRow; rate: Rate; now: Date };

function firstChange(learning: Learning, { id, utility, reviewCount }: Learner): NewUtilityChange {
  const reward = learning.trace.reviewReward ?? 0;
  return {
    projectId: learning.project.id,
    entryId: id,
    traceId: learning.trace.id,
    reviewOrder: learning.trace.reviewOrder ?? 0,
    reward,
    ...learn(utility, reward, alphaOf(learning.rate, reviewCount)),
    createdAt: learning.now,
  };
}

/** Recomputes the changes of the replaced review and of all later reviews of its entries. */
async function replayChanges(
  db: Database,
  learning: Learning,
  learners: Learner[],
): Promise<NewUtilityChange[]> {
  const { project, trace, now } = learning;
  const from = trace.reviewOrder ?? 0;
  const entryIds = learners.map((learner) => learner.id);
  const old = await selectChangesFrom(db, project.id, { entryIds, from });
  await supersedeChangesFrom(db, project.id, { entryIds, from, now });
  return learners.flatMap((learner) => {
    const own = old.filter((change) => change.entryId === learner.id);
    return replay(own, { ...learning, reviewsBefore: learner.reviewCount - own.length });
  });
}

/** Recomputes the changes of one entry, the first of them with the new review. */
function replay(
  old: readonly UtilityChangeRow[],
  { trace, rate, now, reviewsBefore }: Learning & { reviewsBefore: number },
): NewUtilityChange[] {
  let utility = old[0]?.before ?? 0;
  return old.map(({ number: _, supersededAt: __, ...change }) => {
    const isReplaced = change.traceId === trace.id;
    const reward = isReplaced ? (trace.reviewReward ?? 0) : change.reward;
    const alpha = isReplaced ? alphaOf(rate, reviewsBefore) : change.alpha;
    const step = learn(utility, reward, alpha);
    utility = step.after;
    return { ...change, reward, ...step, createdAt: now };
  });
}

/** The final utilities and review counts of the changed entries. */
function movedBy(learners: Learner[], changes: NewUtilityChange[], isFirst: boolean) {
  const last = new Map(changes.map((change) => [change.entryId, change.after]));
  return learners.flatMap(({ id, reviewCount }) => {
    const utility = last.get(id);
    return utility === undefined ? [] : { id, utility, reviewCount: reviewCount + Number(isFirst) };
  });
}

function eventsOf(made: {
  before: TraceRow;
  after: TraceRow;
  learners: Learner[];
  changes: NewUtilityChange[];
}): EventInput[] {
  const { before, after, learners, changes } = made;
  const last = new Map(changes.map((change) => [change.entryId, change.after]));
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
    ...learners
      .filter(({ id, utility }) => last.has(id) && last.get(id) !== utility)
      .map(
        ({ id, utility, memory }): EventInput => ({
          type: 'UTILITY_CHANGED',
          memory,
          entryId: id,
          traceId: after.id,
          changes: [{ field: 'utility', before: utility, after: last.get(id) }],
        }),
      ),
  ];
}
