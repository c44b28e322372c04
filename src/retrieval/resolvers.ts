import type { Resolvers } from '../graphql/generated.ts';
import { searchKnowledge } from './search-knowledge.ts';

export const retrievalResolvers: Resolvers = {
  Query: {
    searchKnowledge: async (_, { input }, { app, caller }) => ({
      results: await searchKnowledge(app, await caller(), input),
    }),
  },
};
