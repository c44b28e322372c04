/** The codes in `extensions.code`, besides those of GraphQL. Errors that are not DomainErrors are masked. */
export const ERROR_CODES = {
  BAD_USER_INPUT: 'An argument is missing, malformed or out of range; `path` names it.',
  UNAUTHENTICATED: 'No key was shown, or it is unknown, revoked or expired.',
  FORBIDDEN: 'The key is valid but its role does not allow this.',
  NOT_FOUND: 'There is no such thing in the projects this key can reach.',
  CONFLICT: 'The request contradicts what is stored: a taken name, a used idempotency key.',
  CURSOR_EXPIRED: 'The event log no longer reaches back to this cursor; start anew.',
  EMBEDDING_UNAVAILABLE: 'The embedding model did not answer usably; nothing was stored.',
  CHAT_NOT_CONFIGURED: 'This needs a chat model and the server has none; set CHAT_MODEL.',
  CHAT_UNAVAILABLE: 'The chat model did not answer usably.',
  RATE_LIMITED: 'The key or the server is over its limit; try later. Nothing was done.',
  QUERY_TOO_COMPLEX: 'The operation exceeds the limits on length, depth, aliases or cost.',
  DATABASE_UNAVAILABLE: 'The database cannot be reached; the request may be repeated.',
  DISK_FULL: 'The disk of the database has no room for writes; nothing was stored.',
  INTERNAL_SERVER_ERROR: 'A fault of the server; it is logged under the request id.',
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

/** The error of rules. `details` are returned to the caller, together with the code. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown>;

  constructor(
    code: ErrorCode,
    message: string,
    options: { details?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'DomainError';
    this.code = code;
    this.details = options.details ?? {};
  }
}

/** BAD_USER_INPUT. `path` is the path of the invalid argument, such as `input.content`. */
export function badInput(path: string, message: string): DomainError {
  return new DomainError('BAD_USER_INPUT', `${path}: ${message}`, { details: { path } });
}

/** NOT_FOUND, with the same message for an object that does not exist and one of another project. */
export function notFound(what: string, id: string): DomainError {
  const where = what === 'project' ? '' : ' in this project';
  return new DomainError('NOT_FOUND', `There is no ${what} ${id}${where}.`);
}

/** The found object. @throws NOT_FOUND if it is null or undefined */
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

export function chatUnavailable(message: string, cause?: unknown): DomainError {
  return new DomainError('CHAT_UNAVAILABLE', message, { cause });
}

export function embeddingUnavailable(message: string, cause?: unknown): DomainError {
  return new DomainError('EMBEDDING_UNAVAILABLE', message, { cause });
}
