import { greatest } from '../chunk-cache/greatest.ts';
import { cosineSimilarity } from '../db/embedding-space.ts';
import { NEIGHBOURS, type Neighbour } from './decide.ts';
import { type AddedText, type TextChunk, vectorOf } from './embed-texts.ts';
import { addedFacts, type Building, entryNow, isCleared, type LoadedNeighbours } from './write-set.ts';

type Compared = Pick<Building, 'set' | 'known'>;

/**
 * For each chunk of a text, the neighbours of the entries that are compared with it: those of the chunks nearest
 * to any chunk of the text, including chunks of earlier writes.
 */
export function probesOf(building: Compared, chunks: readonly TextChunk[]): Neighbour[][] {
  const added = addedFacts(building);
  const near = chunks.map((chunk) => nearTo(building, added, chunk));
  const compared = new Set(near.flatMap(nearestEntries));
  return near.map((one) =>
    [...one.chunks, ...one.statements].filter(({ entryId }) => compared.has(entryId)),
  );
}

/** What is near to a new chunk: stored, or of earlier writes. A bulk compares all pairs of its texts here. */
function nearTo(
  { set, known }: Compared,
  added: readonly AddedText[],
  { embedded }: TextChunk,
): LoadedNeighbours {
  const isCurrent = (near: Neighbour) => !isCleared(set, near);
  const stored = known.neighbours.get(embedded);
  const chunks = (stored?.chunks ?? []).filter(isCurrent);
  const vector = known.vectors.get(embedded);
  for (const { entry, statement, text } of vector ? added : []) {
    for (const other of text.chunks) {
      const similarity = cosineSimilarity(vector ?? [], vectorOf(known.vectors, other.embedded));
      chunks.push({ entryId: entry.id, statement: statement.number, similarity });
    }
  }
  return { chunks, statements: (stored?.statements ?? []).filter(isCurrent) };
}

/** The entries of the nearest chunks. */
function nearestEntries({ chunks }: LoadedNeighbours): string[] {
  const similarities = Float64Array.from(chunks, ({ similarity }) => similarity);
  const nearest = { limit: NEIGHBOURS, least: Number.NEGATIVE_INFINITY, isIn: () => true };
  return greatest(similarities, nearest).flatMap((place) => chunks[place]?.entryId ?? []);
}

/** False if an earlier write made an entry near whose statements were not compared. */
export function areCompared({ set, known }: Compared, probes: readonly Neighbour[][]): boolean {
  const compared = new Set(probes.flat().map(({ entryId }) => entryId));
  return probes.every((probe) =>
    [...compared].every((id) =>
      entryNow(set, id, known).statements.every(({ number }) =>
        probe.some(({ entryId, statement }) => entryId === id && statement === number),
      ),
    ),
  );
}
