import type { Holder } from '../db/chunks.ts';
import { cosineSimilarity } from '../db/embedding-space.ts';
import type { EntryRow, MemoryRow, NewRevision } from '../db/rows.ts';
import type { EventType, Lesson, Metadata } from '../db/tables.ts';
import { onlyChanged } from '../events/field-changes.ts';
import type { EventInput } from '../events/transact.ts';
import { isMetadataSize, MAX_CONTENT_BYTES } from '../input.ts';
import type { WriteRules } from '../memories/write-rules.ts';
import { textTaken } from './conflicts.ts';
import { type Decision, decide, type Match, type Neighbour } from './decide.ts';
import {
  type AddedText,
  type ChunkedText,
  isSearchedAlike,
  type TextChunk,
  type Vectors,
  vectorOf,
} from './embed-texts.ts';
import type { Draft } from './entries.ts';
import {
  conflicts,
  contentBytesOf,
  contentOf,
  newStatement,
  restated,
  undoOf,
  withStatements,
} from './statements.ts';
import { changeOfShare, type StreamShare, sharesOf } from './stream-share.ts';

/** A text to write. */
export type TextWrite = {
  text: ChunkedText;
  kind: EntryRow['kind'];
  source: EntryRow['source'];
  metadata: Metadata;
  context: string | null;
  occurredAt: Date | null;
  expiresAt: Date | null;
  /** Null for an entry that is not rated. */
  importance: number | null;
  /** Set for observations, plans and insights of a memory stream. */
  importanceParts: EntryRow['importanceParts'];
  depth: number;
  /** The structured part of a reflection on a trace. */
  lesson: Lesson | null;
  /** Ids of entries that the text replaces. */
  supersedes: readonly string[];
};

/** A change of one stored entry. `texts` are the statements whose searchable text is written. */
export type EntryRevision = {
  entry: EntryRow;
  draft: Draft;
  change: NewRevision['change'];
  event: EventType;
  texts: readonly { number: number; text: ChunkedText }[];
  relatedIds?: string[];
};

/** A new entry that is made of statements of a stored one. */
export type MadeEntry = { entry: EntryRow } & Pick<EntryRevision, 'texts'>;

/** The outcome of a write. `similarity` is that of `matchedEntry`, the nearest entry before the write. */
export type Outcome = {
  action: Decision['action'];
  entry: EntryRow;
  similarity: number | null;
  matchedEntry: EntryRow | null;
};

/** The changes of a memory by a list of writes, in the order in which they are stored. */
export type WriteSet = {
  created: Map<string, EntryRow>;
  changed: Map<string, EntryRow>;
  /** The statements, by the id of their entry, whose chunks become the past before new ones are inserted. */
  cleared: Map<string, number[]>;
  /** Ids of changed entries whose kind or expiry has changed. */
  refiled: Set<string>;
  /** Statements whose chunks are inserted after the existing chunks of their entry. */
  added: AddedText[];
  revisions: NewRevision[];
  events: EventInput[];
  /** Change of the number of entries that are not deleted. */
  entryCount: number;
  /** Change of the size of their contents. */
  contentBytes: number;
  /** Changes of the entries' shares in the state of the memory's stream. */
  shares: (StreamShare & { entryId: string })[];
};

/** The part of the memory that is needed to decide the writes. */
export type Known = {
  memory: MemoryRow;
  rules: WriteRules;
  /** The statements that hold a text, by the hash of the text. */
  texts: ReadonlyMap<string, readonly Holder[]>;
  /** The nearest chunks of facts, by `TextChunk.embedded` of a new chunk. */
  neighbours: ReadonlyMap<string, readonly Neighbour[]>;
  vectors: Vectors;
  /** All entries to which `texts` and `neighbours` refer. */
  entries: ReadonlyMap<string, EntryRow>;
};

/** The time, the actor and new ids for stored rows. */
export type Stamp = { now: Date; actor: string; newEntryId: () => string };

/** The utility of an entry that no review has changed (Reflect's initial `q_value`). */
export const INITIAL_UTILITY = 0.5;

/** The importance, in 1..10, of an entry that was not rated (Generative Agents). */
const INITIAL_IMPORTANCE = 5;

/** A write set to which writes are added one by one. Each decision takes the earlier writes into account. */
export function createWriteSet(known: Known, stamp: Stamp) {
  const set: WriteSet = {
    created: new Map(),
    changed: new Map(),
    cleared: new Map(),
    refiled: new Set(),
    added: [],
    revisions: [],
    events: [],
    entryCount: 0,
    contentBytes: 0,
    shares: [],
  };
  const building = { set, known, stamp };
  return {
    set,
    write: (write: TextWrite) => addWrite(building, write),
    revise: (revision: EntryRevision) => addRevision(building, revision),
    add: (made: MadeEntry) => addEntry(building, made),
  };
}

type Building = { set: WriteSet; known: Known; stamp: Stamp };

