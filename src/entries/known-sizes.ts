import { LRUCache } from 'lru-cache';
import type { App } from '../app.ts';

/**
 * How many chunks each memory had when this process last wrote to it. Other processes write too, so that the number can be
 * out of date: it may decide how a memory is searched, and nothing else.
 */
export type KnownSizes = LRUCache<string, number>;

type InMemory = { projectId: string; memoryId: string };

const MAX_KNOWN_SIZES = 20_000;

export function createKnownSizes(): KnownSizes {
  return new LRUCache({ max: MAX_KNOWN_SIZES });
}

/** The number of chunks of a memory; undefined if the process has not written to it lately. */
export function knownSize({ knownSizes }: Pick<App, 'knownSizes'>, inMemory: InMemory) {
  return knownSizes.get(keyOf(inMemory));
}

export function rememberSize(
  { knownSizes }: Pick<App, 'knownSizes'>,
  inMemory: InMemory,
  chunkCount: number,
): void {
  knownSizes.set(keyOf(inMemory), chunkCount);
}

function keyOf({ projectId, memoryId }: InMemory): string {
  return `${projectId} ${memoryId}`;
}
