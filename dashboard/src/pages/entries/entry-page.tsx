import { useQuery } from '@apollo/client/react';
import { Alert, Button, Grid, Stack, Tabs, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense } from 'react';
import { type LiveEvent, useRefetchOn } from '../../api/live-events.tsx';
import type { EntryDetailsFragment, EventType } from '../../api/types.ts';
import { useLastKnown } from '../../api/use-last-known.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { EditIcon, SearchIcon, TrashIcon } from '../../components/icons.ts';
import { KindBadge } from '../../components/kind-badge.tsx';
import { TextLink } from '../../components/link.tsx';
import { CrumbLink, Page } from '../../components/page.tsx';
import { PageLoader } from '../../components/page-loader.tsx';
import { lazyPart } from '../../layout/lazy-component.ts';
import { useProjectId } from '../../layout/use-project-id.ts';
import { useSession } from '../../session/session.tsx';
import { DeletedMemory } from '../memories/deleted-memory.tsx';
import { ENTRY_PAGE } from './documents.ts';
import { canChangeEntry, ENTRY_CHANGES } from './entry-changes.ts';
import { EntryChunks } from './entry-chunks.tsx';
import { EntryEdit } from './entry-edit.tsx';
import { EntryFacts } from './entry-facts.tsx';
import { EntryHistory } from './entry-history.tsx';
import { EntryLinks } from './entry-links.tsx';
import { EntryStatements } from './entry-statements.tsx';
import type { EntrySearch } from './search-params.ts';
import { useDeleteEntry } from './use-delete-entry.ts';

const EntryLearning = lazyPart(() => import('./entry-learning.tsx'), 'EntryLearning');

const route = getRouteApi('/projects/$projectId/entries/$entryId');

/** The events after which the entry is read again. */
const READ_AGAIN: readonly EventType[] = [
  ...ENTRY_CHANGES,
  'ENTRY_PURGED',
  'MEMORY_PURGED',
  'DATA_ERASED',
];

/** Everything about one entry. */
export function EntryPage() {
  const { entryId } = route.useParams();
  const { data, error, refetch } = useQuery(ENTRY_PAGE, { variables: { entryId } });
  const entry = useLastKnown(data?.entry, entryId);
  const concerns = (event: LiveEvent) =>
    event.entryId === entryId ||
    event.type === 'DATA_ERASED' ||
    (event.type === 'MEMORY_PURGED' && event.memoryId === entry?.memory.id);
  // Events update the fields in the cache that lists show. The statements and the links are read again.
  useRefetchOn(READ_AGAIN, refetch, concerns);
  if (error && !entry) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <PageLoader label="Loading the entry" />;
  if (!entry) return <MissingEntry />;
  return <LoadedEntry entry={entry} isPurged={!data.entry} key={entry.id} />;
}

function MissingEntry() {
  const projectId = useProjectId();
  return (
    <EmptyState
      icon={SearchIcon}
      title="This entry does not exist"
      action={
        <TextLink to="/projects/$projectId/memories" params={{ projectId }}>
          Go to the memories
        </TextLink>
      }
    >
      It may have been permanently deleted, or belongs to another project.
    </EmptyState>
  );
}

type LoadedProps = {
  entry: EntryDetailsFragment;
  /** True if the entry was permanently deleted since the page was opened. */
  isPurged: boolean;
};

function LoadedEntry({ entry, isPurged }: LoadedProps) {
  const projectId = useProjectId();
  const { canWrite } = useSession();
  const [isEditing, editing] = useDisclosure(false);
  const { remove, restore, isRunning } = useDeleteEntry(entry.id);
  const isDeleted = entry.deletedAt !== null;
  if (isPurged && !isEditing) return <MissingEntry />;
  const actions = canChangeEntry(canWrite, entry) && (
    <>
      <Button variant="default" leftSection={<TrashIcon size={16} />} onClick={remove}>
        Delete
      </Button>
      <Button leftSection={<EditIcon size={16} />} onClick={editing.open}>
        Edit
      </Button>
    </>
  );
  return (
    <Page
      title={titleOf(entry)}
      crumbs={[
        <CrumbLink key="memories" to="/projects/$projectId/memories" params={{ projectId }}>
          Memories
        </CrumbLink>,
        <CrumbLink
          key="memory"
          to="/projects/$projectId/memories/$memoryId"
          params={{ projectId, memoryId: entry.memory.id }}
        >
          {entry.memory.name}
        </CrumbLink>,
      ]}
      description={<KindBadge kind={entry.kind} />}
      actions={actions}
    >
      {isDeleted && (
        <Alert color="orange" mb="md" title="This entry is in the trash">
          <Text size="sm">Searches and lists leave it out.</Text>
          {canWrite && entry.memory.deletedAt === null && (
            <Button size="xs" mt="sm" loading={isRunning} onClick={restore}>
              Restore it
            </Button>
          )}
        </Alert>
      )}
      {entry.memory.deletedAt !== null && (
        <DeletedMemory memory={entry.memory} title="The memory of this entry is in the trash" />
      )}
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Parts entry={entry} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack>
            <EntryFacts entry={entry} />
            <EntryLinks entry={entry} />
          </Stack>
        </Grid.Col>
      </Grid>
      {isEditing && <EntryEdit entry={entry} onClose={editing.close} />}
    </Page>
  );
}

function Parts({ entry }: { entry: EntryDetailsFragment }) {
  const { tab = 'statements' } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Tabs
      value={tab}
      keepMounted={false}
      onChange={(value) =>
        navigate({
          search: { tab: value === 'statements' ? undefined : (value as EntrySearch['tab']) },
          replace: true,
          resetScroll: false,
        })
      }
    >
      <Tabs.List mb="md">
        <Tabs.Tab value="statements">{entry.lesson === null ? 'Statements' : 'Lesson'}</Tabs.Tab>
        <Tabs.Tab value="history">History</Tabs.Tab>
        <Tabs.Tab value="learning">Utility and runs</Tabs.Tab>
        <Tabs.Tab value="chunks">Chunks</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="statements">
        <EntryStatements entry={entry} />
      </Tabs.Panel>
      <Tabs.Panel value="history">
        <EntryHistory entry={entry} />
      </Tabs.Panel>
      <Tabs.Panel value="learning">
        <Suspense fallback={<PageLoader />}>
          <EntryLearning entry={entry} />
        </Suspense>
      </Tabs.Panel>
      <Tabs.Panel value="chunks">
        <EntryChunks entry={entry} />
      </Tabs.Panel>
    </Tabs>
  );
}

/** A line that only begins or ends a block of code. */
const CODE_FENCE = /^\s*(```|~~~)\S*\s*$/;

/** The first line of the newest statement that says something. */
function titleOf({ content, statements }: EntryDetailsFragment): string {
  const lines = (statements.at(-1)?.text ?? content).split('\n');
  const line = lines.find((text) => text.trim() !== '' && !CODE_FENCE.test(text)) ?? content;
  return line.length > 120 ? `${line.slice(0, 120)}…` : line;
}