function addWrite(building: Building, write: TextWrite): Outcome {
  const { set, known } = building;
  if (write.kind !== 'FACT') return create(building, write, null);
  const { hash, chunks } = write.text;
  // A text is not added to an entry that it replaces.
  const isKept = ({ entryId }: { entryId: string }) => !write.supersedes.includes(entryId);
  const written = {
    text: write.text.text,
    metadata: write.metadata,
    holders: holdersOf(building, hash).filter(isKept),
    probes: chunks.map((chunk) => neighboursOf(building, chunk).filter(isKept)),
  };
  const decision = decide(written, known.rules, (id) => entryNow(set, id, known));
  if (decision.action === 'CREATED') return create(building, write, decision.nearest);
  const { nearest, statement } = decision;
  const before = entryNow(set, nearest.entryId, known);
  if (statement !== null) return restate(building, write, { ...decision, before, statement });
  if (!fits(before, write)) return create(building, write, nearest);
  return merge(building, write, { before, ...nearest });
}

function create({ set, known, stamp }: Building, write: TextWrite, nearest: Match | null): Outcome {
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
  set.added.push({ entry, statement, text });
  set.entryCount += 1;
  set.contentBytes += contentBytesOf(entry);
  set.events.push(textEvent('ENTRY_CREATED', { memory, entry, write, before: null }));
  return { action: 'CREATED', entry, similarity: nearest?.similarity ?? null, matchedEntry };
}

function givenBy({ text, source, metadata, context, occurredAt }: TextWrite) {
  return { text: text.text, source, metadata, context, occurredAt };
}

type MergeInto = { before: EntryRow; similarity: number };

/** Adds a text to an entry as its newest statement. */
function merge(building: Building, write: TextWrite, { before, similarity }: MergeInto): Outcome {
  const { set, known, stamp } = building;
  const statement = newStatement(givenBy(write), { number: before.nextStatement, ...stamp });
  const entry: EntryRow = {
    ...before,
    ...withStatements([...before.statements, statement]),
    nextStatement: before.nextStatement + 1,
    ...changedBy(before, stamp),
  };
  put(set, entry);
  set.added.push({ entry, statement, text: write.text });
  set.contentBytes += contentBytesOf(entry) - contentBytesOf(before);
  set.revisions.push(revisionOf({ before, after: entry, change: 'MERGED', stamp, similarity }));
  const { memory } = known;
  set.events.push(textEvent('ENTRY_MERGED', { memory, entry, write, before: before.metadata }));
  return { action: 'UPDATED', entry, similarity, matchedEntry: before };
}

type RestateIn = {
  action: Exclude<Decision['action'], 'CREATED'>;
  before: EntryRow;
  statement: number;
  nearest: Match;
};

/** Counts a text that its entry says already. UPDATED makes it the newest statement, with its new metadata. */
function restate(building: Building, write: TextWrite, given: RestateIn): Outcome {
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
        : [...others, ...again],
    ),
    ...(isSkipped ? {} : changedBy(before, stamp)),
  };
  put(set, entry);
  const { similarity } = nearest;
  if (isSkipped) {
    set.events.push(textEvent('ENTRY_SKIPPED', { memory, entry, write, before: null }));
  } else {
    const change = 'RESTATED' as const;
    set.revisions.push(revisionOf({ before, after: entry, change, stamp, similarity }));
    set.events.push(textEvent('ENTRY_MERGED', { memory, entry, write, before: before.metadata }));
  }
  return { action, entry, similarity, matchedEntry: before };
}

/** Stores the state of an entry after a change. */
function put(set: WriteSet, entry: EntryRow): void {
  (set.created.has(entry.id) ? set.created : set.changed).set(entry.id, entry);
}

function changedBy(before: EntryRow, { now, actor }: Stamp) {
  return { revision: before.revision + 1, updatedBy: actor, updatedAt: now };
}

