import type { EntryRow, MemoryRow, NewRevision } from '../db/rows.ts';
import type { Lesson, Metadata } from '../db/tables.ts';
import type { Happening } from '../events/transact.ts';
import { isMetadataSize, MAX_CONTENT_BYTES } from '../input.ts';
import type { Thresholds } from '../projects/settings.ts';
import { cosine } from './cosine.ts';
import { type Decision, decide, type Neighbour } from './decide.ts';
import { type Passage, type Vectors, vectorOf } from './embed-passages.ts';
import { contentOf } from './find-entries.ts';

export type Write = {
  passage: Passage;
  kind: EntryRow['kind'];
  source: EntryRow['source'];
  metadata: Metadata;
  /** For a reflection on a run: its structured part. */
  lesson: Lesson | null;
  /** For what a memory stream takes in. */
  stream?: StreamFields;
};

export type StreamFields = Pick<
  EntryRow,
  'importance' | 'importanceParts' | 'depth' | 'occurredAt' | 'expiresAt'
>;

/** What a write did, or would do. `similarity` is that of `matchedEntry`, the nearest before the write. */
export type Outcome = {
  action: Decision['action'];
  entry: EntryRow;
  similarity: number | null;
  matchedEntry: EntryRow | null;
};

/** All that a list of writes changes, in the order in which it is to be stored. */
export type Plan = {
  outcomes: Outcome[];
  created: Map<string, EntryRow>;
  merged: Map<string, EntryRow>;
  passages: { entry: EntryRow; passage: Passage }[];
  revisions: NewRevision[];
  happenings: Happening[];
};

/** What the memory holds, as far as the writes concern it. */
export type Known = {
  memory: MemoryRow;
  thresholds: Thresholds;
  /** Entry by hash of its texts. */
  texts: ReadonlyMap<string, string>;
  /** Nearest chunks by text of a new chunk. */
  neighbours: ReadonlyMap<string, readonly Neighbour[]>;
  vectors: Vectors;
  /** Every entry that `texts` and `neighbours` name. */
  entries: ReadonlyMap<string, EntryRow>;
};

/** What is known of the use of an entry that no review has touched. */
export const INITIAL_UTILITY = 0.5;

type Stamp = { now: Date; actor: string; newEntryId: () => string };

/** Decides writes one after another, each seeing what the ones before it did. Pure but for the new ids. */
export function planWrites(writes: readonly Write[], known: Known, stamp: Stamp): Plan {
  const plan: Plan = {
    outcomes: [],
    created: new Map(),
    merged: new Map(),
    passages: [],
    revisions: [],
    happenings: [],
  };
  for (const write of writes) plan.outcomes.push(planWrite(plan, write, known, stamp));
  return plan;
}

function planWrite(plan: Plan, write: Write, known: Known, stamp: Stamp): Outcome {
  if (write.kind !== 'FACT') return create(plan, write, known, stamp, null);
  const twin = findText(plan, write.passage.hash, known);
  if (twin !== null) return skip(plan, write, known, { entryId: twin, similarity: 1 });
  const probes = write.passage.chunks.map((text) => ({
    text,
    neighbours: [...(known.neighbours.get(text) ?? []), ...newNeighbours(plan, text, known)],
  }));
  const decision = decide(probes, known.thresholds);
  if (decision.action === 'SKIPPED') return skip(plan, write, known, decision.nearest);
  if (decision.action === 'UPDATED' && fits(plan, decision.target, write, known)) {
    return merge(plan, write, known, stamp, decision.nearest);
  }
  return create(plan, write, known, stamp, decision.nearest);
}

type Match = { entryId: string; similarity: number };

