import { useQuery } from '@apollo/client/react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { ErrorState } from '../../components/error-state.tsx';
import { LongText } from '../../components/long-text.tsx';
import { PageLoader } from '../../components/page-loader.tsx';
import { Section } from '../../components/section.tsx';
import { number } from '../../components/words.ts';
import { TRACE_MESSAGES } from './documents.ts';
import { lastAnswerOf, turnsOf } from './messages.ts';
import { TurnView } from './turn.tsx';

type Props = { traceId: string; finalResponse: string | null };

/** The messages of a run, in pages, and its final response where that is not the last message. */
export function Conversation({ traceId, finalResponse }: Props) {
  const [isLoadingMore, setLoadingMore] = useState(false);
  const { data, error, refetch, fetchMore } = useQuery(TRACE_MESSAGES, {
    variables: { id: traceId },
  });
  const messages = data?.trace?.messages;
  const turns = useMemo(
    () => turnsOf((messages?.edges ?? []).map(({ node }) => node)),
    [messages?.edges],
  );
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!messages) return <PageLoader label="Loading the conversation" />;
  const { edges, pageInfo, totalCount } = messages;
  const loadMore = async () => {
    setLoadingMore(true);
    await fetchMore({ variables: { after: pageInfo.endCursor } }).finally(() =>
      setLoadingMore(false),
    );
  };
  const isAnswerShown =
    !pageInfo.hasNextPage && lastAnswerOf(turns)?.trim() === finalResponse?.trim();
  return (
    <Stack>
      {totalCount > 0 && (
        <Section title="Conversation">
          <Stack gap="md" role="list" aria-label="Conversation">
            {turns.map((turn) => (
              <TurnView key={turn.index} turn={turn} />
            ))}
          </Stack>
          {pageInfo.hasNextPage && (
            <Group mt="md" gap="sm">
              <Button variant="default" size="xs" loading={isLoadingMore} onClick={loadMore}>
                Show more messages
              </Button>
              <Text size="sm" c="dimmed">
                {number(edges.length)} of {number(totalCount)} are shown
              </Text>
            </Group>
          )}
        </Section>
      )}
      {finalResponse !== null && finalResponse !== '' && !isAnswerShown && (
        <Section title="Final response">
          <LongText text={finalResponse} />
        </Section>
      )}
      {totalCount === 0 && (
        <Text size="sm" c="dimmed">
          No messages were recorded.
        </Text>
      )}
    </Stack>
  );
}
