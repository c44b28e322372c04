import {
  ErrorCode,
  type ListResourcesResult,
  type ReadResourceResult,
} from '@modelcontextprotocol/sdk/types.js';
import { parse } from 'graphql';
import { z } from 'zod';
import { memoryDocument } from './document.ts';
import { boundMemories, findMemory, requireBound } from './memories.ts';
import { type McpRequest, openOperation, RpcError } from './operation.ts';

/** Resources: each memory as a document. */

const SCHEME = 'lorebase://memories/';

/** The code of the protocol for a resource that does not exist. */
const RESOURCE_NOT_FOUND = -32002;

const PAGE = 100;

export const TEMPLATE = {
  uriTemplate: `${SCHEME}{memory}`,
  name: 'memory',
  title: 'A memory',
  description: 'The current entries of a memory, by its name or id, as a Markdown document.',
  mimeType: 'text/markdown',
};

/** The URI of a memory. Ids stay the same when a memory is renamed. */
export function uriOf(nameOrId: string): string {
  return `${SCHEME}${encodeURIComponent(nameOrId)}`;
}

const nodeShape = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  updatedAt: z.string(),
});

const FIELDS = 'id name description updatedAt';

const LIST = {
  document: parse(`query McpListResources($first: Int!, $after: String) {
    memories(first: $first, after: $after) { nodes { ${FIELDS} } pageInfo { hasNextPage endCursor } }
  }`),
  shape: z.object({
    memories: z.object({
      nodes: z.array(nodeShape),
      pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
    }),
  }),
};

const ONE = {
  document: parse(`query McpResource($id: ID!) { memory(id: $id) { ${FIELDS} } }`),
  shape: z.object({ memory: nodeShape.nullable() }),
};

export async function listResources(
  request: McpRequest,
  cursor: string | undefined,
): Promise<ListResourcesResult> {
  const operation = await openOperation(request, { isWriting: false });
  const bound = await boundMemories(operation);
  if (bound !== null) {
    const found = await Promise.all(bound.map(({ id }) => operation.ask(ONE, { id })));
    return { resources: found.flatMap(({ memory }) => (memory ? resourceOf(memory) : [])) };
  }
  const { nodes, pageInfo } = (await operation.ask(LIST, { first: PAGE, after: cursor })).memories;
  const next = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  return { resources: nodes.map(resourceOf), ...(next === null ? {} : { nextCursor: next }) };
}

function resourceOf({ id, name, description, updatedAt }: z.infer<typeof nodeShape>) {
  return {
    uri: uriOf(id),
    name,
    title: name,
    ...(description ? { description } : {}),
    mimeType: TEMPLATE.mimeType,
    annotations: { lastModified: updatedAt },
  };
}

/** The memory that a URI names, by its name or id. @throws RpcError if there is none */
export async function memoryOf(request: McpRequest, uri: string) {
  const operation = await openOperation(request, { isWriting: false });
  const name = uri.startsWith(SCHEME) ? decoded(uri.slice(SCHEME.length)) : null;
  const memory = name ? await findMemory(operation, name) : null;
  if (memory === null) {
    const hint = `Resources are ${TEMPLATE.uriTemplate}, with the name or id of a memory.`;
    throw new RpcError(RESOURCE_NOT_FOUND, `There is no resource ${uri}. ${hint}`, { uri });
  }
  await requireBound(operation, memory);
  return { operation, memory };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null; // not a URI
  }
}

export async function readResource(request: McpRequest, uri: string): Promise<ReadResourceResult> {
  const { operation, memory } = await memoryOf(request, uri);
  const text = await memoryDocument(operation, memory.id);
  if (text === null) throw new RpcError(ErrorCode.InvalidParams, `${uri} was deleted.`);
  return { contents: [{ uri, mimeType: TEMPLATE.mimeType, text }] };
}
