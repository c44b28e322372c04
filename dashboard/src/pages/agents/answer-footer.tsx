import { useQuery } from '@apollo/client/react';
import { Button, Group, Text } from '@mantine/core';
import type { ChatAnswerFragment, ReviewResult } from '../../api/types.ts';
import { useAction } from '../../api/use-action.ts';
import { FailIcon, PassIcon } from '../../components/icons.ts';
import { TextLink } from '../../components/link.tsx';
import { count, number } from '../../components/words.ts';
import { useProjectId } from '../../layout/use-project-id.ts';
import { useSession } from '../../session/session.tsx';
import { CHAT_REVIEW, CHAT_TRACE } from './chat-documents.ts';
import { RunReviewBadge } from './run-review-badge.tsx';

/** What an answer cost, its trace, and the review of it. */
export function AnswerFooter({ answer }: { answer: ChatAnswerFragment }) {
  const projectId = useProjectId();
  const { usage, steps, trace } = answer;
  return (
    <Group gap="xs" wrap="wrap">
      <Text size="xs" c="dimmed">
        {count(usage.inputTokens, 'token')} in, {number(usage.outputTokens)} out,{' '}
        {count(steps, 'step')}
      </Text>
      {trace && (
        <>
          <TextLink
            to="/projects/$projectId/traces/$traceId"
            params={{ projectId, traceId: trace.id }}
            size="sm"
          >
            Trace
          </TextLink>
          <Verdict traceId={trace.id} />
        </>
      )}
    </Group>
  );
}

/** Passes or fails the run, which moves the utilities of what the agent was told. */
function Verdict({ traceId }: { traceId: string }) {
  const { canWrite } = useSession();
  const { data } = useQuery(CHAT_TRACE, { variables: { id: traceId } });
  const review = useAction(CHAT_REVIEW, {
    success: ({ reviewTrace: { changes } }) =>
      changes.length === 0
        ? 'Reviewed. No entry learned from it'
        : `Reviewed. The utility of ${count(changes.length, 'entry', 'entries')} moved`,
  });
  const given = data?.trace?.review;
  if (given) return <RunReviewBadge result={given.result} />;
  if (!data?.trace || !canWrite) return null;
  const give = (result: ReviewResult) => review.run({ input: { traceId, result } });
  return (
    <Group gap={4}>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<PassIcon size={14} />}
        onClick={() => give('PASS')}
        disabled={review.isRunning}
      >
        Pass
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<FailIcon size={14} />}
        onClick={() => give('FAIL')}
        disabled={review.isRunning}
      >
        Fail
      </Button>
    </Group>
  );
}
