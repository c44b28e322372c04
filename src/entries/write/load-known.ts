import type { Cached } from '../../chunk-cache/read-chunks.ts';
import type { ChunkScope } from '../../db/chunk-scope.ts';
import type { Database } from '../../db/database.ts';
import type { Space } from '../../db/embedding-space.ts';
import { type Holder, selectHolders } from '../../db/held-texts.ts';
import type { EntryRow } from '../../db/rows.ts';
import { findNearestOfStatements } from '../../db/vector-search.ts';
import { selectEntriesByIds } from '../read-queries.ts';
import type { Neighbour } from './decide.ts';
import { type ChunkedText, type Vectors, vectorOf } from './embed-texts.ts';
import {
  comparedChunks,
  type EarlySearch,
  findNear,
  type NearChunk,
  type NearChunks,
  type SearchOfWrites,
} from './find-near.ts';
import { findNearNow } from './near-in-cache.ts';
import { type HashedText, type PreparedWrite, textsToCompare } from './prepare-writes.ts';
import type { LoadedMemory, LoadedNeighbours } from './write-set.ts';

export type Loaded = Pick<LoadedMemory, 'texts' | 'neighbours' | 'entries'>;
type Writes = readonly PreparedWrite[];

/** Reads the statements that hold the texts of writes into memories of a project, by memory and hash. */
export function readHolders(
  db: Database,
  projectId: string,
  { space, writes }: { space: Space; writes: readonly { memoryId: string; writes: Writes }[] },
): Promise<ReadonlyMap<string, LoadedMemory['texts']>> {
  const texts = writes.flatMap(({ memoryId, writes: own }) =>
    own.flatMap(factTextsOf).map(({ hash }) => ({ memoryId, hash })),
  );
  return selectHolders(db, projectId, { space, texts });
}

type NeighbourSearch = SearchOfWrites & {
  earlySearch: EarlySearch | null;
  /**
   * Resolves to the updated cached chunks, or to null if too many entries have changed. Null if the texts are to be
   * compared in the database.
   */
  current: Promise<Cached | null> | null;
  /** From `readHolders`. It is sent together with the search. */
  holders: Promise<ReadonlyMap<string, LoadedMemory['texts']>>;
};

/** Reads the entries of a memory that decide the writes: those with the same texts, and the neighbours. */
export async function loadKnown(
  db: Database,
  inMemory: { projectId: string; memoryId: string },
  { holders, current, ...search }: NeighbourSearch,
  writes: Writes,
): Promise<Loaded> {
  const { space, vectors, earlySearch } = search;
  const chunks = comparedOf(writes, vectors);
  const findInDatabase = () => findNear(db, inMemory, search, chunks);
  const [allHeld, near] = await Promise.all([
    holders,
    current?.then((cached) =>
      cached
        ? findNearNow(cached, inMemory, { space, vectors, chunks, earlySearch })
        : findInDatabase(),
    ) ?? findInDatabase(),
  ]);
  const held = allHeld.get(inMemory.memoryId) ?? new Map<string, Holder[]>();
  const { neighbours, entries: read } = loadedOf(near);
  const found = [...near.values()].flat();
  const changed = writes.flatMap(changedIdsOf);
  const holding = [...held.values()].flat().map(({ entryId }) => entryId);
  const named = [...holding, ...found.map(({ entryId }) => entryId), ...changed];
  const entries = await addNamed(db, inMemory.projectId, read, named);
  const scope = comparedChunks(inMemory, space);
  await Promise.all(
    newFacts(writes).map((text) =>
      addStatements(db, scope, { text, vectors, neighbours, entries }),
    ),
  );
  return { texts: held, neighbours, entries };
}

/** The neighbours of each new chunk, and the entries that were read together with them. */
export function loadedOf(near: NearChunks) {
  const found = [...near.values()].flat();
  return {
    neighbours: new Map<string, LoadedNeighbours>(
      [...near].map(([chunk, chunks]) => [chunk, { chunks, statements: readStatements(chunks) }]),
    ),
    entries: new Map(found.flatMap(({ entry }) => (entry ? [[entry.id, entry]] : []))),
  };
}

function readStatements(chunks: readonly NearChunk[]): Neighbour[] {
  const ofEntries = new Map(chunks.map(({ entryId, statements }) => [entryId, statements ?? []]));
  return [...ofEntries.values()].flat();
}

/** The embedded chunks of new facts, each once. */
export function comparedOf(writes: Writes, vectors: Vectors): string[] {
  const chunks = newFacts(writes).flatMap((text) => text.chunks.map(({ embedded }) => embedded));
  return [...new Set(chunks)].filter((chunk) => vectors.has(chunk));
}

/** The texts of new facts, which are compared with the facts of the memory. */
function newFacts(writes: Writes): ChunkedText[] {
  return writes.flatMap((write) =>
    write.type === 'TEXT' && write.kind === 'FACT' ? [write.text] : [],
  );
}

/** The ids of the stored entries that a write revises or supersedes. */
function changedIdsOf(write: Writes[number]): readonly string[] {
  if (write.type === 'TEXT') return write.supersedes;
  return write.type === 'REVISION' ? [write.entry.id] : [];
}

/** The texts whose holders are looked for. */
function factTextsOf(write: Writes[number]): readonly HashedText[] {
  if (write.type === 'TEXT') return newFacts([write]);
  if (write.type === 'ENTRY') return [];
  return write.draft.kind === 'FACT' ? textsToCompare(write) : [];
}

/**
 * Compares every chunk of a text with every statement of the entries that are near to any of its chunks. For a
 * text of one chunk and an entry of one statement, the nearest neighbours alone suffice.
 */
async function addStatements(
  db: Database,
  scope: ChunkScope,
  { text, vectors, neighbours, entries }: ComparedNeighbours,
): Promise<void> {
  const embedded = text.chunks.map((chunk) => chunk.embedded).filter((one) => vectors.has(one));
  const found = embedded.flatMap((one) => neighbours.get(one)?.chunks ?? []);
  const readOfEach = embedded.map(
    (one) => new Set(neighbours.get(one)?.statements.map(({ entryId }) => entryId)),
  );
  const isRead = (id: string) => readOfEach.every((read) => read.has(id));
  const near = new Set(found.map(({ entryId }) => entryId));
  const entryIds = [...near].filter(
    (id) =>
      !isRead(id) && (text.chunks.length > 1 || (entries.get(id)?.statements.length ?? 0) > 1),
  );
  const compared = await findNearestOfStatements(db, scope, {
    vectors: embedded.map((one) => vectorOf(vectors, one)),
    entryIds,
  });
  for (const [i, one] of embedded.entries()) {
    neighbours.get(one)?.statements.push(...(compared[i] ?? []));
  }
}

type ComparedNeighbours = {
  text: ChunkedText;
  vectors: Vectors;
  neighbours: ReadonlyMap<string, LoadedNeighbours>;
  entries: ReadonlyMap<string, EntryRow>;
};

/** Adds the named entries to those that were already read. */
async function addNamed(
  db: Database,
  projectId: string,
  read: Map<string, EntryRow>,
  named: readonly string[],
): Promise<Map<string, EntryRow>> {
  const missing = [...new Set(named)].filter((id) => !read.has(id));
  const rows = missing.length > 0 ? await selectEntriesByIds(db, projectId, missing) : [];
  for (const row of rows) read.set(row.id, row);
  return read;
}
