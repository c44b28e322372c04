import { selectHolders } from '../db/chunks.ts';
import type { Database } from '../db/database.ts';
import type { Space } from '../db/embedding-space.ts';
import { ANY_ENTRY } from '../db/entry-conditions.ts';
import type { SearchMethod } from '../db/hnsw-index.ts';
import type { EntryRow } from '../db/rows.ts';
import {
  type ChunkScope,
  findNearestChunks,
  findNearestOfStatements,
  isWhole,
} from '../db/vector-search.ts';
import { NEIGHBOURS } from './decide.ts';
import { type ChunkedText, type PreparedWrite, type Vectors, vectorOf } from './embed-texts.ts';
import { selectEntriesByIds } from './queries.ts';
import type { Known, Near } from './write-set.ts';

/**
 * The `hnsw.ef_search` of writes. With 40, the decision equalled that of an exact search in 1,000 of 1,000
 * cases, among 10,000 and among 50,000 entries (`bench/agreement.ts`).
 */
const EF_SEARCH = 40;

export type Loaded = Pick<Known, 'texts' | 'neighbours' | 'entries'>;
type Writes = readonly PreparedWrite[];

/** Reads the entries of a memory that are needed to decide the writes: same texts and neighbours. */
export async function loadKnown(
  db: Database,
  { projectId, memoryId }: { projectId: string; memoryId: string },
  { space, vectors, method }: { space: Space; vectors: Vectors; method: SearchMethod },
  writes: Writes,
): Promise<Loaded> {
  const texts = writes.flatMap(factTextsOf);
  const compared = writes.flatMap((write) => (write.type === 'TEXT' ? factTextsOf(write) : []));
  const embedded = compared.flatMap((text) => text.chunks.map((chunk) => chunk.embedded));
  const chunks = [...new Set(embedded)].filter((chunk) => vectors.has(chunk));
  const scope = comparedChunks({ projectId, memoryId }, space);
  const [held, found] = await Promise.all([
    selectHolders(db, { projectId, memoryId }, { space, hashes: texts.map((t) => t.hash) }),
    findNearestChunks(db, scope, {
      vectors: chunks.map((chunk) => vectorOf(vectors, chunk)),
      limit: NEIGHBOURS,
      method,
      efSearch: EF_SEARCH,
    }),
  ]);
  const neighbours = new Map<string, Near>(
    chunks.map((chunk, i) => [chunk, { chunks: found[i] ?? [], statements: [] }]),
  );
  const read = new Map(
    found.flat().flatMap(({ entry }) => (entry && isWhole(entry) ? [[entry.id, entry]] : [])),
  );
  const revised = writes.flatMap((write) => (write.type === 'REVISION' ? [write.entry.id] : []));
  const holders = [...held.values()].flat().map(({ entryId }) => entryId);
  const near = found.flat().map(({ entryId }) => entryId);
  const entries = await addNamed(db, projectId, read, [...holders, ...near, ...revised]);
  await Promise.all(
    compared.map((text) => addStatements(db, scope, { text, vectors, neighbours, entries })),
  );
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
    asOf: null,
    includeSuperseded: false,
  };
}

/** The texts whose holders are looked for. */
function factTextsOf(write: Writes[number]): readonly ChunkedText[] {
  if (write.type === 'TEXT') return write.kind === 'FACT' ? [write.text] : [];
  if (write.type === 'ENTRY') return [];
  return write.draft.kind === 'FACT' ? write.texts.map(({ text }) => text) : [];
}

/**
 * Compares every chunk of a text with every statement of the entries that are near to any of its chunks. For a
 * text of one chunk and an entry of one statement, the nearest neighbours alone suffice.
 */
async function addStatements(
  db: Database,
  scope: ChunkScope,
  { text, vectors, neighbours, entries }: Compared,
): Promise<void> {
  const embedded = text.chunks.map((chunk) => chunk.embedded).filter((one) => vectors.has(one));
  const found = embedded.flatMap((one) => neighbours.get(one)?.chunks ?? []);
  const near = new Set(found.map(({ entryId }) => entryId));
  const entryIds = [...near].filter(
    (id) => text.chunks.length > 1 || (entries.get(id)?.statements.length ?? 0) > 1,
  );
  const compared = await findNearestOfStatements(db, scope, {
    vectors: embedded.map((one) => vectorOf(vectors, one)),
    entryIds,
  });
  for (const [i, one] of embedded.entries()) {
    neighbours.get(one)?.statements.push(...(compared[i] ?? []));
  }
}

type Compared = {
  text: ChunkedText;
  vectors: Vectors;
  neighbours: ReadonlyMap<string, Near>;
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
