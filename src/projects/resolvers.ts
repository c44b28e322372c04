import type { Resolvers } from '../graphql/generated.ts';
import { idOfType } from '../ids.ts';
import { primaryApp } from '../standby/app-variants.ts';
import { actorOf, kindOfActor } from './actors.ts';
import { createProjectKeyOnce, listApiKeys } from './api-keys.ts';
import { renameApiKey, revokeApiKey, rotateApiKey } from './change-keys.ts';
import { inheritedSettings, namesOfOwn } from './inherited-settings.ts';
import { createProject, deleteProject, listProjects, updateProject } from './projects.ts';
import { settingsOf } from './settings.ts';
import { isAdmin, reaches, requireViewer } from './viewer.ts';

export const projectResolvers: Resolvers = {
  Query: {
    viewer: (_, __, { viewer }) => requireViewer(viewer),
    project: async (_, { id }, { caller, viewer, loaders }) => {
      if (!id) return (await caller()).project;
      return reaches(requireViewer(viewer), id) ? loaders.project.load(id) : null;
    },
    projects: (_, page, { app, viewer }) =>
      listProjects(primaryApp(app), requireViewer(viewer), page),
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
      return createProjectKeyOnce(app, await caller(), input);
    },
    renameApiKey: async (_, { input }, { app, caller }) => ({
      apiKey: await renameApiKey(app, await caller(), input),
    }),
    rotateApiKey: async (_, { input }, { app, caller }) => rotateApiKey(app, await caller(), input),
    revokeApiKey: async (_, { input }, { app, caller }) => ({
      apiKey: await revokeApiKey(app, await caller(), input.apiKeyId),
    }),
  },
  Project: {
    settings: (project, _, { app }) => settingsOf(app.config, project),
    ownSettings: namesOfOwn,
    defaultSettings: (project, _, { app }) => inheritedSettings(app, project),
    apiKeys: (project, page, { app }) => listApiKeys(app, project.id, page),
  },
  Actor: {
    kind: kindOfActor,
    name: async (actor, _, { loaders }) => {
      if (kindOfActor(actor) !== 'API_KEY') return actor.id;
      return (await loaders.actorKey.load(actor))?.name ?? actor.id;
    },
  },
  Event: {
    apiKey: ({ projectId, subjectId }, _, { loaders, viewer }) => {
      const id = idOfType(subjectId, 'key');
      return id === null || !isAdmin(viewer) ? null : loaders.apiKey.load({ projectId, id });
    },
    changes: ({ subjectId, changes }, _, { viewer }) =>
      idOfType(subjectId, 'key') === null || isAdmin(viewer) ? changes : [],
  },
  ApiKey: {
    createdBy: ({ projectId, createdBy }) => actorOf(projectId, createdBy),
    project: (apiKey, _, { loaders }) => loaders.project.load(apiKey.projectId),
    previousSecretExpiresAt: ({ previousUntil }, _, { app }) =>
      previousUntil !== null && previousUntil > app.clock() ? previousUntil : null,
  },
};
