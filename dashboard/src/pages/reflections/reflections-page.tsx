import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { AddIcon } from '../../components/icons.ts';
import { Page } from '../../components/page.tsx';
import { useProjectId } from '../../layout/use-project-id.ts';
import { useSession } from '../../session/session.tsx';
import { ReflectionFilters } from './reflection-filters.tsx';
import { ReflectionForm } from './reflection-form.tsx';
import { ReflectionList } from './reflection-list.tsx';

export function ReflectionsPage() {
  const { canWrite } = useSession();
  const projectId = useProjectId();
  const navigate = useNavigate();
  const [isCreating, creating] = useDisclosure(false);
  const create = canWrite && (
    <Button leftSection={<AddIcon size={16} />} onClick={creating.open}>
      New reflection
    </Button>
  );
  return (
    <Page
      title="Reflections"
      description="Lessons of reviewed runs. Agents get those that are relevant to their task, and reviews of these runs move the utilities of the lessons."
      actions={create}
    >
      <ReflectionFilters />
      <ReflectionList create={create} />
      {isCreating && (
        <ReflectionForm
          reflection={null}
          onClose={creating.close}
          onSaved={({ id }) =>
            navigate({
              to: '/projects/$projectId/reflections/$entryId',
              params: { projectId, entryId: id },
              ignoreBlocker: true,
            })
          }
        />
      )}
    </Page>
  );
}
