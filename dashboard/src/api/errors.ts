import { CombinedGraphQLErrors, LinkError, ServerError } from '@apollo/client/errors';

/**
 * A code of `extensions.code`, as in the enum ErrorCode of the schema; OFFLINE if the server did not answer, and
 * UNEXPECTED for an error of the dashboard itself.
 */
export type Code = string;

/** What the server says about a failed operation, for a person. */
export type DescribedError = { code: Code; title: string; message: string; path: string | null };

const TITLES: Readonly<Record<Code, string>> = {
  BAD_USER_INPUT: 'Something in the input is not accepted',
  UNAUTHENTICATED: 'The key is not valid',
  FORBIDDEN: 'Your key does not permit this',
  NOT_FOUND: 'It does not exist',
  CONFLICT: 'It conflicts with what is stored',
  EMBEDDING_UNAVAILABLE: 'The embedding model did not answer',
  CHAT_NOT_CONFIGURED: 'The server has no chat model',
  CHAT_UNAVAILABLE: 'The chat model did not answer',
  RATE_LIMITED: 'Too many requests',
  QUOTA_EXCEEDED: 'The project has reached a quota',
  READ_ONLY: 'This server only reads',
  DATABASE_UNAVAILABLE: 'The database cannot be reached',
  DISK_FULL: 'The disk of the database is full',
  OFFLINE: 'The server cannot be reached',
  UNEXPECTED: 'The dashboard has failed here',
};

export const OFFLINE_ADVICE =
  'Check that it runs, then try again. Nothing that you entered is lost.';

/** What browsers say if the code of a page cannot be loaded. */
const UNLOADED_PAGE = /dynamically imported module|module script/;

/** The code of an error of the API; OFFLINE for every other error, such as a server that does not answer. */
export function codeOf(error: unknown): Code {
  return firstOf(error)?.code ?? 'OFFLINE';
}

export function describeError(error: unknown): DescribedError {
  const first = firstOf(error);
  const isOffline = LinkError.is(error) || UNLOADED_PAGE.test(String(error));
  const code = first?.code ?? (isOffline ? 'OFFLINE' : 'UNEXPECTED');
  return {
    code,
    title: TITLES[code] ?? 'The server reported an error',
    message: first?.message ?? (code === 'OFFLINE' ? OFFLINE_ADVICE : String(error)),
    path: first?.path ?? null,
  };
}

/** The first error of the API in an answer or, with a status such as 401, in its body. */
function firstOf(error: unknown): { code: Code; message: string; path: string | null } | null {
  const [first] = CombinedGraphQLErrors.is(error) ? error.errors : errorsInBody(error);
  if (first === undefined) return null;
  const { code, path } = first.extensions ?? {};
  return {
    code: typeof code === 'string' ? code : 'INTERNAL_SERVER_ERROR',
    message: first.message,
    path: typeof path === 'string' ? path : null,
  };
}

type ErrorInBody = { message: string; extensions?: Record<string, unknown> };

function errorsInBody(error: unknown): ErrorInBody[] {
  if (!ServerError.is(error)) return [];
  try {
    const body = JSON.parse(error.bodyText) as { errors?: ErrorInBody[] };
    return body.errors ?? [];
  } catch {
    return [];
  }
}
