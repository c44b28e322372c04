import type { EventRow } from '../db/rows.ts';
import type { Resolvers } from '../graphql/generated.ts';
import { requireViewer } from '../projects/viewer.ts';
import { followProjectEvents } from './follow-project-events.ts';
import { listEvents } from './list-events.ts';
import { encodePosition } from './position.ts';

export const eventResolvers: Resolvers = {
  Query: {
    events: async (_, { projectId, ...page }, { app, caller }) => {
      const { project } = await caller(projectId, 'projectId');
      return listEvents(app, project.id, page);
    },
  },
  Subscription: {
    projectEvents: {
      subscribe: async (_, { input }, { app, caller, viewer, resumeAfter }) => {
        const who = { caller: await caller(input.projectId), viewer: requireViewer(viewer) };
        return followProjectEvents(app, who, { ...input, after: resumeAfter ?? input.after });
      },
      resolve: (event: EventRow) => event,
    },
  },
  Event: {
    id: encodePosition,
    cursor: encodePosition,
  },
};
