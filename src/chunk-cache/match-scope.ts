import type { ChunkScope } from '../db/chunk-scope.ts';
import { isUnrestricted } from '../db/entry-conditions.ts';
import type { CachedChunk } from './chunk-slots.ts';

/** Whether the cached columns of a chunk suffice to test the conditions of a scope. */
export function isCacheable({
  conditions,
  hasLesson,
  asOf,
}: Pick<ChunkScope, 'conditions' | 'hasLesson' | 'asOf'>): boolean {
  return !hasLesson && asOf === null && isUnrestricted(conditions, ['kinds']);
}

/** Returns a test whether a cached chunk is in a scope, by the conditions of `inScope` in db/chunk-scope.ts. */
export function scopeTest(scope: ChunkScope): (chunk: CachedChunk) => boolean {
  const { includeSuperseded, maxDepth, conditions } = scope;
  const memoryIds = scope.memoryIds && new Set(scope.memoryIds);
  const without = new Set(scope.withoutMemoryIds);
  const kinds = conditions.kinds && new Set(conditions.kinds);
  const at = scope.at?.getTime() ?? null;
  const isWhole = memoryIds === null && without.size === 0 && kinds === null && maxDepth === null;
  if (isWhole && includeSuperseded && at === null) return () => true;
  return ({ memoryId, kind, depth, isSuperseded, expiresAt }) =>
    (memoryIds === null || memoryIds.has(memoryId)) &&
    !without.has(memoryId) &&
    (includeSuperseded || !isSuperseded) &&
    (kinds === null || kinds.has(kind)) &&
    (maxDepth === null || depth <= maxDepth) &&
    (at === null || expiresAt === null || expiresAt > at);
}
