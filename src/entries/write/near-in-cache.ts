import { setImmediate as nextTurn } from 'node:timers/promises';
import type { App } from '../../app.ts';
import type { CachedChunks } from '../../chunk-cache/cached-chunks.ts';
import { greatest, greatestOfBounds } from '../../chunk-cache/greatest.ts';
import type { Cached } from '../../chunk-cache/read-chunks.ts';
import { VECTORS_AT_ONCE } from '../../chunk-cache/vector-table.ts';
import { type FewSlots, slotsOfPlaces } from '../../chunk-cache/word-index.ts';
import type { ProjectSpace, Space } from '../../db/embedding-space.ts';
import type { InMemory } from '../../db/rows.ts';
import { NEIGHBOURS, type Neighbour } from './decide.ts';
import { type Vectors, vectorOf } from './embed-texts.ts';
import { comparedChunks, type EarlySearch, type NearChunk, type NearChunks } from './find-near.ts';

/** After this many new chunks were compared, the event loop runs other work of the process. */
const CHUNKS_IN_A_TURN = 8;

type NewChunks = {
  space: Space;
  vectors: Vectors;
  /** The new chunks (`TextChunk.embedded`). */
  chunks: readonly string[];
};

/** New chunks for a memory with `chunkCount` chunks. */
type ForMemory = Omit<NewChunks, 'space'> & { memoryId: string; chunkCount: number };

/** The slot of a cached chunk, and its similarity to a new one. */
type NearSlot = { slot: number; similarity: number };

/**
 * The chunks with which a new one is compared: those whose slots pass the test. `few` is the memory's
 * `CachedChunks.fewSlotsOf`.
 */
type ComparedSlots = { isIn: (slot: number) => boolean; few: FewSlots | null };

const NEAREST = { limit: NEIGHBOURS, least: Number.NEGATIVE_INFINITY };

/**
 * Finds the neighbours of new chunks among the cached facts of their memories. The memories are of one project; each of
 * them has a result, in the same order. Returns null if the project is not cached, so that they are to be searched in
 * the database. Later changes are compared under the lock, as after any search before it.
 */
export async function findNearInCache(
  app: App,
  inProject: ProjectSpace,
  wanted: readonly ForMemory[],
): Promise<EarlySearch[] | null> {
  const { projectId, space } = inProject;
  const cached = app.chunkCache.find(inProject);
  if (cached === null) {
    app.chunkCache.request(inProject, Math.max(...wanted.map(({ chunkCount }) => chunkCount)));
    return null;
  }
  // The cache can be updated between two turns. The chunks that it adds are then compared twice, which does not change
  // the result.
  const { head, chunks: cachedChunks } = cached;
  const inCache = { cached, slotCount: cachedChunks.slotCount() };
  const ofMemories = wanted.map(({ memoryId, vectors, chunks }) => {
    const compared = comparedIn(cachedChunks, { projectId, memoryId }, space);
    const near: NearChunks = new Map();
    const each = chunks.map((chunk) => ({
      chunk,
      vector: vectorOf(vectors, chunk),
      compared,
      near,
    }));
    return { each, near };
  });
  const all = ofMemories.flatMap(({ each }) => each);
  for (let start = 0; start < all.length; start += VECTORS_AT_ONCE) {
    if (start > 0 && start % CHUNKS_IN_A_TURN === 0) await nextTurn();
    const some = all.slice(start, start + VECTORS_AT_ONCE);
    const found = nearestOfEach(cachedChunks, some);
    for (const [i, { chunk, vector, near }] of some.entries()) {
      near.set(chunk, (found[i] ?? []).map(nearChunkOf(cachedChunks, vector)));
    }
  }
  return ofMemories.map(({ near }) => ({ number: head.number, near, inCache }));
}

/**
 * Finds the neighbours of new chunks, with their entries, in the current state of the cached chunks, which must be up
 * to date with the memory. For a chunk with an earlier result (`earlySearch`, from the same cached chunks), only chunks
 * that were added later are compared.
 */
export function findNearNow(
  { chunks: cachedChunks }: Cached,
  inMemory: InMemory,
  { space, vectors, chunks, earlySearch }: NewChunks & { earlySearch: EarlySearch | null },
): NearChunks {
  const compared = comparedIn(cachedChunks, inMemory, space);
  const start = earlySearch?.inCache?.slotCount ?? 0;
  return new Map(
    chunks.map((chunk) => {
      const vector = vectorOf(vectors, chunk);
      const early = earlySearch?.near.get(chunk);
      const found =
        (early && withAdded(cachedChunks, vector, { early, compared, start })) ??
        nearestOfEach(cachedChunks, [{ vector, compared }])[0] ??
        [];
      const near = found.map(nearChunkOf(cachedChunks, vector));
      return [chunk, near.map((one) => ({ ...one, entry: cachedChunks.entryOf(one.entryId) }))];
    }),
  );
}

