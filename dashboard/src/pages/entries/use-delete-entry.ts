import { useAction } from '../../api/use-action.ts';
import { notifyUndo } from '../../components/notify-undo.tsx';
import { DELETE_ONE_ENTRY, RESTORE_ONE_ENTRY } from './documents.ts';

/** Deletes an entry, which can be undone, or restores it. */
export function useDeleteEntry(entryId: string) {
  const restoration = useAction(RESTORE_ONE_ENTRY, { success: 'Entry restored' });
  const deletion = useAction(DELETE_ONE_ENTRY);
  const restore = () => restoration.run({ input: { entryId } });
  const remove = async () => {
    if (await deletion.run({ input: { entryId } })) notifyUndo('Entry deleted', restore);
  };
  return { remove, restore, isRunning: restoration.isRunning || deletion.isRunning };
}
