import { useQuery } from '@apollo/client/react';
import { Button, Grid, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { refetchWhole } from '../../api/connection.ts';
import { useRefetchOn } from '../../api/live-events.tsx';
import type { ReflectionByIdQuery, ReflectionRowFragment } from '../../api/types.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { EditIcon, ReflectionIcon } from '../../components/icons.ts';
import { ButtonLink } from '../../components/link.tsx';
import { CrumbLink, Page } from '../../components/page.tsx';
import { PageLoader } from '../../components/page-loader.tsx';
import { InTrashBadge } from '../../components/state-badges.tsx';
import { UtilityMeter } from '../../components/utility-meter.tsx';
import { shorten } from '../../components/words.ts';
import { useProjectId } from '../../layout/use-project-id.ts';
import { useSession } from '../../session/session.tsx';
import { canChangeEntry } from '../entries/entry-changes.ts';
import { REFLECTION_BY_ID } from './documents.ts';
import { LessonFacts, LessonText } from './lesson-sections.tsx';
import { OutcomeBadge } from './outcome-badge.tsx';
import { ReflectionForm } from './reflection-form.tsx';
import { ReflectionRuns } from './reflection-runs.tsx';

const route = getRouteApi('/projects/$projectId/reflections/$entryId');

export function ReflectionPage() {
  const { entryId } = route.useParams();
  const retrieved = { retrievedEntryId: entryId };
  const { data, error, observable, refetch, fetchMore } = useQuery(REFLECTION_BY_ID, {
    variables: {
      id: entryId,
      all: retrieved,
      passed: { ...retrieved, reviewStatus: 'PASSED' },
      failed: { ...retrieved, reviewStatus: 'FAILED' },
    },
    refetchWritePolicy: 'merge',
  });
  useRefetchOn(['TRACE_CREATED', 'TRACE_REVIEWED'], refetch);
  useRefetchOn(['TRACE_DELETED'], () => refetchWhole(observable));
  useRefetchOn(
    ['ENTRY_EDITED', 'ENTRY_MOVED', 'ENTRY_DELETED', 'ENTRY_RESTORED', 'ENTRY_PURGED'],
    refetch,
    (event) => event.entryId === entryId,
  );
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <PageLoader label="Loading the reflection" />;
  if (data.entry === null) return <NoReflection />;
  const { pageInfo } = data.runs;
  return (
    <LoadedReflection
      reflection={data.entry}
      runs={data}
      loadMore={() => fetchMore({ variables: { after: pageInfo.endCursor } })}
    />
  );
}

type LoadedProps = {
  reflection: ReflectionRowFragment;
  runs: ReflectionByIdQuery;
  loadMore: () => Promise<unknown>;
};

function LoadedReflection({ reflection, runs, loadMore }: LoadedProps) {
  const { canWrite } = useSession();
  const projectId = useProjectId();
  const [isEditing, editing] = useDisclosure(false);
  const { id, lesson, content, utility, reviewCount, deletedAt } = reflection;
  return (
    <Page
      title={shorten(lesson?.summary || content, 120)}
      crumbs={[
        <CrumbLink key="reflections" to="/projects/$projectId/reflections" params={{ projectId }}>
          Reflections
        </CrumbLink>,
      ]}
      description={
        <Group gap="sm">
          {lesson && <OutcomeBadge outcome={lesson.outcome} />}
          {deletedAt !== null && <InTrashBadge />}
          <UtilityMeter utility={utility} reviewCount={reviewCount} />
        </Group>
      }
      actions={
        <>
          <ButtonLink
            variant="default"
            to="/projects/$projectId/entries/$entryId"
            params={{ projectId, entryId: id }}
          >
            Open the entry
          </ButtonLink>
          {lesson !== null && canChangeEntry(canWrite, reflection) && (
            <Button leftSection={<EditIcon size={16} />} onClick={editing.open}>
              Edit the lesson
            </Button>
          )}
        </>
      }
    >
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack>
            <LessonText reflection={reflection} />
            <ReflectionRuns runs={runs} loadMore={loadMore} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <LessonFacts reflection={reflection} />
        </Grid.Col>
      </Grid>
      {isEditing && <ReflectionForm reflection={reflection} onClose={editing.close} />}
    </Page>
  );
}

function NoReflection() {
  const projectId = useProjectId();
  return (
    <Page title="Reflection">
      <EmptyState
        icon={ReflectionIcon}
        title="There is no such reflection"
        action={
          <ButtonLink
            to="/projects/$projectId/reflections"
            params={{ projectId }}
            variant="default"
          >
            Go to the reflections
          </ButtonLink>
        }
      >
        It was permanently deleted, or it belongs to another project.
      </EmptyState>
    </Page>
  );
}
