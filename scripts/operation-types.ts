// The types of the results and variables of operations, for the client and for the dashboard.
import { codegen } from '@graphql-codegen/core';
import * as operations from '@graphql-codegen/typescript-operations';
import type { DocumentNode } from 'graphql';

type DocumentFile = { location: string; document: DocumentNode };

export function operationTypes(
  filename: string,
  schema: DocumentNode,
  documents: DocumentFile[],
): Promise<string> {
  return codegen({
    filename,
    schema,
    documents,
    plugins: [{ operations: {} }],
    pluginMap: { operations },
    config: {
      scalars: {
        ID: 'string',
        DateTime: 'string',
        JSON: 'unknown',
        // Interfaces, such as the messages of the package `openai`, are not assignable to a record.
        JSONObject: { input: 'object', output: 'Record<string, unknown>' },
      },
      strictScalars: true,
      enumType: 'string-literal',
      inlineFragmentTypes: 'combine',
      useTypeImports: true,
    },
  });
}
