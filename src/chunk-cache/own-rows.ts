import type { StoredChunk } from '../db/chunks.ts';
import { vectorParameter } from '../db/vector-parameter.ts';
import type { CachedRow } from './queries.ts';

/** Makes of a chunk that this process has stored the row that the cache would read for it. The row has no entry. */
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
