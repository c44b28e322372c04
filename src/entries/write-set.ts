import { cosineSimilarity } from '../db/embedding-space.ts';
import type { EntryRow, MemoryRow, NewRevision } from '../db/rows.ts';
import type { EventType, Lesson, Metadata } from '../db/tables.ts';
import { onlyChanged } from '../events/field-changes.ts';
import type { EventInput } from '../events/transact.ts';
import { isMetadataSize, MAX_CONTENT_BYTES } from '../input.ts';
import type { Thresholds } from '../projects/settings.ts';
import { textTaken } from './conflicts.ts';
import { type Decision, decide, type Match, type Neighbour } from './decide.ts';
import { type ChunkedText, type Vectors, vectorOf } from './embed-texts.ts';
import { contentBytesOf, contentOf, type Draft } from './entries.ts';
import { changeOfShare, type StreamShare } from './stream-share.ts';

/** A text to write. */
export type TextWrite = {
  text: ChunkedText;
  kind: EntryRow['kind'];
  source: EntryRow['source'];
  metadata: Metadata;
  /** The structured part of a reflection on a trace. */
  lesson: Lesson | null;
  /** Set for observations, plans and insights of a memory stream. */
  stream?: StreamFields;
};

export type StreamFields = Pick<
  EntryRow,
  'importance' | 'importanceParts' | 'depth' | 'occurredAt' | 'expiresAt'
>;

/** A change of one stored entry. `texts` is null if its searchable text does not change. */
export type EntryRevision = {
  entry: EntryRow;
  draft: Draft;
  change: NewRevision['change'];
  event: EventType;
  texts: ChunkedText[] | null;
};

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
  /** Ids of entries whose chunks are deleted before new chunks are inserted. */
  cleared: Set<string>;
  /** Ids of changed entries whose kind or expiry has changed. */
  refiled: Set<string>;
  /** Texts whose chunks are inserted after the existing chunks of their entry. */
  added: { entry: EntryRow; text: ChunkedText }[];
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
  thresholds: Thresholds;
  /** Id of the entry that holds a text, by the hash of the text. */
  texts: ReadonlyMap<string, string>;
  /** The nearest chunks of facts, by the text of a new chunk. */
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
    cleared: new Set(),
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
  };
}

type Building = { set: WriteSet; known: Known; stamp: Stamp };

function addWrite(building: Building, write: TextWrite): Outcome {
  const { set, known } = building;
  if (write.kind !== 'FACT') return create(building, write, null);
  const { hash, chunks } = write.text;
  const holder = holderOf(building, hash);
  if (holder !== null) return skip(building, write, { entryId: holder, similarity: 1 });
  const probes = chunks.map((text) => ({ text, neighbours: neighboursOf(building, text) }));
  const decision = decide(probes, known.thresholds);
  if (decision.action === 'SKIPPED') return skip(building, write, decision.nearest);
  if (decision.action === 'UPDATED') {
    const before = entryNow(set, decision.nearest.entryId, known);
    if (fits(before, write)) return merge(building, write, { before, ...decision.nearest });
  }
  return create(building, write, decision.nearest);
}

