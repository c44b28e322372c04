import { itemError } from '../entries/bulk-items.ts';
import { requireFound } from '../errors.ts';
import type { Resolvers } from '../graphql/generated.ts';
import { idOfType } from '../ids.ts';
import { loadMemory } from '../memories/load-memory.ts';
import { importanceOf } from './importance.ts';
import { describeStream, listCycles, startInsightCycle } from './insight-cycles.ts';
import { planningContext } from './planning-context.ts';
import { recordObservation, recordObservations } from './record-observations.ts';
import { retrieveEntries } from './retrieve-entries.ts';

export const streamResolvers: Resolvers = {
  Query: {
    retrieveEntries: async (_, { input }, { app, caller }) =>
      retrieveEntries(app, await caller(), input),
    planningContext: async (_, { input }, { app, caller }) =>
      planningContext(app, await caller(), input),
  },
  Mutation: {
    recordObservation: async (_, { input }, { app, caller }) => {
      const { entry } = await recordObservation(app, await caller(), input);
      return { entry };
    },
    recordObservations: async (_, { input }, { app, caller }) => {
      const results = await recordObservations(app, await caller(), input);
      return {
        results: results.map((result) =>
          result instanceof Error
            ? itemError(result)
            : { __typename: 'RecordObservationPayload' as const, entry: result.entry },
        ),
      };
    },
    startInsightCycle: async (_, { input }, { app, caller }) => ({
      insightCycle: await startInsightCycle(app, await caller(), input),
    }),
  },
  Memory: {
    stream: async (memory, _, { loaders }) => {
      const project = requireFound(
        await loaders.project.load(memory.projectId),
        'project',
        memory.projectId,
      );
      return describeStream(project, memory);
    },
    insightCycles: (memory, page, { app }) => listCycles(app, memory, page),
  },
  Entry: {
    importanceExplained: ({ importance, importanceParts }) =>
      importanceParts && { ...importanceParts, importance, total: importanceOf(importanceParts) },
    evidence: ({ projectId, id }, _, { loaders }) => loaders.evidence.load({ projectId, id }),
    supports: ({ projectId, id }, _, { loaders }) => loaders.supports.load({ projectId, id }),
  },
  Evidence: {
    entry: async ({ projectId, evidenceId: id }, _, { loaders }) => {
      return requireFound(await loaders.entry.load({ projectId, id }), 'entry', id);
    },
  },
  Support: {
    entry: async ({ projectId, entryId: id }, _, { loaders }) => {
      return requireFound(await loaders.entry.load({ projectId, id }), 'entry', id);
    },
  },
  Event: {
    insightCycle: ({ projectId, subjectId }, _, { loaders }) => {
      const id = idOfType(subjectId, 'cyc');
      return id === null ? null : loaders.insightCycle.load({ projectId, id });
    },
  },
  InsightCycle: {
    memory: (cycle, _, { loaders }, info) => loadMemory(loaders, cycle, info),
    // The job of an open cycle is only purged if it has failed or was cancelled, so a cycle without a job has failed.
    status: async ({ projectId, memoryId: id, finishedAt }, _, { loaders }) =>
      finishedAt
        ? 'COMPLETED'
        : ((await loaders.insightJob.load({ projectId, id }))?.status ?? 'FAILED'),
    attempts: async ({ projectId, memoryId: id, finishedAt }, _, { loaders }) =>
      finishedAt ? 0 : ((await loaders.insightJob.load({ projectId, id }))?.attempts ?? 0),
    error: async ({ projectId, memoryId: id, finishedAt }, _, { loaders }) =>
      finishedAt ? null : ((await loaders.insightJob.load({ projectId, id }))?.error ?? null),
    questions: ({ projectId, questions }) =>
      (questions ?? []).map((question) => ({ ...question, projectId })),
    usage: ({ inputTokens, outputTokens }) => ({ inputTokens, outputTokens }),
  },
  CycleQuestion: {
    insight: ({ projectId, entryId: id }, _, { loaders }) =>
      id === null ? null : loaders.entry.load({ projectId, id }),
  },
};
