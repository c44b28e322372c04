import { Badge, Tooltip } from '@mantine/core';
import type { JobStatus } from '../../api/types.ts';
import { useSession } from '../../session/session.tsx';
import { JOB_COLORS, KIND_COLORS } from '../../theme.ts';

type Props = { status: JobStatus | null };

const STATES: Record<JobStatus, { label: string; about: string }> = {
  QUEUED: { label: 'Reflection waits', about: 'The reflection is written soon.' },
  RUNNING: { label: 'Reflecting', about: 'The chat model is writing the reflection.' },
  COMPLETED: { label: 'Reflection', about: 'The run has a reflection.' },
  FAILED: {
    label: 'Reflection failed',
    about: 'The reflection could not be written. The page of the trace says why.',
  },
  CANCELLED: {
    label: 'Reflection cancelled',
    about: 'The job of the reflection was cancelled.',
  },
};

/** The status of the reflection on a run. Nothing is shown if none was requested. */
export function ReflectionStatus({ status }: Props) {
  const { hasFeature } = useSession();
  if (status === null) return null;
  const { label, about } = STATES[status];
  // A run that has a reflection shows the kind of this entry.
  const color = status === 'COMPLETED' ? KIND_COLORS.REFLECTION : JOB_COLORS[status];
  const waitsForModel = status === 'QUEUED' && !hasFeature('CHAT');
  return (
    <Tooltip
      label={waitsForModel ? 'It waits until the server has a chat model (CHAT_MODEL).' : about}
    >
      <Badge
        color={color}
        variant={color === 'gray' ? 'outline' : 'light'}
        tabIndex={0}
        c={color === 'gray' ? 'var(--mantine-color-text)' : undefined}
      >
        {label}
      </Badge>
    </Tooltip>
  );
}
