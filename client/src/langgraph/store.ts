import {
  BaseStore,
  type GetOperation,
  type Item,
  type ListNamespacesOperation,
  type Operation,
  type OperationResults,
  type PutOperation,
  type SearchItem,
  type SearchOperation,
} from '@langchain/langgraph-checkpoint';
import { isLorebaseError, LorebaseError } from '../errors.ts';
import type { EntriesQueryVariables, KnowledgeScope } from '../generated.ts';
import { ITEM_MEMORY } from '../item-memory.ts';
import type { Lorebase } from '../lorebase.ts';
import type { Entry } from '../types.ts';
import { matchesFilter, selectNamespaces, serverFilter } from './filter.ts';
import {
  type Address,
  checkLabels,
  checkNamespace,
  INDEXED,
  ITEM,
  itemId,
  itemOf,
  metadataOf,
  prefixId,
  VALUE,
  WITHIN,
} from './item.ts';
import { textOf } from './text.ts';

export type LorebaseGraphStoreOptions = {
  /**
   * Separates the items of several stores in one project, and is the prefix of the names of their memories; `langgraph`
   * when omitted.
   */
  name?: string;
  /** Paths of the parts of a value that searches compare; the whole value when omitted. */
  index?: string[];
};

const PAGE = 100;

/** Maximum number of operations of one batch that run at the same time. */
const CONCURRENCY = 16;

const RETRIES = 3;

/** The default importance. It is given so that no model is asked to rate an item. */
const IMPORTANCE = 5;

/** Names without characters that have a special meaning in a glob, since memories are found by a glob. */
const NAME = /^[\w-]{1,60}$/;

/**
 * A store of LangGraph on Lorebase. A namespace is a memory, and an item is one entry in it: its text is what is
 * searched, and its metadata holds the value.
 */
export class LorebaseGraphStore extends BaseStore {
  readonly #lorebase: Lorebase;
  readonly #name: string;
  readonly #index: string[] | undefined;
  readonly #memories = new Map<string, Promise<string>>();
  readonly #writing = new Map<string, Promise<void>>();

  constructor(lorebase: Lorebase, { name = 'langgraph', index }: LorebaseGraphStoreOptions = {}) {
    super();
    if (!NAME.test(name)) {
      const message = 'name must be 1 to 60 letters, digits, _ or -';
      throw new LorebaseError('BAD_USER_INPUT', message, { path: 'name' });
    }
    this.#lorebase = lorebase;
    this.#name = name;
    this.#index = index;
  }

