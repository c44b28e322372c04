import { selectEntriesByText } from '../db/chunks.ts';
import type { Database } from '../db/database.ts';
import type { Space } from '../db/embedding-space.ts';
import { ANY_ENTRY } from '../db/entry-conditions.ts';
import { searchMethod } from '../db/hnsw-index.ts';
import type { EntryRow } from '../db/rows.ts';
import {
  type ChunkScope,
  findNearestChunks,
  findNearestOfEntries,
  isWhole,
} from '../db/vector-search.ts';
import type { Neighbour } from './decide.ts';
import {
  type ChunkedText,
  type Prepared,
  type PreparedWrite,
  type Vectors,
  vectorOf,
} from './embed-texts.ts';
import { selectEntriesByIds } from './queries.ts';
import type { Known } from './write-set.ts';

/** Neighbours of a chunk that are compared. The second nearest can hold a value that the nearest lacks. */
const NEIGHBOURS = 5;

/**
 * The `hnsw.ef_search` of writes. With 40, the decision equalled that of an exact search in 1,000 of 1,000
 * cases, among 10,000 and among 50,000 entries (`bench/agreement.ts`).
 */
const EF_SEARCH = 40;

type Loaded = Pick<Known, 'texts' | 'neighbours' | 'entries'>;
type Writes = readonly PreparedWrite[];

/** Reads the entries of a memory that are needed to decide the writes: same texts and neighbours. */
export async function loadKnown(
  db: Database,
  { projectId, memoryId }: { projectId: string; memoryId: string },
  { space, vectors, chunkCount }: Prepared,
  writes: Writes,
): Promise<Loaded> {
  const texts = writes.flatMap(factTextsOf);
  const compared = writes.flatMap((write) => (write.type === 'TEXT' ? factTextsOf(write) : []));
  const chunks = [...new Set(compared.flatMap((text) => text.chunks))].filter((chunk) =>
    vectors.has(chunk),
  );
  const scope = comparedChunks({ projectId, memoryId }, space);
  const [held, found] = await Promise.all([
    selectEntriesByText(db, { projectId, memoryId }, { space, hashes: texts.map((t) => t.hash) }),
    findNearestChunks(db, scope, {
      vectors: chunks.map((chunk) => vectorOf(vectors, chunk)),
      limit: NEIGHBOURS,
      method: searchMethod(space, chunkCount),
      efSearch: EF_SEARCH,
    }),
  ]);
  const neighbours = new Map<string, Neighbour[]>(
    chunks.map((chunk, i) => [chunk, found[i] ?? []]),
  );
  for (const text of compared) {
    if (text.chunks.length > 1) await addWholeEntries(db, scope, { text, vectors, neighbours });
  }
  const read = new Map(
    found.flat().flatMap(({ entry }) => (entry && isWhole(entry) ? [[entry.id, entry]] : [])),
  );
  const revised = writes.flatMap((write) => (write.type === 'REVISION' ? [write.entry.id] : []));
  const named = [...held.values(), ...[...neighbours.values()].flat().map((near) => near.entryId)];
  const entries = await addNamed(db, projectId, read, [...named, ...revised]);
  return { texts: held, neighbours, entries };
}

/** The chunks with which a written text is compared: those of the facts of its memory. */
export function comparedChunks(
  { projectId, memoryId }: { projectId: string; memoryId: string },
  space: Space,
): ChunkScope {
  return {
    projectId,
    space,
    memoryIds: [memoryId],
    withoutMemoryIds: [],
    conditions: { ...ANY_ENTRY, kinds: ['FACT'] },
    hasLesson: false,
    at: null,
    maxDepth: null,
  };
}

/** The texts whose hash must be unique in the memory. */
function factTextsOf(write: Writes[number]): readonly ChunkedText[] {
  if (write.type === 'TEXT') return write.kind === 'FACT' ? [write.text] : [];
  return write.draft.kind === 'FACT' ? (write.texts ?? []) : [];
}

/**
 * Compares every chunk of a text with every entry that is near to any of its chunks. The nearest neighbours
 * alone do not suffice: for a chunk of boilerplate, they can all belong to other entries.
 */
async function addWholeEntries(
  db: Database,
  scope: ChunkScope,
  { text, vectors, neighbours }: WholeEntries,
): Promise<void> {
  const chunks = text.chunks.filter((chunk) => vectors.has(chunk));
  const near = chunks.flatMap((chunk) => neighbours.get(chunk) ?? []);
  const found = await findNearestOfEntries(db, scope, {
    vectors: chunks.map((chunk) => vectorOf(vectors, chunk)),
    entryIds: [...new Set(near.map((neighbour) => neighbour.entryId))],
  });
  for (const [i, chunk] of chunks.entries()) {
    neighbours.set(chunk, [...(neighbours.get(chunk) ?? []), ...(found[i] ?? [])]);
  }
}

type WholeEntries = {
  text: ChunkedText;
  vectors: Vectors;
  neighbours: Map<string, Neighbour[]>;
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

/** True if a text must be compared but has no vectors, because the memory no longer holds it. */
export function lacksVectors(writes: Writes, { texts }: Loaded, vectors: Vectors): boolean {
  return writes.some(
    (write) =>
      write.type === 'TEXT' &&
      factTextsOf(write).some(
        ({ hash, chunks }) => !texts.has(hash) && !chunks.every((chunk) => vectors.has(chunk)),
      ),
  );
}
