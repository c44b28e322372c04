import type { Resolvers } from '../graphql/generated.ts';
import { eraseData } from './erase-data.ts';

export const erasureResolvers: Resolvers = {
  Mutation: {
    eraseData: async (_, { input }, { app, caller }) => ({
      erased: await eraseData(app, await caller(), input),
    }),
  },
};
