import { useApolloClient } from '@apollo/client/react';
import { useRouter } from '@tanstack/react-router';
import { describeError } from '../../api/errors.ts';
import { notifyError, useAction } from '../../api/use-action.ts';
import { confirmDanger } from '../../components/confirm.tsx';
import { notifyUndo } from '../../components/notify-undo.tsx';
import { count } from '../../components/words.ts';
import { useProjectId } from '../../layout/use-project-id.ts';
import { DELETE_MEMORY, RESTORE_MEMORY } from './documents.ts';

type Deleted = { id: string; name: string; entryCount: number };

/** Asks, then deletes a memory with its entries, and offers to undo it. If an agent writes to it, it asks again. */
export function useDeleteMemory(): (memory: Deleted) => void {
  const client = useApolloClient();
  const router = useRouter();
  const projectId = useProjectId();
  const restore = useAction(RESTORE_MEMORY, { success: 'Memory restored', refetch: ['Memories'] });
  const remove = async (memory: Deleted, force: boolean) => {
    try {
      await client.mutate({
        mutation: DELETE_MEMORY,
        variables: { input: { memoryId: memory.id, force } },
        refetchQueries: ['Memories'],
      });
    } catch (error) {
      const described = describeError(error);
      if (described.code !== 'CONFLICT' || force) return notifyError(described);
      return confirmDanger({
        title: 'An agent writes to this memory',
        text: `${described.message} If you delete it all the same, what the agent writes is lost until the memory is restored.`,
        confirm: 'Delete all the same',
        onConfirm: () => remove(memory, true),
      });
    }
    const list = { to: '/projects/$projectId/memories', params: { projectId } } as const;
    // The page that lists the memories stays open, with its filters.
    if (!router.matchRoute(list)) void router.navigate(list);
    notifyUndo(`Deleted “${memory.name}”`, () => restore.run({ input: { memoryId: memory.id } }));
  };
  return (memory) =>
    confirmDanger({
      title: `Delete “${memory.name}”?`,
      text: `Searches and lists no longer find its ${count(memory.entryCount, 'entry', 'entries')}. You can restore the memory from the trash until it is permanently deleted.`,
      confirm: 'Delete memory',
      onConfirm: () => void remove(memory, false),
    });
}
