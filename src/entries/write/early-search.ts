import type { App } from '../../app.ts';
import type { PendingWrites } from './decide-parts.ts';
import { mergeEarlySearches, searchBeforeLock } from './find-near.ts';
import { comparedOf } from './load-known.ts';
import { findNearInCache } from './near-in-cache.ts';
import { firstSlice } from './slices.ts';

/**
 * Finds the neighbours of the first slice of a call before the lock is taken: among the cached chunks, or in the
 * database if the project is not cached. Returns the call with the result.
 */
export async function withEarlySearch(app: App, call: PendingWrites): Promise<PendingWrites> {
  const inMemory = { projectId: call.caller.project.id, memoryId: call.memoryId };
  // The earlier result belongs to the previous slice.
  const slice = { ...firstSlice(call), earlySearch: null };
  const [inCache] = await withNeighboursInCache(app, [slice]);
  if (inCache?.earlySearch) return { ...call, earlySearch: inCache.earlySearch };
  const compared = comparedOf(slice.writes, call.vectors);
  return { ...call, earlySearch: await searchBeforeLock(app, inMemory, call, compared) };
}

/**
 * Searches the cached chunks for the neighbours of the texts of several parts, which must be of one project. Returns
 * the parts with these neighbours. Texts whose neighbours are known from an earlier search are not compared again. If
 * the project is not cached, the parts are returned unchanged.
 */
export async function withNeighboursInCache(
  app: App,
  parts: readonly PendingWrites[],
): Promise<PendingWrites[]> {
  const wanted = parts.map((part) => {
    const compared = comparedOf(part.writes, part.vectors);
    const chunks = compared.filter((chunk) => !part.earlySearch?.near.has(chunk));
    // If the earlier result has none of these texts, it belongs to another slice of the bulk, and is not used.
    const early = part.earlySearch && chunks.length < compared.length ? [part.earlySearch] : [];
    return { ...part, chunks, early };
  });
  const [first] = wanted;
  if (first === undefined || wanted.every(({ chunks }) => chunks.length === 0)) return [...parts];
  const inProject = { projectId: first.caller.project.id, space: first.space };
  const found = await findNearInCache(app, inProject, wanted);
  return parts.map((part, i) => {
    const [own, now] = [wanted[i], found?.[i]];
    if (!own || !now || own.chunks.length === 0) return part;
    return { ...part, earlySearch: mergeEarlySearches([...own.early, now]) };
  });
}
