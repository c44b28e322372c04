import { parse } from 'graphql';
import { z } from 'zod';
import { ENTRY_KINDS } from '../../db/tables/entries.ts';
import { STREAM_RANKINGS } from '../../db/tables/stream-settings.ts';
import { badInput, requireFound } from '../../errors.ts';
import { requireAccess } from '../../graphql/access.ts';
import { creationByTool, requireBound, requireMemory } from '../memories.ts';
import {
  ADDS,
  defineTool,
  memoryArgument,
  metadataArgument,
  READS,
  textArgument,
  timeArgument,
} from '../tool.ts';
import {
  changedEntry,
  ENTRY_FIELDS,
  entryShape,
  foundEntry,
  RESULT_FIELDS,
  resultShape,
  rounded,
  searchResultForTool,
  shownEntry,
} from './results.ts';
import { scopeOf, searchArguments } from './search-scope.ts';

const RECORD = {
  document: parse(`mutation McpRecordObservation($input: RecordObservationInput!) {
    recordObservation(input: $input) { entry { ${ENTRY_FIELDS} } }
  }`),
  shape: z.object({ recordObservation: z.object({ entry: entryShape }) }),
};

export const memoryRecord = defineTool({
  name: 'memory_record',
  title: 'Record an observation',
  description:
    'Adds what has just happened, or what you intend to do, to the stream of a memory. Nothing is compared or merged: ' +
    'each observation stands at its time. Call it for events as they occur. For facts that stay true, use write_memory.',
  field: 'Mutation.recordObservation',
  annotations: ADDS,
  input: z.strictObject({
    memory: memoryArgument,
    content: textArgument.describe('What happened or is intended, as one sentence with names.'),
    kind: z
      .enum(['OBSERVATION', 'PLAN'])
      .default('OBSERVATION')
      .describe('What happened, or what is intended.'),
    importance: z
      .number()
      .min(1)
      .max(10)
      .optional()
      .describe(
        '1 (mundane) to 10 (life-changing). When omitted, the chat model of the server rates it, if there is one and ' +
          'rating is switched on.',
      ),
    occurredAt: timeArgument
      .optional()
      .describe('When it happened, such as 2026-01-02T10:00:00Z; now when omitted.'),
    metadata: metadataArgument,
  }),
  output: changedEntry,
  run: async ({ operation, idempotencyKey }, { memory, ...input }) => {
    const creation = creationByTool(operation.request);
    const { id: memoryId } = await requireMemory(operation, memory, { creation });
    const given = { ...input, memoryId, idempotencyKey };
    return shownEntry((await operation.ask(RECORD, { input: given })).recordObservation.entry);
  },
});

const partsShape = z.object({
  relevance: z.number(),
  utility: z.number(),
  recency: z.number(),
  importance: z.number(),
});

const retrievedShape = resultShape.extend({
  recency: z.number(),
  importance: z.number(),
  parts: partsShape,
});

const RETRIEVE = {
  document: parse(`query McpRetrieveEntries($input: RetrieveEntriesInput!) {
    retrieveEntries(input: $input) {
      results { ${RESULT_FIELDS} recency importance parts { relevance utility recency importance } }
    }
  }`),
  shape: z.object({ retrieveEntries: z.object({ results: z.array(retrievedShape) }) }),
};

const TOUCH = {
  document: parse(`mutation McpTouchEntries($input: TouchEntriesInput!) {
    touchEntries(input: $input) { results { __typename } }
  }`),
  shape: z.object({ touchEntries: z.object({}) }),
};

const retrievedEntries = z.object({
  results: z
    .array(
      foundEntry.extend({
        similarity: z
          .number()
          .nullable()
          .describe('To the query, 0 to 1; null if only words were compared.'),
        recency: z.number().describe('0 to 1: how recently it was said or accessed.'),
        importance: z.number().describe('0.1 (trivial) to 1 (vital).'),
        parts: partsShape.describe('What each part adds to the score, which is their sum.'),
      }),
    )
    .describe('Best first.'),
});

function shownRetrieved(result: z.infer<typeof retrievedShape>, options: { wholeTexts: boolean }) {
  const { similarity, recency, importance, parts } = result;
  return {
    ...searchResultForTool(result, options),
    similarity: similarity === null ? null : rounded(similarity),
    recency: rounded(recency),
    importance: rounded(importance),
    parts: {
      relevance: rounded(parts.relevance),
      utility: rounded(parts.utility),
      recency: rounded(parts.recency),
      importance: rounded(parts.importance),
    },
  };
}

const weightArgument = z.number().min(0).max(100).optional();

