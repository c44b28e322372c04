import { parse } from 'graphql';
import { z } from 'zod';
import { MAX_TOKEN_BUDGET } from '../../token-budget.ts';
import type { McpOperation } from '../operation.ts';
import {
  defineTool,
  memoriesArgument,
  metadataArgument,
  READS,
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
