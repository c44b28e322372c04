// The types and documents of the client (client/src/generated.ts), from schema.graphql and client/documents.
import { readFile } from 'node:fs/promises';
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  stripIgnoredCharacters,
  visit,
} from 'graphql';
import { operationTypes } from './operation-types.ts';

const DOCUMENTS = ['client/documents/fragments.graphql', 'client/documents/operations.graphql'];

export async function clientTypes(filename: string, schema: DocumentNode): Promise<string> {
  const documents = await Promise.all(
    DOCUMENTS.map(async (location) => {
      const rawSDL = await readFile(location, 'utf8');
      return { location, rawSDL, document: parse(rawSDL) };
    }),
  );
  const types = await operationTypes(filename, schema, documents);
  const imported = "import type { Document } from './document.ts';\n\n";
  return `${imported}${types.trimEnd()}\n\n${constants(documents.map((file) => file.document))}`;
}

/** Each operation as a constant: a string that carries the types of its result and variables. */
function constants(documents: DocumentNode[]): string {
  const definitions = documents.flatMap((document) => document.definitions);
  const fragments = definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  const operations = definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  return operations
    .map((operation) => {
      const name = operation.name?.value ?? '';
      const type = `${name}${operation.operation.replace(/^./, (letter) => letter.toUpperCase())}`;
      const text = [operation, ...spreadIn(operation, fragments)].map(print).join(' ');
      const literal = `'${stripIgnoredCharacters(text)}'`;
      return `export const ${name}Document = ${literal} as Document<${type}, ${type}Variables>;\n`;
    })
    .join('');
}

/** The fragments that a definition spreads, and those that these spread. */
function spreadIn(
  operation: OperationDefinitionNode,
  fragments: FragmentDefinitionNode[],
): FragmentDefinitionNode[] {
  const found = new Set<FragmentDefinitionNode>();
  const collect = (node: OperationDefinitionNode | FragmentDefinitionNode) => {
    visit(node, {
      FragmentSpread: (spread) => {
        const fragment = fragments.find(({ name }) => name.value === spread.name.value);
        if (fragment === undefined || found.has(fragment)) return;
        found.add(fragment);
        collect(fragment);
      },
    });
  };
  collect(operation);
  return [...found];
}
