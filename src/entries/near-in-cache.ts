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

/** Which slots are compared. */
type Slots = { isIn: (slot: number) => boolean; start?: number };

/**
 * Finds the facts of a memory that are near to new chunks, among the cached chunks of its project. Null if they are not
 * cached. What has changed since is compared under the lock, as after any search ahead of it. `chunkCount` is the number of chunks in
 * the memory.
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
  // What is cached can be brought up to date between two turns. What it has then is compared once more, without harm.
  const { number } = cached;
  const slotCount = cached.chunks.slotCount();
  const isIn = cached.chunks.inScope(comparedChunks(inMemory, space));
  const near: NearChunks = new Map();
  for (let start = 0; start < chunks.length; start += VECTORS_AT_ONCE) {
    if (start > 0 && start % CHUNKS_IN_A_TURN === 0) await nextTurn();
    const some = chunks.slice(start, start + VECTORS_AT_ONCE);
    const compared = some.map((chunk) => vectorOf(vectors, chunk));
    const found = cached.chunks
      .similaritiesOfEach(compared)
      .map((one) => greatestOf(one, { isIn }));
    for (const [i, chunk] of some.entries()) {
      near.set(chunk, (found[i] ?? []).map(nearChunkOf(cached.chunks, vectorOf(vectors, chunk))));
    }
  }
  return { number, near, inCache: { cached, slotCount } };
}

/**
 * The same as of now, with the entries. The cached chunks must be up to date with the memory. Of what was found ahead among the same
 * cached chunks, only those that were added since are compared.
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
 * What was near before a slot was added, with what is near among those from that slot on. Null if that may leave out a neighbour,
 * because one that was near is gone and another moves up.
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
  // The chunks that were not found then are at most as similar as the last one that was.
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

/** A chunk that was found, with the other statements of its entry. */
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
