import { useQuery } from '@apollo/client/react';
import { getRouteApi } from '@tanstack/react-router';
import { useRefetchOn } from '../../api/live-events.tsx';
import { RunIcon } from '../../components/icons.ts';
import { ButtonLink } from '../../components/link.tsx';
import { Page } from '../../components/page.tsx';
import { count } from '../../components/words.ts';
import { useProjectId } from '../../layout/use-project-id.ts';
import { useSession } from '../../session/session.tsx';
import { TRACES_PENDING } from './documents.ts';
import { TraceFilters } from './trace-filters.tsx';
import { TraceList } from './trace-list.tsx';
import { TracesByMeaning } from './traces-by-meaning.tsx';

const route = getRouteApi('/projects/$projectId/traces');

export function TracesPage() {
  const search = route.useSearch();
  const { canWrite } = useSession();
  const isByMeaning = search.by === 'meaning' && (search.text ?? '').trim() !== '';
  return (
    <Page
      title="Traces"
      description="Runs of agents, with what they retrieved. A review of a run moves the utilities of what it retrieved."
      actions={canWrite && <ReviewButton agent={search.agent} />}
    >
      <TraceFilters />
      {isByMeaning ? <TracesByMeaning search={search} /> : <TraceList search={search} />}
    </Page>
  );
}

/** A link to the review of the traces that wait for one. Shown only if there are any. */
function ReviewButton({ agent }: { agent: string | undefined }) {
  const projectId = useProjectId();
  const { data, refetch } = useQuery(TRACES_PENDING, {
    variables: { filter: { reviewStatus: 'PENDING', agentId: agent } },
  });
  useRefetchOn(['TRACE_CREATED', 'TRACE_REVIEWED', 'TRACE_DELETED'], refetch);
  const waiting = data?.traces.totalCount ?? 0;
  if (waiting === 0) return null;
  return (
    <ButtonLink
      to="/projects/$projectId/review"
      params={{ projectId }}
      search={{ agent }}
      leftSection={<RunIcon size={16} />}
    >
      Review {count(waiting, 'waiting trace')}
    </ButtonLink>
  );
}
