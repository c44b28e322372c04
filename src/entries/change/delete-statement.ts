import { z } from 'zod';
import type { App } from '../../app.ts';
import type { EntryRow } from '../../db/rows.ts';
import { checkInput } from '../../input.ts';
import type { Caller } from '../../projects/viewer.ts';
import { requireNotDeleted, requireStatements, requireVersion } from '../conflicts.ts';
import { draftOf } from '../entry-draft.ts';
import { changedFrom, changeTogether, getLiveEntry } from './revise-entries.ts';

const deleteStatementInput = z.object({
  entryId: z.string(),
  number: z.number(),
  ifVersion: z.number().nullish(),
});

/**
 * Deletes one statement of an entry. If it is the only one, the entry is deleted.
 * @throws BAD_USER_INPUT, NOT_FOUND (the entry or the statement), CONFLICT (the entry is deleted, or has another
 * version than `ifVersion`)
 */
export async function deleteStatement(app: App, caller: Caller, input: unknown): Promise<EntryRow> {
  const { entryId, number, ifVersion } = checkInput(deleteStatementInput, input);
  const changed = await changeTogether(app, caller, async (project) => {
    const entry = await getLiveEntry(app, project, entryId);
    requireNotDeleted(entry);
    requireVersion(entry, ifVersion ?? entry.revision);
    requireStatements(entry, [number]);
    const statements = entry.statements.filter((one) => one.number !== number);
    const draft = draftOf(entry);
    const revision =
      statements.length === 0
        ? { draft: { ...draft, deletedAt: app.clock() }, ...DELETION }
        : { draft: { ...draft, statements }, ...STATEMENT_DELETION };
    return { read: [entry], plan: [{ type: 'REVISION', entry, ...revision }] };
  });
  return changedFrom(changed, entryId);
}

const DELETION = { change: 'DELETED', event: 'ENTRY_DELETED' } as const;
const STATEMENT_DELETION = { change: 'STATEMENT_DELETED', event: 'ENTRY_EDITED' } as const;
