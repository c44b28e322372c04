import { errorOf, type GraphqlError, LorebaseError } from './errors.ts';
import { type Connection, headersOf } from './options.ts';

export type Operation = { query: string; variables: Record<string, unknown> };

export type Attempt = { timeoutMs: number; signal?: AbortSignal | undefined };

type Answer = { data?: unknown; errors?: GraphqlError[] | null };

/** The longest time of a timer. A longer one would end at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Failures of a connection after which the request has certainly not reached the server. */
const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/** The codes of Node.js for certificates that it does not trust, such as DEPTH_ZERO_SELF_SIGNED_CERT. */
const CERTIFICATE = /CERT|^UNABLE_TO_VERIFY/;

/** Sends an operation once over HTTP and returns its data. @throws LorebaseError, or the reason of the signal */
export async function send(
  connection: Connection,
  operation: Operation,
  { timeoutMs, signal }: Attempt,
): Promise<unknown> {
  signal?.throwIfAborted();
  const body = bodyOf(operation);
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), Math.min(timeoutMs, LONGEST_TIMER_MS));
  const signals = signal ? [timeout.signal, signal] : [timeout.signal];
  try {
    const response = await connection.fetch(`${connection.url}/graphql`, {
      method: 'POST',
      headers: {
        ...headersOf(connection),
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body,
      signal: AbortSignal.any(signals),
    });
    return dataOf(response, await response.text());
  } catch (error) {
    if (error instanceof LorebaseError) throw error;
    if (signal?.aborted) throw signal.reason;
    if (timeout.signal.aborted) {
      throw new LorebaseError('TIMEOUT', `The server did not answer within ${timeoutMs} ms`);
    }
    throw connectionFailed(connection, error);
  } finally {
    clearTimeout(timer);
  }
}

/** The paths of the variables that can contain a filter by `metadata`. */
const FILTERS = ['scope', 'filter', 'input.scope', 'input.filter', 'input.knowledgeConfig.scope'];

/**
 * JSON omits a key whose value is undefined, so the filter `{ userId: undefined }` would match the data of all users.
 * `path` is the path of the filter in the variables.
 * @throws LorebaseError BAD_USER_INPUT for such a filter
 */
export function requireDefinedValues(filter: unknown, path: string): void {
  for (const [key, value] of Object.entries(Object(filter))) {
    if (value !== undefined) continue;
    const message = `${path}.${key}: must not be undefined, because the filter would match any value`;
    throw new LorebaseError('BAD_USER_INPUT', message, { path: `${path}.${key}` });
  }
}

/** @throws LorebaseError BAD_USER_INPUT if a variable has a filter with an undefined value */
function requireDefinedFilters(variables: Record<string, unknown>): void {
  for (const filter of FILTERS) {
    const path = `${filter}.metadata`;
    const metadata = path.split('.').reduce<unknown>((value, key) => Object(value)[key], variables);
    requireDefinedValues(metadata, path);
  }
}

/**
 * The JSON text that is sent for an operation.
 * @throws LorebaseError BAD_USER_INPUT if a variable is not JSON, such as a BigInt, or a filter has an undefined value
 */
export function bodyOf(operation: Operation): string {
  requireDefinedFilters(operation.variables);
  try {
    return JSON.stringify(operation);
  } catch (cause) {
    const message = `The input cannot be sent as JSON: ${String(cause)}`;
    throw new LorebaseError('BAD_USER_INPUT', message, { cause });
  }
}

/** The data of an answer. @throws LorebaseError if the answer has errors or is not one of GraphQL */
export function dataOf(response: Response, text: string): unknown {
  const { status } = response;
  const answer = parsed(text);
  const errors = answer?.errors ?? [];
  if (errors.length > 0) throw errorOf(withRetryAfter(errors, response), status);
  if (answer?.data && response.ok) return answer.data;
  const said = `The server answered ${status} ${response.statusText}`.trim();
  if (status === 429) {
    const [error] = withRetryAfter([{ message: said }], response);
    throw new LorebaseError('RATE_LIMITED', said, { status, extensions: error?.extensions ?? {} });
  }
  if ([502, 503, 504].includes(status)) {
    throw new LorebaseError('CONNECTION_FAILED', said, { status });
  }
  throw new LorebaseError('INVALID_RESPONSE', `${said}, which is not an answer of GraphQL`, {
    status,
  });
}

function parsed(text: string): Answer | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}

/** The errors with the seconds of the header `Retry-After`, unless the first one has them. */
function withRetryAfter(errors: readonly GraphqlError[], response: Response): GraphqlError[] {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const [first, ...others] = errors;
  if (first === undefined || Number.isNaN(seconds)) return [...errors];
  return [{ ...first, extensions: { retryAfterSeconds: seconds, ...first.extensions } }, ...others];
}

/** What a connection failed for: the error, its cause, and the error of an event of the package `ws`. */
function reasonsOf(error: unknown): unknown[] {
  const { cause, error: ofEvent } = Object(error) as { cause?: unknown; error?: unknown };
  return [error, cause, ofEvent];
}

/** True if a connection failed because the certificate of the server is not trusted. Waiting does not help then. */
export function isCertificateError({ cause }: LorebaseError): boolean {
  return reasonsOf(cause).some((reason) => {
    const { code } = Object(reason) as { code?: unknown };
    return typeof code === 'string' && CERTIFICATE.test(code);
  });
}

/** The error of a request or a stream whose connection failed. */
export function connectionFailed({ url }: Connection, cause: unknown): LorebaseError {
  const reasons = reasonsOf(cause);
  const codes = reasons.map((reason) => (reason as { code?: unknown } | undefined)?.code);
  const notSent = codes.some((code) => typeof code === 'string' && NOT_SENT.has(code));
  const messages = reasons.map((reason) => (reason as { message?: unknown } | undefined)?.message);
  const why = [...codes, ...messages.reverse()].find((text) => typeof text === 'string' && text);
  const message = notSent ? `${url} cannot be reached` : `The connection to ${url} failed`;
  return new LorebaseError('CONNECTION_FAILED', why ? `${message} (${why})` : message, {
    notSent,
    cause,
  });
}
