import type { JobRow, ProjectRow } from '../db/rows.ts';
import type { Context } from '../graphql/context.ts';
import type { QueryJobsArgs, Resolvers } from '../graphql/generated.ts';
import { idOfType } from '../ids.ts';
import { inProject } from '../projects/in-project.ts';
import { isAdmin } from '../projects/viewer.ts';
import { cancelJob, retryJob } from './change-jobs.ts';
import { listJobs } from './list-jobs.ts';

const ofProject = {
  jobs: (project: ProjectRow, { status, kind, ...page }: QueryJobsArgs, { app }: Context) =>
    listJobs(app, project.id, { ...page, status: status ?? null, kind: kind ?? null }),
};

export const jobResolvers: Resolvers = {
  Query: { jobs: inProject(ofProject.jobs) },
  Project: ofProject,
  Mutation: {
    retryJob: async (_, { input: { jobId } }, { app, viewer, caller }) => ({
      job: await retryJob(app, await caller(), { jobId, isAdmin: isAdmin(viewer) }),
    }),
    cancelJob: async (_, { input: { jobId } }, { app, viewer, caller }) => ({
      job: await cancelJob(app, await caller(), { jobId, isAdmin: isAdmin(viewer) }),
    }),
  },
  Event: {
    job: ({ projectId, subjectId }, _, { loaders }) => {
      const id = idOfType(subjectId, 'job');
      return id === null ? null : loaders.job.load({ projectId, id });
    },
  },
  Job: {
    subject: (job, _, { loaders }) => {
      const { projectId } = job;
      const id = subjectIdOf(job);
      switch (job.kind) {
        case 'PROJECT_REEMBEDDING':
          return loaders.project.load(id);
        case 'TRACE_REFLECTION':
          return loaders.trace.load({ projectId, id });
        case 'IMPORTANCE_RATING':
        case 'STREAM_INSIGHTS':
        case 'CONTRADICTION_CHECK':
          return loaders.memory.load({ projectId, id });
      }
    },
    subjectId: subjectIdOf,
  },
};

/** The id of the object of a job. The job that re-embeds a project has a fixed subject instead of the id. */
function subjectIdOf({ kind, projectId, subject }: JobRow): string {
  return kind === 'PROJECT_REEMBEDDING' ? projectId : subject;
}