function create(
  plan: Plan,
  write: Write,
  known: Known,
  { now, newEntryId }: Stamp,
  nearest: Match | null,
): Outcome {
  const entry: EntryRow = {
    projectId: known.memory.projectId,
    id: newEntryId(),
    memoryId: known.memory.id,
    kind: write.kind,
    source: write.source,
    passages: [write.passage.text],
    metadata: write.metadata,
    lesson: write.lesson,
    revision: 0,
    utility: INITIAL_UTILITY,
    reviewCount: 0,
    importance: 5,
    importanceParts: null,
    depth: 0,
    occurredAt: null,
    expiresAt: null,
    purgeAt: null,
    ...write.stream,
    accessCount: 0,
    lastAccessedAt: null,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  };
  const matchedEntry = nearest && entryNow(plan, nearest.entryId, known);
  plan.created.set(entry.id, entry);
  plan.passages.push({ entry, passage: write.passage });
  plan.happenings.push({
    type: 'ENTRY_CREATED',
    memory: known.memory,
    entryId: entry.id,
    changes: [
      { field: 'content', before: null, after: write.passage.text },
      { field: 'metadata', before: null, after: write.metadata },
    ],
  });
  return { action: 'CREATED', entry, similarity: nearest?.similarity ?? null, matchedEntry };
}

function merge(
  plan: Plan,
  write: Write,
  known: Known,
  { now, actor }: Stamp,
  { entryId, similarity }: Match,
): Outcome {
  const before = entryNow(plan, entryId, known);
  const entry: EntryRow = {
    ...before,
    passages: [...before.passages, write.passage.text],
    metadata: { ...before.metadata, ...write.metadata },
    revision: before.revision + 1,
    updatedAt: now,
  };
  (plan.created.has(entryId) ? plan.created : plan.merged).set(entryId, entry);
  plan.passages.push({ entry, passage: write.passage });
  plan.revisions.push({
    projectId: entry.projectId,
    entryId,
    number: entry.revision,
    passages: before.passages,
    metadata: before.metadata,
    change: 'MERGED',
    similarity,
    actor,
    createdAt: now,
  });
  plan.happenings.push({
    type: 'ENTRY_MERGED',
    memory: known.memory,
    entryId,
    changes: [
      { field: 'content', before: null, after: write.passage.text },
      { field: 'metadata', before: before.metadata, after: entry.metadata },
    ],
  });
  return { action: 'UPDATED', entry, similarity, matchedEntry: before };
}

function skip(plan: Plan, write: Write, known: Known, { entryId, similarity }: Match): Outcome {
  const entry = entryNow(plan, entryId, known);
  plan.happenings.push({
    type: 'ENTRY_SKIPPED',
    memory: known.memory,
    entryId,
    changes: [
      { field: 'content', before: null, after: write.passage.text },
      { field: 'metadata', before: null, after: write.metadata },
    ],
  });
  return { action: 'SKIPPED', entry, similarity, matchedEntry: entry };
}

/** The entry as the writes so far have left it. */
function entryNow(plan: Plan, entryId: string, known: Known): EntryRow {
  const entry = plan.merged.get(entryId) ?? plan.created.get(entryId) ?? known.entries.get(entryId);
  if (entry === undefined) throw new Error(`Entry ${entryId} was not read`);
  return entry;
}

function findText(plan: Plan, hash: string, known: Known): string | null {
  const added = plan.passages.find(
    ({ entry, passage }) => entry.kind === 'FACT' && passage.hash === hash,
  );
  return known.texts.get(hash) ?? added?.entry.id ?? null;
}

/** The chunks that earlier writes of this plan added, compared with a new one. */
function newNeighbours(plan: Plan, text: string, { vectors }: Known): Neighbour[] {
  const vector = vectorOf(vectors, text);
  return plan.passages
    .filter(({ entry }) => entry.kind === 'FACT')
    .flatMap(({ entry, passage }) =>
      passage.chunks.map((chunk) => ({
        entryId: entry.id,
        text: chunk,
        similarity: cosine(vector, vectorOf(vectors, chunk)),
      })),
    );
}

/** Whether the merged entry would keep within the sizes of an entry. */
function fits(plan: Plan, entryId: string, { passage, metadata }: Write, known: Known): boolean {
  const entry = entryNow(plan, entryId, known);
  if (!isMetadataSize({ ...entry.metadata, ...metadata })) return false;
  const content = contentOf(entry);
  return Buffer.byteLength(content) + 1 + Buffer.byteLength(passage.text) <= MAX_CONTENT_BYTES;
}
