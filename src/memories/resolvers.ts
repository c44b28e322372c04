import type { EventRow } from '../db/rows.ts';
import { requireFound } from '../errors.ts';
import type { Resolvers } from '../graphql/generated.ts';
import { requireViewer } from '../projects/viewer.ts';
import { followMemoryEvents } from './follow-memory-events.ts';
import { createMemory, deleteMemory, listMemories, updateMemory } from './memories.ts';

export const memoryResolvers: Resolvers = {
  Query: {
    memory: async (_, { id, projectId }, { caller, loaders }) => {
      const { project } = await caller(projectId, 'projectId');
      return requireFound(await loaders.memory.load({ projectId: project.id, id }), 'memory', id);
    },
    memories: async (_, { projectId, tags, ...page }, { app, caller }) => {
      const { project } = await caller(projectId, 'projectId');
      return listMemories(app, project.id, { ...page, globs: tags ?? null });
    },
  },
  Mutation: {
    createMemory: async (_, { input }, { app, caller }) => ({
      memory: await createMemory(app, await caller(input.projectId), input),
    }),
    updateMemory: async (_, { input }, { app, caller }) => ({
      memory: await updateMemory(app, await caller(input.projectId), input),
    }),
    deleteMemory: async (_, { input }, { app, caller }) => {
      await deleteMemory(app, await caller(input.projectId), input.memoryId);
      return { deletedMemoryId: input.memoryId };
    },
  },
  Subscription: {
    memoryEvents: {
      subscribe: async (_, { input }, { app, caller, viewer, resumeAfter }) => {
        const who = { caller: await caller(input.projectId), viewer: requireViewer(viewer) };
        return followMemoryEvents(app, who, { ...input, after: resumeAfter ?? input.after });
      },
      resolve: (event: EventRow) => event,
    },
  },
  Memory: {
    project: async (memory, _, { loaders }) => {
      return requireFound(
        await loaders.project.load(memory.projectId),
        'project',
        memory.projectId,
      );
    },
  },
  Event: {
    memory: ({ projectId, memoryId }, _, { loaders }) =>
      memoryId === null ? null : loaders.memory.load({ projectId, id: memoryId }),
  },
};
