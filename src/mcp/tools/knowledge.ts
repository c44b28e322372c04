import { parse } from 'graphql';
import { z } from 'zod';
import { MAX_SUPERSEDED } from '../../entries/write/write-entries.ts';
import { checkInput, contentInput, nameInput } from '../../input.ts';
import { LOW_RELEVANCE } from '../../retrieval/presets.ts';
import {
  findMemory,
  isBoundName,
  isMemoryId,
  type NamedMemory,
  outsideOfBound,
  requireMemory,
} from '../memories.ts';
import type { McpOperation, RootField } from '../operation.ts';
import {
  ADDS,
  defineTool,
  memoryArgument,
  metadataArgument,
  READS,
  shareArgument,
  textArgument,
  timeArgument,
} from '../tool.ts';
import {
  ENTRY_FIELDS,
  entryShape,
  foundEntry,
  RESULT_FIELDS,
  resultShape,
  rounded,
  searchResultForTool,
  shortened,
} from './results.ts';
import { conditionArguments, scopeOf, searchArguments } from './search-scope.ts';

/** The `topicRelevance`, in HYBRID mode, below which an entry is hardly about the query, as for agents. */
export const LOW_TOPIC_RELEVANCE = LOW_RELEVANCE.HYBRID;

const resultOfSearch = resultShape.extend({ topicRelevance: z.number() });

export const SEARCH = {
  document: parse(`query McpSearchKnowledge($input: SearchKnowledgeInput!) {
    searchKnowledge(input: $input) { results { ${RESULT_FIELDS} topicRelevance } }
  }`),
  shape: z.object({ searchKnowledge: z.object({ results: z.array(resultOfSearch) }) }),
};

export const searchKnowledge = defineTool({
  name: 'search_knowledge',
  title: 'Search knowledge',
  description:
    'Finds what is known about something, by meaning, words and time together. Call it before you answer or act, ' +
    'whenever earlier knowledge could matter: preferences, decisions, facts, past events. Ask a full question or a ' +
    'statement in natural language rather than keywords. The results are the nearest entries, best first, however far: ' +
    `one with a topicRelevance below ${LOW_TOPIC_RELEVANCE} is hardly about the query. If there is no better one, say that nothing is ` +
    'known rather than guess. Keep the entry ids that you use, for record_trace.',
  field: 'Query.searchKnowledge',
  annotations: READS,
  input: z.strictObject({
    query: textArgument.describe('What you want to know, as a sentence or a question.'),
    ...searchArguments,
    ...conditionArguments,
    minScore: shareArgument.optional().describe('Excludes results with a lower score.'),
    asOf: timeArgument
      .optional()
      .describe('Searches what was known at this time, such as 2026-01-02T10:00:00Z.'),
    includeSuperseded: z
      .boolean()
      .default(false)
      .describe('Whether facts that newer ones replaced are searched too.'),
  }),
  output: z.object({
    results: z
      .array(
        foundEntry.extend({
          topicRelevance: z
            .number()
            .describe(
              '0 to 1: how much the entry is about the query. A date in the query does not count, unless it asks for ' +
                'nothing but a time.',
            ),
        }),
      )
      .describe('Best first.'),
  }),
  run: async ({ operation }, { memories, tags, metadata, wholeTexts, ...given }) => {
    const { occurredAfter, occurredBefore, ...input } = given;
    const conditions = { metadata, occurredAfter, occurredBefore };
    const scope = await scopeOf(operation, { memories, tags, ...conditions });
    const found = await operation.ask(SEARCH, { input: { ...input, scope } });
    const results = found.searchKnowledge.results.map((result) => ({
      ...searchResultForTool(result, { wholeTexts }),
      topicRelevance: rounded(result.topicRelevance),
    }));
    return { results };
  },
});

const written = z.object({
  action: z.string(),
  similarity: z.number().nullable(),
  entry: entryShape,
  matchedEntry: z.object({ id: z.string(), content: z.string() }).nullable(),
});

const WRITE: RootField<{ writeEntry: z.infer<typeof written> }> = {
  document: parse(`mutation McpWriteEntry($input: WriteEntryInput!) {
    writeEntry(input: $input) { action similarity entry { ${ENTRY_FIELDS} } matchedEntry { id content } }
  }`),
  shape: z.object({ writeEntry: written }),
};

