import { Alert, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { EventIcon, PauseIcon, RunIcon } from '../../components/icons.ts';
import { InfiniteList } from '../../components/infinite-list.tsx';
import { Page } from '../../components/page.tsx';
import { PageLoader } from '../../components/page-loader.tsx';
import { count } from '../../components/words.ts';
import { useSession } from '../../session/session.tsx';
import { EventFilters } from './event-filters.tsx';
import { EventLine } from './event-line.tsx';
import { useEventLog } from './use-event-log.ts';

const route = getRouteApi('/projects/$projectId/events');

export function EventsPage() {
  const { server } = useSession();
  const search = route.useSearch();
  const [isPaused, { toggle }] = useDisclosure(false);
  const log = useEventLog(search, isPaused);
  const resume = () => {
    toggle();
    if (isPaused) void log.readNew();
  };
  const pause = (
    <Button
      variant="default"
      leftSection={isPaused ? <RunIcon size={16} /> : <PauseIcon size={16} />}
      onClick={resume}
    >
      {isPaused ? 'Resume' : 'Pause'}
    </Button>
  );
  const actors = [...new Map((log.events ?? []).map(({ actor }) => [actor.id, actor])).values()];
  return (
    <Page
      title="Events"
      description={`Every change of the last ${count(server.limits.eventRetentionDays, 'day')}, as it happens: what, where and by whom.`}
      actions={pause}
    >
      <EventFilters actors={actors} />
      {isPaused && (
        <Text size="sm" role="status" mb="sm">
          Paused. {log.waiting > 0 && `${count(log.waiting, 'new event')} will be shown on Resume.`}
        </Text>
      )}
      {log.hasExpired && (
        <Alert mb="sm" title="The log was read again from its end" role="status">
          It no longer holds the place that you had reached.
        </Alert>
      )}
      <Log log={log} isFiltered={Object.values(search).some((value) => value !== undefined)} />
    </Page>
  );
}

type LogProps = { log: ReturnType<typeof useEventLog>; isFiltered: boolean };

function Log({ log, isFiltered }: LogProps) {
  const { events, error, hasMore, loadMore, isNew, reload } = log;
  if (error && !events) return <ErrorState error={error} onRetry={reload} />;
  if (!events) return <PageLoader label="Loading events" />;
  if (events.length === 0) {
    if (error) return <ErrorState error={error} onRetry={reload} />;
    return (
      <EmptyState icon={EventIcon} title={isFiltered ? 'No event matches' : 'Nothing has happened'}>
        {isFiltered
          ? 'Widen the filters. The log keeps events for a limited time.'
          : 'Write an entry, and it appears here at once.'}
      </EmptyState>
    );
  }
  return (
    <>
      {error && <ErrorState error={error} onRetry={reload} />}
      <InfiniteList
        label="Events"
        items={events}
        estimatedHeight={42}
        gap={4}
        hasMore={hasMore}
        loadMore={loadMore}
        renderItem={(event) => <EventLine event={event} isNew={isNew(event.id)} />}
      />
      <Group justify="center" mt="md">
        {!hasMore && (
          <Text size="sm" c="dimmed">
            This is the beginning of the log.
          </Text>
        )}
      </Group>
    </>
  );
}
