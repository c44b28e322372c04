// Writes src/graphql/generated.ts, client/src/generated.ts and dashboard/src/api/types.ts from schema.graphql, and
// src/chunk-cache/dot-products.generated.ts. With --check, only tells whether they are fresh.
import { readFile, writeFile } from 'node:fs/promises';
import { codegen } from '@graphql-codegen/core';
import * as typescript from '@graphql-codegen/typescript';
import * as resolvers from '@graphql-codegen/typescript-resolvers';
import { type DocumentNode, Kind, parse, visit } from 'graphql';
import { clientTypes } from './client-types.ts';
import { dashboardTypes } from './dashboard-types.ts';
import { compileWebAssembly } from './webassembly.ts';

const TARGET = 'src/graphql/generated.ts';
const CLIENT_TARGET = 'client/src/generated.ts';
const DASHBOARD_TARGET = 'dashboard/src/api/types.ts';
const DOT_PRODUCTS = 'src/chunk-cache/dot-products';

/** The GraphQL types whose parent value is a row, or a rule's own result, rather than the type itself. */
const mappers = {
  Project: '../db/rows.ts#ProjectRow',
  ApiKey: '../db/rows.ts#ApiKeyRow',
  Memory: '../db/rows.ts#MemoryRow',
  Entry: '../db/rows.ts#ListedEntry',
  Statement: '../db/rows.ts#StatementOf',
  StatementMatch: '../retrieval/matches.ts#Match as KnownMatch',
  EntryReward: '../db/rows.ts#EntryRewardOf',
  Revision: '../entries/revisions.ts#RevisionWithStatements',
  Reembedding: '../reembedding/reembed-project.ts#Reembedding as FoundReembedding',
  Trace: '../db/rows.ts#TraceRow',
  TraceConnection: '../db/rows.ts#TracePage',
  MessageConnection: '../db/rows.ts#MessagePage',
  Review: '../db/rows.ts#TraceRow as ReviewedTrace',
  Learning: '../traces/traces.ts#LearningOf',
  Retrieval: '../db/rows.ts#RetrievalRow',
  UtilityChange: '../db/rows.ts#UtilityChange as KnownUtilityChange',
  UtilityChangeConnection: '../db/rows.ts#UtilityChangePage',
  Lesson: '../db/rows.ts#LessonOf',
  Agent: '../db/rows.ts#AgentRow',
  AgentConnection: '../db/rows.ts#AgentPage',
  Generation: '../agents/generation-state.ts#Generation as KnownGeneration',
  GenerationConnection: '../db/rows.ts#GenerationPage',
  MemoryWrite: '../agents/write-memory-tool.ts#MemoryWrite as KnownMemoryWrite',
  Evidence: '../db/rows.ts#EvidenceRow',
  Support: '../db/rows.ts#EvidenceRow',
  InsightCycle: '../db/rows.ts#CycleRow',
  InsightCycleConnection: '../db/rows.ts#CyclePage',
  CycleQuestion: '../db/rows.ts#QuestionOf',
  Event: '../db/rows.ts#EventRow',
  ProjectConnection: '../db/rows.ts#ProjectPage',
  ApiKeyConnection: '../db/rows.ts#ApiKeyPage',
  MemoryConnection: '../db/rows.ts#MemoryPage',
  EntryConnection: '../entries/entries.ts#EntryPage',
  Tag: '../db/rows.ts#TagRow',
  TagConnection: '../db/rows.ts#TagPage',
  Actor: '../db/rows.ts#ActorOf',
  Job: '../db/rows.ts#JobRow',
  SearchResult: '../retrieval/retrieve.ts#RetrievedResult as KnownResult',
  KnowledgeConfig: '../db/rows.ts#KnowledgeConfigOf',
  JobConnection: '../db/rows.ts#JobPage',
  RevisionConnection: '../entries/revisions.ts#RevisionPage',
  EventConnection: '../event-feed/list-events.ts#EventPage',
  Viewer: '../projects/viewer.ts#Viewer as KnownViewer',
};

const scalars = {
  ID: 'string',
  DateTime: 'Date',
  JSON: 'unknown',
  JSONObject: 'Record<string, unknown>',
};

/**
 * An argument with a default can be null for callers; resolvers receive the default instead
 * (src/graphql/argument-defaults.ts), so that its type is not null for them.
 */
function withoutNullForDefaults(document: DocumentNode): DocumentNode {
  return visit(document, {
    InputValueDefinition: (node) =>
      node.defaultValue && node.type.kind !== Kind.NON_NULL_TYPE
        ? { ...node, type: { kind: Kind.NON_NULL_TYPE, type: node.type } }
        : undefined,
  });
}

const schema = parse(await readFile('schema.graphql', 'utf8'));
const output = await codegen({
  filename: TARGET,
  schema: withoutNullForDefaults(schema),
  documents: [],
  plugins: [{ typescript: {} }, { resolvers: {} }],
  pluginMap: { typescript, resolvers },
  config: {
    avoidOptionals: { defaultValue: true },
    contextType: './context.ts#Context',
    enumsAsTypes: true,
    importExtension: '.ts',
    mappers,
    maybeValue: 'T | null',
    scalars,
    strictScalars: true,
    useIndexSignature: false,
    useTypeImports: true,
  },
});
const banner = '// Generated from schema.graphql by `npm run generate`. Do not edit.\n';
const files = {
  [TARGET]: banner + output,
  [CLIENT_TARGET]: banner + (await clientTypes(CLIENT_TARGET, schema)),
  [DASHBOARD_TARGET]: banner + (await dashboardTypes(DASHBOARD_TARGET, schema)),
  [`${DOT_PRODUCTS}.generated.ts`]: await compileWebAssembly(`${DOT_PRODUCTS}.wat`),
};

for (const [file, content] of Object.entries(files)) {
  if (!process.argv.includes('--check')) {
    await writeFile(file, content);
  } else if ((await readFile(file, 'utf8')) !== content) {
    console.error(`${file} is stale: run npm run generate`);
    process.exitCode = 1;
  }
}
