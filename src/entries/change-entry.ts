import { z } from 'zod';
import type { App } from '../app.ts';
import type { EntryRow } from '../db/rows.ts';
import { badInput, conflict, DomainError } from '../errors.ts';
import { checkInput, contentInput, metadataInput } from '../input.ts';
import type { Caller } from '../projects/viewer.ts';
import { contentOf } from './entries.ts';
import { selectContentRevision } from './queries.ts';
import { changeEntry } from './write-transaction.ts';

const updateEntryInput = z.object({
  content: contentInput.nullish(),
  metadata: metadataInput.nullish(),
  ifVersion: z.number().nullish(),
});

/**
 * Replaces content or metadata.
 * @throws NOT_FOUND, BAD_USER_INPUT, CONFLICT (another version than `ifVersion`, another entry with the text),
 * EMBEDDING_UNAVAILABLE
 */
export async function updateEntry(
  app: App,
  caller: Caller,
  { entryId, ...input }: { entryId: string },
): Promise<EntryRow> {
  const { content, metadata, ifVersion } = checkInput(updateEntryInput, input);
  if (!content && !metadata) throw badInput('input', 'must give content or metadata to change');
  return changeEntry(app, caller, {
    entryId,
    change: 'EDITED',
    event: 'ENTRY_EDITED',
    next: (entry) => {
      requireNotDeleted(entry);
      requireVersion(entry, ifVersion ?? entry.revision);
      const isSameText = !content || content === contentOf(entry);
      return {
        passages: isSameText ? entry.passages : [content],
        metadata: metadata ?? entry.metadata,
        deletedAt: null,
      };
    },
  });
}

/**
 * Deletes an entry, so that searches and lists exclude it. No effect on a deleted entry.
 * @throws NOT_FOUND
 */
export function deleteEntry(app: App, caller: Caller, entryId: string): Promise<EntryRow> {
  return changeEntry(app, caller, {
    entryId,
    change: 'DELETED',
    event: 'ENTRY_DELETED',
    next: (entry) =>
      entry.deletedAt === null ? { ...draftOf(entry), deletedAt: app.clock() } : null,
  });
}

/**
 * Restores a deleted entry.
 * @throws NOT_FOUND, CONFLICT (another entry has its text), EMBEDDING_UNAVAILABLE
 */
export function restoreEntry(app: App, caller: Caller, entryId: string): Promise<EntryRow> {
  return changeEntry(app, caller, {
    entryId,
    change: 'RESTORED',
    event: 'ENTRY_RESTORED',
    next: (entry) => (entry.deletedAt === null ? null : { ...draftOf(entry), deletedAt: null }),
  });
}

/**
 * Sets an entry to its state before a merge or an edit: before the numbered change, or else the latest.
 * @throws NOT_FOUND, CONFLICT, EMBEDDING_UNAVAILABLE
 */
export function revertEntry(
  app: App,
  caller: Caller,
  { entryId, revision }: { entryId: string; revision: number | null },
): Promise<EntryRow> {
  return changeEntry(app, caller, {
    entryId,
    change: 'REVERTED',
    event: 'ENTRY_EDITED',
    next: async (entry) => {
      requireNotDeleted(entry);
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

function draftOf({ passages, metadata }: EntryRow) {
  return { passages, metadata };
}

/** @throws CONFLICT with the entry's version if it is another */
function requireVersion({ id, revision: version }: EntryRow, expected: number): void {
  if (version === expected) return;
  const message = `The entry has version ${version}, not ${expected}; read it again.`;
  throw conflict(message, { entryId: id, version });
}

/** @throws CONFLICT for a deleted entry */
function requireNotDeleted(entry: EntryRow): void {
  if (entry.deletedAt !== null) {
    throw conflict('The entry is deleted; restore it first.', { entryId: entry.id });
  }
}
