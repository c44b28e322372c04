import { z } from 'zod';
import type { App } from '../../app.ts';
import type { EntryRow, ProjectRow } from '../../db/rows.ts';
import type { Metadata } from '../../db/tables/columns.ts';
import type { Statement } from '../../db/tables/entries.ts';
import { badInput, conflict, notFound } from '../../errors.ts';
import { checkInput, isMetadataSize, MAX_CONTENT_BYTES } from '../../input.ts';
import type { Caller } from '../../projects/viewer.ts';
import { requireCurrent, requireNotDeleted } from '../conflicts.ts';
import { findById } from '../entries-by-memory.ts';
import { draftOf } from '../entry-draft.ts';
import { conflictingKey, contentBytesOf, orderedByTime, unitedByText } from '../statements.ts';
import type { EntryPlan } from '../write/prepare-writes.ts';
import { changedFrom, changeTogether, getLiveEntry } from './revise-entries.ts';

/** Maximum number of entries that are merged by hand at once. */
export const MAX_MERGED = 50;

const HOW_MANY = `must hold 2 to ${MAX_MERGED} different ids`;

const mergeEntriesInput = z.object({
  entryIds: z
    .array(z.string())
    .transform((ids) => [...new Set(ids)])
    .refine((ids) => ids.length >= 2 && ids.length <= MAX_MERGED, HOW_MANY),
});

/**
 * Adds the statements of entries to the first of them, oldest first, and deletes the others. Statements of facts with
 * the same text become one statement.
 * @throws BAD_USER_INPUT (other memories or kinds, too large, or an entry with a lesson), NOT_FOUND, CONFLICT (an entry
 * is deleted or replaced by another, metadata has different values for a key, or another entry has one of the texts),
 * EMBEDDING_UNAVAILABLE (nothing was changed)
 */
export async function mergeEntries(app: App, caller: Caller, input: unknown): Promise<EntryRow> {
  const { entryIds } = checkInput(mergeEntriesInput, input);
  const [firstId = ''] = entryIds;
  const changed = await changeTogether(app, caller, async (project) => {
    const [first, ...others] = await readMergeable(app, project, entryIds);
    return { read: [first, ...others], plan: planOf(first, others, app.clock()) };
  });
  return changedFrom(changed, firstId);
}

/** The entries in the order of the ids. @throws as mergeEntries */
async function readMergeable(
  app: App,
  project: ProjectRow,
  entryIds: readonly string[],
): Promise<[EntryRow, ...EntryRow[]]> {
  const [firstId = '', ...otherIds] = entryIds;
  const first = await getLiveEntry(app, project, firstId);
  const found = await findById(app, project.id, otherIds);
  const others = otherIds.map((id) => {
    const entry = found.get(id);
    if (entry === undefined) throw notFound('entry', id);
    return entry;
  });
  let metadata: Metadata = {};
  for (const [i, entry] of [first, ...others].entries()) {
    requireNotDeleted(entry);
    requireCurrent(entry);
    requireAlike(first, entry, `input.entryIds[${i}]`);
    const key = conflictingKey(metadata, entry.metadata);
    if (key !== undefined) {
      const message = `The entries have different values for the metadata key "${key}". Change it with updateEntry first.`;
      throw conflict(message, { entryId: entry.id });
    }
    metadata = { ...metadata, ...entry.metadata };
  }
  return [first, ...others];
}

/** @throws BAD_USER_INPUT */
function requireAlike(first: EntryRow, entry: EntryRow, path: string): void {
  if (entry.memoryId !== first.memoryId) throw badInput(path, 'must be in the memory of the first');
  if (entry.kind !== first.kind) throw badInput(path, 'must have the kind of the first');
  if (entry.lesson !== null) throw badInput(path, 'must not have a lesson');
}

/**
 * The changes of a merge. The other entries are deleted first, so that the memory does not hold their texts when the
 * first entry receives them.
 */
function planOf(first: EntryRow, others: readonly EntryRow[], now: Date): EntryPlan {
  let nextStatement = first.nextStatement;
  const added = others.flatMap(({ statements }) =>
    statements.map((statement): Statement => {
      nextStatement += 1;
      return { ...statement, number: nextStatement - 1 };
    }),
  );
  const all = [...first.statements, ...added];
  const statements = orderedByTime(first.kind === 'FACT' ? unitedByText(all) : all);
  requireSize(statements);
  return [
    ...others.map((entry) => ({
      type: 'REVISION' as const,
      entry,
      draft: { ...draftOf(entry), deletedAt: now },
      change: 'DELETED' as const,
      event: 'ENTRY_DELETED' as const,
    })),
    {
      type: 'REVISION',
      entry: first,
      draft: { ...draftOf(first), statements, nextStatement },
      change: 'MERGED',
      event: 'ENTRY_MERGED',
      relatedIds: others.map(({ id }) => id),
    },
  ];
}

/** @throws BAD_USER_INPUT */
function requireSize(statements: Statement[]): void {
  const metadata = Object.assign({}, ...statements.map((one) => one.metadata));
  if (contentBytesOf({ statements }) > MAX_CONTENT_BYTES || !isMetadataSize(metadata)) {
    const limits = '32 KiB of content or 16 KiB of metadata';
    throw badInput('input.entryIds', `would make an entry of more than ${limits}`);
  }
}
