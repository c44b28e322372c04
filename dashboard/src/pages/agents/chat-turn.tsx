import { Alert, Box, Button, Group, Loader, Paper, Stack, Text } from '@mantine/core';
import { RetryIcon, WarningIcon } from '../../components/icons.ts';
import { AnswerFooter } from './answer-footer.tsx';
import { AnswerPart } from './answer-part.tsx';
import { partsOf } from './answer-parts.ts';
import type { Turn } from './conversation.ts';
import { GenerationStatusBadge } from './generation-status.tsx';
import { ToldList } from './told-list.tsx';
import { ToolResultsForm } from './tool-results-form.tsx';
import type { Chat } from './use-chat.ts';

type Props = {
  turn: Turn;
  chat: Chat;
  /** Whether the agent reads no memory. */
  readsNothing: boolean;
};

/** A question with what the agent was told, its answer as it arrives, and how the run went. */
export function ChatTurn({ turn, chat, readsNothing }: Props) {
  const { question, answer, error } = turn;
  const live = chat.live?.key === turn.key ? chat.live : null;
  const isLast = chat.turns.at(-1) === turn;
  const isAnswering = isLast && chat.isAnswering;
  const parts = [...(answer ? partsOf(answer) : []), ...(live?.parts ?? [])];
  const told = answer?.injected ?? live?.injected ?? null;
  return (
    <Stack gap="xs">
      <Group justify="flex-end">
        <Paper px="md" py="xs" maw="80%" bg="var(--mantine-primary-color-light)" withBorder={false}>
          <Text className="entry-text" c={question === '' ? 'dimmed' : undefined}>
            {question === '' ? 'This answer was requested elsewhere.' : question}
          </Text>
        </Paper>
      </Group>
      <Box maw={{ base: '100%', sm: '88%' }}>
        <Stack gap="xs" align="flex-start">
          {told && <ToldList told={told} readsNothing={readsNothing} />}
          {parts.map((part, i) => (
            <AnswerPart
              // Parts are only ever appended.
              key={`${part.type} ${i}`}
              part={part}
            />
          ))}
          {isAnswering && <Progress live={live} />}
          {error && <TurnError error={error} onRetry={retryOf({ turn, chat, isLast })} />}
          {chat.waiting === turn && answer && (
            <ToolResultsForm
              key={answer.requiresAction.map(({ id }) => id).join()}
              calls={answer.requiresAction}
              onSend={(results) => chat.answerCalls(turn, results)}
            />
          )}
          {answer && !isAnswering && answer.status !== 'COMPLETED' && (
            <GenerationStatusBadge status={answer.status} />
          )}
          {answer && !isAnswering && <AnswerFooter answer={answer} />}
        </Stack>
      </Box>
    </Stack>
  );
}

type Retried = Pick<Props, 'turn' | 'chat'> & { isLast: boolean };

/** A failed answer can be requested again; one that waits for tools is continued by its own form. */
function retryOf({ turn, chat, isLast }: Retried): (() => void) | null {
  const canRetry = isLast && turn.question !== '' && chat.waiting !== turn;
  return canRetry ? () => chat.retry(turn) : null;
}

function Progress({ live }: { live: Chat['live'] }) {
  const hasText = live?.parts.at(-1)?.type === 'text';
  const label = live?.isStopping
    ? 'Stopping'
    : live === null
      ? 'Still answering. The answer is shown when it is complete'
      : live.injected === null
        ? 'Looking for knowledge'
        : 'Answering';
  return (
    <Group gap="xs">
      <Loader size="xs" type={hasText ? 'dots' : 'oval'} />
      <Text size="sm" c="dimmed">
        {label}…
      </Text>
    </Group>
  );
}

type ErrorProps = { error: NonNullable<Turn['error']>; onRetry: (() => void) | null };

function TurnError({ error, onRetry }: ErrorProps) {
  return (
    <Alert color="red" icon={<WarningIcon />} title={error.title} role="alert" w="100%">
      <Text size="sm" className="entry-text">
        {error.message}
      </Text>
      <Text size="sm">{ADVICE[error.code]}</Text>
      {onRetry && (
        <Button
          mt="xs"
          size="xs"
          variant="default"
          leftSection={<RetryIcon size={14} />}
          onClick={onRetry}
        >
          Try again
        </Button>
      )}
    </Alert>
  );
}

const ADVICE: Readonly<Record<string, string>> = {
  CHAT_NOT_CONFIGURED:
    'Set CHAT_MODEL, and CHAT_BASE_URL for another endpoint than OpenAI’s, and restart the server.',
  CHAT_UNAVAILABLE: 'Nothing is lost. Check the endpoint of CHAT_BASE_URL if this happens again.',
  EMBEDDING_UNAVAILABLE: 'The knowledge could not be searched, so the model was not asked.',
  QUOTA_EXCEEDED: 'The settings of the project show its quotas.',
};
