import { z } from 'zod';
import type { App } from '../../app.ts';
import type { EntryRow } from '../../db/rows.ts';
import type { ImportanceParts, Statement } from '../../db/tables/entries.ts';
import { badInput, type DomainError } from '../../errors.ts';
import { checkInput, contentInput, metadataInput, timeInput } from '../../input.ts';
import { requireOfReflection } from '../../projects/required-metadata.ts';
import type { Caller } from '../../projects/viewer.ts';
import { requireNotDeleted, requireVersion } from '../conflicts.ts';
import { changeByMemory, entryIdsInput } from '../entries-by-memory.ts';
import { draftOf, type EntryDraft } from '../entry-draft.ts';
import { callersImportance, importanceInput } from '../importance-input.ts';
import { contentOf, newestOf, newStatement, withTime } from '../statements.ts';
import { editedLesson, lessonEditInput, textOfLesson } from './edit-lesson.ts';
import { changeEntries, changeEntry, type EntryChange } from './revise-entries.ts';

const CHANGEABLE_KINDS: readonly EntryRow['kind'][] = ['FACT', 'OBSERVATION', 'PLAN'];

const updateEntryInput = z.object({
  content: contentInput.nullish(),
  metadata: metadataInput.nullish(),
  lesson: lessonEditInput,
  kind: z.enum(['FACT', 'OBSERVATION', 'PLAN'], 'must be FACT, OBSERVATION or PLAN').nullish(),
  importance: importanceInput.nullish(),
  occurredAt: timeInput.nullish(),
  expiresAt: timeInput.nullish(),
  ifVersion: z.number().nullish(),
});

type EntryEdit = z.infer<typeof updateEntryInput>;

/**
 * Changes the given fields. Null clears `occurredAt` and `expiresAt`.
 * @throws NOT_FOUND, BAD_USER_INPUT, CONFLICT (another version than `ifVersion`, another entry with the text),
 * EMBEDDING_UNAVAILABLE
 */
export async function updateEntry(
  app: App,
  caller: Caller,
  { entryId, ...input }: { entryId: string },
): Promise<EntryRow> {
  const { ifVersion, ...edit } = checkInput(updateEntryInput, input);
  const { content, metadata, lesson, kind, importance, occurredAt, expiresAt } = edit;
  const isGiven = [content, metadata, lesson, kind, importance].some((value) => value != null);
  if (!isGiven && occurredAt === undefined && expiresAt === undefined) {
    throw badInput('input', 'must give a field to change');
  }
  return changeEntry(app, caller, {
    entryId,
    change: 'EDITED',
    event: 'ENTRY_EDITED',
    next: (entry) => {
      requireNotDeleted(entry);
      requireVersion(entry, ifVersion ?? entry.revision);
      if (metadata) {
        requireOfReflection(caller.project, { kind: entry.kind, metadata }, 'input.metadata');
      }
      return edited(entry, edit, { now: app.clock(), actor: caller.actor });
    },
  });
}

type Editor = { now: Date; actor: string };

/** The state of an entry after an edit. @throws BAD_USER_INPUT for a kind that cannot change */
function edited(entry: EntryRow, edit: EntryEdit, editor: Editor): EntryDraft {
  const { expiresAt } = edit;
  const kind = edit.kind ?? entry.kind;
  if (kind !== entry.kind && !CHANGEABLE_KINDS.includes(entry.kind)) {
    throw badInput('input.kind', `cannot change for an entry of the kind ${entry.kind}`);
  }
  const lesson = editedLesson(entry, edit.lesson);
  const content = edit.content ?? textOfLesson(entry, lesson);
  const statements = editedStatements(entry, { ...edit, content }, editor);
  const isSameText = statements.at(-1)?.number !== entry.nextStatement;
  return {
    ...draftOf(entry),
    statements,
    nextStatement: entry.nextStatement + (isSameText ? 0 : 1),
    kind,
    lesson,
    importance: edit.importance ?? entry.importance,
    importanceParts: editedParts(entry, { kind, importance: edit.importance ?? null }),
    expiresAt: expiresAt === undefined ? entry.expiresAt : expiresAt,
  };
}

