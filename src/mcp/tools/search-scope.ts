import { z } from 'zod';
import { badInput } from '../../errors.ts';
import { MAX_GLOB_LENGTH, MAX_GLOBS } from '../../memories/tags.ts';
import { memoriesToSearch } from '../memories.ts';
import type { McpOperation } from '../operation.ts';
import { memoriesArgument, metadataArgument, timeArgument } from '../tool.ts';

/** Without a description, since each tool says what its globs select. */
export const tagsArgument = z
  .array(z.string().min(1).max(MAX_GLOB_LENGTH))
  .max(MAX_GLOBS)
  .optional();

/** Where a search looks, and how much it returns. */
export const searchArguments = {
  memories: memoriesArgument,
  tags: tagsArgument.describe(
    'Globs for the tags of memories, such as "customer*". Only memories with a matching tag are searched, and those ' +
      'in memories.',
  ),
  limit: z.number().int().min(1).max(100).default(10).describe('Maximum number of results.'),
  wholeTexts: z
    .boolean()
    .default(false)
    .describe(
      'Shows long statements whole. Search again with it to read more than the part that matches.',
    ),
};

/** Conditions for what `write_memory` stores with a fact. */
export const conditionArguments = {
  metadata: metadataArgument.describe('Only facts whose metadata has these keys and values.'),
  occurredAfter: timeArgument
    .optional()
    .describe('Only what happened at this time or later, such as 2026-01-02T10:00:00Z.'),
  occurredBefore: timeArgument.optional().describe('Only what happened before this time.'),
};

/** The scope of a search. @throws BAD_USER_INPUT for tags, if the client is bound to memories */
export async function scopeOf(
  operation: McpOperation,
  {
    memories,
    tags,
    ...conditions
  }: {
    memories?: string[] | undefined;
    tags?: string[] | undefined;
    metadata?: Record<string, unknown> | undefined;
    occurredAfter?: string | undefined;
    occurredBefore?: string | undefined;
  },
) {
  // A model may fill in an argument that it does not use with an empty list.
  const globs = tags?.length ? tags : null;
  if (globs !== null && operation.request.memories !== null) {
    throw badInput(
      'tags',
      'this client is configured for certain memories: name memories instead.',
    );
  }
  // Without names, tags alone decide which memories are searched.
  const memoryIds =
    globs !== null && !memories?.length ? null : await memoriesToSearch(operation, memories);
  return { memoryIds, memoryTags: globs, ...conditions };
}
