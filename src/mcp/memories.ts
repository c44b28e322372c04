import { parse } from 'graphql';
import { z } from 'zod';
import { badInput, DomainError } from '../errors.ts';
import { MAX_NODES } from '../graphql/node.ts';
import { prefixOf } from '../ids.ts';
import { normalName } from '../input.ts';
import { hasRole } from '../projects/viewer.ts';
import type { McpOperation, McpRequest } from './operation.ts';

/** Number of names in an error that says which memories there are. */
const NAMES_SHOWN = 20;

const memoryShape = z.object({ id: z.string(), name: z.string() });

export type NamedMemory = z.infer<typeof memoryShape>;

const FIND = {
  document: parse(`query McpFindMemory($id: ID!, $name: String!, $isId: Boolean!) {
    byId: memory(id: $id) @include(if: $isId) { id name deletedAt }
    byName: memory(name: $name) { id name }
  }`),
  shape: z.object({
    byId: memoryShape.extend({ deletedAt: z.unknown() }).nullish(),
    byName: memoryShape.nullish(),
  }),
};

const NAMES = {
  document: parse(`query McpMemoryNames($first: Int!, $name: String) {
    memories(first: $first, name: $name) { nodes { id name } totalCount }
  }`),
  shape: z.object({
    memories: z.object({ nodes: z.array(memoryShape), totalCount: z.number() }),
  }),
};

/** Whether a text has the form of the id of a memory. */
export function isMemoryId(text: string): boolean {
  return prefixOf(text) === 'mem';
}

/** The memory with a name or an id, whether the client is bound to it or not; null if there is none. */
export async function findMemory(operation: McpOperation, nameOrId: string) {
  const isId = isMemoryId(nameOrId);
  const found = await operation.ask(FIND, { id: nameOrId, name: nameOrId, isId });
  // A deleted memory still has its id, but no longer its name.
  if (found.byId && found.byId.deletedAt === null) return found.byId;
  return found.byName ?? null;
}

/** NOT_FOUND for a memory that a client names. The message says what to do. */
export class MissingMemoryError extends DomainError {}

/** The existing memories to which the client is bound; null if it is not bound. */
export async function boundMemories(operation: McpOperation): Promise<NamedMemory[] | null> {
  const { memories } = operation.request;
  if (memories === null) return null;
  const found = await Promise.all(memories.map((name) => findMemory(operation, name)));
  return found.flatMap((memory) => memory ?? []);
}

/** As `boundMemories`. @throws NOT_FOUND if one of them does not exist */
export async function requireAllBound(operation: McpOperation): Promise<NamedMemory[] | null> {
  const { memories } = operation.request;
  if (memories === null) return null;
  return Promise.all(memories.map((name) => requireExisting(operation, name)));
}

/** Whether the client is bound to a memory of this name or id, which may not exist yet, or to none. */
export function isBoundName({ memories }: McpRequest, name: string): boolean {
  return memories === null || memories.some((bound) => normalName(bound) === normalName(name));
}

/**
 * The memory that an argument names, or the only one that the client is bound to. `creation` says how the client can
 * create a memory that does not exist.
 * @throws NOT_FOUND, BAD_USER_INPUT (none is named), FORBIDDEN (the client is bound to others)
 */
export async function requireMemory(
  operation: McpOperation,
  nameOrId: string | undefined,
  { creation = null }: { creation?: string | null } = {},
): Promise<NamedMemory> {
  if (nameOrId === undefined) {
    const [only, ...others] = operation.request.memories ?? [];
    if (only !== undefined && others.length === 0) return requireExisting(operation, only);
    const names = await availableNames(operation);
    throw badInput('memory', `name the memory. ${names ?? NO_MEMORY}`);
  }
  const memory = await requireExisting(operation, nameOrId, creation);
  await requireBound(operation, memory);
  return memory;
}

/** The ids of the memories to search; null for all of the project. @throws as `requireMemory` */
export async function memoriesToSearch(
  operation: McpOperation,
  named: readonly string[] | undefined,
): Promise<string[] | null> {
  if (named === undefined || named.length === 0) {
    const bound = await boundMemories(operation);
    // An empty list would search every memory.
    if (bound?.length === 0) await requireAllBound(operation);
    return bound?.map(({ id }) => id) ?? null;
  }
  const found = await Promise.all(named.map((name) => requireMemory(operation, name)));
  return found.map(({ id }) => id);
}

/** @throws FORBIDDEN if the client is bound to other memories */
export async function requireBound(operation: McpOperation, memory: NamedMemory): Promise<void> {
  const bound = await boundMemories(operation);
  if (bound === null || bound.some(({ id }) => id === memory.id)) return;
  throw outsideOfBound(operation.request, memory.name);
}