function comparedIn(chunks: CachedChunks, inMemory: InMemory, space: Space): ComparedSlots {
  const scope = comparedChunks(inMemory, space);
  return { isIn: chunks.inScope(scope), few: chunks.fewSlotsOf(scope) };
}

/**
 * Updates an earlier result with the slots from `start` on, which were added later. Returns null if that can miss a
 * neighbour: a neighbour of the earlier result was removed, and a chunk that was not in that result can take its place.
 */
function withAdded(
  chunks: CachedChunks,
  vector: readonly number[],
  {
    early,
    compared: { isIn },
    start,
  }: { early: readonly NearChunk[]; compared: ComparedSlots; start: number },
): NearSlot[] | null {
  const added = chunks.vectors.similarities(vector, start);
  const kept = early.flatMap(({ slot, similarity }) =>
    slot !== undefined && slot < start && isIn(slot) ? [{ slot, similarity }] : [],
  );
  const found = [...kept, ...nearestOf(added, { isIn, slotAt: (place) => start + place })]
    .sort((one, other) => other.similarity - one.similarity)
    .slice(0, NEIGHBOURS);
  // Chunks that are not in the earlier result are at most as similar as the last one in it.
  const [last, least] = [found[NEIGHBOURS - 1], early[NEIGHBOURS - 1]];
  const isComplete = !least || (last !== undefined && last.similarity >= least.similarity);
  return isComplete ? found : null;
}

type WantedNear = { vector: readonly number[]; compared: ComparedSlots };

/** The chunks that are nearest to each of at most `VECTORS_AT_ONCE` vectors, nearest first. */
function nearestOfEach(chunks: CachedChunks, wanted: readonly WantedNear[]): NearSlot[][] {
  const { upperBounds, upperBoundsAt } = chunks.vectors;
  const near = new Map<WantedNear, NearSlot[]>();
  // The next call of `upperBounds` or `upperBoundsAt` overwrites the bounds, so they are used before it.
  for (const one of wanted) {
    const { vector, compared } = one;
    if (compared.few === null) continue;
    near.set(one, nearestByBounds(chunks, one, upperBoundsAt(vector, compared.few)));
  }
  const others = wanted.filter((one) => !near.has(one));
  const boundsOfOthers = others.length > 0 ? upperBounds(others.map(({ vector }) => vector)) : [];
  for (const [i, bounds] of boundsOfOthers.entries()) {
    const one = others[i];
    if (one) near.set(one, nearestByBounds(chunks, one, { bounds, areExact: false }));
  }
  return wanted.map((one) => near.get(one) ?? []);
}

/** The slots whose chunks are nearest to a vector, nearest first, by upper bounds of their similarities. */
function nearestByBounds(
  { vectors }: CachedChunks,
  { vector, compared: { isIn, few } }: WantedNear,
  { bounds, areExact }: { bounds: Float32Array; areExact: boolean },
): NearSlot[] {
  const slotAt = slotsOfPlaces(few);
  if (areExact) return nearestOf(bounds, { isIn, slotAt });
  const similarityAt = vectors.similarityTo(vector);
  const places = greatestOfBounds(bounds, {
    ...NEAREST,
    isIn: (place) => isIn(slotAt(place)),
    numberAt: (place) => similarityAt(slotAt(place)),
    indexesAtLeast: (least) => vectors.indexesAtLeast(bounds, least),
  });
  return places.map((place) => ({ slot: slotAt(place), similarity: bounds[place] ?? 0 }));
}

/** The slots with the greatest of these similarities, greatest first. */
function nearestOf(
  similarities: Float32Array,
  { isIn, slotAt }: { isIn: ComparedSlots['isIn']; slotAt: (place: number) => number },
): NearSlot[] {
  const places = greatest(similarities, { ...NEAREST, isIn: (place) => isIn(slotAt(place)) });
  return places.map((place) => ({ slot: slotAt(place), similarity: similarities[place] ?? 0 }));
}

/** A found chunk with the similarities of all statements of its entry. */
function nearChunkOf(
  chunks: CachedChunks,
  vector: readonly number[],
): (found: NearSlot) => NearChunk & { slot: number } {
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
