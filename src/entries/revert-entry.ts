import type { App } from '../app.ts';
import type { EntryRow } from '../db/rows.ts';
import { DomainError } from '../errors.ts';
import type { Caller } from '../projects/viewer.ts';
import { selectContentRevision } from './queries.ts';
import { reviseEntry } from './revise-entry.ts';
import { requireLive } from './update-entry.ts';

/**
 * Makes an entry what it was before a merge or an edit: the numbered change, or the latest.
 * @throws NOT_FOUND, CONFLICT, EMBEDDING_UNAVAILABLE
 */
export function revertEntry(
  app: App,
  caller: Caller,
  { entryId, revision }: { entryId: string; revision: number | null },
): Promise<EntryRow> {
  return reviseEntry(app, caller, {
    entryId,
    change: 'REVERTED',
    event: 'ENTRY_UPDATED',
    next: async (entry) => {
      requireLive(entry);
      const former = await selectContentRevision(app.db, entry, revision);
      if (former === null) {
        const which =
          revision === null ? 'no change of its content' : `no change ${revision} of its content`;
        throw new DomainError('NOT_FOUND', `The entry has ${which} to undo.`);
      }
      return { passages: former.passages, metadata: former.metadata, deletedAt: null };
    },
  });
}
