import { z } from 'zod';
import type { App } from '../../app.ts';
import type { EntryRow } from '../../db/rows.ts';
import type { Statement } from '../../db/tables/entries.ts';
import { badInput } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { checkInput } from '../../input.ts';
import type { Caller } from '../../projects/viewer.ts';
import { requireNotDeleted, requireStatements, requireVersion } from '../conflicts.ts';
import { draftOf } from '../entry-draft.ts';
import { newestOf, withStatements } from '../statements.ts';
import { changedFrom, changeTogether, getLiveEntry } from './revise-entries.ts';

const splitEntryInput = z.object({
  entryId: z.string(),
  numbers: z.array(z.number()).min(1, 'must hold the number of a statement'),
  ifVersion: z.number().nullish(),
});

/**
 * Moves statements of an entry to a new entry, in which they keep their numbers, so that the split can be undone. The
 * new entry is not compared with other entries, because the memory held its texts before.
 * @throws BAD_USER_INPUT (no or all statements), NOT_FOUND (the entry or a statement), CONFLICT (deleted, or another
 * version), QUOTA_EXCEEDED, EMBEDDING_UNAVAILABLE (nothing was changed)
 */
export async function splitEntry(
  app: App,
  caller: Caller,
  input: unknown,
): Promise<{ entry: EntryRow; newEntry: EntryRow }> {
  const { entryId, numbers, ifVersion } = checkInput(splitEntryInput, input);
  const newEntryId = newId('me');
  const changed = await changeTogether(app, caller, async (project) => {
    const entry = await getLiveEntry(app, project, entryId);
    requireNotDeleted(entry);
    requireVersion(entry, ifVersion ?? entry.revision);
    requireStatements(entry, numbers);
    const leaves = ({ number }: Statement) => numbers.includes(number);
    const statements = entry.statements.filter((one) => !leaves(one));
    if (statements.length === 0) {
      throw badInput('input.numbers', 'must leave the entry at least one statement');
    }
    const made = newEntryOf(newEntryId, entry, entry.statements.filter(leaves));
    const revision = {
      draft: { ...draftOf(entry), statements },
      change: 'SPLIT' as const,
      event: 'ENTRY_SPLIT' as const,
      relatedIds: [newEntryId],
    };
    return {
      read: [entry],
      plan: [
        { type: 'REVISION', entry, ...revision },
        { type: 'ENTRY', entry: made },
      ],
    };
  });
  return { entry: changedFrom(changed, entryId), newEntry: changedFrom(changed, newEntryId) };
}

/** A new entry with statements of another entry, and with the kind, importance and utility of that entry. */
function newEntryOf(id: string, entry: EntryRow, statements: Statement[]): EntryRow {
  return {
    ...entry,
    id,
    ...withStatements(statements),
    source: newestOf(statements).source,
    revision: 0,
    accessCount: 0,
    lastAccessedAt: null,
  };
}
