import type { Resolvers } from '../graphql/generated.ts';
import { createProjectKey, listApiKeys, revokeApiKey } from './api-keys.ts';
import { createProject, deleteProject, listProjects, updateProject } from './projects.ts';
import { settingsOf } from './settings.ts';
import { reaches, requireViewer } from './viewer.ts';

export const projectResolvers: Resolvers = {
  Query: {
    viewer: (_, __, { viewer }) => requireViewer(viewer),
    project: async (_, { id }, { caller, viewer, loaders }) => {
      if (!id) return (await caller()).project;
      return reaches(requireViewer(viewer), id) ? loaders.project.load(id) : null;
    },
    projects: (_, page, { app, viewer }) => listProjects(app, requireViewer(viewer), page),
  },
  Mutation: {
    createProject: async (_, { input }, { app }) => ({ project: await createProject(app, input) }),
    updateProject: async (_, { input }, { app, caller }) => ({
      project: await updateProject(app, await caller(), input),
    }),
    deleteProject: async (_, { input }, { app, caller }) => {
      const acting = await caller();
      await deleteProject(app, acting, input.confirmName);
      return { deletedProjectId: acting.project.id };
    },
    createApiKey: async (_, { input }, { app, caller }) => {
      const { project } = await caller();
      return createProjectKey(app, project.id, input);
    },
    revokeApiKey: async (_, { input }, { app, caller }) => {
      const { project } = await caller();
      return { apiKey: await revokeApiKey(app, project.id, input.apiKeyId) };
    },
  },
  Project: {
    settings: (project, _, { app }) => settingsOf(app.config, project),
    apiKeys: (project, page, { app }) => listApiKeys(app, project.id, page),
  },
  ApiKey: {
    project: (apiKey, _, { loaders }) => loaders.project.load(apiKey.projectId),
  },
};
