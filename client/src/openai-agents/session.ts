import type { AgentInputItem, Session } from '@openai/agents';
import { LorebaseError } from '../errors.ts';
import type { EntriesQueryVariables } from '../generated.ts';
import { randomKey } from '../idempotency.ts';
import { ITEM_MEMORY } from '../item-memory.ts';
import type { Lorebase } from '../lorebase.ts';
import type { Entry } from '../types.ts';
import { piecesOf, textOf } from './item.ts';

export type LorebaseSessionOptions = {
  /**
   * The id of the conversation; a random one when omitted. Ids are equal if they differ only in outer spaces and
   * Unicode form.
   */
  sessionId?: string;
};

/** The keys of an entry's metadata in which an item is stored. */
const SESSION = 'openaiSession';
const PIECE = 'openaiSessionPiece';

type Piece = { item: string; number: number; of: number; json: string };

type StoredItem = { item: AgentInputItem; entryIds: string[] };

const PAGE = 100;
const MAX_BATCH = 200;

const NEWEST_FIRST: NonNullable<EntriesQueryVariables['orderBy']> = {
  field: 'OCCURRED_AT',
  direction: 'DESC',
};

/**
 * A session of the OpenAI Agents SDK on Lorebase: the conversation is kept in a memory of its own, each item as an
 * observation with its text, so that what was said can be searched.
 */
export class LorebaseSession implements Session {
  readonly #lorebase: Lorebase;
  readonly #id: string;
  #last: number | undefined;
  #changing: Promise<unknown> = Promise.resolve();

  /** @throws LorebaseError BAD_USER_INPUT if the id is blank */
  constructor(lorebase: Lorebase, { sessionId = randomKey() }: LorebaseSessionOptions = {}) {
    this.#lorebase = lorebase;
    // The server normalizes the name of the memory in the same way. Two ids must not share one memory.
    this.#id = sessionId.normalize('NFC').trim();
    if (this.#id === '') {
      const message = 'sessionId must not be blank';
      throw new LorebaseError('BAD_USER_INPUT', message, { path: 'sessionId' });
    }
  }

  async getSessionId(): Promise<string> {
    return this.#id;
  }

  /** All items, or the newest `limit`, oldest first. */
  async getItems(limit?: number): Promise<AgentInputItem[]> {
    await this.#changing;
    const stored = await this.#newest(limit ?? Number.POSITIVE_INFINITY);
    return stored.map(({ item }) => item).reverse();
  }

  /** Appends items. */
  addItems(items: AgentInputItem[]): Promise<void> {
    return this.#inTurn(async () => {
      if (items.length === 0) return;
      const { id: memoryId } = await this.#lorebase.createMemory({
        name: this.#memoryName,
        tags: ['openai-session'],
        ifExists: 'RETURN',
        streamSettings: ITEM_MEMORY,
      });
      const observations = await this.#observationsOf(items);
      for (let i = 0; i < observations.length; i += MAX_BATCH) {
        const batch = observations.slice(i, i + MAX_BATCH);
        const results = await this.#lorebase.recordObservations({ memoryId, observations: batch });
        for (const result of results) {
          if (result.__typename !== 'ItemError') continue;
          throw new LorebaseError(result.code, result.message, { path: result.path ?? undefined });
        }
      }
    });
  }

  /** Removes the newest item and returns it; undefined without one. */
  popItem(): Promise<AgentInputItem | undefined> {
    return this.#inTurn(async () => {
      const [newest] = await this.#newest(1);
      for (const entryId of newest?.entryIds ?? []) await this.#lorebase.deleteEntry({ entryId });
      return newest?.item;
    });
  }

  /** Removes all items: deletes the memory of the session, which can be restored. */
  clearSession(): Promise<void> {
    return this.#inTurn(async () => {
      const memory = await this.#lorebase.memory({ name: this.#memoryName });
      if (memory) await this.#lorebase.deleteMemory({ memoryId: memory.id });
    });
  }

  get #memoryName(): string {
    return `openai-session/${this.#id}`;
  }

  /** Runs the changes of a session one after the other. */
  #inTurn<Value>(change: () => Promise<Value>): Promise<Value> {
    const changed = this.#changing.then(change);
    this.#changing = changed.catch(() => {});
    return changed;
  }

  /** Each piece of each item as an observation. Their times differ by a millisecond, which keeps their order. */
  async #observationsOf(items: readonly AgentInputItem[]) {
    let last = this.#last ?? (await this.#newestTime());
    const observations = items.flatMap((item) => {
      const pieces = piecesOf(item);
      const id = randomKey();
      return pieces.map((json, number) => {
        last = Math.max(last + 1, Date.now());
        const piece: Piece = { item: id, number, of: pieces.length, json };
        return {
          content: textOf(item),
          importance: 1,
          occurredAt: new Date(last).toISOString(),
          metadata: { [SESSION]: this.#id, [PIECE]: piece },
        };
      });
    });
    this.#last = last;
    return observations;
  }

  async #newestTime(): Promise<number> {
    const { nodes } = await this.#page(null, 1);
    return nodes[0]?.occurredAt ? Date.parse(nodes[0].occurredAt) : 0;
  }

  /**
   * The newest items, newest first. An item with missing pieces is left out, because its write did not complete. The
   * pieces of items that two processes add at the same time can alternate.
   */
  async #newest(limit: number): Promise<StoredItem[]> {
    const found: StoredItem[] = [];
    const open = new Map<string, { piece: Piece; entryId: string }[]>();
    for (let after: string | null = null; found.length < limit; ) {
      const page = await this.#page(after, PAGE);
      for (const { id, metadata } of page.nodes) {
        const piece = metadata[PIECE] as Piece;
        const parts = [{ piece, entryId: id }, ...(open.get(piece.item) ?? [])];
        open.set(piece.item, parts);
        if (parts.length < piece.of || found.length >= limit) continue;
        const item = JSON.parse(parts.map((part) => part.piece.json).join('')) as AgentInputItem;
        found.push({ item, entryIds: parts.map(({ entryId }) => entryId) });
        open.delete(piece.item);
      }
      if (!page.pageInfo.hasNextPage) break;
      after = page.pageInfo.endCursor;
    }
    return found;
  }

  #page(
    after: string | null,
    first: number,
  ): Promise<{
    nodes: Entry[];
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  }> {
    return this.#lorebase.entries({
      scope: { metadata: { [SESSION]: this.#id } },
      orderBy: NEWEST_FIRST,
      first,
      ...(after === null ? {} : { after }),
    });
  }
}
