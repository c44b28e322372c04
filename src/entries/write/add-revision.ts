import type { EntryRow } from '../../db/rows.ts';
import { onlyChanged } from '../../events/field-changes.ts';
import { textTaken } from '../conflicts.ts';
import { areAlike, contentBytesOf, contentOf, withStatements } from '../statements.ts';
import { changeOfShare } from '../stream-share.ts';
import type { AddedText } from './embed-texts.ts';
import { isSearchedAlike, textsToCompare } from './prepare-writes.ts';
import {
  addTexts,
  type Building,
  changedBy,
  type EntryRevision,
  entryNow,
  holdersOf,
  type MadeEntry,
  revisionOf,
  type WriteOutcome,
} from './write-set.ts';

/** Adds a change of a stored entry to a write set. @throws CONFLICT if another entry holds one of the texts */
export function addRevision(building: Building, revision: EntryRevision): WriteOutcome {
  const { set, known, stamp } = building;
  const { entry: before, draft, texts } = revision;
  const isDeleted = draft.deletedAt !== null;
  const isRestored = before.deletedAt !== null && !isDeleted;
  const after: EntryRow = {
    ...before,
    ...draft,
    ...withStatements(draft.statements),
    ...(isRestored ? { purgeAt: null } : {}),
    ...changedBy(before, stamp),
  };
  if (after.kind === 'FACT') requireUnheld(building, revision, after);
  set.changed.set(after.id, after);
  const cleared = clearedBy(revision);
  if (cleared.length > 0) set.cleared.set(after.id, cleared);
  addTexts(building, addedTo(after, texts));
  if (hasNewKindOrExpiry(before, after)) set.withOutdatedChunks.add(after.id);
  set.entryCount += Number(before.deletedAt !== null) - Number(isDeleted);
  set.contentBytes += storedBytesOf(after) - storedBytesOf(before);
  // A deletion does not change the state of the stream, because the observation was made.
  const share = changeOfShare(before, after);
  if (share !== null) set.shares.push({ ...share, entryId: after.id });
  const { change, relatedIds = [] } = revision;
  set.revisions.push({
    ...revisionOf({ before, after, change, stamp, similarity: null }),
    relatedIds,
  });
  set.events.push({
    type: revision.event,
    memory: known.memory,
    entryId: after.id,
    changes: onlyChanged([
      { field: 'content', before: contentOf(before), after: contentOf(after) },
      { field: 'metadata', before: before.metadata, after: after.metadata },
      { field: 'lesson', before: before.lesson, after: after.lesson },
      { field: 'kind', before: before.kind, after: after.kind },
      { field: 'importance', before: before.importance, after: after.importance },
      { field: 'occurredAt', before: before.occurredAt, after: after.occurredAt },
      { field: 'expiresAt', before: before.expiresAt, after: after.expiresAt },
      { field: 'deletedAt', before: before.deletedAt, after: after.deletedAt },
    ]),
  });
  return { action: 'UPDATED', entry: after, similarity: null, matchedEntry: before };
}

/**
 * Adds an entry that is made of statements of another entry. It is not compared with other entries, and does not change
 * the state of the stream, in which its statements were counted when they were recorded.
 */
export function addEntry(building: Building, { entry: made, texts }: MadeEntry): WriteOutcome {
  const { set, known, stamp } = building;
  const { now, actor } = stamp;
  const entry = { ...made, createdAt: now, updatedAt: now, createdBy: actor, updatedBy: actor };
  set.created.set(entry.id, entry);
  addTexts(building, addedTo(entry, texts));
  set.entryCount += 1;
  set.contentBytes += contentBytesOf(entry);
  set.events.push({
    type: 'ENTRY_CREATED',
    memory: known.memory,
    entryId: entry.id,
    changes: [
      { field: 'content', before: null, after: contentOf(entry) },
      { field: 'metadata', before: null, after: entry.metadata },
    ],
  });
  return { action: 'CREATED', entry, similarity: null, matchedEntry: null };
}

/** The statements of an entry whose chunks are stored. */
function addedTo(entry: EntryRow, texts: EntryRevision['texts']): AddedText[] {
  return texts.flatMap(({ number, text }) => {
    const statement = entry.statements.find((one) => one.number === number);
    return statement ? [{ entry, statement, text }] : [];
  });
}

function hasNewKindOrExpiry(before: EntryRow, after: EntryRow): boolean {
  return before.kind !== after.kind || before.expiresAt?.getTime() !== after.expiresAt?.getTime();
}

/** The bytes that an entry adds to the size of its memory. */
function storedBytesOf(entry: EntryRow): number {
  return entry.deletedAt === null ? contentBytesOf(entry) : 0;
}

/** The numbers of the statements that the change removes or replaces. */
function clearedBy({ entry, draft, texts }: EntryRevision): number[] {
  if (draft.deletedAt !== null) return entry.statements.map(({ number }) => number);
  const kept = new Map(draft.statements.map((statement) => [statement.number, statement]));
  const rewritten = new Set(texts.map(({ number }) => number));
  return entry.statements.flatMap((statement) => {
    const next = kept.get(statement.number);
    const isKept = next && isSearchedAlike(statement, next) && !rewritten.has(statement.number);
    return isKept ? [] : [statement.number];
  });
}

/**
 * Requires that no other entry holds one of the new texts. A text that moves between entries of one change is not new.
 * A text that the entry had before is compared only with entries from which its former metadata or expiry distinguished
 * it. As for a write, entries with conflicting metadata or another expiry can hold the same text, and superseded
 * entries hold none.
 * @throws CONFLICT if another entry holds one of the new texts
 */
function requireUnheld(building: Building, revision: EntryRevision, after: EntryRow): void {
  if (after.supersededBy !== null) return;
  const { set, known } = building;
  const { entry: before } = revision;
  const others = [...known.together].filter((id) => id !== before.id);
  const moved = new Set(others.flatMap((id) => factTextsOf(known.entries.get(id))));
  const own = new Set(factTextsOf(before));
  for (const { text, hash } of textsToCompare(revision)) {
    if (moved.has(text)) continue;
    const holder = holdersOf(building, hash).find(({ entryId }) => {
      const other = entryNow(set, entryId, known);
      const isKnown = own.has(text) && areAlike(other, before);
      return entryId !== before.id && areAlike(other, after) && !isKnown;
    });
    if (holder) throw textTaken(holder.entryId);
  }
}

/** The texts of an entry that is a fact and not deleted; empty for any other. */
function factTextsOf(entry: EntryRow | undefined): string[] {
  if (entry?.kind !== 'FACT' || entry.deletedAt !== null) return [];
  return entry.statements.map(({ text }) => text);
}
