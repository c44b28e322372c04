import type { StoredChunk } from '../db/chunks.ts';
import { vectorParameter } from '../db/vector-parameter.ts';
import type { CachedRow } from './queries.ts';

/** Converts a chunk that this process has stored to a row as it is read for the cache. The row's entry is null. */
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