export const memoryRetrieve = defineTool({
  name: 'memory_retrieve',
  title: 'Retrieve from a stream',
  description:
    'Finds the entries that matter in a situation, of every kind: observations, plans, insights, facts and lessons. ' +
    'They are ranked by relevance together with recency and importance. Call it before you plan or react. To ' +
    'look up a fact, use search_knowledge.',
  field: 'Query.retrieveEntries',
  // An access changes no knowledge, and a repeated call counts it at a later time.
  annotations: READS,
  input: z.strictObject({
    query: textArgument.describe('The situation or the question, as a sentence.'),
    ...searchArguments,
    kinds: z.array(z.enum(ENTRY_KINDS)).optional().describe('Only entries of these kinds.'),
    now: timeArgument
      .optional()
      .describe('The time of the situation, for the recency; the present when omitted.'),
    ranking: z
      .enum(STREAM_RANKINGS)
      .optional()
      .describe('A preset for the score; the settings of the stream when omitted.'),
    weights: z
      .strictObject({
        recency: weightArgument,
        importance: weightArgument,
        relevance: weightArgument,
        utility: weightArgument,
      })
      .optional()
      .describe('Weights of the parts of the score, 0 to 100; the settings when omitted.'),
    touch: z
      .boolean()
      .default(false)
      .describe(
        'Counts an access of the results, which makes them more recent in later calls. Needs a key of role WRITE.',
      ),
  }),
  output: retrievedEntries,
  run: async ({ operation }, { memories, tags, kinds, touch, wholeTexts, ...input }) => {
    if (touch) requireAccess(operation.request.viewer, 'WRITE');
    // A model may fill in an argument that it does not use with an empty list.
    const wanted = kinds?.length ? kinds : null;
    const scope = { ...(await scopeOf(operation, { memories, tags })), kinds: wanted };
    const { retrieveEntries } = await operation.ask(RETRIEVE, { input: { ...input, scope } });
    const entryIds = retrieveEntries.results.map(({ entry }) => entry.id);
    if (touch && entryIds.length > 0) await operation.ask(TOUCH, { input: { entryIds } });
    const results = retrieveEntries.results.map((result) => shownRetrieved(result, { wholeTexts }));
    return { results };
  },
});

const CYCLE_FIELDS = `id status error observationCount memory { id name }
  questions { question error insight { id content } }`;

const cycleShape = z.object({
  id: z.string(),
  status: z.string(),
  error: z.string().nullable(),
  observationCount: z.number().int(),
  memory: z.object({ id: z.string(), name: z.string() }),
  questions: z.array(
    z.object({
      question: z.string(),
      error: z.string().nullable(),
      insight: z.object({ id: z.string(), content: z.string() }).nullable(),
    }),
  ),
});

const START = {
  document: parse(`mutation McpStartInsightCycle($input: StartInsightCycleInput!) {
    startInsightCycle(input: $input) { insightCycle { ${CYCLE_FIELDS} } }
  }`),
  shape: z.object({ startInsightCycle: z.object({ insightCycle: cycleShape }) }),
};

const READ = {
  document: parse(`query McpInsightCycle($id: ID!) {
    node(id: $id) { ... on InsightCycle { ${CYCLE_FIELDS} } }
  }`),
  shape: z.object({ node: z.union([cycleShape, z.object({}).transform(() => null)]).nullable() }),
};

export const memoryReflect = defineTool({
  name: 'memory_reflect',
  title: 'Form insights',
  description:
    'Starts to derive insights from the observations of a memory, with the chat model of the server, in the ' +
    'background. It returns a cycle: call again with its insightCycleId, after some seconds, until status is no ' +
    'longer QUEUED or RUNNING, to read the insights. Without force it starts only if enough has been observed.',
  field: 'Mutation.startInsightCycle',
  annotations: ADDS,
  input: z.strictObject({
    memory: memoryArgument
      .optional()
      .describe('The memory whose observations are considered, to start a cycle.'),
    force: z
      .boolean()
      .default(false)
      .describe('Starts even if little has been observed since the last cycle.'),
    insightCycleId: z
      .string()
      .min(1)
      .optional()
      .describe('Reads this cycle instead of starting one.'),
  }),
  output: z.object({
    insightCycleId: z.string(),
    memory: z.string().describe('The name of the memory.'),
    status: z.string().describe('QUEUED, RUNNING, COMPLETED, FAILED or CANCELLED.'),
    error: z.string().nullable(),
    observationCount: z.number().int().describe('Number of observations that the cycle covers.'),
    insights: z.array(z.object({ question: z.string(), entryId: z.string(), content: z.string() })),
  }),
  run: async ({ operation }, { memory, force, insightCycleId }) => {
    if (insightCycleId !== undefined) {
      if (memory !== undefined) throw badInput('insightCycleId', 'pass it or memory, not both.');
      const { node } = await operation.ask(READ, { id: insightCycleId });
      const cycle = requireFound(node, 'insight cycle', insightCycleId);
      await requireBound(operation, cycle.memory);
      return shownCycle(cycle);
    }
    const { id: memoryId } = await requireMemory(operation, memory);
    const started = await operation.ask(START, { input: { memoryId, force } });
    return shownCycle(started.startInsightCycle.insightCycle);
  },
});

function shownCycle({ id, memory, questions, ...cycle }: z.infer<typeof cycleShape>) {
  const insights = questions.flatMap(({ question, insight }) =>
    insight === null ? [] : { question, entryId: insight.id, content: insight.content },
  );
  return { insightCycleId: id, memory: memory.name, ...cycle, insights };
}