/**
 * The statements after an edit. A new content is one new statement, which replaces all. New metadata is set on every
 * statement, and a new time on the newest one.
 */
function editedStatements(entry: EntryRow, edit: EntryEdit, editor: Editor): Statement[] {
  const { content, metadata, occurredAt } = edit;
  const newest = newestOf(entry.statements);
  const isSame = !content || content === contentOf(entry);
  const given = { ...newest, text: content ?? '', metadata: entry.metadata };
  const written = newStatement(
    { ...given, occurredAt: newest.occurredAt === null ? null : new Date(newest.occurredAt) },
    { ...editor, number: entry.nextStatement },
  );
  const texts = isSame ? entry.statements : [written];
  return texts.map((statement, i) => {
    const own = { ...statement, metadata: metadata ?? statement.metadata };
    return occurredAt === undefined || i < texts.length - 1 ? own : withTime(own, occurredAt);
  });
}

/**
 * The parts of the importance after an edit. An importance that the caller gives replaces a rating. An entry that
 * becomes a fact has no pending rating, because the chat model rates no facts.
 */
function editedParts(
  { importanceParts: parts }: EntryRow,
  { kind, importance }: { kind: EntryRow['kind']; importance: number | null },
): ImportanceParts | null {
  if (parts === null) return null;
  if (importance !== null) return callersImportance(importance, parts.context);
  return kind === 'FACT' ? { ...parts, pending: false } : parts;
}

/**
 * Deletes an entry, so that searches and lists exclude it. No effect on a deleted entry.
 * @throws NOT_FOUND
 */
export function deleteEntry(app: App, caller: Caller, entryId: string): Promise<EntryRow> {
  return changeEntry(app, caller, { entryId, ...deletion(app) });
}

/**
 * Deletes entries. Returns each entry or its error, in order; a deleted entry is returned as it is.
 * @throws BAD_USER_INPUT
 */
export function deleteEntries(
  app: App,
  caller: Caller,
  input: unknown,
): Promise<(EntryRow | DomainError)[]> {
  const { entryIds } = checkInput(z.object({ entryIds: entryIdsInput }), input);
  const { id: projectId } = caller.project;
  return changeByMemory(app, { projectId, entryIds }, async (memoryId, ids) => {
    const deleted = await changeEntries(app, caller, { memoryId, entryIds: ids, ...deletion(app) });
    return new Map(deleted.map((entry) => [entry.id, entry]));
  });
}

/**
 * Deletes an entry as `deleteEntry` does, and sets the time of its permanent deletion. An entry that was moved to
 * another memory meanwhile is kept; with `ifExpired` also one whose expiry was postponed. @throws NOT_FOUND
 */
export function deleteWithGrace(
  app: App,
  caller: Caller,
  {
    entryId,
    memoryId,
    purgeAt,
    ifExpired,
  }: { entryId: string; memoryId: string; purgeAt: Date; ifExpired: boolean },
): Promise<EntryRow> {
  const { next, ...change } = deletion(app, purgeAt);
  const isExpired = ({ expiresAt }: EntryRow) => expiresAt !== null && expiresAt <= app.clock();
  return changeEntry(app, caller, {
    entryId,
    ...change,
    next: (entry) => {
      const isKept = entry.memoryId !== memoryId || (ifExpired && !isExpired(entry));
      return isKept ? null : next(entry);
    },
  });
}

function deletion(app: App, purgeAt: Date | null = null): EntryChange {
  return {
    change: 'DELETED',
    event: 'ENTRY_DELETED',
    next: (entry) =>
      entry.deletedAt === null ? { ...draftOf(entry), deletedAt: app.clock(), purgeAt } : null,
  };
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
    next: (entry) =>
      entry.deletedAt === null ? null : { ...draftOf(entry), deletedAt: null, expiresAt: null },
  });
}
