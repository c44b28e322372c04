import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { TraceDetailFragment } from '../../api/types.ts';
import { useAction } from '../../api/use-action.ts';
import { RetryIcon } from '../../components/icons.ts';
import { TextLink } from '../../components/link.tsx';
import { LongText } from '../../components/long-text.tsx';
import { Section } from '../../components/section.tsx';
import { InTrashBadge } from '../../components/state-badges.tsx';
import { UtilityMeter } from '../../components/utility-meter.tsx';
import { count } from '../../components/words.ts';
import { useProjectId } from '../../layout/use-project-id.ts';
import { useSession } from '../../session/session.tsx';
import { RETRY_TRACE_REFLECTION } from './documents.ts';
import { ReflectionStatus } from './reflection-status.tsx';

type Props = { trace: TraceDetailFragment };

/** The lesson of a run, or the status of the job that writes it, with the reason if the job failed. */
export function ReflectionSection({ trace }: Props) {
  const { reflection, reflectionStatus, reflectionAttempts, reflectionError } = trace;
  const hasFailed = reflectionStatus === 'FAILED';
  const isUnderWay = reflectionStatus === 'QUEUED' || reflectionStatus === 'RUNNING';
  return (
    <Section
      title="Reflection"
      actions={reflectionStatus !== 'COMPLETED' && <ReflectionStatus status={reflectionStatus} />}
    >
      <Stack gap="sm">
        {reflectionError !== null && (
          <Alert
            color={hasFailed ? 'red' : 'orange'}
            title={`${count(reflectionAttempts, 'attempt')} failed`}
          >
            <LongText text={reflectionError} shown={300} />
          </Alert>
        )}
        {reflection === null ? (
          <Text size="sm" c="dimmed">
            {isUnderWay ? 'The lesson appears here when it is written.' : missingText(trace)}
          </Text>
        ) : (
          <Lesson reflection={reflection} />
        )}
        {!isUnderWay && <RequestReflection trace={trace} />}
      </Stack>
    </Section>
  );
}

function missingText({ review, reflectionStatus }: TraceDetailFragment): string {
  if (reflectionStatus === 'COMPLETED') return 'The reflection no longer exists.';
  if (reflectionStatus !== null) return 'The reflection was not written.';
  return review !== null
    ? 'No reflection was requested with the review.'
    : 'A reflection is written after the review.';
}

function Lesson({ reflection }: { reflection: NonNullable<TraceDetailFragment['reflection']> }) {
  const projectId = useProjectId();
  const { id, lesson, content, utility, reviewCount, deletedAt } = reflection;
  return (
    <>
      <LongText text={lesson?.guidance ?? content} shown={500} />
      {lesson !== null && lesson.keyMistake !== '' && (
        <Text size="sm">
          <b>Mistake:</b> {lesson.keyMistake}
        </Text>
      )}
      <Group gap="md">
        <TextLink
          size="sm"
          to="/projects/$projectId/reflections/$entryId"
          params={{ projectId, entryId: id }}
        >
          Open the lesson
        </TextLink>
        <UtilityMeter utility={utility} reviewCount={reviewCount} />
        {deletedAt !== null && <InTrashBadge />}
      </Group>
    </>
  );
}

/** Requests the reflection of a reviewed run that has none, or whose job failed. */
function RequestReflection({ trace }: Props) {
  const { canWrite, hasFeature } = useSession();
  const { run, isRunning } = useAction(RETRY_TRACE_REFLECTION, {
    success: 'The reflection is requested',
  });
  const { review, reflection, reflectionStatus } = trace;
  const hasFailed = reflectionStatus === 'FAILED' || reflectionStatus === 'CANCELLED';
  const isCurrent = reflection !== null && reflection.deletedAt === null && !hasFailed;
  if (!canWrite || review === null || isCurrent) return null;
  return (
    <Stack gap={4} align="flex-start">
      <Button
        size="xs"
        variant="default"
        leftSection={<RetryIcon size={14} />}
        loading={isRunning}
        disabled={!hasFeature('CHAT')}
        onClick={() => run({ input: { traceId: trace.id } })}
      >
        {hasFailed ? 'Try again' : 'Write a reflection'}
      </Button>
      {!hasFeature('CHAT') && (
        <Text size="xs" c="dimmed">
          The server has no chat model (CHAT_MODEL), which writes reflections.
        </Text>
      )}
    </Stack>
  );
}
