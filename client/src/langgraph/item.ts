import { InvalidNamespaceError, type Item } from '@langchain/langgraph-checkpoint';
import type { Entry } from '../types.ts';

/** The keys of an entry's metadata in which an item is stored. */
export const ITEM = 'langgraphItem';
export const WITHIN = 'langgraphWithin';
export const INDEXED = 'langgraphIndexed';
export const KEY = 'key';
export const VALUE = 'value';

export type Value = Record<string, unknown>;

/** What identifies an item: the store, its namespace and its key. */
export type Address = { namespace: string[]; key: string };

/** @throws InvalidNamespaceError as the stores of LangGraph do in `put` */
export function checkNamespace(namespace: readonly string[]): void {
  const isLabel = (label: unknown) =>
    typeof label === 'string' && label !== '' && !label.includes('.');
  if (namespace.length === 0 || !namespace.every(isLabel)) {
    throw new InvalidNamespaceError(
      `A namespace is at least one text, each not empty and without a period; got ${JSON.stringify(namespace)}`,
    );
  }
  if (namespace[0] === 'langgraph') {
    throw new InvalidNamespaceError('The first label of a namespace cannot be "langgraph"');
  }
}

/** @throws InvalidNamespaceError for labels that the name of a memory would not keep as they are */
export function checkLabels(namespace: readonly string[]): void {
  const changed = namespace.find((label) => label !== label.normalize('NFC').trim());
  if (changed === undefined) return;
  throw new InvalidNamespaceError(
    `A label must be in Unicode form NFC and have no spaces at its ends; got ${JSON.stringify(changed)}`,
  );
}

/** A text that identifies an item. No two items have the same text. */
export function itemId(store: string, { namespace, key }: Address): string {
  return JSON.stringify([store, namespace, key]);
}

/** A text that identifies a namespace prefix of a store. */
export function prefixId(store: string, prefix: readonly string[]): string {
  return JSON.stringify([store, prefix]);
}

/** The metadata of an item's entry. */
export function metadataOf(
  store: string,
  address: Address,
  { value, isIndexed }: { value: Value; isIndexed: boolean },
): Value {
  const { namespace } = address;
  const prefixes = Array.from({ length: namespace.length + 1 }, (_, i) => namespace.slice(0, i));
  return {
    [ITEM]: itemId(store, address),
    [WITHIN]: prefixes.map((prefix) => prefixId(store, prefix)),
    [INDEXED]: isIndexed,
    [KEY]: address.key,
    [VALUE]: value,
  };
}

export function itemOf({ metadata, createdAt, updatedAt }: Entry): Item {
  const [, namespace, key] = JSON.parse(String(metadata[ITEM])) as [string, string[], string];
  return {
    namespace,
    key,
    value: metadata[VALUE] as Value,
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
  };
}
