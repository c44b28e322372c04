import { Badge } from '@mantine/core';
import type { ReviewResult } from '../../api/types.ts';
import { RESULT_COLORS } from '../../theme.ts';

/** The result of the review of a run, beside the status of the generation, which can have failed as well. */
export function RunReviewBadge({ result }: { result: ReviewResult }) {
  return (
    <Badge color={RESULT_COLORS[result]}>{result === 'PASS' ? 'Passed' : 'Failed review'}</Badge>
  );
}
