import { useApolloClient } from '@apollo/client/react';
import { notifications } from '@mantine/notifications';
import { describeError } from '../../api/errors.ts';
import type { WriteAction } from '../../api/types.ts';
import { notifyError, useAction } from '../../api/use-action.ts';
import { DELETE_ONE_ENTRY, ENTRY_VERSION, REVERT_ONE_ENTRY } from './documents.ts';

/** What a write did, with the entry after it. */
export type Write = { action: WriteAction; entry: { id: string; version: number } };

/**
 * Takes writes back, which are given in the order in which they were made. The entry that was written last comes first.
 * Entries that the writes created are deleted, and others are set back to their state before the first write. An entry
 * that has changed since stays as it is. Resolves with true if all are taken back.
 */
export function useUndoWrites(
  refetch: string[] = [],
): (writes: readonly Write[]) => Promise<boolean> {
  const client = useApolloClient();
  const remove = useAction(DELETE_ONE_ENTRY, { refetch });
  const revert = useAction(REVERT_ONE_ENTRY, { refetch });
  const undo = async (entryId: string, changes: readonly Write[]) => {
    const [first] = changes;
    try {
      const variables = { entryId };
      const { data } = await client.query({
        query: ENTRY_VERSION,
        variables,
        fetchPolicy: 'network-only',
      });
      if (first === undefined || data?.entry?.version !== changes.at(-1)?.entry.version) {
        notifications.show({
          color: 'red',
          title: 'Not undone',
          message: 'The entry has changed since. Its history can take each change back.',
        });
        return false;
      }
    } catch (error) {
      notifyError(describeError(error));
      return false;
    }
    return first.action === 'CREATED'
      ? (await remove.run({ input: { entryId } })) !== null
      : (await revert.run({ input: { entryId, revision: first.entry.version } })) !== null;
  };
  return async (writes) => {
    const made = writes.filter(({ action }) => action !== 'SKIPPED');
    let isWhole = true;
    for (const id of new Set(made.map(({ entry }) => entry.id).reverse())) {
      const changes = made.filter(({ entry }) => entry.id === id);
      if (!(await undo(id, changes))) isWhole = false;
    }
    return isWhole;
  };
}
