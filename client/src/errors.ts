import type { ErrorCode } from './generated.ts';

/** The codes of failures that no answer of the server describes. */
export type ClientErrorCode =
  /** The server could not be reached, or the connection broke before the answer was complete. */
  | 'CONNECTION_FAILED'
  /** The server did not answer within `timeoutMs`. */
  | 'TIMEOUT'
  /** The answer is not from a Lorebase server, but for example from a proxy. */
  | 'INVALID_RESPONSE'
  /** The queue of gathered writes is full. */
  | 'QUEUE_FULL';

export type LorebaseErrorCode = ErrorCode | ClientErrorCode;

/** One error of a GraphQL answer. */
export type GraphqlError = {
  message: string;
  path?: readonly (string | number)[];
  extensions?: Record<string, unknown>;
};

type Details = {
  extensions?: Record<string, unknown>;
  /** The input that is at fault, such as `input.items[3].content`. */
  path?: string | undefined;
  /** All errors of the answer. */
  errors?: readonly GraphqlError[];
  /** The status of the HTTP answer. */
  status?: number;
  /** True if the request certainly never reached the server. */
  notSent?: boolean;
  cause?: unknown;
};

/** A failed call. Branch on `code`; docs/errors.md says what each means. */
export class LorebaseError<Code extends LorebaseErrorCode = LorebaseErrorCode> extends Error {
  override readonly name = 'LorebaseError';
  readonly code: Code;
  /** What the server says beside the message, such as `retryAfterSeconds` or `requestId`. */
  readonly extensions: Readonly<Record<string, unknown>>;
  /** The input that is at fault, such as `input.items[3].content`; undefined if the server names none. */
  readonly path: string | undefined;
  /** All errors of the answer. */
  readonly errors: readonly GraphqlError[];
  /** The status of the HTTP answer, if there was one. */
  readonly status: number | undefined;
  /** True if the request certainly never reached the server. */
  readonly notSent: boolean;
  /** True if the call was repeated after a lost answer: the server may have performed it before this error. */
  wasRepeated = false;

  constructor(code: Code, message: string, details: Details = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.extensions = details.extensions ?? {};
    this.path = details.path;
    this.errors = details.errors ?? [];
    this.status = details.status;
    this.notSent = details.notSent ?? false;
  }

  /** Seconds after which the server accepts the request again, if it says so. */
  get retryAfterSeconds(): number | undefined {
    const { retryAfterSeconds } = this.extensions;
    return typeof retryAfterSeconds === 'number' ? retryAfterSeconds : undefined;
  }
}

/** True if an error is a LorebaseError, and has one of the codes if any are given. */
export function isLorebaseError<Code extends LorebaseErrorCode = LorebaseErrorCode>(
  error: unknown,
  ...codes: Code[]
): error is LorebaseError<Code> {
  if (!(error instanceof LorebaseError)) return false;
  return codes.length === 0 || (codes as string[]).includes(error.code);
}

/** The error of an answer: its first one, with the others in `errors`. */
export function errorOf(errors: readonly GraphqlError[], status?: number): LorebaseError {
  const [first] = errors;
  const extensions = first?.extensions ?? {};
  const { code, path } = extensions;
  return new LorebaseError(
    // The server sends only codes of its schema. Codes that only a newer server has are passed on as they are.
    (typeof code === 'string' ? code : 'INTERNAL_SERVER_ERROR') as ErrorCode,
    first?.message ?? 'The server answered an error without a message',
    {
      extensions,
      path: typeof path === 'string' ? path : undefined,
      errors,
      ...(status === undefined ? {} : { status }),
    },
  );
}
