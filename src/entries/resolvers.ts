import type { GraphQLResolveInfo } from 'graphql';
import { ANY_ENTRY } from '../db/entry-conditions.ts';
import type { EntryRow, ProjectRow } from '../db/rows.ts';
import type { Statement } from '../db/tables/entries.ts';
import type { DomainError } from '../errors.ts';
import type { Context } from '../graphql/context.ts';
import type { QueryEntriesArgs, Resolvers } from '../graphql/generated.ts';
import { checkInput, filterTextInput } from '../input.ts';
import { memoizeByObject } from '../memoize-by-object.ts';
import { loadMemory } from '../memories/load-memory.ts';
import { resolveMemoryIds, scopeInput } from '../memories/scope.ts';
import type { WriteRules } from '../memories/write-rules.ts';
import { actorOf } from '../projects/actors.ts';
import { inProject } from '../projects/in-project.ts';
import { isTotalSelected, nodeFields } from '../selected-fields.ts';
import { itemError } from './bulk-items.ts';
import { deleteEntries, deleteEntry, restoreEntry, updateEntry } from './change/change-entry.ts';
import { copyEntries } from './change/copy-entries.ts';
import { deleteStatement } from './change/delete-statement.ts';
import { mergeEntries } from './change/merge-entries.ts';
import { moveEntries } from './change/move-entries.ts';
import { revertEntry } from './change/revert-entry.ts';
import { splitEntry } from './change/split-entry.ts';
import { supersedeEntries } from './change/supersede.ts';
import { touchEntries } from './change/touch-entries.ts';
import { listEntries } from './entries.ts';
import { extractEntries } from './extract-entries.ts';
import { listRevisions } from './revisions.ts';
import { contentOf, withStatements } from './statements.ts';
import { writeEntries, writeEntry } from './write/write-entries.ts';
import type { Written } from './write/write-set.ts';

const textFilter = filterTextInput.nullish();

const NO_ENTRY = { ...ANY_ENTRY, kinds: [] };

/** Converts the arguments of a list of entries. @throws BAD_USER_INPUT */
function listOf(
  { scope, text, deleted, superseded, orderBy, ...request }: QueryEntriesArgs,
  info: GraphQLResolveInfo,
) {
  const given = checkInput(scopeInput, scope, 'scope');
  return {
    scope: given,
    filter: {
      conditions: given.conditions,
      text: checkInput(textFilter, text, 'text') ?? null,
      isDeleted: deleted,
      isSuperseded: superseded ?? null,
    },
    orderBy,
    request,
    fields: nodeFields(info),
    isCounted: isTotalSelected(info),
  };
}

/**
 * The same for the field `entries` of memories. The memories of one list share its field nodes, so it runs once for
 * all.
 */
const listOfSiblings = memoizeByObject(
  (_: GraphQLResolveInfo['fieldNodes'], args: QueryEntriesArgs, info: GraphQLResolveInfo) => {
    const { scope, ...list } = listOf(args, info);
    return {
      scope,
      list,
      listWithoutEntries: { ...list, filter: { ...list.filter, conditions: NO_ENTRY } },
    };
  },
);

const ofProject = {
  entries: (
    { id }: ProjectRow,
    args: QueryEntriesArgs,
    { app }: Context,
    info: GraphQLResolveInfo,
  ) => listEntries(app, id, listOf(args, info)),
  entry: (project: ProjectRow, { id }: { id: string }, { loaders }: Context) =>
    loaders.entry.load({ projectId: project.id, id }),
};

