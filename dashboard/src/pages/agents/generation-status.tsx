import { Badge } from '@mantine/core';
import type { GenerationStatus } from '../../api/types.ts';

const STATUSES: Record<GenerationStatus, { label: string; color: string }> = {
  RUNNING: { label: 'Answering', color: 'blue' },
  REQUIRES_ACTION: { label: 'Waits for a tool', color: 'orange' },
  COMPLETED: { label: 'Answered', color: 'teal' },
  MAX_STEPS_REACHED: { label: 'Maximum number of steps reached', color: 'orange' },
  FAILED: { label: 'Failed', color: 'red' },
  CANCELLED: { label: 'Stopped', color: 'gray' },
};

export function GenerationStatusBadge({ status }: { status: GenerationStatus }) {
  const { label, color } = STATUSES[status];
  return <Badge color={color}>{label}</Badge>;
}
