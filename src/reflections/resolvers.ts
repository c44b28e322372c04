import type { Resolvers } from '../graphql/generated.ts';
import { augmentTask } from './augment-task.ts';
import { createReflection } from './create-reflection.ts';
import { queryReflections } from './query-reflections.ts';
import { retryReflection } from './reflections.ts';

export const reflectionResolvers: Resolvers = {
  Query: {
    queryReflections: async (_, { input }, { app, caller }) =>
      queryReflections(app, await caller(), input),
    augmentTask: async (_, { input }, { app, caller }) => {
      const found = await queryReflections(app, await caller(), input);
      const entries = found.results.map(({ entry }) => entry);
      return { ...found, augmentedTask: augmentTask(input.task, entries) };
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
