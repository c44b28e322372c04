import { notifications } from '@mantine/notifications';
import { useAction } from '../../../api/use-action.ts';
import { notifyUndo } from '../../../components/notify-undo.tsx';
import { count } from '../../../components/words.ts';
import { RESTORE_ONE_ENTRY } from '../../entries/documents.ts';
import { useUndoWrites } from '../../entries/use-undo-writes.ts';
import {
  COPY_ENTRIES,
  DELETE_ENTRIES,
  MERGE_ENTRIES,
  MOVE_ENTRIES,
  SUPERSEDE_ENTRIES,
} from './documents.ts';

type Done = { __typename?: string; id?: string; entry?: { id: string }; action?: string };
type Failed = { message: string };

/** Maximum number of entries of one change. */
export const MAX_BULK_ENTRIES = 500;

/** The actions on several entries. Each shows how many entries were changed, and offers to undo the change. */
export function useBulkActions(memoryId: string) {
  const refetch = ['MemoryEntries', 'ListedEntryFacets'];
  const remove = useAction(DELETE_ENTRIES, { refetch });
  const restore = useAction(RESTORE_ONE_ENTRY);
  const move = useAction(MOVE_ENTRIES, { refetch });
  const copy = useAction(COPY_ENTRIES, { isOnce: true });
  const merge = useAction(MERGE_ENTRIES, { refetch });
  const undo = useUndoWrites();
  const supersede = useAction(SUPERSEDE_ENTRIES, { refetch });

  /** Restores entries one call after another, because there is no bulk restoration. */
  const restoreAll = async (ids: string[]) => {
    for (const entryId of ids) await restore.run({ input: { entryId } });
  };
  const moveTo = async (entryIds: string[], to: string) => {
    const data = await move.run({ input: { entryIds, memoryId: to } });
    return data ? tellFailed(data.moveEntries.results) : [];
  };
  const supersedeBy = async (entryIds: string[], by: string | null) => {
    const data = await supersede.run({ input: { entryIds, by } });
    return data ? tellFailed(data.supersedeEntries.results) : [];
  };
  return {
    remove: async (entryIds: string[]) => {
      const data = await remove.run({ input: { entryIds } });
      if (!data) return;
      const ids = tellFailed(data.deleteEntries.results);
      if (ids.length > 0) notifyUndo(`Deleted ${entries(ids)}`, () => restoreAll(ids));
    },
    move: async (entryIds: string[], to: string) => {
      const ids = await moveTo(entryIds, to);
      if (ids.length > 0) notifyUndo(`Moved ${entries(ids)}`, () => moveTo(ids, memoryId));
    },
    copy: async (entryIds: string[], to: string) => {
      const data = await copy.run({ input: { entryIds, memoryId: to } });
      if (!data) return;
      const results = data.copyEntries.results;
      const ids = tellFailed(results);
      const changes = results.flatMap((result) =>
        'action' in result && result.action !== 'SKIPPED' ? [result] : [],
      );
      const known = ids.length - changes.length;
      const copied = count(changes.length, 'entry', 'entries');
      const told = `Copied ${copied}${known > 0 ? `; the memory held ${known} already` : ''}`;
      const created = changes.flatMap(({ action, entry }) =>
        action === 'CREATED' ? [entry.id] : [],
      );
      const merged = changes.filter(({ entry }) => !created.includes(entry.id));
      if (changes.length === 0) notifications.show({ message: told });
      else {
        notifyUndo(told, async () => {
          if (created.length > 0) await remove.run({ input: { entryIds: created } });
          await undo(merged);
        });
      }
    },
    /** Adds the statements of the others to the first. */
    merge: async (entryIds: string[]) => {
      const data = await merge.run({ input: { entryIds } });
      if (!data) return;
      const { entry } = data.mergeEntries;
      notifyUndo(`Merged ${entries(entryIds)} into one`, () =>
        undo([{ action: 'UPDATED', entry }]),
      );
    },
    /** None of the entries may be superseded already, because the undo makes all of them current. */
    supersede: async (entryIds: string[], by: string) => {
      const ids = await supersedeBy(entryIds, by);
      if (ids.length > 0) notifyUndo(`Superseded ${entries(ids)}`, () => supersedeBy(ids, null));
    },
  };
}

function entries(ids: string[]): string {
  return count(ids.length, 'entry', 'entries');
}

/** Shows the items that failed, and returns the ids of the others. */
export function tellFailed(results: readonly (Done | Failed)[]): string[] {
  const failed = results.filter((result): result is Failed => 'message' in result);
  if (failed.length > 0) {
    notifications.show({
      color: 'red',
      autoClose: 10_000,
      title: `${count(failed.length, 'entry was', 'entries were')} not changed`,
      message: failed[0]?.message,
    });
  }
  return results.flatMap((result) => {
    if ('message' in result) return [];
    return result.id ?? result.entry?.id ?? [];
  });
}
