import { parse } from 'graphql';
import { z } from 'zod';
import { badInput, DomainError } from '../errors.ts';
import { prefixOf } from '../ids.ts';
import type { Operation } from './operation.ts';

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

/** The memory with a name or an id, whether the client is bound to it or not; null if there is none. */
export async function findMemory(operation: Operation, nameOrId: string) {
  const isId = prefixOf(nameOrId) === 'mem';
  const found = await operation.ask(FIND, { id: nameOrId, name: nameOrId, isId });
  // A deleted memory still has its id, but no longer its name.
  if (found.byId && found.byId.deletedAt === null) return found.byId;
  return found.byName ?? null;
}

/**
 * The memories to which the client is bound; null if it is not bound.
 * @throws NOT_FOUND if one of them does not exist
 */
export async function boundMemories(operation: Operation): Promise<NamedMemory[] | null> {
  const { memories } = operation.request;
  if (memories === null) return null;
  return Promise.all(memories.map((name) => requireExisting(operation, name)));
}

/**
 * The memory that an argument names, or the only one that the client is bound to.
 * @throws NOT_FOUND, BAD_USER_INPUT (none is named), FORBIDDEN (the client is bound to others)
 */
export async function requireMemory(
  operation: Operation,
  nameOrId: string | undefined,
): Promise<NamedMemory> {
  const bound = await boundMemories(operation);
  if (nameOrId === undefined) {
    const [only, ...others] = bound ?? [];
    if (only !== undefined && others.length === 0) return only;
    throw badInput('memory', `name the memory. ${await availableNames(operation)}`);
  }
  const memory = await requireExisting(operation, nameOrId);
  requireBound(bound, memory);
  return memory;
}

/** The ids of the memories to search; null for all of the project. @throws as `requireMemory` */
export async function memoriesToSearch(
  operation: Operation,
  named: readonly string[] | undefined,
): Promise<string[] | null> {
  if (named === undefined || named.length === 0) {
    return (await boundMemories(operation))?.map(({ id }) => id) ?? null;
  }
  const found = await Promise.all(named.map((name) => requireMemory(operation, name)));
  return found.map(({ id }) => id);
}

/** @throws FORBIDDEN if the client is bound to other memories */
export function requireBound(bound: readonly NamedMemory[] | null, memory: NamedMemory): void {
  if (bound === null || bound.some(({ id }) => id === memory.id)) return;
  const names = bound.map(({ name }) => `"${name}"`).join(', ');
  throw new DomainError(
    'FORBIDDEN',
    `The memory "${memory.name}" is outside of those that this client is configured for: ${names}.`,
  );
}

async function requireExisting(operation: Operation, nameOrId: string): Promise<NamedMemory> {
  const memory = await findMemory(operation, nameOrId);
  if (memory !== null) return memory;
  const names = await availableNames(operation);
  throw new DomainError('NOT_FOUND', `There is no memory "${nameOrId}". ${names}`);
}

async function availableNames(operation: Operation): Promise<string> {
  const { memories: bound } = operation.request;
  if (bound !== null) return `This client is configured for: ${bound.join(', ')}.`;
  const { nodes, totalCount } = (await operation.ask(NAMES, { first: NAMES_SHOWN })).memories;
  if (totalCount === 0) return 'The project has no memory yet: create one first.';
  const more = totalCount > nodes.length ? ` and ${totalCount - nodes.length} more` : '';
  return `The memories are: ${nodes.map(({ name }) => `"${name}"`).join(', ')}${more}.`;
}

/** Names of memories that contain a text, for completion: at most 100, and the number of all of them. */
export async function completeNames(
  operation: Operation,
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
