import { setImmediate as nextTurn } from 'node:timers/promises';
import type { App } from '../app.ts';
import type { CachedChunks } from '../chunk-cache/cached-chunks.ts';
import { isComparedInCache } from '../chunk-cache/chunk-cache.ts';
import { greatest } from '../chunk-cache/greatest.ts';
import type { Space } from '../db/embedding-space.ts';
import { NEIGHBOURS, type Neighbour } from './decide.ts';
import { type Vectors, vectorOf } from './embed-texts.ts';
import { type Ahead, comparedChunks, type NearChunk } from './find-near.ts';

/** After comparing so many new chunks, other work of the process has a turn. */
const CHUNKS_IN_A_TURN = 8;

type InMemory = { projectId: string; memoryId: string };

type NewChunks = {
  space: Space;
  vectors: Vectors;
  /** The new chunks (`TextChunk.embedded`). */
  chunks: readonly string[];
  /** The number of chunks in the memory. */
  chunkCount: number;
};

/**
 * Finds the facts of a memory that are near to new chunks, among the cached chunks of its project. Null if they are not
 * cached. What has changed since is compared under the lock, as after any search ahead of it.
 */
export async function findNearInCache(
  app: App,
  inMemory: InMemory,
  { space, vectors, chunks, chunkCount }: NewChunks,
): Promise<Ahead | null> {
  const inProject = { projectId: inMemory.projectId, space };
  const cached = app.chunkCache.find(inProject);
  if (cached === null) app.chunkCache.request(inProject, chunkCount);
  if (cached === null || !isComparedInCache(cached, chunkCount)) return null;
  // What is cached can be brought up to date between two turns. What it has then is compared once more, without harm.
  const { number } = cached;
  const isIn = cached.chunks.inScope(comparedChunks(inMemory, space));
  const near = new Map<string, NearChunk[]>();
  for (const [i, chunk] of chunks.entries()) {
    if (i > 0 && i % CHUNKS_IN_A_TURN === 0) await nextTurn();
    near.set(chunk, nearestOf(cached.chunks, vectorOf(vectors, chunk), isIn));
  }
  return { number, near, cached };
}

/** The chunks in scope that are nearest to a vector, nearest first, with the other statements of their entries. */
function nearestOf(
  cached: CachedChunks,
  vector: readonly number[],
  isIn: (slot: number) => boolean,
): NearChunk[] {
  const similarities = cached.similarities(vector);
  const neighbour = (slot: number): Neighbour => {
    const { entryId, statement } = cached.chunkAt(slot);
    return { entryId, statement, similarity: similarities[slot] ?? 0 };
  };
  const nearest = greatest(similarities, {
    limit: NEIGHBOURS,
    isIn,
    least: Number.NEGATIVE_INFINITY,
  });
  return nearest.map((slot) => {
    const one = neighbour(slot);
    const ofEntry = cached.slotsOf(one.entryId).map(neighbour);
    const isSingle = ofEntry.every(({ statement }) => statement === one.statement);
    return { ...one, statements: isSingle ? null : ofEntry };
  });
}
