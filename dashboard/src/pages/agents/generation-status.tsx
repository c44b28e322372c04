import { Badge } from '@mantine/core';
import type { GenerationStatus } from '../../api/types.ts';
import { GENERATION_COLORS } from '../../theme.ts';

const LABELS: Record<GenerationStatus, string> = {
  RUNNING: 'Answering',
  REQUIRES_ACTION: 'Waits for a tool',
  COMPLETED: 'Answered',
  MAX_STEPS_REACHED: 'Maximum number of steps reached',
  FAILED: 'Failed',
  CANCELLED: 'Stopped',
};

export function GenerationStatusBadge({ status }: { status: GenerationStatus }) {
  return <Badge color={GENERATION_COLORS[status]}>{LABELS[status]}</Badge>;
}
