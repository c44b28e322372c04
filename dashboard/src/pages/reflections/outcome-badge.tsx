import { Badge } from '@mantine/core';
import type { ReviewResult } from '../../api/types.ts';

/** The result of the run from which a lesson was learned. */
export function OutcomeBadge({ outcome }: { outcome: ReviewResult | null }) {
  if (outcome === null) {
    return (
      <Badge color="gray" variant="outline" c="var(--mantine-color-text)">
        Outcome not known
      </Badge>
    );
  }
  return outcome === 'PASS' ? (
    <Badge color="teal">From a pass</Badge>
  ) : (
    <Badge color="red">From a failure</Badge>
  );
}
