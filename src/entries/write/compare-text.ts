import { greatest } from '../../chunk-cache/greatest.ts';
import { dotProduct, unitVector } from '../../db/embedding-space.ts';
import { NEIGHBOURS, type Neighbour } from './decide.ts';
import type { TextChunk } from './embed-texts.ts';
import {
  type AddedChunk,
  type ComparedSet,
  entryNow,
  isCleared,
  type LoadedNeighbours,
} from './write-set.ts';

/** The stored chunks that are near to a new one, and its similarity to each chunk that earlier writes have added. */
type NearEntry = LoadedNeighbours & {
  /** Empty for a chunk that has no vector. */
  toAdded: Float64Array;
};

/**
 * For each chunk of a text, its neighbours (stored chunks and chunks of earlier writes) in the entries that are
 * compared with the text. These are the entries of the chunks that are nearest to any chunk of the text.
 */
export function neighboursOf(building: ComparedSet, chunks: readonly TextChunk[]): Neighbour[][] {
  const { set, known } = building;
  const added = [...(known.before?.addedChunks ?? []), ...set.addedChunks];
  const near = chunks.map((chunk) => nearTo(building, added, chunk));
  const compared = new Set(near.flatMap((one) => nearestEntries(one, added)));
  return near.map(({ chunks, statements, toAdded }) => {
    const stored = [...chunks, ...statements].filter(({ entryId }) => compared.has(entryId));
    const written = added
      .slice(0, toAdded.length)
      .flatMap((one, place) =>
        compared.has(one.entryId) ? neighbour(one, toAdded[place] ?? 0) : [],
      );
    return [...stored, ...written];
  });
}

/**
 * The stored neighbours of a new chunk, and its similarities to the chunks of earlier writes. A bulk compares all pairs
 * of its texts here.
 */
function nearTo(
  { set, known }: ComparedSet,
  added: readonly AddedChunk[],
  { embedded }: TextChunk,
): NearEntry {
  const isCurrent = (near: Neighbour) => !isCleared(set, near);
  const stored = known.neighbours.get(embedded);
  const vector = known.vectors.get(embedded);
  const toAdded = new Float64Array(vector ? added.length : 0);
  if (vector) {
    const unit = unitVector(vector);
    for (const [i, other] of added.entries()) toAdded[i] = dotProduct(unit, other.vector);
  }
  return {
    chunks: (stored?.chunks ?? []).filter(isCurrent),
    statements: (stored?.statements ?? []).filter(isCurrent),
    toAdded,
  };
}

/** The entries of the nearest chunks. */
function nearestEntries({ chunks, toAdded }: NearEntry, added: readonly AddedChunk[]): string[] {
  const nearest = { limit: NEIGHBOURS, least: Number.NEGATIVE_INFINITY, isIn: () => true };
  const written = greatest(toAdded, nearest).flatMap((place) => {
    const one = added[place];
    return one ? neighbour(one, toAdded[place] ?? 0) : [];
  });
  return [...chunks, ...written]
    .sort((one, other) => other.similarity - one.similarity)
    .slice(0, NEIGHBOURS)
    .map(({ entryId }) => entryId);
}

function neighbour({ entryId, statement }: AddedChunk, similarity: number): Neighbour {
  return { entryId, statement, similarity };
}

/**
 * Whether all statements of the neighbours were loaded, so that the text was compared with them. An earlier write of
 * the same round can have made an entry a neighbour whose other statements were not loaded.
 */
export function areCompared(
  { set, known }: ComparedSet,
  neighbours: readonly Neighbour[][],
): boolean {
  const compared = new Set(neighbours.flat().map(({ entryId }) => entryId));
  return neighbours.every((ofChunk) =>
    [...compared].every((id) =>
      entryNow(set, id, known).statements.every(({ number }) =>
        ofChunk.some(({ entryId, statement }) => entryId === id && statement === number),
      ),
    ),
  );
}
