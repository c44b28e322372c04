import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import {
  buildClientSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
  isScalarType,
  parse,
  printSchema,
} from 'graphql';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useServer } from '../support/server.ts';

const server = useServer();
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lorebase-codegen-'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const DOCUMENT = `query Entries($id: ID!) {
  memory(id: $id) { name createdAt entries(first: 5) { nodes { id kind metadata } } }
}
mutation Write($input: WriteEntriesInput!) {
  writeEntries(input: $input) {
    results { __typename ... on WriteEntryPayload { action entry { id } } ... on ItemError { code path } }
  }
}
subscription Watch { events { cursor type entry { content } } }`;

/** A program of a user. A line that must not compile has the comment that TypeScript demands an error for. */
const USE = `import type {
  EntriesQuery, EntriesQueryVariables, WatchSubscription, WriteMutation, WriteMutationVariables,
} from './gql/graphql';
import { EntriesDocument } from './gql/graphql';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
const document: TypedDocumentNode<EntriesQuery, EntriesQueryVariables> = EntriesDocument;
export const time = (data: EntriesQuery): string | undefined => data.memory?.createdAt;
export const metadata = (data: EntriesQuery): Record<string, unknown>[] =>
  data.memory?.entries.nodes.map((entry) => entry.metadata) ?? [];
export const cursor = (data: WatchSubscription): string => data.events.cursor;
export const outcome = (data: WriteMutation): string[] =>
  data.writeEntries.results.map((result) =>
    result.__typename === 'ItemError' ? result.code : result.action + result.entry.id);
export const write: WriteMutationVariables = {
  input: { memoryId: 'mem_1', items: [{ content: 'a' }, { content: 'b', kind: 'PLAN' }] },
};
// @ts-expect-error an error has no entry
export const unchecked = (data: WriteMutation) => data.writeEntries.results.map(({ entry }) => entry);
// @ts-expect-error the field was not selected
export const missing = (data: EntriesQuery) => data.memory?.description;
// @ts-expect-error the variable is required
export const variables: EntriesQueryVariables = {};
export { document };
`;

const SCALARS = {
  DateTime: 'string',
  JSON: 'unknown',
  JSONObject: { input: 'Record<string, unknown>', output: 'Record<string, unknown>' },
};

const introspected = async () => {
  const { keys, run } = await server.project();
  const query = getIntrospectionQuery({ specifiedByUrl: true });
  return buildClientSchema((await run(query, {}, keys.READ)) as IntrospectionQuery);
};

it('the client preset generates types from the server that compile', async () => {
  const schema = await introspected();
  const outputs = await preset.buildGeneratesSection({
    baseOutputDir: join(folder, 'gql/'),
    schema: parse(printSchema(schema)),
    schemaAst: schema,
    documents: [{ location: 'entries.graphql', document: parse(DOCUMENT), rawSDL: DOCUMENT }],
    config: { scalars: SCALARS, strictScalars: true, useTypeImports: true },
    presetConfig: {},
    plugins: [],
    pluginMap: {},
  });
  for (const output of outputs) {
    mkdirSync(dirname(output.filename), { recursive: true });
    writeFileSync(output.filename, await codegen(output));
  }
  writeFileSync(join(folder, 'use.ts'), USE);
  expect(diagnosticsOf(join(folder, 'use.ts'))).toEqual([]);
});

it('every scalar of the schema names its specification', async () => {
  const own = Object.values((await introspected()).getTypeMap()).filter(isScalarType);
  const custom = own.filter(({ name }) => !/^(ID|String|Int|Float|Boolean)$/.test(name));
  expect(custom.length).toBeGreaterThan(2);
  for (const { name, specifiedByURL } of custom) {
    expect([name, specifiedByURL]).toEqual([name, expect.stringMatching(/^https?:/)]);
  }
});

function diagnosticsOf(file: string): string[] {
  const program = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
