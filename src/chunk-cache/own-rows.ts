import type { StoredChunk } from '../db/chunks.ts';
import { vectorParameter } from '../db/vector-parameter.ts';
import type { CachedRow } from './queries.ts';

/** A chunk that this process has stored, as it would be read for the cache, without its entry. */
export function rowOfStored(chunk: StoredChunk): CachedRow {
  const { entryId, position, statement, memoryId, kind, depth, text, words, wordsOfText } = chunk;
  return {
    entryId,
    position,
    statement,
    memoryId,
    kind,
    depth: depth ?? 0,
    isSuperseded: chunk.supersededAt != null,
    expiresAt: chunk.expiresAt?.getTime() ?? null,
    occurredAt: chunk.occurredAt.getTime(),
    text,
    vector: vectorParameter(chunk.embedding).toPostgres(),
    words: words.join('\n'),
    wordsOfText: wordsOfText?.join('\n') ?? null,
    entry: null,
  };
}
