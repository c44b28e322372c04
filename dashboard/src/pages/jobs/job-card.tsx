import { Badge, Button, Code, Group, Loader, Paper, Text } from '@mantine/core';
import type { JobRowFragment } from '../../api/types.ts';
import { useAction } from '../../api/use-action.ts';
import { confirmDanger } from '../../components/confirm.tsx';
import { CopyId } from '../../components/copy-id.tsx';
import { RetryIcon } from '../../components/icons.ts';
import { TextLink } from '../../components/link.tsx';
import { Time } from '../../components/time.tsx';
import { count, sentenceCase } from '../../components/words.ts';
import { useProjectId } from '../../layout/use-project-id.ts';
import { useSession } from '../../session/session.tsx';
import { JOB_COLORS } from '../../theme.ts';
import { CANCEL_JOB, RETRY_JOB } from './documents.ts';
import { KIND_WORDS } from './words.ts';

/** One job: what it does for which object, how it went, and what can be done about it. */
export function JobCard({ job }: { job: JobRowFragment }) {
  const { kind, status, attempts, error, createdAt, finishedAt, runAt } = job;
  return (
    <Paper p="sm">
      <Group justify="space-between" gap="xs" align="flex-start">
        <div style={{ flex: '1 1 260px', minWidth: 0 }}>
          <Group gap="xs">
            <Badge
              color={JOB_COLORS[status]}
              leftSection={status === 'RUNNING' && <Loader size={10} />}
            >
              {sentenceCase(status)}
            </Badge>
            <Text size="sm" fw={600}>
              {KIND_WORDS[kind]}
            </Text>
          </Group>
          <Text size="sm" mt={4} lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
            <Subject job={job} />
          </Text>
        </div>
        <Actions job={job} />
      </Group>
      {error !== null && (
        <Code block mt="xs" fz="xs" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {error}
        </Code>
      )}
      <Group gap="xs" mt={6}>
        <Text size="xs" c="dimmed" component="div">
          {count(attempts, 'attempt')} · queued <Time value={createdAt} size="xs" />
          {finishedAt !== null && (
            <>
              {' · ended '}
              <Time value={finishedAt} size="xs" />
            </>
          )}
          {status === 'QUEUED' && (
            <>
              {' · due '}
              <Time value={runAt} size="xs" />
            </>
          )}
        </Text>
        <CopyId id={job.id} />
      </Group>
    </Paper>
  );
}

function Subject({ job: { subject, subjectId } }: { job: JobRowFragment }) {
  const projectId = useProjectId();
  if (subject === null) return <>The object {subjectId} of this job no longer exists.</>;
  switch (subject.__typename) {
    case 'Trace':
      return (
        <TextLink
          to="/projects/$projectId/traces/$traceId"
          params={{ projectId, traceId: subject.id }}
        >
          {subject.task}
        </TextLink>
      );
    case 'Memory':
      return (
        <TextLink
          to="/projects/$projectId/memories/$memoryId"
          params={{ projectId, memoryId: subject.id }}
        >
          {subject.name}
        </TextLink>
      );
    default:
      return (
        <TextLink to="/projects/$projectId/settings" params={{ projectId }}>
          This project
        </TextLink>
      );
  }
}

function Actions({ job }: { job: JobRowFragment }) {
  const { canWrite, canAdmin } = useSession();
  const retry = useAction(RETRY_JOB, { success: 'The job runs again', refetch: ['JobsCounts'] });
  const cancel = useAction(CANCEL_JOB, {
    success: 'The job was cancelled',
    refetch: ['JobsCounts'],
  });
  const { id, status, kind } = job;
  if (kind === 'PROJECT_REEMBEDDING' ? !canAdmin : !canWrite) return null;
  if (status === 'FAILED' || status === 'CANCELLED') {
    return (
      <Button
        size="xs"
        variant="default"
        leftSection={<RetryIcon size={14} />}
        loading={retry.isRunning}
        onClick={() => retry.run({ jobId: id })}
      >
        Run again
      </Button>
    );
  }
  if (status === 'COMPLETED') return null;
  const ask = () =>
    confirmDanger({
      title: 'Cancel this job?',
      text: `“${KIND_WORDS[kind]}” stops. What it has stored so far is kept, and it can run again later.`,
      confirm: 'Cancel the job',
      onConfirm: () => cancel.run({ jobId: id }),
    });
  return (
    <Button size="xs" variant="default" loading={cancel.isRunning} onClick={ask}>
      Cancel
    </Button>
  );
}