const CREATE: RootField<{ createMemory: { memory: NamedMemory } }> = {
  document: parse(`mutation McpCreateMemory($input: CreateMemoryInput!) {
    createMemory(input: $input) { memory { id name } }
  }`),
  shape: z.object({
    createMemory: z.object({ memory: z.object({ id: z.string(), name: z.string() }) }),
  }),
};

export const writeMemory = defineTool({
  name: 'write_memory',
  title: 'Write to a memory',
  description:
    'Remembers one fact for later conversations. Call it when you learn something that stays true or useful: a ' +
    'preference, a decision, a name, a date, a solution that worked. Write one self-contained sentence in the third ' +
    'person with names and absolute dates, since it is read without this conversation. For the first fact of a new ' +
    'memory, pass createMemory: true. Repeating a known fact is ' +
    'safe: it is counted (SKIPPED), added to the entry that says nearly the same (UPDATED), or stored (CREATED). If ' +
    'it replaces an older fact, pass the id of that entry in supersedes. This replaces every statement of that entry. To ' +
    'replace one of several, use update_entry with the whole text that should remain.',
  field: 'Mutation.writeEntry',
  annotations: { ...ADDS, idempotentHint: true },
  input: z.strictObject({
    memory: memoryArgument,
    content: textArgument.describe('The fact, as one self-contained sentence or short paragraph.'),
    createMemory: z.boolean().default(false).describe('Creates the memory if none has this name.'),
    metadata: metadataArgument,
    occurredAt: timeArgument
      .optional()
      .describe('When it happened, such as 2026-01-02T10:00:00Z, if the text does not say.'),
    importance: z.number().min(1).max(10).optional().describe('1 (trivial) to 10 (vital).'),
    supersedes: z
      .array(z.string())
      .max(MAX_SUPERSEDED)
      .optional()
      .describe(
        'Ids of entries of the same memory that this fact replaces, with all of their statements: the content should ' +
          'repeat what remains true of them.',
      ),
  }),
  output: z.object({
    action: z
      .string()
      .describe(
        'CREATED, UPDATED (a statement was added to an entry) or SKIPPED (known word for word, or in similar words if ' +
          'the project is set so).',
      ),
    entryId: z.string(),
    memory: z.string().describe('The name of the memory.'),
    content: z.string().describe('The whole text of the entry.'),
    similarity: z.number().nullable().describe('To the nearest entry, 0 to 1.'),
    nearest: z
      .object({ entryId: z.string(), content: z.string() })
      .nullable()
      .describe(
        'The nearest entry; a long text is cut, and then ends with "…". If the new fact replaces it, write again with ' +
          'supersedes, or update it.',
      ),
  }),
  run: async ({ operation, idempotencyKey }, { memory, createMemory: mayCreate, ...input }) => {
    // A text that is refused must not leave a new memory.
    checkInput(contentInput, input.content, 'content');
    const { id: memoryId } = mayCreate
      ? await ensureMemory(operation, memory)
      : await requireMemory(operation, memory, {
          creation: 'Call again with createMemory: true to create it',
        });
    const { writeEntry } = await operation.ask(WRITE, {
      input: { ...input, memoryId, source: 'AGENT', idempotencyKey },
    });
    const { action, similarity, entry, matchedEntry } = writeEntry;
    return {
      action,
      entryId: entry.id,
      memory: entry.memory.name,
      content: entry.content,
      similarity: similarity && rounded(similarity),
      nearest: matchedEntry && {
        entryId: matchedEntry.id,
        content: shortened(matchedEntry.content),
      },
    };
  },
});

/** The memory of a name or an id. If none has the name, it is created. */
async function ensureMemory(operation: McpOperation, nameOrId: string): Promise<NamedMemory> {
  const name = checkInput(nameInput, nameOrId, 'memory');
  if (isMemoryId(name) || (await findMemory(operation, name)) !== null)
    return requireMemory(operation, name);
  if (!isBoundName(operation.request, name)) throw outsideOfBound(operation.request, name);
  const input = { name, ifExists: 'RETURN' };
  return (await operation.ask(CREATE, { input })).createMemory.memory;
}
