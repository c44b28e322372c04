import type { PageRequest } from '../db/page.ts';
import type { EventRow, ProjectRow } from '../db/rows.ts';
import { badInput, requireFound } from '../errors.ts';
import type { Context } from '../graphql/context.ts';
import type { Resolvers } from '../graphql/generated.ts';
import { inProject } from '../projects/in-project.ts';
import { requireViewer } from '../projects/viewer.ts';
import { followMemoryEvents } from './follow-memory-events.ts';
import {
  createMemory,
  deleteMemory,
  findMemoryByName,
  listMemories,
  updateMemory,
} from './memories.ts';

const ofProject = {
  memory: (
    project: ProjectRow,
    { id, name }: { id?: string | null; name?: string | null },
    { app, loaders }: Context,
  ) => {
    if (id && !name) return loaders.memory.load({ projectId: project.id, id });
    if (name && !id) return findMemoryByName(app, project.id, name);
    throw badInput('id', 'must be given, or name, and not both');
  },
  memories: (
    project: ProjectRow,
    { tags, ...page }: PageRequest & { tags?: readonly string[] | null },
    { app }: Context,
  ) => listMemories(app, project.id, { ...page, globs: tags ? [...tags] : null }),
};

export const memoryResolvers: Resolvers = {
  Query: { memory: inProject(ofProject.memory), memories: inProject(ofProject.memories) },
  Project: ofProject,
  Mutation: {
    createMemory: async (_, { input }, { app, caller }) => ({
      memory: await createMemory(app, await caller(), input),
    }),
    updateMemory: async (_, { input }, { app, caller }) => ({
      memory: await updateMemory(app, await caller(), input),
    }),
    deleteMemory: async (_, { input }, { app, caller }) => {
      await deleteMemory(app, await caller(), input.memoryId);
      return { deletedMemoryId: input.memoryId };
    },
  },
  Subscription: {
    memoryEvents: {
      subscribe: async (_, { input }, { app, caller, viewer, resumeAfter }) => {
        const who = { caller: await caller(), viewer: requireViewer(viewer) };
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
