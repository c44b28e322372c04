import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Logger } from 'pino';
import { isCancelled, isDiskFull, isUnavailable, isUnstorable } from '../db/failures.ts';
import { DomainError } from '../errors.ts';

/** Codes of errors by GraphQL and Apollo that the caller can cause. Their messages are returned. */
export const SHOWN_CODES = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
  'OPERATION_RESOLUTION_FAILURE',
  'BAD_REQUEST',
  'BAD_USER_INPUT',
  'QUERY_TOO_COMPLEX',
]);

/**
 * Formats an error for the response. A DomainError or an error of GraphQL keeps its message and code, and the field
 * `logged` of a DomainError is logged. Known failures of the database have codes as well. Any other error is logged,
 * and masked as an internal error with the request id.
 */
export function formatError(
  error: unknown,
  { requestId, log }: { requestId: string; log: Pick<Logger, 'warn' | 'error'> },
): GraphQLFormattedError {
  const raised = error instanceof GraphQLError ? (error.originalError ?? error) : error;
  const place = placeOf(error);
  if (raised instanceof DomainError) {
    const { code, logged } = raised;
    if (logged !== null) log.warn({ requestId, code, ...logged }, raised.message);
    const extensions = { ...raised.details, code: raised.code };
    return { message: shorten(raised.message), ...place, extensions };
  }
  if (isUnstorable(raised)) {
    const message =
      'The input has text that cannot be stored, because it contains the character NUL.';
    return { message, ...place, extensions: { code: 'BAD_USER_INPUT' } };
  }
  if (isDiskFull(raised)) {
    log.warn({ error: raised, requestId }, 'The disk of the database is full');
    const message = 'The disk of the database is full, so nothing was stored. Try again later.';
    return { message, ...place, extensions: { code: 'DISK_FULL', requestId } };
  }
  if (isUnavailable(raised)) {
    log.warn({ error: raised, requestId }, 'The database is unavailable');
    const extensions = { code: 'DATABASE_UNAVAILABLE', requestId };
    return { message: 'The database is unavailable; try again.', ...place, extensions };
  }
  if (isCancelled(raised)) {
    log.warn({ error: raised, requestId }, 'A statement was cancelled in the database');
    const message = 'The database cancelled a statement of the request; try again.';
    return { message, ...place, extensions: { code: 'DATABASE_UNAVAILABLE', requestId } };
  }
  if (error instanceof GraphQLError && isCallersFault(error)) {
    const code = error.extensions.code ?? 'GRAPHQL_VALIDATION_FAILED';
    return { message: shorten(error.message), ...place, extensions: { code } };
  }
  log.error({ error: raised, requestId }, 'A request failed');
  const extensions = { code: 'INTERNAL_SERVER_ERROR', requestId };
  return { message: `Internal error (request ${requestId})`, ...place, extensions };
}

/** Maximum number of characters of a message, which can contain a long value of the caller. */
const MAX_MESSAGE = 1000;

/** The message. The middle of a long message is removed, because its end says what is wrong with the value. */
function shorten(message: string): string {
  if (message.length <= MAX_MESSAGE) return message;
  const half = MAX_MESSAGE / 2 - 1;
  return `${message.slice(0, half)} … ${message.slice(-half)}`.toWellFormed();
}

/** True for an error of GraphQL before any resolver: of parsing, validation or the coercion of variables. */
function isCallersFault(error: GraphQLError): boolean {
  if (error.originalError !== undefined && !(error.originalError instanceof GraphQLError)) {
    return false;
  }
  const { code } = error.extensions;
  return typeof code === 'string' ? SHOWN_CODES.has(code) : error.path === undefined;
}

function placeOf(error: unknown): Pick<GraphQLFormattedError, 'path' | 'locations'> {
  if (!(error instanceof GraphQLError)) return {};
  const { path, locations } = error.toJSON();
  return { ...(path ? { path } : {}), ...(locations ? { locations } : {}) };
}
