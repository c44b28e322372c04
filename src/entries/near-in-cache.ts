import { setImmediate as nextTurn } from 'node:timers/promises';
import type { App } from '../app.ts';
import type { CachedChunks } from '../chunk-cache/cached-chunks.ts';
import { type Cached, isComparedInCache } from '../chunk-cache/chunk-cache.ts';
import { greatest, greatestOfEstimates } from '../chunk-cache/greatest.ts';
import { VECTORS_AT_ONCE } from '../chunk-cache/vector-table.ts';
import type { ProjectSpace, Space } from '../db/embedding-space.ts';
import { NEIGHBOURS, type Neighbour } from './decide.ts';
import { type Vectors, vectorOf } from './embed-texts.ts';
import { type Ahead, comparedChunks, type NearChunk, type NearChunks } from './find-near.ts';

/** After comparing so many new chunks, other work of the process has a turn. */
const CHUNKS_IN_A_TURN = 8;

type InMemory = { projectId: string; memoryId: string };

type NewChunks = {
  space: Space;
  vectors: Vectors;
  /** The new chunks (`TextChunk.embedded`). */
  chunks: readonly string[];
};

/** New chunks for a memory with `chunkCount` chunks. */
type ForMemory = Omit<NewChunks, 'space'> & { memoryId: string; chunkCount: number };

/** The slot of a cached chunk, and its similarity to a new one. */
type Found = { slot: number; similarity: number };

/** Whether the chunk in a slot is compared. */
type IsIn = (slot: number) => boolean;

const NEAREST = { limit: NEIGHBOURS, least: Number.NEGATIVE_INFINITY };

/**
 * Finds the neighbours of new chunks among the cached facts of their memories. The memories are of one project; each of them has a
 * result, in the same order. A result is null if the memory is to be searched in the database. Later changes are compared under the
 * lock, as after any search before it.
 */
export async function findNearInCache(
  app: App,
  inProject: ProjectSpace,
  wanted: readonly ForMemory[],
): Promise<(Ahead | null)[]> {
  const { projectId, space } = inProject;
  const cached = app.chunkCache.find(inProject);
  if (cached === null) {
    app.chunkCache.request(inProject, Math.max(...wanted.map(({ chunkCount }) => chunkCount)));
    return wanted.map(() => null);
  }
  // The cache can be updated between two turns. The chunks that it adds are then compared twice, which does not change the result.
  const { number, chunks: cachedChunks } = cached;
  const inCache = { cached, slotCount: cachedChunks.slotCount() };
  const results = wanted.map(({ chunkCount }): Ahead | null =>
    isComparedInCache(cached, chunkCount) ? { number, near: new Map(), inCache } : null,
  );
  const asked = wanted.flatMap(({ memoryId, vectors, chunks }, i) => {
    const near = results[i]?.near;
    if (near === undefined) return [];
    const isIn = cachedChunks.inScope(comparedChunks({ projectId, memoryId }, space));
    return chunks.map((chunk) => ({ chunk, vector: vectorOf(vectors, chunk), isIn, near }));
  });
  for (let start = 0; start < asked.length; start += VECTORS_AT_ONCE) {
    if (start > 0 && start % CHUNKS_IN_A_TURN === 0) await nextTurn();
    const some = asked.slice(start, start + VECTORS_AT_ONCE);
    const estimates = cachedChunks.vectors.estimates(some.map(({ vector }) => vector));
    for (const [i, { chunk, vector, isIn, near }] of some.entries()) {
      const found = nearestByEstimates(cachedChunks, vector, isIn, estimates[i]);
      near.set(chunk, found.map(nearChunkOf(cachedChunks, vector)));
    }
  }
  return results;
}

/**
 * Finds the neighbours of new chunks, with their entries, in the current state of the cached chunks, which must be up to date with the
 * memory. For a chunk with an earlier result (`ahead`, from the same cached chunks), only chunks that were added later are compared.
 */
