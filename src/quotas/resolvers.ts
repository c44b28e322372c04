import type { Resolvers } from '../graphql/generated.ts';
import { readUsage } from './read-usage.ts';
import { setQuotas } from './set-quotas.ts';

export const quotaResolvers: Resolvers = {
  Mutation: {
    setQuotas: async (_, { input }, { app, caller }) => ({
      project: await setQuotas(app, await caller(), input),
    }),
  },
  Project: {
    usage: (project, _, { app }) => readUsage(app, project),
  },
};
