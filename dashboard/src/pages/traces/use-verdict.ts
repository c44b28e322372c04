import { useSessionStorage } from '@mantine/hooks';
import { type RefObject, useRef, useState } from 'react';
import type { ReviewResult, ReviewTraceMutation, TraceDetailFragment } from '../../api/types.ts';
import { useAction } from '../../api/use-action.ts';
import { useSession } from '../../session/session.tsx';
import { REVIEW_TRACE } from './documents.ts';

export type ReviewEffect = ReviewTraceMutation['reviewTrace']['changes'];

/** A verdict on a run while it is being entered: everything except whether the run passed. */
export type Verdict = {
  /** Null for the default reward of the result: 1 for a pass, 0 for a fail. */
  reward: number | null;
  setReward(reward: number | null): void;
  feedback: string;
  setFeedback(feedback: string): void;
  feedbackField: RefObject<HTMLTextAreaElement | null>;
  /** Rewards of single entries by their ids. */
  credits: Readonly<Record<string, number>>;
  setCredit(entryId: string, reward: number | null): void;
  isReflecting: boolean;
  setReflecting(isReflecting: boolean): void;
  isRunning: boolean;
  submit(result: ReviewResult): void;
};

type Options = {
  trace: TraceDetailFragment;
  onReviewed: (effect: ReviewEffect) => void;
  /** Called when something is entered, which must not be lost when another person reviews the run. */
  onChanged: () => void;
};

/** A new verdict on a run, or one that replaces its review. The latter starts with the values of the review. */
export function useVerdict({ trace, onReviewed, onChanged }: Options): Verdict {
  const { hasFeature } = useSession();
  const { review } = trace;
  const [reward, setReward] = useState(review === null ? null : givenReward(review));
  const [feedback, setFeedback] = useState(review?.feedback ?? '');
  const [credits, setCredits] = useState<Record<string, number>>(() => creditsOf(review));
  const feedbackField = useRef<HTMLTextAreaElement>(null);
  const [isReflecting, setReflecting] = useSessionStorage({
    key: 'lorebase-review-reflects',
    defaultValue: hasFeature('CHAT'),
    getInitialValueInEffect: false,
  });
  const { run, isRunning } = useAction(REVIEW_TRACE);
  const submit = async (result: ReviewResult) => {
    const entryRewards = Object.entries(credits).map(([entryId, given]) => ({
      entryId,
      reward: given,
    }));
    const answer = await run({
      input: {
        traceId: trace.id,
        result,
        reward,
        feedback: feedback.trim() || null,
        entryRewards: entryRewards.length > 0 ? entryRewards : null,
        generateReflection: isReflecting,
        replace: review !== null,
      },
    });
    if (answer) onReviewed(answer.reviewTrace.changes);
  };
  return {
    reward,
    setReward: (given) => {
      setReward(given);
      onChanged();
    },
    feedback,
    setFeedback: (text) => {
      setFeedback(text);
      onChanged();
    },
    feedbackField,
    credits,
    setCredit: (entryId, given) => {
      setCredits(({ [entryId]: _, ...others }) =>
        given === null ? others : { ...others, [entryId]: given },
      );
      onChanged();
    },
    isReflecting,
    setReflecting,
    isRunning,
    submit: (result) => {
      if (!isRunning) void submit(result);
    },
  };
}

type GivenReview = NonNullable<TraceDetailFragment['review']>;

/** The reward of a review, if it differs from the default reward of its result. */
function givenReward({ result, reward }: GivenReview): number | null {
  return reward === (result === 'PASS' ? 1 : 0) ? null : reward;
}

function creditsOf(review: GivenReview | null): Record<string, number> {
  const given = review?.entryRewards ?? [];
  return Object.fromEntries(given.map(({ entryId, reward }) => [entryId, reward]));
}
