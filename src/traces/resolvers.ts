import type { GraphQLResolveInfo } from 'graphql';
import type { ProjectRow } from '../db/rows.ts';
import { itemError } from '../entries/bulk-items.ts';
import { DomainError, requireFound } from '../errors.ts';
import type { Context } from '../graphql/context.ts';
import type { QueryTracesArgs, Resolvers } from '../graphql/generated.ts';
import { actorOf } from '../projects/actors.ts';
import { inProject } from '../projects/in-project.ts';
import { isTotalSelected } from '../selected-fields.ts';
import { createTrace } from './create-trace.ts';
import { deleteTrace } from './delete-trace.ts';
import { reviewTrace, reviewTraces } from './review-trace.ts';
import {
  describeLearning,
  listMessages,
  listTraces,
  listUtilityChanges,
  readTrajectory,
  searchTraces,
} from './traces.ts';
import { readUtilityHistory } from './utility-history.ts';

const ofProject = {
  trace: (project: ProjectRow, { id }: { id: string }, { loaders }: Context) =>
    loaders.trace.load({ projectId: project.id, id }),
  traces: (
    project: ProjectRow,
    args: QueryTracesArgs,
    { app }: Context,
    info: GraphQLResolveInfo,
  ) => listTraces(app, project.id, { ...args, isCounted: isTotalSelected(info) }),
};

export const traceResolvers: Resolvers = {
  Query: {
    trace: inProject(ofProject.trace),
    traces: inProject(ofProject.traces),
    searchTraces: async (_, { input }, { app, caller }) => ({
      results: await searchTraces(app, await caller(), input),
    }),
  },
  Mutation: {
    createTrace: async (_, { input }, { app, caller }) => ({
      trace: await createTrace(app, await caller(), input),
    }),
    reviewTrace: async (_, { input }, { app, caller }) => reviewTrace(app, await caller(), input),
    reviewTraces: async (_, { input }, { app, caller }) => ({
      results: (await reviewTraces(app, await caller(), input.reviews)).map((result) =>
        result instanceof DomainError
          ? itemError(result)
          : { __typename: 'ReviewTracePayload' as const, ...result },
      ),
    }),
    deleteTrace: async (_, { input }, { app, caller }) => {
      await deleteTrace(app, await caller(), input.traceId);
      return { deletedTraceId: input.traceId };
    },
  },
  Project: {
    ...ofProject,
    learning: (project, _, { app }) => describeLearning(app, { project }),
  },
  Learning: {
    utilityHistory: ({ projectId }, asked, { app }) => readUtilityHistory(app, projectId, asked),
  },
  Trace: {
    trajectory: (trace, _, { app }) =>
      readTrajectory(app, trace) as Promise<Record<string, unknown>[]>,
    messages: (trace, page, { app }) => listMessages(app, trace, page),
    usage: ({ inputTokens, outputTokens }) =>
      inputTokens === null || outputTokens === null ? null : { inputTokens, outputTokens },
    retrieved: ({ projectId, id }, _, { loaders }) => loaders.retrievals.load({ projectId, id }),
    createdBy: ({ projectId, createdBy }) => actorOf(projectId, createdBy),
    updatedBy: ({ projectId, createdBy, reviewedBy }) =>
      actorOf(projectId, reviewedBy ?? createdBy),
    agent: ({ projectId, agentId: id }, _, { loaders }) =>
      id === null ? null : loaders.agent.load({ projectId, id }),
    review: (trace) => (trace.reviewedAt === null ? null : trace),
    reflection: ({ projectId, reflectionEntryId: id }, _, { loaders }) =>
      id === null ? null : loaders.entry.load({ projectId, id }),
    reflectionStatus: async ({ projectId, id }, _, { loaders }) =>
      (await loaders.reflectionJob.load({ projectId, id }))?.status ?? null,
    reflectionAttempts: async ({ projectId, id }, _, { loaders }) =>
      (await loaders.reflectionJob.load({ projectId, id }))?.attempts ?? 0,
    reflectionError: async ({ projectId, id }, _, { loaders }) =>
      (await loaders.reflectionJob.load({ projectId, id }))?.error ?? null,
  },
  Review: {
    result: ({ reviewResult, id }) => reviewResult ?? missing(id),
    reward: ({ reviewReward, id }) => reviewReward ?? missing(id),
    feedback: (trace) => trace.reviewFeedback,
    alpha: (trace) => trace.reviewAlpha,
    baseline: (trace) => trace.reviewBaseline,
    entryRewards: ({ projectId, entryRewards }) =>
      Object.entries(entryRewards ?? {}).map(([entryId, reward]) => ({
        projectId,
        entryId,
        reward,
      })),
    reviewedAt: ({ reviewedAt, id }) => reviewedAt ?? missing(id),
    reviewedBy: ({ projectId, reviewedBy, id }) => actorOf(projectId, reviewedBy) ?? missing(id),
  },
  EntryReward: {
    entry: ({ projectId, entryId: id }, _, { loaders }) => loaders.entry.load({ projectId, id }),
  },
  Retrieval: {
    entry: ({ projectId, entryId: id }, _, { loaders }) => loaders.entry.load({ projectId, id }),
  },
  Entry: {
    utilityHistory: (entry, request, { app }) => listUtilityChanges(app, entry, request),
  },
  Lesson: {
    trace: async ({ projectId, traceId: id }, _, { loaders }) =>
      loaders.trace.load({ projectId, id }),
  },
  UtilityChange: {
    entry: ({ projectId, entryId: id }, _, { loaders }) => loaders.entry.load({ projectId, id }),
    trace: async ({ projectId, traceId: id }, _, { loaders }) => {
      const trace = id ? await loaders.trace.load({ projectId, id }) : null;
      return requireFound(trace, 'trace', id ?? '');
    },
    supersededAt: ({ supersededAt = null }) => supersededAt,
    baseline: ({ baseline = null }) => baseline,
  },
  Event: {
    trace: ({ projectId, traceId: id }, _, { loaders }) =>
      id === null ? null : loaders.trace.load({ projectId, id }),
  },
};

function missing(id: string): never {
  throw new Error(`The review of trace ${id} is incomplete`);
}
