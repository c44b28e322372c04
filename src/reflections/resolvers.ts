import type { Context } from '../graphql/context.ts';
import type { QueryReflectionsInput, Resolvers } from '../graphql/generated.ts';
import { checkInput } from '../input.ts';
import { tokenBudgetInput } from '../token-budget.ts';
import { createReflection } from './create-reflection.ts';
import { fitLessons } from './fit-lessons.ts';
import { queryReflections } from './query-reflections.ts';
import { retryReflection } from './reflections.ts';

const budgetInput = tokenBudgetInput.nullish();

async function fittingLessons(input: QueryReflectionsInput, { app, caller }: Context) {
  const tokenBudget = checkInput(budgetInput, input.tokenBudget, 'input.tokenBudget');
  const found = await queryReflections(app, await caller(), input);
  return {
    ...found,
    ...fitLessons(input.task, found.results, tokenBudget ?? Number.POSITIVE_INFINITY),
  };
}

export const reflectionResolvers: Resolvers = {
  Query: {
    queryReflections: async (_, { input }, context) => fittingLessons(input, context),
    augmentTask: async (_, { input }, context) => fittingLessons(input, context),
  },
  Mutation: {
    createReflection: async (_, { input }, { app, caller }) =>
      createReflection(app, await caller(), input),
    retryReflection: async (_, { input }, { app, caller }) => ({
      trace: await retryReflection(app, await caller(), input.traceId),
    }),
  },
};
