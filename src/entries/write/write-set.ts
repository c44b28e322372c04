import { unitVector } from '../../db/embedding-space.ts';
import type { Holder } from '../../db/held-texts.ts';
import type { EntryRow, MemoryRow, NewRevision } from '../../db/rows.ts';
import type { Metadata } from '../../db/tables/columns.ts';
import type { Lesson } from '../../db/tables/entries.ts';
import type { EventType } from '../../db/tables/events.ts';
import type { EventInput } from '../../events/transact.ts';
import type { WriteRules } from '../../memories/write-rules.ts';
import type { EntryDraft } from '../entry-draft.ts';
import { undoOf } from '../statements.ts';
import type { StreamShare } from '../stream-share.ts';
import type { Decision, Neighbour } from './decide.ts';
import { type AddedText, type ChunkedText, type Vectors, vectorOf } from './embed-texts.ts';

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
  draft: EntryDraft;
  change: NewRevision['change'];
  event: EventType;
  texts: readonly { number: number; text: ChunkedText }[];
  relatedIds?: string[];
};

/** A new entry that is made of statements of a stored one. */
export type MadeEntry = { entry: EntryRow } & Pick<EntryRevision, 'texts'>;

/** The outcome of a write. `similarity` is that of `matchedEntry`, the nearest entry before the write. */
export type WriteOutcome = {
  action: Decision['action'];
  entry: EntryRow;
  similarity: number | null;
  matchedEntry: EntryRow | null;
};

/** An outcome with the rules that applied to it. */
export type Written = WriteOutcome & { rules: WriteRules };

/** A chunk of a fact that a write has added, with its unit vector. */
export type AddedChunk = { entryId: string; statement: number; vector: Float32Array };

/** The changes of a memory by a list of writes, in the order in which they are stored. */
export type WriteSet = {
  created: Map<string, EntryRow>;
  changed: Map<string, EntryRow>;
  /** By the id of the entry, the statements whose chunks are ended (`endChunks`) before new ones are inserted. */
  cleared: Map<string, number[]>;
  /** Ids of entries whose kind or expiry has changed. Their chunks have copies of both (`updateChunks`). */
  withOutdatedChunks: Set<string>;
  /** Statements whose chunks are inserted after the existing chunks of their entry (`addTexts`). */
  added: AddedText[];
  /** The chunks of the added facts, with which later texts are compared. */
  addedChunks: AddedChunk[];
  revisions: NewRevision[];
  events: EventInput[];
  /** Change of the number of entries that are not deleted. */
  entryCount: number;
  /** Change of the total size of their contents, in bytes. */
  contentBytes: number;
  /** Changes of the entries' shares in the state of the memory's stream. */
  shares: (StreamShare & { entryId: string })[];
};

/** The chunks of facts nearest to a new chunk, and the nearest chunk of each statement of their entries. */
export type LoadedNeighbours = { chunks: readonly Neighbour[]; statements: Neighbour[] };

/** The part of the memory that is needed to decide the writes. */
export type LoadedMemory = {
  memory: MemoryRow;
  /** The statements that hold a text, by the hash of the text. */
  texts: ReadonlyMap<string, readonly Holder[]>;
  /** The neighbours of a new chunk, by its `TextChunk.embedded`. */
  neighbours: ReadonlyMap<string, LoadedNeighbours>;
  vectors: Vectors;
  /** All entries to which `texts` and `neighbours` refer, and those that the writes revise or supersede. */
  entries: ReadonlyMap<string, EntryRow>;
  /** The ids of the stored entries that change together. */
  together: ReadonlySet<string>;
  /**
   * Earlier writes to the memory that are still being stored, so that what was loaded does not contain them. Null if
   * there are none.
   */
  before: WriteSet | null;
};

/** The time, the actor and new ids for stored rows. */
export type Stamp = { now: Date; actor: string; newEntryId: () => string };

/** The rules of a write, and what is stored with it. */
export type RulesAndStamp = { rules: WriteRules; stamp: Stamp };

/** A write set under construction, what was read of the memory, and the rules and stamp of the next write. */
export type Building = { set: WriteSet; known: LoadedMemory } & RulesAndStamp;

/** A write set, and what was read of the memory. */
export type ComparedSet = Pick<Building, 'set' | 'known'>;

/** Whether a set writes nothing. */
export function isEmpty({ created, changed }: WriteSet): boolean {
  return created.size === 0 && changed.size === 0;
}

/** Stores the state of an entry after a change. */
export function put(set: WriteSet, entry: EntryRow): void {
  (set.created.has(entry.id) ? set.created : set.changed).set(entry.id, entry);
}

/** The columns that every change of an entry sets. */
export function changedBy(before: EntryRow, { now, actor }: Stamp) {
  return { revision: before.revision + 1, updatedBy: actor, updatedAt: now };
}

/** The revision of a change, which stores what the change replaced. */
export function revisionOf({
  before,
  after,
  change,
  stamp,
  similarity,
}: RevisionInput): NewRevision {
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

type RevisionInput = {
  before: EntryRow;
  after: EntryRow;
  change: NewRevision['change'];
  stamp: Stamp;
  similarity: number | null;
};

/** The state of an entry after the writes so far. */
export function entryNow(set: WriteSet, entryId: string, known: LoadedMemory): EntryRow {
  const written = [set, known.before].flatMap(
    (one) => one?.changed.get(entryId) ?? one?.created.get(entryId) ?? [],
  );
  const entry = written[0] ?? known.entries.get(entryId);
  if (entry === undefined) throw new Error(`Entry ${entryId} was not read`);
  return entry;
}

/** Adds statements with their chunks. */
export function addTexts({ set, known }: ComparedSet, added: readonly AddedText[]): void {
  for (const { entry, statement, text } of added) {
    set.added.push({ entry, statement, text });
    for (const { embedded } of entry.kind === 'FACT' ? text.chunks : []) {
      const vector = unitVector(vectorOf(known.vectors, embedded));
      set.addedChunks.push({ entryId: entry.id, statement: statement.number, vector });
    }
  }
}

/** The statements that hold a text: those that are stored, and those of earlier writes. */
export function holdersOf({ set, known }: ComparedSet, hash: string): Holder[] {
  const added = [...(known.before?.added ?? []), ...set.added].filter(
    ({ entry, text }) => entry.kind === 'FACT' && text.hash === hash,
  );
  return [
    ...(known.texts.get(hash) ?? []).filter((holder) => !isCleared(set, holder)),
    ...added.map(({ entry, statement }) => ({ entryId: entry.id, statement: statement.number })),
  ];
}

/** Whether the writes so far remove or replace a statement, whose chunks they end. */
export function isCleared({ cleared }: WriteSet, { entryId, statement }: Holder): boolean {
  return cleared.get(entryId)?.includes(statement) ?? false;
}
