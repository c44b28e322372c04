import type { App } from '../app.ts';
import type { EntryRow } from '../db/rows.ts';
import type { Caller } from '../projects/viewer.ts';
import { reviseEntry } from './revise-entry.ts';

/** Takes an entry out of search and lists. Deleting again changes nothing. @throws NOT_FOUND */
export function deleteEntry(app: App, caller: Caller, entryId: string): Promise<EntryRow> {
  return reviseEntry(app, caller, {
    entryId,
    change: 'DELETED',
    event: 'ENTRY_DELETED',
    next: (entry) => (entry.deletedAt === null ? { ...entry, deletedAt: app.clock() } : null),
  });
}
