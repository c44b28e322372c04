import type { Resolvers } from '../graphql/generated.ts';
import { isAnySelected } from '../selected-fields.ts';
import { searchKnowledge } from './search-knowledge.ts';
import { COUNTED_FIELDS } from './types.ts';

export const retrievalResolvers: Resolvers = {
  Query: {
    searchKnowledge: async (_, { input }, { app, caller }, info) => {
      const withCounts = isAnySelected(info, COUNTED_FIELDS);
      return searchKnowledge(app, await caller(), input, { withCounts });
    },
  },
  SearchResult: {
    matchedWords: ({ query, chunk: { text } }, _, { loaders }) =>
      loaders.matchedWords.load({ query, text }),
  },
};
