import { setImmediate as nextTurn } from 'node:timers/promises';
import type { App } from '../app.ts';
import type { CachedChunks } from '../chunk-cache/cached-chunks.ts';
import { type Cached, isComparedInCache } from '../chunk-cache/chunk-cache.ts';
import { greatest } from '../chunk-cache/greatest.ts';
import { VECTORS_AT_ONCE } from '../chunk-cache/vector-table.ts';
import type { Space } from '../db/embedding-space.ts';
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

/** The slot of a cached chunk, and its similarity to a new one. */
type Found = { slot: number; similarity: number };

/** The slots to compare: those from `start` on that pass the test. */
type Slots = { isIn: (slot: number) => boolean; start?: number };

/**
 * Finds the neighbours of new chunks among the cached chunks of a memory's facts. Returns null if the project is not cached. Later
 * changes are compared under the lock, as after any search before it. `chunkCount` is the number of chunks in the memory.
 */
export async function findNearInCache(
  app: App,
  inMemory: InMemory,
  { space, vectors, chunks, chunkCount }: NewChunks & { chunkCount: number },
): Promise<Ahead | null> {
  const inProject = { projectId: inMemory.projectId, space };
  const cached = app.chunkCache.find(inProject);
  if (cached === null) app.chunkCache.request(inProject, chunkCount);
  if (cached === null || !isComparedInCache(cached, chunkCount)) return null;
  // The cache can be updated between two turns. The chunks that it adds are then compared twice, which does not change the result.
  const { number } = cached;
  const slotCount = cached.chunks.slotCount();
  const isIn = cached.chunks.inScope(comparedChunks(inMemory, space));
  const near: NearChunks = new Map();
  for (let start = 0; start < chunks.length; start += VECTORS_AT_ONCE) {
    if (start > 0 && start % CHUNKS_IN_A_TURN === 0) await nextTurn();
    const some = chunks.slice(start, start + VECTORS_AT_ONCE);
    const similarities = cached.chunks.similaritiesOfEach(
      some.map((chunk) => vectorOf(vectors, chunk)),
    );
    // All results are read first, because `nearChunkOf` overwrites the arrays.
    const found = similarities.map((one) => greatestOf(one, { isIn }));
    for (const [i, chunk] of some.entries()) {
      near.set(chunk, (found[i] ?? []).map(nearChunkOf(cached.chunks, vectorOf(vectors, chunk))));
    }
  }
  return { number, near, inCache: { cached, slotCount } };
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
        nearest(cachedChunks, vector, { isIn });
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
  { early, isIn, start }: { early: readonly NearChunk[]; isIn: Slots['isIn']; start: number },
): Found[] | null {
  const added = nearest(chunks, vector, { isIn, start });
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
function nearest(chunks: CachedChunks, vector: readonly number[], slots: Slots): Found[] {
  return greatestOf(chunks.similarities(vector, slots.start), slots);
}

function greatestOf(similarities: Float32Array, { isIn, start = 0 }: Slots): Found[] {
  const places = greatest(similarities, {
    limit: NEIGHBOURS,
    isIn: (place) => isIn(start + place),
    least: Number.NEGATIVE_INFINITY,
  });
  return places.map((place) => ({ slot: start + place, similarity: similarities[place] ?? 0 }));
}

/** Adds to a found chunk the similarities of all statements of its entry. */
function nearChunkOf(
  chunks: CachedChunks,
  vector: readonly number[],
): (found: Found) => NearChunk & { slot: number } {
  return ({ slot, similarity }) => {
    const { entryId, statement } = chunks.chunkAt(slot);
    const ofEntry = chunks.slotsOf(entryId);
    const isSingle = ofEntry.every((other) => chunks.chunkAt(other).statement === statement);
    const neighbour = (other: number): Neighbour => ({
      entryId,
      statement: chunks.chunkAt(other).statement,
      similarity: chunks.similarities(vector, other, other + 1)[0] ?? 0,
    });
    const statements = isSingle ? null : ofEntry.map(neighbour);
    return { entryId, statement, similarity, slot, statements };
  };
}
