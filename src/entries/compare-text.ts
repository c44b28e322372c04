import { cosineSimilarity } from '../db/embedding-space.ts';
import { NEIGHBOURS, type Neighbour } from './decide.ts';
import { type TextChunk, vectorOf } from './embed-texts.ts';
import { type Building, entryNow, isCleared, type LoadedNeighbours } from './write-set.ts';

type Compared = Pick<Building, 'set' | 'known'>;

/**
 * For each chunk of a text, the neighbours of the entries that are compared with it: those of the chunks nearest
 * to any chunk of the text, including chunks of earlier writes of this set.
 */
export function probesOf(building: Compared, chunks: readonly TextChunk[]): Neighbour[][] {
  const near = chunks.map((chunk) => nearTo(building, chunk));
  const nearest = near.flatMap((one) =>
    one.chunks.toSorted((a, b) => b.similarity - a.similarity).slice(0, NEIGHBOURS),
  );
  const compared = new Set(nearest.map(({ entryId }) => entryId));
  return near.map((one) =>
    [...one.chunks, ...one.statements].filter(({ entryId }) => compared.has(entryId)),
  );
}

/** What is near to a new chunk, stored or in this set. */
function nearTo({ set, known }: Compared, { embedded }: TextChunk): LoadedNeighbours {
  const isCurrent = (near: Neighbour) => !isCleared(set, near);
  const stored = known.neighbours.get(embedded);
  const vector = known.vectors.get(embedded);
  const facts = vector ? set.added.filter(({ entry }) => entry.kind === 'FACT') : [];
  const added = facts.flatMap(({ entry, statement, text }) =>
    text.chunks.map((other) => ({
      entryId: entry.id,
      statement: statement.number,
      similarity: cosineSimilarity(vector ?? [], vectorOf(known.vectors, other.embedded)),
    })),
  );
  return {
    chunks: [...(stored?.chunks ?? []).filter(isCurrent), ...added],
    statements: (stored?.statements ?? []).filter(isCurrent),
  };
}

/** False if an earlier write of the set made an entry near whose statements were not compared. */
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
