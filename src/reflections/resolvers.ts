import type { Resolvers } from '../graphql/generated.ts';
import { checkInput } from '../input.ts';
import { createReflection } from './create-reflection.ts';
import { fitLessons, tokenBudgetInput } from './fit-lessons.ts';
import { queryReflections } from './query-reflections.ts';
import { retryReflection } from './reflections.ts';

export const reflectionResolvers: Resolvers = {
  Query: {
    queryReflections: async (_, { input }, { app, caller }) =>
      queryReflections(app, await caller(), input),
    augmentTask: async (_, { input, tokenBudget }, { app, caller }) => {
      const budget = checkInput(tokenBudgetInput, tokenBudget, 'tokenBudget');
      const found = await queryReflections(app, await caller(), input);
      return { ...found, ...fitLessons(input.task, found.results, budget) };
    },
  },
  Mutation: {
    createReflection: async (_, { input }, { app, caller }) =>
      createReflection(app, await caller(), input),
    retryReflection: async (_, { input }, { app, caller }) => ({
      trace: await retryReflection(app, await caller(), input.traceId),
    }),
  },
};
