import { isLorebaseError, LorebaseError } from './errors.ts';
import type { WriteEntriesInput, WriteEntryInput } from './generated.ts';
import { keyed } from './idempotency.ts';
import type { CallOptions } from './options.ts';
import type { WriteEntriesResult, WriteResult } from './types.ts';

/** Limits of one bulk call of the server (docs/limits.md). */
const MAX_ITEMS = 500;
const MAX_BYTES = 2 * 1024 * 1024;

const DELAY_MS = 5;
const MAX_PENDING = 10_000;

export type GatherOptions = {
  /** The most items of one call, at most 500. */
  maxItems?: number;
  /** Milliseconds for which the first write of a call waits for others; 5 when omitted. */
  delayMs?: number;
  /** Writes that may wait; the next one fails with QUEUE_FULL. 10,000 when omitted. */
  maxPending?: number;
  /** Options of the bulk calls. */
  call?: CallOptions;
};

type Pending = {
  input: WriteEntryInput;
  bytes: number;
  resolve(result: WriteResult): void;
  reject(error: unknown): void;
};

type Group = { pending: Pending[]; sending: Promise<void> | null };

type WriteEntries = (
  input: WriteEntriesInput,
  options?: CallOptions,
) => Promise<WriteEntriesResult[]>;

/**
 * Turns single writes into bulk calls: writes to the same memory that are made at nearly the same time share one.
 * Writes that have the same memory, thresholds, policy and `dryRun` are stored in the order of their calls.
 */
export class GatheredWrites {
  readonly #writeEntries: WriteEntries;
  readonly #options: Required<Omit<GatherOptions, 'call'>> & { call: CallOptions };
  readonly #groups = new Map<string, Group>();
  readonly #encoder = new TextEncoder();
  #count = 0;

  constructor(writeEntries: WriteEntries, options: GatherOptions = {}) {
    const {
      maxItems = MAX_ITEMS,
      delayMs = DELAY_MS,
      maxPending = MAX_PENDING,
      call = {},
    } = options;
    if (!(maxItems >= 1 && maxItems <= MAX_ITEMS)) {
      throw new LorebaseError('BAD_USER_INPUT', `maxItems must be 1 to ${MAX_ITEMS}`, {
        path: 'maxItems',
      });
    }
    this.#writeEntries = writeEntries;
    this.#options = { maxItems, delayMs, maxPending, call };
  }

  /** How many writes have no result yet. */
  get pending(): number {
    return this.#count;
  }

  /**
   * As `Lorebase.writeEntry`. An aborted signal ends the wait with its reason; a write that has not been sent yet is
   * then not sent. @throws LorebaseError of this write alone; QUEUE_FULL if too many writes wait
   */
  async writeEntry(
    input: WriteEntryInput,
    { signal }: Pick<CallOptions, 'signal'> = {},
  ): Promise<WriteResult> {
    signal?.throwIfAborted();
    if (this.#count >= this.#options.maxPending) {
      throw new LorebaseError('QUEUE_FULL', `${this.#count} writes are waiting; write more slowly`);
    }
    const { pending } = this.#groupOf(input);
    this.#count += 1;
    let abort = () => {};
    const result = new Promise<WriteResult>((resolve, reject) => {
      const bytes = this.#encoder.encode(input.content).length;
      const write: Pending = { input: keyed(input), bytes, resolve, reject };
      pending.push(write);
      abort = () => {
        const place = pending.indexOf(write);
        if (place !== -1) pending.splice(place, 1);
        reject(signal?.reason);
      };
    });
    signal?.addEventListener('abort', abort, { once: true });
    return result.finally(() => {
      signal?.removeEventListener('abort', abort);
      this.#count -= 1;
    });
  }

  /** Resolves when no write waits any more, whether it succeeded or failed. */
  async flush(): Promise<void> {
    while (this.#groups.size > 0) {
      await Promise.all([...this.#groups.values()].map(({ sending }) => sending));
    }
  }

  /** The writes that can share a call with this one. */
  #groupOf({
    memoryId,
    duplicateThreshold,
    updateThreshold,
    duplicatePolicy,
    dryRun,
  }: WriteEntryInput): Group {
    const key = JSON.stringify([
      memoryId,
      duplicateThreshold,
      updateThreshold,
      duplicatePolicy,
      dryRun,
    ]);
    const found = this.#groups.get(key);
    if (found !== undefined) return found;
    const group: Group = { pending: [], sending: null };
    this.#groups.set(key, group);
    group.sending = this.#send(group, () => this.#groups.delete(key));
    return group;
  }

  /** Sends the writes of a group, one call after another, until none waits. Its promise is never rejected. */
  async #send(group: Group, close: () => void): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, this.#options.delayMs));
    while (group.pending.length > 0) {
      await this.#sendBatch(group.pending.splice(0, this.#fitting(group.pending)));
    }
    close();
  }

  /** Sends writes as one call and settles each of them. */
  async #sendBatch(batch: readonly Pending[]): Promise<void> {
    try {
      const results = await this.#writeEntries(inputOf(batch), this.#options.call);
      for (const [i, write] of batch.entries()) settle(write, results[i]);
    } catch (error) {
      if (batch.length === 1 || !isOfOneItem(error)) {
        for (const write of batch) write.reject(error);
        return;
      }
      // The other writes must not fail with this one. It is found by halving.
      const half = Math.ceil(batch.length / 2);
      await this.#sendBatch(batch.slice(0, half));
      await this.#sendBatch(batch.slice(half));
    }
  }

  /** How many of the waiting writes fit into one call. Two writes with one idempotency key do not. */
  #fitting(pending: readonly Pending[]): number {
    let bytes = 0;
    const keys = new Set<unknown>();
    const end = pending.findIndex((write, i) => {
      bytes += write.bytes;
      const isRepeated = keys.has(write.input.idempotencyKey);
      keys.add(write.input.idempotencyKey);
      return i > 0 && (isRepeated || i >= this.#options.maxItems || bytes > MAX_BYTES);
    });
    return end === -1 ? pending.length : end;
  }
}

/**
 * True if an error of a whole call can be that of one of its items. GraphQL refuses all variables when one of them has
 * a wrong type, and then names no path.
 */
function isOfOneItem(error: unknown): boolean {
  if (!isLorebaseError(error, 'BAD_USER_INPUT')) return false;
  return error.path === undefined || error.path.startsWith('input.items');
}

/** One bulk call of writes of a group. */
function inputOf(batch: readonly Pending[]): WriteEntriesInput {
  const [first] = batch.map(({ input }) => input);
  const items = batch.map(({ input }) => {
    const { memoryId, duplicateThreshold, updateThreshold, duplicatePolicy, dryRun, ...item } =
      input;
    return item;
  });
  return {
    memoryId: first?.memoryId ?? '',
    duplicateThreshold: first?.duplicateThreshold,
    updateThreshold: first?.updateThreshold,
    duplicatePolicy: first?.duplicatePolicy,
    dryRun: first?.dryRun,
    items,
  };
}

function settle(write: Pending, result: WriteEntriesResult | undefined): void {
  if (result?.__typename === 'WriteEntryPayload') {
    const { __typename, ...payload } = result;
    write.resolve(payload);
    return;
  }
  const { code, message, path } = result ?? {
    code: 'INVALID_RESPONSE' as const,
    message: 'The server answered fewer results than writes',
    path: undefined,
  };
  const ofOne = (text: string) => text.replace(/input\.items\[\d+\]\./, 'input.');
  write.reject(new LorebaseError(code, ofOne(message), { path: path ? ofOne(path) : undefined }));
}