  /** Reads see the state before the batch; of several puts of one item the last one counts. */
  async batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    const puts = new Map<string, PutOperation>();
    for (const operation of operations) {
      if (!isPut(operation)) continue;
      checkNamespace(operation.namespace);
      // Items that were stored under such labels can still be deleted.
      if (operation.value !== null) checkLabels(operation.namespace);
      puts.set(itemId(this.#name, operation), operation);
    }
    const results = await inParallel(operations, (operation) => this.#read(operation));
    await inParallel([...puts], ([id, put]) => this.#writeInTurn(id, put));
    return results as OperationResults<Op>;
  }

  async #read(operation: Operation): Promise<unknown> {
    if (isPut(operation)) return null;
    if ('namespacePrefix' in operation) return this.#search(operation);
    if ('key' in operation) return this.#get(operation);
    return this.#listNamespaces(operation);
  }

  async #get(operation: GetOperation): Promise<Item | null> {
    const [entry] = await this.#entriesOf(operation);
    return entry ? itemOf(entry) : null;
  }

  /** The entries of an item, oldest first: one, unless two processes have just created it at once. */
  async #entriesOf(address: Address): Promise<Entry[]> {
    const { nodes } = await this.#lorebase.entries({
      scope: { metadata: { [ITEM]: itemId(this.#name, address) } },
      first: PAGE,
    });
    return nodes.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  async #search(operation: SearchOperation): Promise<SearchItem[]> {
    const { namespacePrefix, filter, query, limit = 10, offset = 0 } = operation;
    const equal = serverFilter(filter);
    const metadata = {
      [WITHIN]: prefixId(this.#name, namespacePrefix),
      ...(Object.keys(equal).length > 0 ? { [VALUE]: equal } : {}),
    };
    const found = query
      ? await this.#ranked(query, { metadata: { ...metadata, [INDEXED]: true } })
      : await this.#listed({ metadata }, filter, offset + limit);
    return distinct(found)
      .filter(({ value }) => matchesFilter(value, filter))
      .slice(offset, offset + limit);
  }

  /** The items that match a query best; the server ranks at most 100. */
  async #ranked(query: string, scope: KnowledgeScope): Promise<SearchItem[]> {
    const found = await this.#lorebase.searchKnowledge({ query, scope, limit: PAGE });
    return found.map(({ entry, score }) => ({ ...itemOf(entry), score }));
  }

  /** Items in the order of their creation, until as many match as are needed. */
  async #listed(
    scope: KnowledgeScope,
    filter: SearchOperation['filter'],
    needed: number,
  ): Promise<SearchItem[]> {
    const items: SearchItem[] = [];
    let matching = 0;
    const orderBy: NonNullable<EntriesQueryVariables['orderBy']> = {
      field: 'CREATED_AT',
      direction: 'ASC',
    };
    for (let after: string | null = null; matching < needed; ) {
      const page = await this.#lorebase.entries({
        scope,
        orderBy,
        first: PAGE,
        ...(after === null ? {} : { after }),
      });
      items.push(...page.nodes.map(itemOf));
      matching = distinct(items).filter(({ value }) => matchesFilter(value, filter)).length;
      if (!page.pageInfo.hasNextPage) break;
      after = page.pageInfo.endCursor;
    }
    return items;
  }

  async #listNamespaces(operation: ListNamespacesOperation): Promise<string[][]> {
    const namespaces: string[][] = [];
    for (let after: string | null = null; ; ) {
      const page = await this.#lorebase.memories({
        tags: [this.#tag],
        first: PAGE,
        ...(after === null ? {} : { after }),
      });
      for (const { name, entryCount } of page.nodes) {
        if (entryCount > 0) namespaces.push(name.slice(this.#name.length + 1).split('.'));
      }
      if (!page.pageInfo.hasNextPage) return selectNamespaces(namespaces, operation);
      after = page.pageInfo.endCursor;
    }
  }

  /** Writes of one item in this process happen one after the other. */
  #writeInTurn(id: string, put: PutOperation): Promise<void> {
    const before = this.#writing.get(id) ?? Promise.resolve();
    const written = before.then(() => this.#writeWithRetries(put));
    const settled = written.catch(() => {});
    this.#writing.set(id, settled);
    settled.then(() => {
      if (this.#writing.get(id) === settled) this.#writing.delete(id);
    });
    return written;
  }

  /** Repeats a write if another process deleted the memory or the entry at the same time. */
  async #writeWithRetries(put: PutOperation, retries = RETRIES): Promise<void> {
    try {
      await this.#write(put);
    } catch (error) {
      if (retries === 0 || !isLorebaseError(error, 'NOT_FOUND', 'CONFLICT'))
        throw inOwnWords(error);
      this.#memories.delete(put.namespace.join('.'));
      await this.#writeWithRetries(put, retries - 1);
    }
  }

  async #write({ namespace, key, value, index }: PutOperation): Promise<void> {
    const address = { namespace, key };
    const [first, ...others] = await this.#entriesOf(address);
    if (value === null) {
      await this.#delete(first ? [first, ...others] : []);
      return;
    }
    const text = index === false ? '' : textOf(value, index ?? this.#index);
    const isIndexed = text.trim() !== '';
    const content = isIndexed ? text : key || '(empty)';
    const metadata = metadataOf(this.#name, address, { value, isIndexed });
    if (first) {
      await this.#lorebase.updateEntry({ entryId: first.id, content, metadata });
      await this.#delete(others);
      return;
    }
    const created = await this.#create(namespace, { content, metadata });
    // Another process may have created the item at the same time. Both see it here, and the older entry stays.
    const [oldest, ...younger] = await this.#entriesOf(address);
    if (oldest === undefined) return;
    if (oldest.id !== created.id) {
      await this.#lorebase.updateEntry({ entryId: oldest.id, content, metadata });
    }
    await this.#delete(younger);
  }

  async #create(
    namespace: readonly string[],
    item: { content: string; metadata: Record<string, unknown> },
  ): Promise<Entry> {
    const memoryId = await this.#memoryOf(namespace);
    // Observations are never compared with each other. Facts with equal texts would be merged.
    const kind = { kind: 'OBSERVATION', importance: IMPORTANCE, source: 'AGENT' } as const;
    const input = { memoryId, ...item, ...kind };
    return (await this.#lorebase.writeEntry(input)).entry;
  }

  #memoryOf(namespace: readonly string[]): Promise<string> {
    const path = namespace.join('.');
    const known = this.#memories.get(path);
    if (known) return known;
    const made = this.#lorebase
      .createMemory({
        name: `${this.#name}/${path}`,
        tags: [this.#tag],
        ifExists: 'RETURN',
        streamSettings: ITEM_MEMORY,
      })
      .then(({ id }) => id);
    this.#memories.set(path, made);
    made.catch(() => this.#memories.delete(path));
    return made;
  }

  async #delete(entries: readonly Entry[]): Promise<void> {
    await Promise.all(entries.map(({ id }) => this.#lorebase.deleteEntry({ entryId: id })));
  }

  get #tag(): string {
    return `langgraph:${this.#name}`;
  }
}

/** What an input of the server is to the callers of a store. */
const INPUTS: Record<string, { path: string; said: string }> = {
  'input.metadata': { path: 'value', said: 'The value of an item, with its namespace and key,' },
  'input.name': {
    path: 'namespace',
    said: 'The name of a memory, which has the labels of its namespace,',
  },
};

/** The error of a write, which names the argument of `put` instead of an input of the server. */
function inOwnWords(error: unknown): unknown {
  if (!isLorebaseError(error, 'BAD_USER_INPUT')) return error;
  const input = INPUTS[error.path ?? ''];
  if (input === undefined) return error;
  const message = error.message.replace(/^\S+/, input.said);
  return new LorebaseError('BAD_USER_INPUT', message, { path: input.path, cause: error });
}

function isPut(operation: Operation): operation is PutOperation {
  return 'value' in operation;
}

/** Each item once: its first entry. */
function distinct<Found extends Item>(items: readonly Found[]): Found[] {
  const seen = new Map<string, Found>();
  for (const item of items) {
    const id = itemId('', item);
    if (!seen.has(id)) seen.set(id, item);
  }
  return [...seen.values()];
}

/** The results of a function for each element of a list. The number of calls at the same time is limited. */
async function inParallel<T, Result>(
  list: readonly T[],
  act: (item: T) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = list.entries();
  const work = async () => {
    for (const [i, item] of waiting) results[i] = await act(item);
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, list.length) }, work));
  return results;
}
