import type { PageRequest } from '../db/page.ts';
import type { EventRow, ProjectRow } from '../db/rows.ts';
import type { Context } from '../graphql/context.ts';
import type { Resolvers } from '../graphql/generated.ts';
import { inProject } from '../projects/in-project.ts';
import { requireViewer } from '../projects/viewer.ts';
import { followProjectEvents } from './follow-project-events.ts';
import { listEvents } from './list-events.ts';
import { encodePosition } from './position.ts';

const ofProject = {
  events: (project: ProjectRow, page: PageRequest, { app }: Context) =>
    listEvents(app, project.id, page),
};

export const eventResolvers: Resolvers = {
  Query: { events: inProject(ofProject.events) },
  Project: ofProject,
  Subscription: {
    projectEvents: {
      subscribe: async (_, { input }, { app, caller, viewer, resumeAfter }) => {
        const who = { caller: await caller(), viewer: requireViewer(viewer) };
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
