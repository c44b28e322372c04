import { parse } from 'graphql';
import { z } from 'zod';
import { badInput } from '../../errors.ts';
import { MAX_NAME_CHARACTERS } from '../../input.ts';
import { MAX_RESPONSE_CHARACTERS } from '../../traces/create-trace.ts';
import { MAX_FEEDBACK_CHARACTERS, MAX_RETRIEVED } from '../../traces/review-input.ts';
import { requireReach } from '../memories.ts';
import {
  ADDS,
  defineTool,
  entryIdsArgument,
  metadataArgument,
  resultArgument,
  shareArgument,
  textArgument,
} from '../tool.ts';
import { lessonMemoryArgument, reflectionMemory } from './reflections.ts';
import { rounded } from './results.ts';

const rewardsArgument = z
  .array(z.strictObject({ entryId: z.string(), reward: shareArgument }))
  .max(MAX_RETRIEVED)
  .optional()
  .describe('Rewards of single entries, if you know which helped (1) and which misled (0).');

const TRACE_FIELDS = 'id review { result reward } reflectionStatus';

const traceShape = z.object({
  id: z.string(),
  review: z.object({ result: z.string(), reward: z.number() }).nullable(),
  reflectionStatus: z.string().nullable(),
});

const RECORD = {
  document: parse(`mutation McpCreateTrace($input: CreateTraceInput!) {
    createTrace(input: $input) { trace { ${TRACE_FIELDS} } }
  }`),
  shape: z.object({ createTrace: z.object({ trace: traceShape }) }),
};

const shownTrace = z.object({
  traceId: z.string().describe('The id of the run. Pass it to review_trace.'),
  result: z.string().nullable().describe('PASS or FAIL; null while the run is not reviewed.'),
  reward: z.number().nullable(),
  reflectionStatus: z
    .string()
    .nullable()
    .describe('State of the job that writes the lesson of the run; null if none was requested.'),
});

function showTrace({ id, review, reflectionStatus }: z.infer<typeof traceShape>) {
  const { result = null, reward = null } = review ?? {};
  return { traceId: id, result, reward, reflectionStatus };
}

export const recordTrace = defineTool({
  name: 'record_trace',
  title: 'Record a run',
  description:
    'Call it at the end of a task: it stores what you did, so that later runs learn from it. Pass the ids of all ' +
    'entries that you were shown. If you know whether the task succeeded, pass result (and feedback that says why), ' +
    'which reviews the run at once. Otherwise keep traceId, and call review_trace when the user has judged it. A run ' +
    'that is never reviewed teaches nothing.',
  field: 'Mutation.createTrace',
  annotations: ADDS,
  input: z.strictObject({
    task: textArgument.describe('The task, as it was given.'),
    retrievedEntryIds: entryIdsArgument
      .default([])
      .describe('Ids of the entries that the run was shown, best first.'),
    finalResponse: z
      .string()
      .max(MAX_RESPONSE_CHARACTERS)
      .optional()
      .describe('Your answer, or what you did, in the end.'),
    trajectory: z
      .array(z.record(z.string(), z.unknown()))
      .default([])
      .describe(
        'The messages and tool calls of the run, in the format of the OpenAI API, if you have them.',
      ),
    result: resultArgument.optional().describe('Whether the task succeeded, if it is known.'),
    feedback: z
      .string()
      .max(MAX_FEEDBACK_CHARACTERS)
      .optional()
      .describe('Why it succeeded or failed; only with result.'),
    agentId: z.string().max(MAX_NAME_CHARACTERS).optional().describe('The name of the agent.'),
    model: z.string().max(MAX_NAME_CHARACTERS).optional().describe('The name of the model.'),
    metadata: metadataArgument,
    memory: lessonMemoryArgument,
  }),
  output: shownTrace,
  run: async ({ operation, idempotencyKey }, { result, feedback, memory, ...input }) => {
    if (result === undefined && (feedback || memory)) {
      throw badInput('result', 'is needed with feedback or memory');
    }
    await requireReach(operation, input.retrievedEntryIds);
    const review = result && {
      result,
      feedback,
      ...(await reflectionMemory(operation, memory)),
    };
    const given = { ...input, review, idempotencyKey };
    return showTrace((await operation.ask(RECORD, { input: given })).createTrace.trace);
  },
});

const REVIEW = {
  document: parse(`mutation McpReviewTrace($input: ReviewTraceInput!) {
    reviewTrace(input: $input) { trace { ${TRACE_FIELDS} } changes { entryId: entry { id } before after } }
  }`),
  shape: z.object({
    reviewTrace: z.object({
      trace: traceShape,
      changes: z.array(
        z.object({
          entryId: z.object({ id: z.string() }).nullable(),
          before: z.number(),
          after: z.number(),
        }),
      ),
    }),
  }),
};

export const reviewTrace = defineTool({
  name: 'review_trace',
  title: 'Review a run',
  description:
    'Says how a recorded run ended: the utility of the entries that it retrieved moves toward the reward, and the ' +
    'chat model of the server, if it has one, writes down the lesson. Call it when the user or a test has judged the ' +
    'result. Give feedback in words: it is what the lesson is made of.',
  field: 'Mutation.reviewTrace',
  annotations: ADDS,
  input: z.strictObject({
    traceId: z.string().min(1).describe('The id of the run. record_trace returns it.'),
    result: resultArgument.optional().describe('Needed unless reward is given.'),
    reward: shareArgument
      .optional()
      .describe('0 (failed) to 1 (succeeded); from the result when omitted.'),
    feedback: z
      .string()
      .max(MAX_FEEDBACK_CHARACTERS)
      .optional()
      .describe('Why it succeeded or failed.'),
    entryRewards: rewardsArgument,
    memory: lessonMemoryArgument,
    replace: z.boolean().default(false).describe('Replaces an earlier review of the run.'),
  }),
  output: shownTrace.extend({
    changes: z
      .array(z.object({ entryId: z.string().nullable(), before: z.number(), after: z.number() }))
      .describe('The utilities that the review has moved.'),
  }),
  run: async ({ operation }, { memory, ...input }) => {
    await requireReach(operation, input.entryRewards?.map(({ entryId }) => entryId) ?? []);
    const given = { ...input, ...(await reflectionMemory(operation, memory)) };
    const { trace, changes } = (await operation.ask(REVIEW, { input: given })).reviewTrace;
    const shown = changes.map(({ entryId, before, after }) => ({
      entryId: entryId?.id ?? null,
      before: rounded(before),
      after: rounded(after),
    }));
    return { ...showTrace(trace), changes: shown };
  },
});
