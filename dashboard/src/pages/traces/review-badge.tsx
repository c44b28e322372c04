import { Badge } from '@mantine/core';
import type { ReviewResult } from '../../api/types.ts';
import { FailIcon, PassIcon } from '../../components/icons.ts';
import { ratio } from '../../components/words.ts';
import { RESULT_COLORS } from '../../theme.ts';

type Props = { review: { result: ReviewResult; reward: number } | null };

/** Shows whether a run passed, failed or waits for a review, with its reward if that is neither 0 nor 1. */
export function ReviewBadge({ review }: Props) {
  if (review === null) {
    return (
      <Badge color="gray" variant="outline" c="var(--mantine-color-text)">
        Waiting
      </Badge>
    );
  }
  const { result, reward } = review;
  const isPlain = reward === (result === 'PASS' ? 1 : 0);
  const Icon = result === 'PASS' ? PassIcon : FailIcon;
  return (
    <Badge color={RESULT_COLORS[result]} leftSection={<Icon size={12} />}>
      {result === 'PASS' ? 'Passed' : 'Failed'}
      {!isPlain && ` · ${ratio(reward)}`}
    </Badge>
  );
}