function create({ set, known, stamp }: Building, write: TextWrite, nearest: Match | null): Outcome {
  const { memory } = known;
  const { text, kind, source, metadata, lesson, stream } = write;
  const entry: EntryRow = {
    projectId: memory.projectId,
    id: stamp.newEntryId(),
    memoryId: memory.id,
    kind,
    source,
    passages: [text.text],
    metadata,
    lesson,
    revision: 0,
    utility: INITIAL_UTILITY,
    reviewCount: 0,
    importance: INITIAL_IMPORTANCE,
    importanceParts: null,
    depth: 0,
    occurredAt: null,
    expiresAt: null,
    purgeAt: null,
    ...stream,
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
  set.added.push({ entry, text });
  set.entryCount += 1;
  set.contentBytes += contentBytesOf(entry);
  set.events.push(textEvent('ENTRY_CREATED', { memory, entry, write, before: null }));
  return { action: 'CREATED', entry, similarity: nearest?.similarity ?? null, matchedEntry };
}

type MergeInto = { before: EntryRow; similarity: number };

function merge(
  { set, known, stamp }: Building,
  write: TextWrite,
  { before, similarity }: MergeInto,
): Outcome {
  const entry: EntryRow = {
    ...before,
    passages: [...before.passages, write.text.text],
    metadata: { ...before.metadata, ...write.metadata },
    revision: before.revision + 1,
    updatedBy: stamp.actor,
    updatedAt: stamp.now,
  };
  (set.created.has(entry.id) ? set.created : set.changed).set(entry.id, entry);
  set.added.push({ entry, text: write.text });
  set.contentBytes += contentBytesOf(entry) - contentBytesOf(before);
  set.revisions.push(revisionOf(before, 'MERGED', stamp, similarity));
  const { memory } = known;
  set.events.push(textEvent('ENTRY_MERGED', { memory, entry, write, before: before.metadata }));
  return { action: 'UPDATED', entry, similarity, matchedEntry: before };
}

function skip({ set, known }: Building, write: TextWrite, { entryId, similarity }: Match): Outcome {
  const entry = entryNow(set, entryId, known);
  const { memory } = known;
  set.events.push(textEvent('ENTRY_SKIPPED', { memory, entry, write, before: null }));
  return { action: 'SKIPPED', entry, similarity, matchedEntry: entry };
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
    // A restored entry does not expire.
    ...(isRestored ? { expiresAt: null, purgeAt: null } : {}),
    revision: before.revision + 1,
    updatedBy: stamp.actor,
    updatedAt: stamp.now,
  };
  if (after.kind === 'FACT') requireUnheld(building, before, texts ?? []);
  set.changed.set(after.id, after);
  if (texts !== null || isDeleted) set.cleared.add(after.id);
  if (isRefiled(before, after)) set.refiled.add(after.id);
  for (const text of texts ?? []) set.added.push({ entry: after, text });
  set.entryCount += Number(before.deletedAt !== null) - Number(isDeleted);
  set.contentBytes += storedBytesOf(after) - storedBytesOf(before);
  // A deletion leaves the stream's state as it is: the observation was made.
  const share = changeOfShare(before, after);
  if (share !== null) set.shares.push({ ...share, entryId: after.id });
  set.revisions.push(revisionOf(before, revision.change, stamp, null));
  set.events.push({
    type: revision.event,
    memory: known.memory,
    entryId: after.id,
    changes: onlyChanged([
      { field: 'content', before: contentOf(before), after: contentOf(after) },
      { field: 'metadata', before: before.metadata, after: after.metadata },
      { field: 'kind', before: before.kind, after: after.kind },
      { field: 'importance', before: before.importance, after: after.importance },
      { field: 'occurredAt', before: before.occurredAt, after: after.occurredAt },
      { field: 'expiresAt', before: before.expiresAt, after: after.expiresAt },
      { field: 'deletedAt', before: before.deletedAt, after: after.deletedAt },
    ]),
  });
  return { action: 'UPDATED', entry: after, similarity: null, matchedEntry: before };
}

function isRefiled(before: EntryRow, after: EntryRow): boolean {
  return before.kind !== after.kind || before.expiresAt?.getTime() !== after.expiresAt?.getTime();
}

/** The bytes that an entry adds to the size of its memory. */
function storedBytesOf(entry: EntryRow): number {
  return entry.deletedAt === null ? contentBytesOf(entry) : 0;
}

function requireUnheld(building: Building, entry: EntryRow, texts: readonly ChunkedText[]): void {
  const holders = texts.map(({ hash }) => holderOf(building, hash));
  const other = holders.find((id) => id !== null && id !== entry.id);
  if (other) throw textTaken(other);
}

/** The revision with the state of an entry before a change. */
function revisionOf(
  before: EntryRow,
  change: NewRevision['change'],
  { now, actor }: Stamp,
  similarity: number | null,
): NewRevision {
  const { projectId, id: entryId, passages, metadata, revision } = before;
  const kept = { passages, metadata, change, similarity, actor, createdAt: now };
  return { projectId, entryId, number: revision + 1, ...kept };
}

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

/** Id of the entry that holds a text, stored or in this set. */
function holderOf({ set, known }: Building, hash: string): string | null {
  const added = set.added.find(({ entry, text }) => entry.kind === 'FACT' && text.hash === hash);
  const stored = known.texts.get(hash);
  if (stored !== undefined && !set.cleared.has(stored)) return stored;
  return added?.entry.id ?? null;
}

/** The chunks of facts that are near a new chunk, including chunks of earlier writes of this set. */
function neighboursOf({ set, known }: Building, chunk: string): Neighbour[] {
  const vector = vectorOf(known.vectors, chunk);
  const stored = known.neighbours.get(chunk) ?? [];
  const added = set.added
    .filter(({ entry }) => entry.kind === 'FACT')
    .flatMap(({ entry, text }) =>
      text.chunks.map((other) => ({
        entryId: entry.id,
        text: other,
        similarity: cosineSimilarity(vector, vectorOf(known.vectors, other)),
      })),
    );
  return [...stored.filter(({ entryId }) => !set.cleared.has(entryId)), ...added];
}

/** Whether an entry remains within its size limits when a text is merged into it. */
function fits(entry: EntryRow, { text, metadata }: TextWrite): boolean {
  if (!isMetadataSize({ ...entry.metadata, ...metadata })) return false;
  const bytes = Buffer.byteLength(contentOf(entry)) + 1 + Buffer.byteLength(text.text);
  return bytes <= MAX_CONTENT_BYTES;
}
