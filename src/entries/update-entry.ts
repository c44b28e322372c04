import { z } from 'zod';
import type { App } from '../app.ts';
import type { EntryRow } from '../db/rows.ts';
import { badInput, conflict } from '../errors.ts';
import { checkInput, contentInput, metadataInput } from '../input.ts';
import type { Caller } from '../projects/viewer.ts';
import { contentOf } from './find-entries.ts';
import { reviseEntry } from './revise-entry.ts';

const updateEntryInput = z.object({
  content: contentInput.nullish(),
  metadata: metadataInput.nullish(),
});

/** Replaces content or metadata. @throws NOT_FOUND, BAD_USER_INPUT, CONFLICT, EMBEDDING_UNAVAILABLE */
export async function updateEntry(
  app: App,
  caller: Caller,
  { entryId, ...input }: { entryId: string },
): Promise<EntryRow> {
  const { content, metadata } = checkInput(updateEntryInput, input);
  if (!content && !metadata) throw badInput('input', 'must give content or metadata to change');
  return reviseEntry(app, caller, {
    entryId,
    change: 'EDITED',
    event: 'ENTRY_UPDATED',
    next: (entry) => {
      requireLive(entry);
      const isSameText = !content || content === contentOf(entry);
      return {
        passages: isSameText ? entry.passages : [content],
        metadata: metadata ?? entry.metadata,
        deletedAt: null,
      };
    },
  });
}

/** @throws CONFLICT for a deleted entry */
export function requireLive(entry: EntryRow): void {
  if (entry.deletedAt !== null) {
    throw conflict('The entry is deleted; restore it first.', { entryId: entry.id });
  }
}
