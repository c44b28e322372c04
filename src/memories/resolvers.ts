import type { GraphQLResolveInfo } from 'graphql';
import type { ProjectRow } from '../db/rows.ts';
import { badInput, requireFound } from '../errors.ts';
import type { Context } from '../graphql/context.ts';
import type { QueryMemoriesArgs, QueryTagsArgs, Resolvers } from '../graphql/generated.ts';
import { actorOf } from '../projects/actors.ts';
import { inProject } from '../projects/in-project.ts';
import { isTotalSelected, nodeFields } from '../selected-fields.ts';
import { createMemory, updateMemory } from './change-memory.ts';
import { deleteMemory, restoreMemory } from './delete-memory.ts';
import { findMemoryByName, listMemories } from './memories.ts';
import { renameTag } from './rename-tag.ts';
import { listTags } from './tags.ts';

const ofProject = {
  memory: (
    project: ProjectRow,
    { id, name }: { id?: string | null; name?: string | null },
    { app, loaders }: Context,
  ) => {
    if (id && !name) return loaders.memory.load({ projectId: project.id, id });
    if (name && !id) return findMemoryByName(app, project.id, name);
    throw badInput('id', id ? 'give either id or name, not both' : 'give either id or name');
  },
  memories: (
    project: ProjectRow,
    { tags, name, deleted, orderBy, ...page }: QueryMemoriesArgs,
    { app }: Context,
    info: GraphQLResolveInfo,
  ) =>
    listMemories(app, project.id, {
      ...page,
      globs: tags ? [...tags] : null,
      name: name ?? null,
      isDeleted: deleted,
      orderBy,
      fields: nodeFields(info),
      isCounted: isTotalSelected(info),
    }),
  tags: (project: ProjectRow, { search, ...page }: QueryTagsArgs, { app }: Context) =>
    listTags(app, project.id, { ...page, search: search ?? null }),
};

export const memoryResolvers: Resolvers = {
  Query: {
    memory: inProject(ofProject.memory),
    memories: inProject(ofProject.memories),
    tags: inProject(ofProject.tags),
  },
  Project: ofProject,
  Mutation: {
    createMemory: async (_, { input }, { app, caller }) => ({
      memory: await createMemory(app, await caller(), input),
    }),
    updateMemory: async (_, { input }, { app, caller }) => ({
      memory: await updateMemory(app, await caller(), input),
    }),
    deleteMemory: async (_, { input }, { app, caller }) => ({
      memory: await deleteMemory(app, await caller(), input),
    }),
    restoreMemory: async (_, { input }, { app, caller }) => ({
      memory: await restoreMemory(app, await caller(), input.memoryId),
    }),
    renameTag: async (_, { input }, { app, caller }) => renameTag(app, await caller(), input),
  },
  Memory: {
    createdBy: ({ projectId, createdBy }) => actorOf(projectId, createdBy),
    updatedBy: ({ projectId, updatedBy }) => actorOf(projectId, updatedBy),
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
