import { LRUCache } from 'lru-cache';
import type { App } from '../../app.ts';
import type { InMemory } from '../../db/rows.ts';

/**
 * For each memory, the number of chunks that it had when this process last wrote to it. The number can be out of date,
 * since other processes write to the memory as well. Use it only to choose how a memory is searched.
 */
export type SizeCache = LRUCache<string, number>;

const MAX_KNOWN_SIZES = 20_000;

export function createSizeCache(): SizeCache {
  return new LRUCache({ max: MAX_KNOWN_SIZES });
}

/** The number of chunks that the memory had at the last write of this process; undefined if there was none lately. */
export function knownSize({ sizeCache }: Pick<App, 'sizeCache'>, inMemory: InMemory) {
  return sizeCache.get(keyOf(inMemory));
}

export function rememberSize(
  { sizeCache }: Pick<App, 'sizeCache'>,
  inMemory: InMemory,
  chunkCount: number,
): void {
  sizeCache.set(keyOf(inMemory), chunkCount);
}

function keyOf({ projectId, memoryId }: InMemory): string {
  return `${projectId} ${memoryId}`;
}