/** @throws CONFLICT if another entry of the memory holds one of the texts */
function addRevision(building: Building, revision: EntryRevision): Outcome {
  const { set, known, stamp } = building;
  const { entry: before, draft, texts } = revision;
  const isDeleted = draft.deletedAt !== null;
  const isRestored = before.deletedAt !== null && !isDeleted;
  const after: EntryRow = {
    ...before,
    ...draft,
    ...withStatements(draft.statements),
    // A restored entry does not expire.
    ...(isRestored ? { expiresAt: null, purgeAt: null } : {}),
    ...changedBy(before, stamp),
  };
  if (after.kind === 'FACT') requireUnheld(building, before, { after, texts });
  set.changed.set(after.id, after);
  const cleared = clearedBy(revision);
  if (cleared.length > 0) set.cleared.set(after.id, cleared);
  set.added.push(...addedTo(after, texts));
  if (isRefiled(before, after)) set.refiled.add(after.id);
  set.entryCount += Number(before.deletedAt !== null) - Number(isDeleted);
  set.contentBytes += storedBytesOf(after) - storedBytesOf(before);
  // A deletion leaves the stream's state as it is: the observation was made.
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

/** Adds an entry whose statements another entry has said before. It is not compared with what is known. */
function addEntry({ set, known, stamp }: Building, { entry: made, texts }: MadeEntry): Outcome {
  const { now, actor } = stamp;
  const entry = { ...made, createdAt: now, updatedAt: now, createdBy: actor, updatedBy: actor };
  set.created.set(entry.id, entry);
  set.added.push(...addedTo(entry, texts));
  set.entryCount += 1;
  set.contentBytes += contentBytesOf(entry);
  set.shares.push(...sharesOf([entry]));
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

function isRefiled(before: EntryRow, after: EntryRow): boolean {
  return before.kind !== after.kind || before.expiresAt?.getTime() !== after.expiresAt?.getTime();
}

/** The bytes that an entry adds to the size of its memory. */
function storedBytesOf(entry: EntryRow): number {
  return entry.deletedAt === null ? contentBytesOf(entry) : 0;
}

/** The numbers of the statements that an entry no longer says, or says differently. */
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

/** @throws CONFLICT if another entry holds one of the texts, and no metadata tells them apart */
function requireUnheld(
  building: Building,
  entry: EntryRow,
  { after, texts }: { after: EntryRow } & Pick<EntryRevision, 'texts'>,
): void {
  const { set, known } = building;
  for (const { text } of texts) {
    const other = holdersOf(building, text.hash).find(
      ({ entryId }) =>
        entryId !== entry.id && !conflicts(entryNow(set, entryId, known).metadata, after.metadata),
    );
    if (other) throw textTaken(other.entryId);
  }
}

/** What a change replaced, with which the state before it is found. */
function revisionOf({ before, after, change, stamp, similarity }: RevisionOf): NewRevision {
  const { projectId, id: entryId, revision } = before;
  const { now, actor } = stamp;
  return {
    projectId,
    entryId,
    number: revision + 1,
    ...undoOf(before.statements, after.statements),
    relatedIds: [],
    change,
    similarity,
    actor,
    createdAt: now,
  };
}

type RevisionOf = {
  before: EntryRow;
  after: EntryRow;
  change: NewRevision['change'];
  stamp: Stamp;
  similarity: number | null;
};

function textEvent(
  type: EventType,
  of: { memory: MemoryRow; entry: EntryRow; write: TextWrite; before: Metadata | null },
): EventInput {
  const { memory, entry, write, before } = of;
  const metadata = before === null ? write.metadata : entry.metadata;
  return {
    type,
    memory,
    entryId: entry.id,
    changes: [
      { field: 'content', before: null, after: write.text.text },
      { field: 'metadata', before, after: metadata },
    ],
  };
}

/** The state of an entry after the writes so far. */
function entryNow(set: WriteSet, entryId: string, known: Known): EntryRow {
  const entry = set.changed.get(entryId) ?? set.created.get(entryId) ?? known.entries.get(entryId);
  if (entry === undefined) throw new Error(`Entry ${entryId} was not read`);
  return entry;
}

/** The statements that hold a text, stored or in this set. */
function holdersOf({ set, known }: Building, hash: string): Holder[] {
  const added = set.added.filter(({ entry, text }) => entry.kind === 'FACT' && text.hash === hash);
  return [
    ...(known.texts.get(hash) ?? []).filter((holder) => !isCleared(set, holder)),
    ...added.map(({ entry, statement }) => ({ entryId: entry.id, statement: statement.number })),
  ];
}

function isCleared({ cleared }: WriteSet, { entryId, statement }: Holder): boolean {
  return cleared.get(entryId)?.includes(statement) ?? false;
}

/** The chunks of facts that are near a new chunk, including chunks of earlier writes of this set. */
function neighboursOf({ set, known }: Building, { embedded }: TextChunk): Neighbour[] {
  const stored = known.neighbours.get(embedded) ?? [];
  const facts = set.added.filter(({ entry }) => entry.kind === 'FACT');
  if (facts.length === 0) return stored.filter((near) => !isCleared(set, near));
  const vector = known.vectors.get(embedded);
  if (vector === undefined) return [...stored];
  const added = facts.flatMap(({ entry, statement, text }) =>
    text.chunks.map((other) => ({
      entryId: entry.id,
      statement: statement.number,
      similarity: cosineSimilarity(vector, vectorOf(known.vectors, other.embedded)),
    })),
  );
  return [...stored.filter((near) => !isCleared(set, near)), ...added];
}

/** Whether an entry remains within its size limits when a text is merged into it. */
function fits(entry: EntryRow, { text, metadata }: TextWrite): boolean {
  if (!isMetadataSize({ ...entry.metadata, ...metadata })) return false;
  const bytes = Buffer.byteLength(contentOf(entry)) + 1 + Buffer.byteLength(text.text);
  return bytes <= MAX_CONTENT_BYTES;
}
