import { parse } from 'graphql';
import { z } from 'zod';
import { MAX_APPLICABLE_TOOLS, MAX_PART_CHARACTERS } from '../../entries/change/edit-lesson.ts';
import { MAX_TOKEN_BUDGET } from '../../token-budget.ts';
import { MAX_FEEDBACK_CHARACTERS } from '../../traces/review-input.ts';
import { creationByTool, requireMemory, requireReach } from '../memories.ts';
import type { McpOperation } from '../operation.ts';
import {
  ADDS,
  defineTool,
  entryIdsArgument,
  memoriesArgument,
  memoryArgument,
  metadataArgument,
  READS,
  resultArgument,
  shareArgument,
  textArgument,
} from '../tool.ts';
import { foundReflection, RESULT_FIELDS, resultShape, shownReflection } from './results.ts';
import { scopeOf } from './search-scope.ts';

const found = z.object({
  results: z.array(resultShape),
  filteredByThreshold: z.number().int(),
  hint: z.string().nullable(),
});

const QUERY = {
  document: parse(`query McpQueryReflections($input: QueryReflectionsInput!) {
    queryReflections(input: $input) { results { ${RESULT_FIELDS} } filteredByThreshold hint }
  }`),
  shape: z.object({ queryReflections: found }),
};

const AUGMENT = {
  document: parse(`query McpAugmentTask($input: QueryReflectionsInput!) {
    augmentTask(input: $input) { augmentedTask results { ${RESULT_FIELDS} } filteredByThreshold hint }
  }`),
  shape: z.object({ augmentTask: found.extend({ augmentedTask: z.string() }) }),
};

const shownHint = z
  .string()
  .nullable()
  .describe('If nothing was found: a minScore that would find something.');

const taskInput = z.strictObject({
  task: textArgument.describe('The task that you are about to do, in full.'),
  memories: memoriesArgument,
  metadata: metadataArgument.describe('Only lessons whose metadata has these keys and values.'),
  limit: z.number().int().min(1).max(100).default(5).describe('Maximum number of lessons.'),
  minScore: shareArgument.optional().describe("Lowest similarity of a lesson's task; 0 for any."),
});

async function reflectionInput(operation: McpOperation, input: z.infer<typeof taskInput>) {
  const { memories, metadata, ...rest } = input;
  return { ...rest, scope: await scopeOf(operation, { memories, metadata }) };
}

export const queryReflections = defineTool({
  name: 'query_reflections',
  title: 'Query reflections',
  description:
    'Finds lessons from earlier runs of similar tasks, those first that helped. Call it to study them one by one. ' +
    'To get a task ready to work on, augment_task is simpler.',
  field: 'Query.queryReflections',
  annotations: READS,
  input: taskInput,
  output: z.object({
    results: z.array(foundReflection).describe('Best first.'),
    hint: shownHint,
  }),
  run: async ({ operation }, input) => {
    const given = await reflectionInput(operation, input);
    const { results, hint } = (await operation.ask(QUERY, { input: given })).queryReflections;
    return { results: results.map(shownReflection), hint };
  },
});

export const augmentTask = defineTool({
  name: 'augment_task',
  title: 'Augment a task with lessons',
  description:
    'Call it at the beginning of a task: it returns the task with the lessons of earlier runs of similar tasks, what ' +
    'worked and what failed. Follow the lessons that apply. Keep retrievedEntryIds and pass them to record_trace at ' +
    'the end, so that the lessons are credited with the result.',
  field: 'Query.augmentTask',
  annotations: READS,
  input: taskInput.extend({
    tokenBudget: z
      .number()
      .int()
      .min(1)
      .max(MAX_TOKEN_BUDGET)
      .optional()
      .describe(
        'Maximum number of tokens of the lessons; the best ones that fit are returned. No maximum when omitted.',
      ),
  }),
  output: z.object({
    augmentedTask: z.string().describe('The task, followed by the lessons.'),
    retrievedEntryIds: z
      .array(z.string())
      .describe('The ids of the lessons. Pass them to record_trace.'),
    hint: shownHint,
  }),
  run: async ({ operation }, input) => {
    const given = await reflectionInput(operation, input);
    const { augmentTask: answer } = await operation.ask(AUGMENT, { input: given });
    const { augmentedTask, results, hint } = answer;
    return { augmentedTask, retrievedEntryIds: results.map(({ entry }) => entry.id), hint };
  },
});

export const lessonMemoryArgument = memoryArgument
  .optional()
  .describe(
    'The memory of the lesson. When omitted, the memory for which this client is configured, otherwise "reflections"; ' +
      'a client that is configured for several memories must name one.',
  );

/** The memory of a reflection: the named one, or the only one that the client is bound to, or the default. */
export async function reflectionMemory(operation: McpOperation, named: string | undefined) {
  if (named === undefined && operation.request.memories === null) return {};
  const creation = creationByTool(operation.request);
  return { memoryId: (await requireMemory(operation, named, { creation })).id };
}

const REFLECT = {
  document: parse(`mutation McpCreateReflection($input: CreateReflectionInput!) {
    createReflection(input: $input) { entry { id memory { name } } trace { id } }
  }`),
  shape: z.object({
    createReflection: z.object({
      entry: z.object({ id: z.string(), memory: z.object({ name: z.string() }) }),
      trace: z.object({ id: z.string() }),
    }),
  }),
};

const lessonText = z.string().min(1).max(MAX_PART_CHARACTERS);

export const createReflection = defineTool({
  name: 'create_reflection',
  title: 'Create a reflection',
  description:
    'Writes down the lesson of a task that you have finished, in your own words, with its result. Use it instead of ' +
    'record_trace when you can state the lesson yourself. Write it for somebody who does a similar task without ' +
    'this conversation.',
  field: 'Mutation.createReflection',
  annotations: ADDS,
  input: z.strictObject({
    task: textArgument.describe('The task, as it was given.'),
    summary: lessonText.describe('One sentence on what the task was.'),
    guidance: lessonText.describe('A general strategy for tasks of this kind.'),
    result: resultArgument.describe('Whether the task succeeded.'),
    keyMistake: z
      .string()
      .max(MAX_PART_CHARACTERS)
      .optional()
      .describe('The mistake that caused a FAIL.'),
    correctAction: z
      .string()
      .max(MAX_PART_CHARACTERS)
      .optional()
      .describe('The right action for the task.'),
    applicableTools: z
      .array(lessonText)
      .max(MAX_APPLICABLE_TOOLS)
      .optional()
      .describe('Names of the tools that the lesson is about.'),
    retrievedEntryIds: entryIdsArgument
      .default([])
      .describe('Ids of the entries that the run was shown.'),
    feedback: z
      .string()
      .max(MAX_FEEDBACK_CHARACTERS)
      .optional()
      .describe('What the reviewer said.'),
    metadata: metadataArgument,
    memory: lessonMemoryArgument,
  }),
  output: z.object({
    entryId: z.string(),
    traceId: z.string(),
    memory: z.string().describe('The name of the memory.'),
  }),
  run: async ({ operation, idempotencyKey }, { memory, ...input }) => {
    await requireReach(operation, input.retrievedEntryIds);
    const place = await reflectionMemory(operation, memory);
    const given = { ...input, ...place, idempotencyKey };
    const { entry, trace } = (await operation.ask(REFLECT, { input: given })).createReflection;
    return { entryId: entry.id, traceId: trace.id, memory: entry.memory.name };
  },
});
