import type { Database } from '../db/database.ts';
import type { EntryRow } from '../db/rows.ts';
import { isFilled, methodFor, type Space, takeIndex } from '../db/spaces.ts';
import type { Neighbour } from './decide.ts';
import { type Vectors, vectorOf } from './embed-passages.ts';
import type { Write } from './plan-writes.ts';
import {
  type FoundNeighbour,
  type InMemory,
  selectEntriesByIds,
  selectKnownTexts,
  selectNearestOfEntries,
  selectNeighbours,
} from './queries.ts';

/** How many neighbours of a chunk are weighed: the nearest may lack a value that the next one has. */
const NEIGHBOURS = 5;

/**
 * Candidates that the index weighs for them. At 40 the decision was the exact one in 1,000 of 1,000
 * cases among 10,000 and among 50,000 entries (`bench/agreement.ts`).
 */
const EF_SEARCH = 40;

/** What is read of the memory for some writes, before any of them is decided; `entries` are of the neighbours. */
export type Reading = {
  texts: Map<string, string>;
  neighbours: Map<string, Neighbour[]>;
  entries: Map<string, EntryRow>;
};

/** `chunkCount` chooses how neighbours are found, and may be a little out of date. */
type Wanted = { writes: readonly Write[]; space: Space; vectors: Vectors; chunkCount: number };

/** Which texts are known, and what the embedded chunks resemble. */
export async function readMemory(
  db: Database,
  inMemory: InMemory,
  wanted: Wanted,
): Promise<Reading> {
  const { space, vectors } = wanted;
  const facts = wanted.writes.filter((write) => write.kind === 'FACT');
  const hashes = facts.map((fact) => fact.passage.hash);
  const chunks = [...new Set(facts.flatMap((fact) => fact.passage.chunks))].filter((chunk) =>
    vectors.has(chunk),
  );
  const [texts, found] = await Promise.all([
    selectKnownTexts(db, inMemory, { space, hashes }),
    readNeighbours(db, inMemory, { ...wanted, chunks }),
  ]);
  const neighbours = new Map<string, Neighbour[]>(
    chunks.map((chunk, i) => [chunk, found[i] ?? []]),
  );
  const entries = new Map(found.flat().flatMap(({ entry }) => (entry ? [[entry.id, entry]] : [])));
  for (const { passage } of facts) {
    if (passage.chunks.length > 1)
      await addWholeEntries(db, inMemory, { ...wanted, passage, neighbours });
  }
  return { texts, neighbours, entries };
}

/** The index may give up before it has enough rows of the memory; then all are compared. */
async function readNeighbours(
  db: Database,
  inMemory: InMemory,
  { space, vectors, chunkCount, chunks }: Wanted & { chunks: string[] },
): Promise<FoundNeighbour[][]> {
  const method = methodFor(space, chunkCount);
  const asked = {
    space,
    vectors: chunks.map((chunk) => vectorOf(vectors, chunk)),
    limit: NEIGHBOURS,
  };
  const [, found] = await Promise.all([
    method === 'HNSW' ? takeIndex(db, EF_SEARCH) : null,
    selectNeighbours(db, inMemory, { ...asked, method }),
  ]);
  if (method === 'EXACT') return found;
  if (found.every((all) => isFilled(all, NEIGHBOURS))) {
    return found.map((all) => all.slice(0, NEIGHBOURS));
  }
  return selectNeighbours(db, inMemory, { ...asked, method: 'EXACT' });
}

/**
 * A text of several chunks is compared with an entry by all of them; but among a chunk's nearest may be
 * boilerplate of other entries only. So each entry found by any chunk is compared with every chunk.
 */
async function addWholeEntries(
  db: Database,
  inMemory: InMemory,
  { space, vectors, passage, neighbours }: Wanted & OfPassage,
): Promise<void> {
  const chunks = passage.chunks.filter((chunk) => vectors.has(chunk));
  const near = chunks.flatMap((chunk) => neighbours.get(chunk) ?? []);
  const entryIds = [...new Set(near.map((neighbour) => neighbour.entryId))];
  const found = await selectNearestOfEntries(db, inMemory, {
    space,
    vectors: chunks.map((chunk) => vectorOf(vectors, chunk)),
    entryIds,
  });
  for (const [i, chunk] of chunks.entries()) {
    neighbours.set(chunk, [...(neighbours.get(chunk) ?? []), ...(found[i] ?? [])]);
  }
}

type OfPassage = Pick<Write, 'passage'> & Pick<Reading, 'neighbours'>;

/** True if a write has to be compared but was not embedded: its text was known and is no longer. */
export function lacksVectors(
  writes: readonly Write[],
  { texts }: Reading,
  vectors: Vectors,
): boolean {
  return writes.some(
    ({ kind, passage }) =>
      kind === 'FACT' &&
      !texts.has(passage.hash) &&
      !passage.chunks.every((chunk) => vectors.has(chunk)),
  );
}

/** The entries that a reading names. */
export async function readNamedEntries(
  db: Database,
  projectId: string,
  { texts, neighbours, entries }: Reading,
): Promise<Map<string, EntryRow>> {
  const named = new Set([
    ...texts.values(),
    ...[...neighbours.values()].flat().map((neighbour) => neighbour.entryId),
  ]);
  const missing = [...named].filter((id) => !entries.has(id));
  const rows = missing.length > 0 ? await selectEntriesByIds(db, projectId, missing) : [];
  return new Map([...entries, ...rows.map((row): [string, EntryRow] => [row.id, row])]);
}
