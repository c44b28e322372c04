import { LRUCache } from 'lru-cache';
import type { App } from '../app.ts';
import type { ChunkScope } from '../db/chunk-scope.ts';
import { isNearSize } from '../memories/scope.ts';
import type { QueryWord } from './weigh-words.ts';

/**
 * The numbers of chunks of words that many chunks contain. Counting them takes longer than the search, and a number
 * of a minute ago gives such a word nearly the same, small weight.
 */
const KEPT_MS = 60_000;

/** A word of fewer chunks is counted by each search. */
const MIN_CHUNKS = 100;

/** The words that are kept: a few for each of some thousand scopes. */
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
 * Keeps those words of a search that are frequent. A word that is known keeps its age, so that it is counted again.
 * Hardly two searches of the past are as of the same time, so their words are not kept.
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

/** What is kept of a scope; null if its size has changed so much that the words have to be counted again. */
function wordsOf({ frequentWords }: App, key: string, chunkCount: number): WordsOfScope | null {
  const kept = frequentWords.get(key);
  return kept && isNearSize(kept.chunkCount, chunkCount) ? kept : null;
}

function keyOf({ projectId, space, memoryIds, withoutMemoryIds }: ChunkScope): string {
  return JSON.stringify([projectId, space.model, memoryIds, withoutMemoryIds]);
}
