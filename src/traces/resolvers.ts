import type { PageRequest } from '../db/page.ts';
import type { ProjectRow } from '../db/rows.ts';
import { requireFound } from '../errors.ts';
import type { Context } from '../graphql/context.ts';
import type { Resolvers } from '../graphql/generated.ts';
import { inProject } from '../projects/in-project.ts';
import { createTrace } from './create-trace.ts';
import { reviewTrace } from './review-trace.ts';
import {
  describeLearning,
  listTraces,
  listUtilityChanges,
  readTrajectory,
  searchTraces,
} from './traces.ts';

const ofProject = {
  trace: (project: ProjectRow, { id }: { id: string }, { loaders }: Context) =>
    loaders.trace.load({ projectId: project.id, id }),
  traces: (project: ProjectRow, request: PageRequest & Record<string, unknown>, { app }: Context) =>
    listTraces(app, project.id, request),
};

export const traceResolvers: Resolvers = {
  Query: {
    trace: inProject(ofProject.trace),
    traces: inProject(ofProject.traces),
    searchTraces: async (_, search, { app, caller }) => ({
      results: await searchTraces(app, await caller(), search),
    }),
  },
  Mutation: {
    createTrace: async (_, { input }, { app, caller }) => ({
      trace: await createTrace(app, await caller(), input),
    }),
    reviewTrace: async (_, { input }, { app, caller }) => reviewTrace(app, await caller(), input),
  },
  Project: {
    ...ofProject,
    learning: (project, _, { app }) => describeLearning(app, { project }),
  },
  Trace: {
    trajectory: (trace, _, { app }) =>
      readTrajectory(app, trace) as Promise<Record<string, unknown>[]>,
    retrieved: ({ projectId, id }, _, { loaders }) => loaders.retrievals.load({ projectId, id }),
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
    reviewedAt: ({ reviewedAt, id }) => reviewedAt ?? missing(id),
    reviewedBy: ({ reviewedBy, id }) => reviewedBy ?? missing(id),
  },
  Retrieval: {
    entry: async ({ projectId, entryId: id }, _, { loaders }) => {
      return requireFound(await loaders.entry.load({ projectId, id }), 'entry', id);
    },
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
      return requireFound(await loaders.trace.load({ projectId, id }), 'trace', id);
    },
    supersededAt: ({ supersededAt = null }) => supersededAt,
  },
  Event: {
    trace: ({ projectId, traceId: id }, _, { loaders }) =>
      id === null ? null : loaders.trace.load({ projectId, id }),
  },
};

function missing(id: string): never {
  throw new Error(`The review of trace ${id} is incomplete`);
}
