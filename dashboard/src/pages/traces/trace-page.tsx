import { useApolloClient, useQuery } from '@apollo/client/react';
import { Button, Grid, Group, Stack } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useLiveEvent, useRefetchOn } from '../../api/live-events.tsx';
import type { TraceDetailFragment } from '../../api/types.ts';
import { useAction } from '../../api/use-action.ts';
import { confirmDanger } from '../../components/confirm.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { TraceIcon, TrashIcon } from '../../components/icons.ts';
import { ButtonLink } from '../../components/link.tsx';
import { CrumbLink, Page } from '../../components/page.tsx';
import { PageLoader } from '../../components/page-loader.tsx';
import { Time } from '../../components/time.tsx';
import { shorten } from '../../components/words.ts';
import { useProjectId } from '../../layout/use-project-id.ts';
import { useSession } from '../../session/session.tsx';
import { Conversation } from './conversation.tsx';
import { DELETE_TRACE, TRACE_BY_ID } from './documents.ts';
import { ReflectionSection } from './reflection-section.tsx';
import { Retrieved } from './retrieved.tsx';
import { ReviewBadge } from './review-badge.tsx';
import { ReviewSection } from './review-section.tsx';
import { RunFacts } from './run-facts.tsx';
import { TaskText, TITLE_LENGTH } from './task-text.tsx';
import { TRACE_CHANGES } from './trace-changes.ts';

/** Characters that are shown of the name of an agent. A client can record any text as the name. */
const AGENT_LENGTH = 60;

const route = getRouteApi('/projects/$projectId/traces/$traceId');

export function TracePage() {
  const { traceId } = route.useParams();
  const [deletedId, setDeletedId] = useState<string | null>(null);
  const { data, error, refetch } = useQuery(TRACE_BY_ID, { variables: { id: traceId } });
  useRefetchOn(TRACE_CHANGES, refetch, (event) => event.traceId === traceId);
  useLiveEvent((event) => {
    if (event.type === 'TRACE_DELETED' && event.traceId === traceId) setDeletedId(traceId);
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <PageLoader label="Loading the trace" />;
  if (data.trace === null || deletedId === traceId) return <NoTrace />;
  return <LoadedTrace key={traceId} trace={data.trace} />;
}

function LoadedTrace({ trace }: { trace: TraceDetailFragment }) {
  const { canWrite } = useSession();
  const projectId = useProjectId();
  return (
    <Page
      title={shorten(trace.task, TITLE_LENGTH)}
      crumbs={[
        <CrumbLink key="traces" to="/projects/$projectId/traces" params={{ projectId }}>
          Traces
        </CrumbLink>,
      ]}
      description={
        <Group gap="sm">
          <ReviewBadge review={trace.review} />
          <span style={{ overflowWrap: 'anywhere' }}>
            {shorten(trace.agent?.name ?? trace.agentId ?? 'A run', AGENT_LENGTH)},{' '}
            <Time value={trace.createdAt} />
          </span>
        </Group>
      }
      actions={canWrite && <DeleteButton traceId={trace.id} />}
    >
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack>
            <TaskText task={trace.task} />
            <Retrieved retrieved={trace.retrieved} recordedAt={trace.createdAt} />
            <Conversation traceId={trace.id} finalResponse={trace.finalResponse} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack>
            <ReviewSection trace={trace} />
            <ReflectionSection trace={trace} />
            <RunFacts trace={trace} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  );
}

function DeleteButton({ traceId }: { traceId: string }) {
  const client = useApolloClient();
  const navigate = useNavigate();
  const projectId = useProjectId();
  const { run, isRunning } = useAction(DELETE_TRACE, { success: 'Trace deleted' });
  const remove = async () => {
    if (!(await run({ input: { traceId } }))) return;
    await navigate({ to: '/projects/$projectId/traces', params: { projectId } });
    client.cache.evict({ id: client.cache.identify({ __typename: 'Trace', id: traceId }) });
  };
  return (
    <Button
      variant="default"
      leftSection={<TrashIcon size={16} />}
      loading={isRunning}
      onClick={() =>
        confirmDanger({
          title: 'Delete this trace?',
          text: 'Its messages and its review are permanently deleted. The utilities that the review moved stay as they are, and so does its reflection.',
          confirm: 'Delete the trace',
          onConfirm: remove,
        })
      }
    >
      Delete
    </Button>
  );
}

function NoTrace() {
  const projectId = useProjectId();
  return (
    <Page title="Trace">
      <EmptyState
        icon={TraceIcon}
        title="There is no such trace"
        action={
          <ButtonLink to="/projects/$projectId/traces" params={{ projectId }} variant="default">
            Go to the traces
          </ButtonLink>
        }
      >
        It was deleted, or it belongs to another project.
      </EmptyState>
    </Page>
  );
}
