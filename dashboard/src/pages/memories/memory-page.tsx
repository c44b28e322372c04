import { useQuery } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useRefetchOn } from '../../api/live-events.tsx';
import type { MemoryDetailsFragment, MemoryRowFragment } from '../../api/types.ts';
import { useLastKnown } from '../../api/use-last-known.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { AddIcon, MemoryIcon } from '../../components/icons.ts';
import { TextLink } from '../../components/link.tsx';
import { CrumbLink, Page } from '../../components/page.tsx';
import { PageLoader } from '../../components/page-loader.tsx';
import { useProjectId } from '../../layout/use-project-id.ts';
import { useSession } from '../../session/session.tsx';
import { DeletedMemory } from './deleted-memory.tsx';
import { MEMORY_PAGE } from './documents.ts';
import { EntryFilters } from './entry-list/entry-filters.tsx';
import { EntryList } from './entry-list/entry-list.tsx';
import { MemoryAbout } from './memory-about.tsx';
import { MemoryActions } from './memory-actions.tsx';
import { MemoryForm } from './memory-form.tsx';
import { MemorySettings } from './memory-settings.tsx';
import { WriteDrawer } from './write/write-drawer.tsx';

const route = getRouteApi('/projects/$projectId/memories/$memoryId');

/** A memory with its entries. The page follows changes made elsewhere. */
export function MemoryPage() {
  const { memoryId } = route.useParams();
  const projectId = useProjectId();
  const { data, error, refetch } = useQuery(MEMORY_PAGE, { variables: { memoryId } });
  // An event carries only some fields of the memory, and not the rules of writing.
  useRefetchOn(
    ['MEMORY_UPDATED', 'MEMORY_PURGED'],
    refetch,
    (event) => event.memoryId === memoryId,
  );
  const memory = useLastKnown(data?.memory, memoryId);
  if (error && !memory) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <PageLoader label="Loading the memory" />;
  if (!memory) {
    return (
      <EmptyState
        icon={MemoryIcon}
        title="This memory does not exist"
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
  return <LoadedMemory memory={memory} isPurged={!data.memory} key={memory.id} />;
}

type LoadedProps = {
  memory: MemoryDetailsFragment & MemoryRowFragment;
  /** True if the memory was permanently deleted since the page was opened. */
  isPurged: boolean;
};

function LoadedMemory({ memory, isPurged }: LoadedProps) {
  const projectId = useProjectId();
  const { canWrite } = useSession();
  const { panel } = route.useSearch();
  const navigate = route.useNavigate();
  const [isEditing, editing] = useDisclosure(false);
  const isDeleted = isPurged || memory.deletedAt !== null;
  // If someone else deletes the memory while the page is open, open forms keep the typed text.
  const [wasDeleted] = useState(isDeleted);
  const open = (next: typeof panel) =>
    navigate({
      search: (before) => ({ ...before, panel: next }),
      replace: true,
      resetScroll: false,
    });
  const write = canWrite && !isDeleted && (
    <Button leftSection={<AddIcon size={16} />} onClick={() => open('write')}>
      Write an entry
    </Button>
  );
  return (
    <Page
      title={memory.name}
      crumbs={[
        <CrumbLink key="memories" to="/projects/$projectId/memories" params={{ projectId }}>
          Memories
        </CrumbLink>,
      ]}
      description={<MemoryAbout memory={memory} />}
      actions={
        isDeleted ? undefined : (
          <>
            <MemoryActions
              memory={memory}
              onSettings={() => open('settings')}
              onEdit={editing.open}
            />
            {write}
          </>
        )
      }
    >
      {isDeleted ? (
        <DeletedMemory memory={memory} isPurged={isPurged} />
      ) : (
        <>
          <EntryFilters />
          <EntryList write={write} />
        </>
      )}
      {panel === 'settings' && <MemorySettings memory={memory} onClose={() => open(undefined)} />}
      {(panel === 'write' || panel === 'document') && canWrite && !wasDeleted && (
        <WriteDrawer memory={memory} isPurged={isPurged} panel={panel} onPanel={open} />
      )}
      {isEditing && <MemoryForm memory={memory} onClose={editing.close} />}
    </Page>
  );
}
