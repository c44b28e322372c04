import { Alert, Button, Text } from '@mantine/core';
import { useAction } from '../../api/use-action.ts';
import { Time } from '../../components/time.tsx';
import { useSession } from '../../session/session.tsx';
import { RESTORE_MEMORY } from './documents.ts';

type Props = { memory: { id: string; purgeAt: string | null }; title?: string };

/** Says that a memory is in the trash, and restores it. */
export function DeletedMemory({ memory, title = 'This memory is in the trash' }: Props) {
  const { canWrite } = useSession();
  const restore = useAction(RESTORE_MEMORY, { success: 'Memory restored' });
  return (
    <Alert color="orange" mb="md" title={title}>
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
