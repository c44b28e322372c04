// The types of the dashboard's operations (dashboard/src/api/types.ts), from schema.graphql and the documents that
// its files named documents.ts export.
import { readdir } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { type DocumentNode, Kind } from 'graphql';
import { operationTypes } from './operation-types.ts';

const SOURCES = 'dashboard/src';

export async function dashboardTypes(filename: string, schema: DocumentNode): Promise<string> {
  const files = await readdir(SOURCES, { recursive: true });
  const documents = [];
  for (const file of files.filter((name) => name.endsWith('documents.ts')).sort()) {
    const location = `${SOURCES}/${file}`;
    documents.push({ location, document: await documentOf(location) });
  }
  return operationTypes(filename, schema, documents);
}

/** The operations and fragments that a file exports, each once. */
async function documentOf(location: string): Promise<DocumentNode> {
  const exported: unknown[] = Object.values(await import(pathToFileURL(location).href));
  const definitions = exported.filter(isDocument).flatMap((document) => {
    // A document that includes a fragment of another constant begins with its own definition.
    return document.definitions.slice(0, 1);
  });
  return { kind: Kind.DOCUMENT, definitions };
}

function isDocument(value: unknown): value is DocumentNode {
  return (
    typeof value === 'object' && value !== null && 'kind' in value && value.kind === Kind.DOCUMENT
  );
}
