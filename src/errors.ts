/** The codes in `extensions.code`, besides those of GraphQL. Errors that are not DomainErrors are masked. */
export const ERROR_CODES = {
  BAD_USER_INPUT: 'An argument is missing, malformed or out of range; `path` names it.',
  UNAUTHENTICATED: 'The request has no API key, or the key is unknown, revoked or expired.',
  FORBIDDEN:
    'The caller may not do this: the role of the API key or token is too low, it is not a root key, or it gives no project. Over MCP also: the origin of the page is not allowed, or the client is bound to other memories.',
  NOT_FOUND: 'The object does not exist in a project that the API key has access to.',
  CONFLICT:
    'The request conflicts with stored data, such as a name that is taken, an idempotency key that was used for another request, or an `ifVersion` that is no longer the version.',
  CURSOR_EXPIRED:
    'The log no longer holds the event of this cursor: it was purged, the database was restored to an earlier time, or the cursor is one of another log. Read the current state and subscribe without a cursor.',
  EMBEDDING_UNAVAILABLE:
    'The embedding model did not return a usable answer, or this server has no endpoint for it. Nothing was stored, unless the mutation says otherwise.',
  CHAT_NOT_CONFIGURED:
    'The operation requires a chat model and the server has none. Set CHAT_MODEL.',
  CHAT_UNAVAILABLE: 'The chat model did not return a usable answer.',
  RATE_LIMITED: 'The API key or the server has reached its limit. Nothing was done; retry later.',
  QUOTA_EXCEEDED:
    'The project has reached one of its quotas, which `quota` names. Nothing was stored.',
  QUERY_TOO_COMPLEX:
    'The operation exceeds a limit of length, fragments, depth, aliases or cost, or too many operations run on its WebSocket at once.',
  READ_ONLY:
    'This server only reads: it was started with --read-only. Send the operation to one that writes.',
  DATABASE_UNAVAILABLE:
    'The database cannot be reached, or it cancelled a statement. A write may have been stored: retry it with the same idempotency key.',
  DISK_FULL: 'The disk of the database is full. Nothing was stored.',
  INTERNAL_SERVER_ERROR: 'An error of the server, which is logged under the request id.',
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

/** `details` are returned to the caller, together with the code. `logged` is only written to the log. */
type ErrorOptions = {
  details?: Record<string, unknown>;
  logged?: Record<string, unknown> | null;
  cause?: unknown;
};

/** An error that is returned to the caller with its code and message. All other errors are masked. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown>;
  readonly logged: Record<string, unknown> | null;

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'DomainError';
    this.code = code;
    this.details = options.details ?? {};
    this.logged = options.logged ?? null;
  }
}

/** The message of a thrown value, or its text if it is not an Error. */
export function messageOfError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Creates BAD_USER_INPUT. `path` is the path of the invalid argument, such as `input.content`. */
export function badInput(path: string, message: string): DomainError {
  return new DomainError('BAD_USER_INPUT', `${path}: ${message}`, { details: { path } });
}

/** Creates NOT_FOUND. The message is the same for an object that does not exist and one of another project. */
export function notFound(what: string, id: string): DomainError {
  const where = what === 'project' ? '' : ' in this project';
  return new DomainError('NOT_FOUND', `There is no ${what} ${id}${where}.`);
}

/** Returns the found object. @throws NOT_FOUND if it is null or undefined */
export function requireFound<Found>(
  found: Found | null | undefined,
  what: string,
  id: string,
): Found {
  if (found === null || found === undefined) throw notFound(what, id);
  return found;
}

export function conflict(message: string, details: Record<string, unknown> = {}): DomainError {
  return new DomainError('CONFLICT', message, { details });
}

export function chatUnavailable(
  message: string,
  options: Pick<ErrorOptions, 'cause' | 'logged'> = {},
): DomainError {
  return new DomainError('CHAT_UNAVAILABLE', message, options);
}

export function embeddingUnavailable(
  message: string,
  options: Pick<ErrorOptions, 'cause' | 'logged'> = {},
): DomainError {
  return new DomainError('EMBEDDING_UNAVAILABLE', message, options);
}
