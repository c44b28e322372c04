import { Alert, Button, Text } from '@mantine/core';
import { useAction } from '../../api/use-action.ts';
import { TextLink } from '../../components/link.tsx';
import { Time } from '../../components/time.tsx';
import { useProjectId } from '../../layout/use-project-id.ts';
import { useSession } from '../../session/session.tsx';
import { RESTORE_MEMORY } from './documents.ts';

type Props = {
  memory: { id: string; purgeAt: string | null };
  isPurged?: boolean;
  title?: string;
};

/** Says that a memory is in the trash, and restores it, or that it was permanently deleted. */
export function DeletedMemory({ memory, isPurged = false, title }: Props) {
  const { canWrite } = useSession();
  const projectId = useProjectId();
  const restore = useAction(RESTORE_MEMORY, { success: 'Memory restored' });
  if (isPurged) {
    return (
      <Alert color="red" mb="md" role="alert" title="This memory was permanently deleted">
        <Text size="sm">It cannot be restored.</Text>
        <TextLink
          size="sm"
          underline="always"
          c="var(--mantine-color-text)"
          to="/projects/$projectId/memories"
          params={{ projectId }}
        >
          Go to the memories
        </TextLink>
      </Alert>
    );
  }
  return (
    <Alert color="orange" mb="md" title={title ?? 'This memory is in the trash'}>
      <Text size="sm">
        Searches and lists leave out its entries.
        {memory.purgeAt && (
          <>
            {' '}
            It will be permanently deleted <Time value={memory.purgeAt} />.
          </>
        )}
      </Text>
      {canWrite && (
        <Button
          size="xs"
          mt="sm"
          loading={restore.isRunning}
          onClick={() => restore.run({ input: { memoryId: memory.id } })}
        >
          Restore it
        </Button>
      )}
    </Alert>
  );
}
