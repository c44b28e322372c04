import type { ProjectRow } from '../db/rows.ts';
import type { DomainError } from '../errors.ts';
import { requireFound } from '../errors.ts';
import type { Context } from '../graphql/context.ts';
import type { Resolvers } from '../graphql/generated.ts';
import { inProject } from '../projects/in-project.ts';
import { deleteEntry, restoreEntry, revertEntry, updateEntry } from './change-entry.ts';
import { contentOf, listRevisions } from './entries.ts';
import { extractEntries } from './extract-entries.ts';
import { writeEntries, writeEntry } from './write-entries.ts';
import type { Written } from './write-transaction.ts';

const ofProject = {
  entry: (project: ProjectRow, { id }: { id: string }, { loaders }: Context) =>
    loaders.entry.load({ projectId: project.id, id }),
};

export const entryResolvers: Resolvers = {
  Query: { entry: inProject(ofProject.entry) },
  Project: ofProject,
  Mutation: {
    writeEntry: async (_, { input }, { app, caller }) => {
      const { thresholds, ...written } = await writeEntry(app, await caller(), input);
      return { ...written, ...named(thresholds), dryRun: input.dryRun };
    },
    writeEntries: async (_, { input }, { app, caller }) => {
      const { results, thresholds } = await writeEntries(app, await caller(), input);
      return {
        results: results.map(shownResult),
        ...named(thresholds),
        dryRun: input.dryRun,
      };
    },
    extractEntries: async (_, { input }, { app, caller }) => {
      const { results, thresholds, method } = await extractEntries(app, await caller(), input);
      return {
        method,
        results: results.map(({ content, result }) => ({ content, result: shownResult(result) })),
        ...named(thresholds),
        dryRun: input.dryRun,
      };
    },
    updateEntry: async (_, { input }, { app, caller }) => ({
      entry: await updateEntry(app, await caller(), input),
    }),
    deleteEntry: async (_, { input }, { app, caller }) => ({
      entry: await deleteEntry(app, await caller(), input.entryId),
    }),
    restoreEntry: async (_, { input }, { app, caller }) => ({
      entry: await restoreEntry(app, await caller(), input.entryId),
    }),
    revertEntry: async (_, { input }, { app, caller }) => {
      const { entryId, revision = null } = input;
      return {
        entry: await revertEntry(app, await caller(), { entryId, revision }),
      };
    },
  },
  Memory: {
    entries: (
      { projectId, id },
      { kinds, sources, metadata, deleted, ...request },
      { loaders },
    ) => {
      const filter = {
        kinds: kinds ?? null,
        sources: sources ?? null,
        metadata: metadata ?? null,
        isDeleted: deleted,
      };
      return loaders.entryList.load({ projectId, memoryId: id, filter, request });
    },
  },
  Entry: {
    content: contentOf,
    lesson: ({ projectId, lesson }) => lesson && { ...lesson, projectId },
    memory: async ({ projectId, memoryId }, _, { loaders }) => {
      return requireFound(
        await loaders.memory.load({ projectId, id: memoryId }),
        'memory',
        memoryId,
      );
    },
    version: ({ revision }) => revision,
    revisions: (entry, page, { app }) => listRevisions(app, entry, page),
  },
  Revision: { content: contentOf },
  Event: {
    entry: ({ projectId, entryId }, _, { loaders }) =>
      entryId === null ? null : loaders.entry.load({ projectId, id: entryId }),
  },
};

function named({ duplicate, update }: { duplicate: number; update: number }) {
  return { duplicateThreshold: duplicate, updateThreshold: update };
}

/** The outcome of one item of a bulk write, or its error. */
export function shownResult(result: Written | DomainError) {
  return result instanceof Error ? failed(result) : { ...result, error: null };
}

function failed(error: DomainError) {
  const { path } = error.details;
  return {
    action: null,
    entry: null,
    similarity: null,
    matchedEntry: null,
    error: {
      code: error.code,
      message: error.message,
      path: typeof path === 'string' ? path : null,
    },
  };
}
