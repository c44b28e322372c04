import { useApolloClient, useQuery } from '@apollo/client/react';
import { Box, Stack, Text, Title, useMatches } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useRefetchOn } from '../../api/live-events.tsx';
import type { TraceDetailFragment } from '../../api/types.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { TraceIcon } from '../../components/icons.ts';
import { TextLink } from '../../components/link.tsx';
import { LongText } from '../../components/long-text.tsx';
import { PageLoader } from '../../components/page-loader.tsx';
import { Section } from '../../components/section.tsx';
import { useProjectId } from '../../layout/use-project-id.ts';
import { Conversation } from './conversation.tsx';
import { TRACE_BY_ID, TRACE_MESSAGES } from './documents.ts';
import { Retrieved } from './retrieved.tsx';
import { RunFacts } from './run-facts.tsx';
import { TRACE_CHANGES } from './trace-changes.ts';
import type { ReviewEffect } from './use-verdict.ts';
import { VerdictPanel } from './verdict-panel.tsx';

type Props = {
  traceId: string;
  /** The trace after it, which is loaded ahead. */
  nextId: string | undefined;
  effect: ReviewEffect | undefined;
  onReviewed: (effect: ReviewEffect) => void;
  onNext: () => void;
};

/** The trace that is reviewed, beside the verdict on it. */
export function ReviewedTrace({ traceId, nextId, ...panel }: Props) {
  const client = useApolloClient();
  const { data, error, refetch } = useQuery(TRACE_BY_ID, { variables: { id: traceId } });
  useRefetchOn(TRACE_CHANGES, refetch, (event) => event.traceId === traceId);
  useEffect(() => {
    if (nextId === undefined) return;
    // If it fails, the trace is loaded when it is shown.
    for (const query of [TRACE_BY_ID, TRACE_MESSAGES]) {
      client.query({ query, variables: { id: nextId } }).catch(() => {});
    }
  }, [client, nextId]);
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <PageLoader label="Loading the trace" />;
  if (data.trace === null) {
    return (
      <EmptyState icon={TraceIcon} title="This trace was deleted">
        Go on with the next one.
      </EmptyState>
    );
  }
  return <TraceWithVerdict key={traceId} trace={data.trace} {...panel} />;
}

type LayoutProps = Omit<Props, 'traceId' | 'nextId'> & { trace: TraceDetailFragment };

/** On a narrow screen the verdict follows what is judged, and the details come last. */
function TraceWithVerdict({ trace, ...panel }: LayoutProps) {
  const isWide = useMatches({ base: false, md: true });
  return (
    <Box
      style={{
        display: 'grid',
        gap: 'var(--mantine-spacing-md)',
        gridTemplateColumns: isWide ? 'minmax(0, 2fr) minmax(300px, 1fr)' : 'minmax(0, 1fr)',
        gridTemplateAreas: isWide
          ? '"task verdict" "details verdict"'
          : '"task" "verdict" "details"',
        gridTemplateRows: isWide ? 'auto 1fr' : undefined,
      }}
    >
      <Box style={{ gridArea: 'task' }}>
        <TaskAndResponse trace={trace} />
      </Box>
      <Box style={{ gridArea: 'verdict' }}>
        <Box
          pos={isWide ? 'sticky' : undefined}
          top={72}
          mah={isWide ? 'calc(100vh - 88px)' : undefined}
          style={{ overflowY: isWide ? 'auto' : undefined }}
        >
          <VerdictPanel trace={trace} {...panel} />
        </Box>
      </Box>
      <Stack style={{ gridArea: 'details' }}>
        <Retrieved retrieved={trace.retrieved} recordedAt={trace.createdAt} />
        <Conversation traceId={trace.id} finalResponse={null} />
        <RunFacts trace={trace} />
      </Stack>
    </Box>
  );
}

/** What is judged: the task and the answer. */
function TaskAndResponse({ trace }: { trace: TraceDetailFragment }) {
  const projectId = useProjectId();
  const heading = useRef<HTMLHeadingElement>(null);
  // The focus moves here when the next trace is shown, since a person reads this first.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <Section
      title="Task"
      actions={
        <TextLink
          size="sm"
          to="/projects/$projectId/traces/$traceId"
          params={{ projectId, traceId: trace.id }}
        >
          Open the trace
        </TextLink>
      }
    >
      <Stack gap="xs">
        <LongText text={trace.task} fw={600} />
        <Title order={3} mt="xs" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
          Final response
        </Title>
        {trace.finalResponse ? (
          <LongText text={trace.finalResponse} />
        ) : (
          <Text size="sm" c="dimmed">
            None was recorded. See the conversation below.
          </Text>
        )}
      </Stack>
    </Section>
  );
}
