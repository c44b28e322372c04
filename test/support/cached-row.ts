import type { CachedRow } from '../../src/chunk-cache/queries.ts';
import type { EntryRow } from '../../src/db/rows.ts';
import { vectorParameter } from '../../src/db/vector-parameter.ts';

type Given = {
  entryId: string;
  position?: number;
  memoryId: string;
  vector: readonly number[];
  /** The lexemes of the text, and those of the context alone. */
  words?: { inText: readonly string[]; inContext: readonly string[] };
};

/** A chunk in the form that the cache reads. Its entry has only the fields that the cache uses. */
export function cachedRow({ entryId, position = 0, memoryId, vector, words }: Given): CachedRow {
  const { inText = [], inContext = [] } = words ?? {};
  const times = { createdAt: new Date(0), updatedAt: new Date(0), lastStatedAt: new Date(0) };
  const own = { id: entryId, statements: [], metadata: {}, lesson: null, ...times };
  return {
    entryId,
    position,
    statement: position + 1,
    memoryId,
    kind: 'FACT',
    depth: 0,
    isSuperseded: false,
    expiresAt: null,
    occurredAt: 0,
    text: `${entryId} ${position}`,
    vector: vectorParameter([...vector]).toPostgres(),
    words: [...inText, ...inContext].join('\n'),
    wordsOfText: inContext.length === 0 ? null : inText.join('\n'),
    entry: position === 0 ? (own as unknown as EntryRow) : null,
  };
}
