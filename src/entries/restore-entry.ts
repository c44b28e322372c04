import type { App } from '../app.ts';
import type { EntryRow } from '../db/rows.ts';
import type { Caller } from '../projects/viewer.ts';
import { reviseEntry } from './revise-entry.ts';

/** Brings a deleted entry back. @throws NOT_FOUND, CONFLICT (its text was written anew), EMBEDDING_UNAVAILABLE */
export function restoreEntry(app: App, caller: Caller, entryId: string): Promise<EntryRow> {
  return reviseEntry(app, caller, {
    entryId,
    change: 'RESTORED',
    event: 'ENTRY_RESTORED',
    next: (entry) => (entry.deletedAt === null ? null : { ...entry, deletedAt: null }),
  });
}
