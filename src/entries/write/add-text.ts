import type { EntryRow, MemoryRow } from '../../db/rows.ts';
import type { Metadata } from '../../db/tables/columns.ts';
import { INITIAL_IMPORTANCE, INITIAL_UTILITY } from '../../db/tables/entries.ts';
import type { EventType } from '../../db/tables/events.ts';
import type { EventInput } from '../../events/transact.ts';
import { OutdatedError } from '../../projects/retry-outdated.ts';
import {
  contentBytesOf,
  expireAlike,
  newStatement,
  orderedByTime,
  restated,
  withStatements,
} from '../statements.ts';
import { areCompared, neighboursOf } from './compare-text.ts';
import { type Decision, decide, type SimilarEntry } from './decide.ts';
import {
  addTexts,
  type Building,
  changedBy,
  entryNow,
  holdersOf,
  isEmpty,
  put,
  revisionOf,
  type Stamp,
  type TextWrite,
  type WriteOutcome,
} from './write-set.ts';

/**
 * Adds a text to a write set: as a new entry, as a new statement of an entry, or as a repetition of a statement.
 * Returns null if an earlier write has changed an entry near to the text whose other statements were not loaded.
 * @throws OutdatedError if the text was not embedded, because the memory held it, and now must be stored
 */
export function addWrite(building: Building, write: TextWrite): WriteOutcome | null {
  const { set, known, rules } = building;
  if (write.kind !== 'FACT') return create(building, write, null);
  const { hash, chunks } = write.text;
  const isEmbedded = chunks.every(({ embedded }) => known.vectors.has(embedded));
  const neighbours = neighboursOf(building, chunks);
  const isFirst = isEmpty(set) && known.before === null;
  if (isEmbedded && !isFirst && !areCompared(building, neighbours)) return null;
  // A text is added neither to an entry that it replaces, nor to one that expires at another time.
  const isKept = ({ entryId }: { entryId: string }) =>
    !write.supersedes.includes(entryId) && expireAlike(entryNow(set, entryId, known), write);
  const written = {
    text: write.text.text,
    metadata: write.metadata,
    holders: holdersOf(building, hash).filter(isKept),
    neighbours: neighbours.map((ofChunk) => ofChunk.filter(isKept)),
  };
  const decision = decide(written, rules, (id) => entryNow(set, id, known));
  const isHeld = decision.action !== 'CREATED' && decision.statement !== null;
  if (!isHeld && !isEmbedded) throw new OutdatedError();
  if (decision.action === 'CREATED') return create(building, write, decision.nearest);
  const { nearest, statement } = decision;
  const before = entryNow(set, nearest.entryId, known);
  if (statement !== null) return restate(building, write, { ...decision, before, statement });
  return addStatement(building, write, { before, ...nearest });
}

function create(building: Building, write: TextWrite, nearest: SimilarEntry | null): WriteOutcome {
  const { set, known, stamp } = building;
  const { memory } = known;
  const { text, kind, source, lesson, importance, importanceParts, depth, expiresAt } = write;
  const statement = newStatement(givenBy(write), { number: 1, ...stamp });
  const entry: EntryRow = {
    projectId: memory.projectId,
    id: stamp.newEntryId(),
    memoryId: memory.id,
    kind,
    source,
    ...withStatements([statement]),
    nextStatement: 2,
    lesson,
    revision: 0,
    utility: INITIAL_UTILITY,
    reviewCount: 0,
    importance: importance ?? INITIAL_IMPORTANCE,
    importanceParts,
    depth,
    supersededBy: null,
    supersededAt: null,
    contradictionPending: false,
    expiresAt,
    purgeAt: null,
    accessCount: 0,
    lastAccessedAt: null,
    createdBy: stamp.actor,
    updatedBy: stamp.actor,
    createdAt: stamp.now,
    updatedAt: stamp.now,
    deletedAt: null,
  };
  const matchedEntry = nearest && entryNow(set, nearest.entryId, known);
  set.created.set(entry.id, entry);
  addTexts(building, [{ entry, statement, text }]);
  set.entryCount += 1;
  set.contentBytes += contentBytesOf(entry);
  set.events.push(textEvent('ENTRY_CREATED', { memory, entry, write, stamp, before: null }));
  return { action: 'CREATED', entry, similarity: nearest?.similarity ?? null, matchedEntry };
}

