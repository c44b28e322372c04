import { Badge } from '@mantine/core';

/** The result of the review of a run, beside the status of the generation, which can have failed as well. */
export function RunReviewBadge({ result }: { result: 'PASS' | 'FAIL' }) {
  return (
    <Badge color={result === 'PASS' ? 'teal' : 'red'}>
      {result === 'PASS' ? 'Passed' : 'Failed review'}
    </Badge>
  );
}
