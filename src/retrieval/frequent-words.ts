import { LRUCache } from 'lru-cache';
import type { App } from '../app.ts';
import type { ChunkScope } from '../db/chunk-scope.ts';
import { isNearSize } from '../memories/scope.ts';
import type { QueryWord } from './weigh-words.ts';

/**
 * Time for which the number of chunks that contain a frequent word is kept. Counting them takes longer than the search,
 * and a number of a minute ago gives such a word nearly the same, small weight.
 */
const KEPT_MS = 60_000;

/** Minimum number of chunks of a word whose number is kept. Each search counts the chunks of rarer words. */
const MIN_CHUNKS = 100;

/** Maximum numbers of words that are kept for a scope, and of scopes. */
const MAX_WORDS_OF_SCOPE = 100;
const MAX_SCOPES = 1000;

/**
 * The frequent words of each scope with their numbers of chunks, and the size of the scope when the first was counted.
 */
export type FrequentWords = LRUCache<string, WordsOfScope>;

type WordsOfScope = { chunkCount: number; words: LRUCache<string, number> };

export function createFrequentWords(): FrequentWords {
  return new LRUCache({ max: MAX_SCOPES });
}

/** The frequent words of a scope of this many chunks, from the searches of the last minute. */
export function knownWords(app: App, scope: ChunkScope, chunkCount: number): QueryWord[] {
  if (scope.asOf !== null) return [];
  const words = wordsOf(app, keyOf(scope), chunkCount)?.words.entries() ?? [];
  return [...words].map(([lexeme, chunks]) => ({ lexeme, chunks }));
}

/**
 * Keeps the numbers of the frequent words of a search. The number of a word that is known already is not renewed, so
 * that it is counted again after `KEPT_MS`. The words of searches with `asOf` are not kept, since the same time rarely
 * comes again.
 */
export function rememberWords(
  app: App,
  scope: ChunkScope,
  { chunkCount, words }: { chunkCount: number; words: readonly QueryWord[] },
): void {
  const frequent = words.filter(({ chunks }) => chunks >= MIN_CHUNKS);
  if (frequent.length === 0 || scope.asOf !== null) return;
  const key = keyOf(scope);
  const known = wordsOf(app, key, chunkCount) ?? {
    chunkCount,
    words: new LRUCache({ max: MAX_WORDS_OF_SCOPE, ttl: KEPT_MS }),
  };
  app.frequentWords.set(key, known);
  for (const { lexeme, chunks } of frequent) {
    if (!known.words.has(lexeme)) known.words.set(lexeme, chunks);
  }
}

/** The words that are kept for a scope; null if its size has changed so much that they must be counted again. */
function wordsOf({ frequentWords }: App, key: string, chunkCount: number): WordsOfScope | null {
  const kept = frequentWords.get(key);
  return kept && isNearSize(kept.chunkCount, chunkCount) ? kept : null;
}

function keyOf({ projectId, space, memoryIds, withoutMemoryIds }: ChunkScope): string {
  return JSON.stringify([projectId, space.model, memoryIds, withoutMemoryIds]);
}