export function findNearNow(
  { chunks: cachedChunks }: Cached,
  inMemory: InMemory,
  { space, vectors, chunks, ahead }: NewChunks & { ahead: Ahead | null },
): NearChunks {
  const isIn = cachedChunks.inScope(comparedChunks(inMemory, space));
  const start = ahead?.inCache?.slotCount ?? 0;
  return new Map(
    chunks.map((chunk) => {
      const vector = vectorOf(vectors, chunk);
      const early = ahead?.near.get(chunk);
      const found =
        (early && withAdded(cachedChunks, vector, { early, isIn, start })) ??
        nearest(cachedChunks, vector, isIn);
      const near = found.map(nearChunkOf(cachedChunks, vector));
      return [chunk, near.map((one) => ({ ...one, entry: cachedChunks.entryOf(one.entryId) }))];
    }),
  );
}

/**
 * Updates an earlier result with the slots from `start` on, which were added later. Returns null if that can miss a neighbour: a
 * neighbour of the earlier result was removed, and a chunk that was not in that result can take its place.
 */
function withAdded(
  chunks: CachedChunks,
  vector: readonly number[],
  { early, isIn, start }: { early: readonly NearChunk[]; isIn: IsIn; start: number },
): Found[] | null {
  const added = nearestFrom(chunks, vector, isIn, start);
  const kept = early.flatMap(({ slot, similarity }) =>
    slot !== undefined && slot < start && isIn(slot) ? [{ slot, similarity }] : [],
  );
  const found = [...kept, ...added]
    .sort((one, other) => other.similarity - one.similarity)
    .slice(0, NEIGHBOURS);
  // Chunks that are not in the earlier result are at most as similar as the last one in it.
  const [last, least] = [found[NEIGHBOURS - 1], early[NEIGHBOURS - 1]];
  const isComplete = !least || (last !== undefined && last.similarity >= least.similarity);
  return isComplete ? found : null;
}

/** The chunks that are nearest to a vector, nearest first. */
function nearest(chunks: CachedChunks, vector: readonly number[], isIn: IsIn): Found[] {
  const [estimates] = chunks.vectors.estimates([vector]);
  return nearestByEstimates(chunks, vector, isIn, estimates);
}

function nearestByEstimates(
  chunks: CachedChunks,
  vector: readonly number[],
  isIn: IsIn,
  estimates: Float32Array = new Float32Array(),
): Found[] {
  const { maxError, similarityTo } = chunks.vectors;
  const numberAt = similarityTo(vector);
  const slots = greatestOfEstimates(estimates, { ...NEAREST, isIn, maxError, numberAt });
  return slots.map((slot) => ({ slot, similarity: estimates[slot] ?? 0 }));
}

/** The same among the chunks that were added from the slot `start` on. */
function nearestFrom(
  chunks: CachedChunks,
  vector: readonly number[],
  isIn: IsIn,
  start: number,
): Found[] {
  const similarities = chunks.vectors.similarities(vector, start);
  const places = greatest(similarities, { ...NEAREST, isIn: (place) => isIn(start + place) });
  return places.map((place) => ({ slot: start + place, similarity: similarities[place] ?? 0 }));
}

/** Adds to a found chunk the similarities of all statements of its entry. */
function nearChunkOf(
  chunks: CachedChunks,
  vector: readonly number[],
): (found: Found) => NearChunk & { slot: number } {
  const similarityAt = chunks.vectors.similarityTo(vector);
  return ({ slot, similarity }) => {
    const { entryId, statement } = chunks.chunkAt(slot);
    const ofEntry = chunks.slotsOf(entryId);
    const isSingle = ofEntry.every((other) => chunks.chunkAt(other).statement === statement);
    const neighbour = (other: number): Neighbour => ({
      entryId,
      statement: chunks.chunkAt(other).statement,
      similarity: similarityAt(other),
    });
    const statements = isSingle ? null : ofEntry.map(neighbour);
    return { entryId, statement, similarity, slot, statements };
  };
}
