import type { EventRow, ProjectRow } from '../db/rows.ts';
import { encodePosition } from '../events/position.ts';
import type { Context } from '../graphql/context.ts';
import type { QueryEventsArgs, Resolvers } from '../graphql/generated.ts';
import { idOfType } from '../ids.ts';
import { inProject } from '../projects/in-project.ts';
import { requireViewer } from '../projects/viewer.ts';
import { followProjectEvents } from './follow-project-events.ts';
import { listEvents } from './list-events.ts';

const ofProject = {
  events: (project: ProjectRow, list: QueryEventsArgs, { app }: Context) =>
    listEvents(app, project.id, list),
};

export const eventResolvers: Resolvers = {
  Query: { events: inProject(ofProject.events) },
  Project: ofProject,
  Subscription: {
    events: {
      subscribe: async (_, input, { app, caller, viewer, resumeAfter }) => {
        const who = { caller: await caller(), viewer: requireViewer(viewer) };
        return followProjectEvents(app, who, { ...input, after: resumeAfter ?? input.after });
      },
      resolve: (event: EventRow) => event,
    },
  },
  Event: {
    id: encodePosition,
    cursor: encodePosition,
    actor: ({ projectId, actor }) => ({ projectId, id: actor }),
    generationId: ({ subjectId }) => idOfType(subjectId, 'gen'),
    jobId: ({ subjectId }) => idOfType(subjectId, 'job'),
    insightCycleId: ({ subjectId }) => idOfType(subjectId, 'cyc'),
    apiKeyId: ({ subjectId }) => idOfType(subjectId, 'key'),
  },
};