export const entryResolvers: Resolvers = {
  Query: { entry: inProject(ofProject.entry), entries: inProject(ofProject.entries) },
  Project: ofProject,
  Mutation: {
    writeEntry: async (_, { input }, { app, caller }) => {
      const { rules, ...written } = await writeEntry(app, await caller(), input);
      return { ...written, ...writeRuleFields(rules), dryRun: input.dryRun };
    },
    writeEntries: async (_, { input }, { app, caller }) => {
      const { results, rules } = await writeEntries(app, await caller(), input);
      return {
        results: results.map((result) => bulkWriteItem(result, { rules, dryRun: input.dryRun })),
        ...writeRuleFields(rules),
        dryRun: input.dryRun,
      };
    },
    extractEntries: async (_, { input }, { app, caller }) => {
      const { results, rules, method } = await extractEntries(app, await caller(), input);
      return {
        method,
        results: results.map(({ content, result }) => ({
          content,
          result: bulkWriteItem(result, { rules, dryRun: input.dryRun }),
        })),
        ...writeRuleFields(rules),
        dryRun: input.dryRun,
      };
    },
    updateEntry: async (_, { input }, { app, caller }) => ({
      entry: await updateEntry(app, await caller(), input),
    }),
    deleteEntry: async (_, { input }, { app, caller }) => ({
      entry: await deleteEntry(app, await caller(), input.entryId),
    }),
    deleteEntries: async (_, { input }, { app, caller }) => ({
      results: (await deleteEntries(app, await caller(), input)).map(changedEntry),
    }),
    moveEntries: async (_, { input }, { app, caller }) => ({
      results: (await moveEntries(app, await caller(), input)).map(changedEntry),
    }),
    copyEntries: async (_, { input }, { app, caller }) => ({
      results: (await copyEntries(app, await caller(), input)).map(shownCopy),
    }),
    supersedeEntries: async (_, { input }, { app, caller }) => ({
      results: (await supersedeEntries(app, await caller(), input)).map(changedEntry),
    }),
    deleteStatement: async (_, { input }, { app, caller }) => ({
      entry: await deleteStatement(app, await caller(), input),
    }),
    splitEntry: async (_, { input }, { app, caller }) => splitEntry(app, await caller(), input),
    mergeEntries: async (_, { input }, { app, caller }) => ({
      entry: await mergeEntries(app, await caller(), input),
    }),
    touchEntries: async (_, { input }, { app, caller }) => ({
      results: (await touchEntries(app, await caller(), input)).map(changedEntry),
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
    entries: async ({ projectId, id: memoryId }, args, { app, loaders }, info) => {
      const { scope, list, listWithoutEntries } = listOfSiblings(info.fieldNodes, args, info);
      const covered = await resolveMemoryIds(app, projectId, scope);
      // A scope that does not cover the memory has none of its entries.
      const isCovered = covered === null || covered.includes(memoryId);
      const ofMemory = isCovered ? list : listWithoutEntries;
      return loaders.entryList.load({ projectId, memoryId, list: ofMemory });
    },
  },
  Entry: {
    content: (entry) => entry.content ?? contentOf(entry),
    lesson: ({ projectId, lesson }) => lesson && { ...lesson, projectId },
    memory: (entry, _, { loaders }, info) => loadMemory(loaders, entry, info),
    statements: ({ projectId, statements }) => statementsOf(projectId, statements),
    supersededBy: ({ projectId, supersededBy }, _, { loaders }) =>
      supersededBy === null ? null : loaders.entry.load({ projectId, id: supersededBy }),
    supersedes: ({ projectId, id }, _, { loaders }) => loaders.superseded.load({ projectId, id }),
    chunks: ({ projectId, id }, _, { loaders }) => loaders.chunks.load({ projectId, id }),
    embedding: ({ projectId, id }, _, { loaders }) => loaders.embedding.load({ projectId, id }),
    version: ({ revision }) => revision,
    createdBy: ({ projectId, createdBy }) => actorOf(projectId, createdBy),
    updatedBy: ({ projectId, updatedBy }) => actorOf(projectId, updatedBy),
    revisions: (entry, page, { app }) => listRevisions(app, entry, page),
  },
  Statement: {
    actor: ({ projectId, actor }) => actorOf(projectId, actor),
    occurredAt: ({ occurredAt }) => (occurredAt === null ? null : new Date(occurredAt)),
    firstStatedAt: ({ firstStatedAt }) => new Date(firstStatedAt),
    lastStatedAt: ({ lastStatedAt }) => new Date(lastStatedAt),
  },
  Revision: {
    content: contentOf,
    metadata: ({ statements }) => withStatements(statements).metadata,
    statements: ({ projectId, statements }) => statementsOf(projectId, statements),
    relatedEntries: async ({ projectId, relatedIds }, _, { loaders }) => {
      const found = await Promise.all(
        relatedIds.map((id) => loaders.entry.load({ projectId, id })),
      );
      return found.filter((entry) => entry !== null);
    },
    actor: ({ projectId, actor }) => ({ projectId, id: actor }),
  },
  Event: {
    entry: ({ projectId, entryId }, _, { loaders }) =>
      entryId === null ? null : loaders.entry.load({ projectId, id: entryId }),
  },
};

function statementsOf(projectId: string, statements: readonly Statement[]) {
  return statements.map((statement) => ({ ...statement, projectId }));
}

/** The schema's fields for the rules of a write. */
function writeRuleFields({ duplicate, update, duplicatePolicy, maxStatements }: WriteRules) {
  const thresholds = { duplicateThreshold: duplicate, updateThreshold: update };
  return { ...thresholds, duplicatePolicy, maxStatements };
}

/** The outcome of one item of a bulk change, or its error. */
function changedEntry(result: EntryRow | DomainError) {
  return result instanceof Error ? itemError(result) : { __typename: 'Entry' as const, ...result };
}

/** The outcome of one copy, or its error. A replayed copy has the thresholds of its first call. */
function shownCopy(result: Written | DomainError) {
  if (result instanceof Error) return itemError(result);
  return bulkWriteItem(result, { rules: result.rules, dryRun: false });
}

type WriteOptions = { rules: WriteRules; dryRun: boolean };

/** The outcome of one item of a bulk write, or its error. */
function bulkWriteItem(result: Written | DomainError, options: WriteOptions) {
  if (result instanceof Error) return itemError(result);
  const { rules, dryRun } = options;
  return { __typename: 'WriteEntryPayload' as const, ...result, ...writeRuleFields(rules), dryRun };
}
