import type { App } from '../../app.ts';
import type { EntryRow } from '../../db/rows.ts';
import type { Transaction } from '../../events/transact.ts';
import { OutdatedError } from '../../projects/retry-outdated.ts';
import type { Caller } from '../../projects/viewer.ts';
import { draftOf } from '../entry-draft.ts';
import { prepareRevisions } from '../write/prepare-writes.ts';
import { writeRound } from '../write/write-round.ts';

/**
 * Prepares the deletion of an entry in a transaction that also stores something else. Returns the step of that
 * transaction, which requires the lock of the entry's memory. The step throws an OutdatedError if the entry or its
 * memory was changed since.
 */
export async function prepareDeletion(
  app: App,
  caller: Caller,
  entry: EntryRow,
): Promise<(transaction: Transaction) => Promise<void>> {
  const draft = { ...draftOf(entry), deletedAt: app.clock() };
  const deletion = { entry, draft, change: 'DELETED', event: 'ENTRY_DELETED' } as const;
  const prepared = await prepareRevisions(app, caller.project, [{ type: 'REVISION', ...deletion }]);
  const { memoryId } = entry;
  const part = { ...prepared, caller, memoryId, rules: {}, items: [], earlySearch: null };
  return async (transaction) => {
    const [result] = await writeRound(app, transaction, [part], { isLast: false });
    // The memory was deleted since, and the entry with it. The next attempt finds nothing to delete.
    if (result && 'error' in result) throw new OutdatedError();
  };
}
