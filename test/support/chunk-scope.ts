import type { ChunkScope } from '../../src/db/chunk-scope.ts';
import { ANY_ENTRY } from '../../src/db/entry-conditions.ts';

/** The parts of a scope that restrict nothing: all memories, all kinds of entries, and what is known now. */
export const UNRESTRICTED_SCOPE: Omit<ChunkScope, 'projectId' | 'space'> = {
  memoryIds: null,
  withoutMemoryIds: [],
  conditions: ANY_ENTRY,
  hasLesson: false,
  at: null,
  maxDepth: null,
  asOf: null,
  includeSuperseded: false,
};
