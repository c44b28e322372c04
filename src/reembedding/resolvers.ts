import type { Resolvers } from '../graphql/generated.ts';
import { findReembedding, reembedProject } from './reembed-project.ts';

export const reembeddingResolvers: Resolvers = {
  Mutation: {
    reembedProject: async (_, { input }, { app, caller }) => ({
      project: await reembedProject(app, await caller(), input),
    }),
  },
  Project: {
    reembedding: (project, _, { app }) => findReembedding(app, project),
  },
  Reembedding: {
    embeddingModel: ({ space }) => space.model,
    embeddingDimensions: ({ space }) => space.dimensions,
    // A job is enqueued with each re-embedding, so a missing job has ended without finishing it, and was purged since.
    status: ({ job }) => job?.status ?? 'FAILED',
    attempts: ({ job }) => job?.attempts ?? 0,
    error: ({ job }) => job?.error ?? null,
    entriesDone: ({ done }) => done,
    entriesTotal: ({ total }) => total,
  },
};
