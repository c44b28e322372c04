import type { ProjectRow } from '../db/rows.ts';
import type { Context } from '../graphql/context.ts';
import type { QueryStatsArgs, Resolvers } from '../graphql/generated.ts';
import { inProject } from '../projects/in-project.ts';
import { readStats } from './read-stats.ts';

const ofProject = {
  stats: (project: ProjectRow, asked: QueryStatsArgs, { app }: Context) =>
    readStats(app, project.id, asked),
};

export const statsResolvers: Resolvers = {
  Query: { stats: inProject(ofProject.stats) },
  Project: {
    ...ofProject,
    summary: ({ id }, _, { loaders }) => loaders.projectSummary.load(id),
  },
  Memory: {
    summary: ({ projectId, id }, _, { loaders }) => loaders.memorySummary.load({ projectId, id }),
  },
};