function givenBy({ text, source, metadata, context, occurredAt }: TextWrite) {
  return { text: text.text, source, metadata, context, occurredAt };
}

type AddTo = { before: EntryRow; similarity: number };

/** Adds a text to an entry as a statement, which becomes the newest one unless another statement has a later time. */
function addStatement(
  building: Building,
  write: TextWrite,
  { before, similarity }: AddTo,
): WriteOutcome {
  const { set, known, stamp } = building;
  const statement = newStatement(givenBy(write), { number: before.nextStatement, ...stamp });
  const entry: EntryRow = {
    ...before,
    ...withStatements(orderedByTime([...before.statements, statement])),
    nextStatement: before.nextStatement + 1,
    ...changedBy(before, stamp),
  };
  put(set, entry);
  addTexts(building, [{ entry, statement, text: write.text }]);
  set.contentBytes += contentBytesOf(entry) - contentBytesOf(before);
  set.revisions.push({
    ...revisionOf({ before, after: entry, change: 'STATEMENT_ADDED', stamp, similarity }),
    relatedIds: newlySuperseded(building, write),
  });
  const { memory } = known;
  set.events.push(
    textEvent('ENTRY_STATEMENT_ADDED', { memory, entry, write, stamp, before: before.metadata }),
  );
  return { action: 'UPDATED', entry, similarity, matchedEntry: before };
}

type RestateIn = {
  action: Exclude<Decision['action'], 'CREATED'>;
  before: EntryRow;
  statement: number;
  nearest: SimilarEntry;
};

/**
 * Counts a repetition of a statement. UPDATED adds the new metadata keys, and makes it the newest statement unless
 * another statement has a later time.
 */
function restate(building: Building, write: TextWrite, given: RestateIn): WriteOutcome {
  const { set, known, stamp } = building;
  const { action, before, statement: number, nearest } = given;
  const { memory } = known;
  const isSkipped = action === 'SKIPPED';
  const metadata = isSkipped ? {} : write.metadata;
  const said = { metadata, occurredAt: write.occurredAt, now: stamp.now };
  const again = before.statements.flatMap((one) =>
    one.number === number ? [restated(one, said)] : [],
  );
  const others = before.statements.filter((one) => one.number !== number);
  const entry: EntryRow = {
    ...before,
    ...withStatements(
      isSkipped
        ? before.statements.map((one) => again.find((next) => next.number === one.number) ?? one)
        : orderedByTime([...others, ...again]),
    ),
    ...(isSkipped ? {} : changedBy(before, stamp)),
  };
  put(set, entry);
  const { similarity } = nearest;
  if (isSkipped) {
    set.events.push(textEvent('ENTRY_SKIPPED', { memory, entry, write, stamp, before: null }));
  } else {
    const change = 'RESTATED' as const;
    set.revisions.push({
      ...revisionOf({ before, after: entry, change, stamp, similarity }),
      relatedIds: newlySuperseded(building, write),
    });
    set.events.push(
      textEvent('ENTRY_STATEMENT_ADDED', { memory, entry, write, stamp, before: before.metadata }),
    );
  }
  return { action, entry, similarity, matchedEntry: before };
}

/**
 * The entries that a write supersedes and that were current. Only these become current again if the write is undone.
 */
function newlySuperseded({ known }: Building, { supersedes }: TextWrite): string[] {
  const isCurrent = (id: string) => known.entries.get(id)?.supersededBy === null;
  return [...new Set(supersedes)].filter(isCurrent);
}

function textEvent(
  type: EventType,
  of: {
    memory: MemoryRow;
    entry: EntryRow;
    write: TextWrite;
    stamp: Stamp;
    before: Metadata | null;
  },
): EventInput {
  const { memory, entry, write, stamp, before } = of;
  const metadata = before === null ? write.metadata : entry.metadata;
  return {
    type,
    memory,
    entryId: entry.id,
    changes: [
      { field: 'content', before: null, after: write.text.text },
      { field: 'metadata', before, after: metadata },
    ],
    actor: stamp.actor,
  };
}
