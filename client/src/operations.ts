import { type Document, type DocumentTypes, hasOneField, isQuery, textOf } from './document.ts';
import {
  type CallOptions,
  type Connection,
  checkLimits,
  connectionOf,
  type LorebaseOptions,
} from './options.ts';
import { type Operation, send } from './request.ts';
import { type Retry, retried } from './retry.ts';
import { openStreams, type Stream } from './stream.ts';

/** What all operations of a client share: sending them, repeating them and streaming them. */
export class Operations {
  readonly #connection: Connection;
  protected readonly stream: Stream;

  /** @throws LorebaseError BAD_USER_INPUT */
  constructor(options: LorebaseOptions) {
    this.#connection = connectionOf(options);
    this.stream = openStreams(this.#connection);
  }

  /**
   * Runs any query or mutation: a text, or a document of GraphQL Code Generator with `documentMode: 'string'`, whose
   * types the result and the variables then have. Any operation is repeated after RATE_LIMITED and a refused
   * connection. After a lost answer, a mutation is repeated only if its input has an idempotency key. A document with
   * several mutations is repeated only if the server has begun none of them.
   * @throws LorebaseError; TypeError if a parsed document has no source
   */
  query<Result>(document: DocumentTypes<Result, Record<string, never>>): Promise<Result>;
  query<Result, Variables>(
    document: DocumentTypes<Result, Variables>,
    variables: NoInfer<Variables>,
    options?: CallOptions,
  ): Promise<Result>;
  query<Result = unknown>(
    document: string & { readonly __apiType?: never },
    variables?: Record<string, unknown>,
    options?: CallOptions,
  ): Promise<Result>;
  async query(
    document: string | DocumentTypes<unknown, never>,
    variables: Record<string, unknown> = {},
    options?: CallOptions,
  ): Promise<unknown> {
    const text = textOf(document);
    const isSingle = hasOneField(text);
    const isSafe = isQuery(text) || (isSingle && hasKey(variables));
    return this.#run({ query: text, variables }, options, { isSafe, isSingle });
  }

  /** Runs any subscription and yields the data of its results. It does not reconnect; `events` does. */
  async *subscribe<Result, Variables extends Record<string, unknown>>(
    document: DocumentTypes<Result, Variables> | string,
    variables?: Variables,
    { signal }: Pick<CallOptions, 'signal'> = {},
  ): AsyncGenerator<Result, void, undefined> {
    const operation = { query: textOf(document), variables: variables ?? {} };
    for await (const data of this.stream(operation, { signal })) yield data as Result;
  }

  /** Options with the time-out of calls that wait for a chat model. */
  protected slow(options: CallOptions = {}): CallOptions {
    return { ...options, timeoutMs: options.timeoutMs ?? this.#connection.slowTimeoutMs };
  }

  /** Runs an operation with a single root field; `isSafe` says that repeating a mutation is harmless. */
  protected ask<Result, Variables extends Record<string, unknown>>(
    document: Document<Result, Variables>,
    variables: Variables,
    options: CallOptions = {},
    isSafe = false,
  ): Promise<Result> {
    const repeat = { isSafe: isSafe || isQuery(document), isSingle: true };
    return this.#run({ query: document, variables }, options, repeat) as Promise<Result>;
  }

  async #run(
    operation: Operation,
    options: CallOptions = {},
    repeat: Pick<Retry, 'isSafe' | 'isSingle'>,
  ): Promise<unknown> {
    const { timeoutMs = this.#connection.timeoutMs, retries = this.#connection.retries } = options;
    const { signal } = options;
    checkLimits({ timeoutMs, retries });
    const attempt = () => send(this.#connection, operation, { timeoutMs, signal });
    return retried(attempt, { ...repeat, retries, timeoutMs, signal });
  }
}

/** True if the variables of a mutation have an idempotency key in their input. */
function hasKey({ input }: Record<string, unknown>): boolean {
  const key = (input as { idempotencyKey?: unknown } | null | undefined)?.idempotencyKey;
  return typeof key === 'string';
}
