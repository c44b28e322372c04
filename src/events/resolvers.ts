import type { Resolvers } from '../graphql/generated.ts';
import { listEvents } from './list-events.ts';
import { encodePosition } from './position.ts';

export const eventResolvers: Resolvers = {
  Query: {
    events: async (_, { projectId, ...page }, { app, caller }) => {
      const { project } = await caller(projectId, 'projectId');
      return listEvents(app, project.id, page);
    },
  },
  Event: {
    id: encodePosition,
    cursor: encodePosition,
  },
};