/** FORBIDDEN for a memory to which the client is not bound. */
export function outsideOfBound({ memories }: McpRequest, name: string): DomainError {
  const names = (memories ?? []).map((bound) => `"${bound}"`).join(', ');
  return new DomainError(
    'FORBIDDEN',
    `The memory "${name}" is outside of those that this client is configured for: ${names}.`,
  );
}

const ENTRIES = {
  document: parse(`query McpEntries($ids: [ID!]!) {
    nodes(ids: $ids) { ... on Entry { memory { id name } } }
  }`),
  shape: z.object({
    nodes: z.array(z.union([z.object({ memory: memoryShape }), z.object({})]).nullable()),
  }),
};

/** @throws FORBIDDEN for an entry outside of the memories to which the client is bound */
export async function requireReach(
  operation: McpOperation,
  entryIds: readonly string[],
): Promise<void> {
  if (operation.request.memories === null) return;
  const bound = new Set((await boundMemories(operation))?.map(({ id }) => id));
  for (let start = 0; start < entryIds.length; start += MAX_NODES) {
    const ids = entryIds.slice(start, start + MAX_NODES);
    for (const node of (await operation.ask(ENTRIES, { ids })).nodes) {
      if (node === null || !('memory' in node) || bound.has(node.memory.id)) continue;
      throw outsideOfBound(operation.request, node.memory.name);
    }
  }
}

const NO_MEMORY = 'The project has no memory yet: create one first.';

/** How a client can create a memory for a call that does not create it itself; null if it has no tool for that. */
export function creationByTool({ tools }: McpRequest): string | null {
  return tools.has('create_memory') ? 'Create it with create_memory' : null;
}

async function requireExisting(
  operation: McpOperation,
  nameOrId: string,
  creation: string | null = null,
): Promise<NamedMemory> {
  const memory = await findMemory(operation, nameOrId);
  if (memory !== null) return memory;
  const { request } = operation;
  const way = request.memories === null && !isMemoryId(nameOrId) ? creation : null;
  const isBound = request.memories !== null && isBoundName(request, nameOrId);
  const message = isBound
    ? missingBound(request, nameOrId)
    : `There is no memory "${nameOrId}". ${await waysOn(operation, way)}`;
  throw new MissingMemoryError('NOT_FOUND', message);
}

function missingBound(request: McpRequest, nameOrId: string): string {
  const way = wayToCreate(request, nameOrId);
  const advice = `${way === null ? '' : `create it (${way}), or `}correct --memories`;
  return `The memory "${nameOrId}", for which this client is configured, does not exist: ${advice}.`;
}

/** The tool by which the client can create a memory of a name; null if there is none. */
function wayToCreate({ tools, viewer }: McpRequest, name: string): string | null {
  if (!hasRole(viewer, 'WRITE') || isMemoryId(name)) return null;
  if (tools.has('write_memory')) return 'write_memory with createMemory: true';
  return tools.has('create_memory') ? 'create_memory' : null;
}

/** What a client can do that has named a memory which does not exist. */
async function waysOn(operation: McpOperation, creation: string | null): Promise<string> {
  const names = await availableNames(operation);
  if (names === null) return creation ? `The project has no memory yet. ${creation}.` : NO_MEMORY;
  return `${names} ${creation ? `${creation}, or use one of these memories` : 'Use one of these memories'}.`;
}

/** A sentence with the memories that the client can use; null if there are none. */
async function availableNames(operation: McpOperation): Promise<string | null> {
  const { memories: bound } = operation.request;
  if (bound !== null) return `This client is configured for: ${bound.join(', ')}.`;
  const { nodes, totalCount } = (await operation.ask(NAMES, { first: NAMES_SHOWN })).memories;
  if (totalCount === 0) return null;
  const more = totalCount > nodes.length ? ` and ${totalCount - nodes.length} more` : '';
  return `The memories are: ${nodes.map(({ name }) => `"${name}"`).join(', ')}${more}.`;
}

/** Names of memories that contain a text, for completion: at most 100, and the number of all of them. */
export async function completeNames(
  operation: McpOperation,
  text: string,
): Promise<{ values: string[]; total: number }> {
  const bound = await boundMemories(operation);
  if (bound === null) {
    const { nodes, totalCount } = (await operation.ask(NAMES, { first: 100, name: text })).memories;
    return { values: nodes.map(({ name }) => name), total: totalCount };
  }
  const wanted = text.toLowerCase();
  const names = bound.flatMap(({ name }) => (name.toLowerCase().includes(wanted) ? name : []));
  return { values: names.slice(0, 100), total: names.length };
}
