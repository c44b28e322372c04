import { Badge } from '@mantine/core';
import type { ReviewResult } from '../../api/types.ts';
import { RESULT_COLORS } from '../../theme.ts';

/** The result of the run from which a lesson was learned. */
export function OutcomeBadge({ outcome }: { outcome: ReviewResult | null }) {
  if (outcome === null) {
    return (
      <Badge color="gray" variant="outline" c="var(--mantine-color-text)">
        Outcome not known
      </Badge>
    );
  }
  return (
    <Badge color={RESULT_COLORS[outcome]}>
      {outcome === 'PASS' ? 'From a pass' : 'From a failure'}
    </Badge>
  );
}
