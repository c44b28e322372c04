import type { Resolvers } from '../graphql/generated.ts';
import { searchKnowledge } from './search-knowledge.ts';

export const retrievalResolvers: Resolvers = {
  Query: {
    searchKnowledge: async (_, { input }, { app, caller }) =>
      searchKnowledge(app, await caller(), input),
  },
  SearchResult: {
    matchedWords: ({ query, chunk: { text } }, _, { loaders }) =>
      loaders.matchedWords.load({ query, text }),
  },
};
