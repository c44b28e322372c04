import { parse } from 'graphql';
import { z } from 'zod';
import { MAX_PAGE_SIZE } from '../../db/page.ts';
import { badInput } from '../../errors.ts';
import { MAX_DESCRIPTION_CHARACTERS, MAX_NAME_CHARACTERS } from '../../input.ts';
import { MAX_TAGS, tagMatcher } from '../../memories/tags.ts';
import { boundMemories, isBoundName, type NamedMemory, outsideOfBound } from '../memories.ts';
import type { McpOperation } from '../operation.ts';
import { ADDS, defineTool, READS } from '../tool.ts';
import { tagsArgument } from './search-scope.ts';

const MEMORY_FIELDS = 'id name description tags entryCount';

const memoryShape = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  tags: z.array(z.string()),
  entryCount: z.number().int(),
});

const shownMemory = z.object({
  memoryId: z.string(),
  name: z.string(),
  description: z.string().nullable().describe('What the memory is for.'),
  tags: z.array(z.string()),
  entryCount: z.number().int(),
});

const show = ({ id, ...memory }: z.infer<typeof memoryShape>) => ({ memoryId: id, ...memory });

const LIST = {
  document:
    parse(`query McpListMemories($name: String, $tags: [String!], $first: Int!, $after: String) {
    memories(name: $name, tags: $tags, first: $first, after: $after) {
      nodes { ${MEMORY_FIELDS} } totalCount pageInfo { hasNextPage endCursor }
    }
  }`),
  shape: z.object({
    memories: z.object({
      nodes: z.array(memoryShape),
      totalCount: z.number().int(),
      pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
    }),
  }),
};

const ONE = {
  document: parse(`query McpMemory($id: ID!) { memory(id: $id) { ${MEMORY_FIELDS} } }`),
  shape: z.object({ memory: memoryShape.nullable() }),
};

export const listMemories = defineTool({
  name: 'list_memories',
  title: 'List memories',
  description:
    'Lists the memories, which are named containers of knowledge, with what each is for. Call it to choose where to ' +
    'write, or to which memories to restrict a search.',
  field: 'Query.memories',
  annotations: READS,
  input: z.strictObject({
    name: z.string().optional().describe('Only memories whose name contains this text.'),
    tags: tagsArgument.describe('Globs for tags, such as "customer*".'),
    limit: z
      .number()
      .int()
      .min(1)
      .max(MAX_PAGE_SIZE)
      .default(50)
      .describe('Maximum number of memories.'),
    after: z
      .string()
      .optional()
      .describe('The value of next in the previous answer; returns the memories that follow.'),
  }),
  output: z.object({
    memories: z.array(shownMemory),
    total: z.number().int().describe('Number of memories that match.'),
    next: z
      .string()
      .nullable()
      .describe('Pass it as after for more memories; null if there are none.'),
  }),
  run: async ({ operation }, { limit, tags, ...input }) => {
    // A model may fill in an argument that it does not use with an empty list.
    const globs = tags?.length ? tags : null;
    const bound = await boundMemories(operation);
    if (bound !== null) return listBound(operation, bound, { ...input, globs, limit });
    const { memories } = await operation.ask(LIST, { ...input, tags: globs, first: limit });
    const { nodes, totalCount, pageInfo } = memories;
    const next = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    return { memories: nodes.map(show), total: totalCount, next };
  },
});

type WantedMemory = { name?: string | undefined; after?: string | undefined } & {
  globs: string[] | null;
  limit: number;
};

/** The memories to which the client is bound, of which there are few. The cursor is the number of those before. */
async function listBound(
  operation: McpOperation,
  bound: readonly NamedMemory[],
  { name = '', globs, limit, after = '0' }: WantedMemory,
) {
  const start = Number(after);
  if (!Number.isInteger(start) || start < 0) {
    throw badInput('after', 'must be the value of next in the previous answer');
  }
  const isMatch = globs === null ? null : tagMatcher(globs);
  const found = await Promise.all(bound.map(({ id }) => operation.ask(ONE, { id })));
  const wanted = found
    .flatMap(({ memory }) => memory ?? [])
    .filter((memory) => memory.name.toLowerCase().includes(name.toLowerCase()))
    .filter(({ tags }) => isMatch === null || tags.some(isMatch));
  const end = start + limit;
  const next = end < wanted.length ? String(end) : null;
  return { memories: wanted.slice(start, end).map(show), total: wanted.length, next };
}

const CREATE = {
  document: parse(`mutation McpCreateMemoryTool($input: CreateMemoryInput!) {
    createMemory(input: $input) { memory { ${MEMORY_FIELDS} } }
  }`),
  shape: z.object({ createMemory: z.object({ memory: memoryShape }) }),
};

export const createMemory = defineTool({
  name: 'create_memory',
  title: 'Create a memory',
  description:
    'Creates a memory, a named container for knowledge of one subject, such as a customer, a code base or a person. ' +
    'Look at list_memories first. Few memories with clear names are found more easily than many. If the name is ' +
    'taken, that memory is returned unchanged.',
  field: 'Mutation.createMemory',
  annotations: { ...ADDS, idempotentHint: true },
  input: z.strictObject({
    name: z
      .string()
      .min(1)
      .max(MAX_NAME_CHARACTERS)
      .describe('Unique in the project, such as "Customer preferences".'),
    description: z
      .string()
      .max(MAX_DESCRIPTION_CHARACTERS)
      .optional()
      .describe('What belongs into the memory.'),
    tags: z
      .array(z.string().min(1))
      .max(MAX_TAGS)
      .default([])
      .describe('Tags by which searches can select it.'),
  }),
  output: shownMemory,
  run: async ({ operation, idempotencyKey }, input) => {
    if (!isBoundName(operation.request, input.name)) {
      throw outsideOfBound(operation.request, input.name);
    }
    const given = { ...input, ifExists: 'RETURN', idempotencyKey };
    return show((await operation.ask(CREATE, { input: given })).createMemory.memory);
  },
});
