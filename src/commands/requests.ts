import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** The server that a command uses, and the project in which it acts; the key's own, or the default project. */
export type Target = { url: string; key: string; project: string | undefined };

/** Attempts of a request that the server could not answer, and the longest pause between two. */
const ATTEMPTS = 8;
const MAX_PAUSE_MS = 15_000;

/** Statuses of requests that can be repeated: too many requests, and a server that is not available. */
const REPEATABLE = new Set([429, 502, 503, 504]);

/** The codes of the same failures, in a GraphQL answer of status 200. */
const REPEATABLE_CODES = new Set<string | undefined>(['RATE_LIMITED', 'DATABASE_UNAVAILABLE']);

type Init = { method?: string; headers?: Record<string, string>; body?: string };

/**
 * Sends a request. It is repeated if the server could not answer, up to `attempts` in all: 1 for what must not be done twice.
 * @throws Error with the message of the server
 */
export async function request(
  { url, key, project }: Target,
  path: string,
  { attempts = ATTEMPTS, ...init }: Init & { attempts?: number } = {},
): Promise<Response> {
  const headers = {
    ...init.headers,
    authorization: `Bearer ${key}`,
    ...(project === undefined ? {} : { 'lorebase-project': project }),
  };
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(`${url}${path}`, { ...init, headers }).catch((error: unknown) => {
      if (attempt < attempts) return null;
      throw new Error(`${url} cannot be reached, or has not answered in time.`, { cause: error });
    });
    if (response?.ok) return response;
    if (response !== null && (attempt >= attempts || !REPEATABLE.has(response.status))) {
      throw new Error(await messageOf(response));
    }
    await pauseAfter(attempt, Number(response?.headers.get('retry-after') ?? 0));
  }
}

/** Waits before the next attempt: as long as the server asks for, else longer each time. */
async function pauseAfter(attempt: number, askedSeconds: number): Promise<void> {
  await sleep(Math.min(MAX_PAUSE_MS, askedSeconds * 1000 || 250 * 2 ** attempt));
}

async function messageOf(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const { errors } = JSON.parse(text) as {
      errors: { message: string; extensions?: { code?: string } }[];
    };
    const [first] = errors;
    if (first) return `${first.message} (${first.extensions?.code ?? response.status})`;
  } catch {
    // The answer is not one of Lorebase, and is shown as it is.
  }
  return `The server answered ${response.status}: ${text.slice(0, 300)}`;
}

/** An error in the answer of a GraphQL operation. */
export class GraphQLAnswerError extends Error {
  readonly code: string | undefined;

  constructor(message: string, code: string | undefined) {
    super(`${message} (${code})`);
    this.code = code;
  }
}

type Answer<Data> = {
  data: Data;
  errors?: { message: string; extensions?: { code?: string; retryAfterSeconds?: number } }[];
};

/** The data of a GraphQL operation, which is repeated as by `request`, and after an answer with one of `REPEATABLE_CODES`. @throws GraphQLAnswerError with the first error */
export async function graphql<Data>(
  target: Target,
  query: string,
  variables: Record<string, unknown>,
  { attempts = ATTEMPTS }: { attempts?: number } = {},
): Promise<Data> {
  const body = JSON.stringify({ query, variables });
  const headers = { 'content-type': 'application/json' };
  for (let attempt = 1; ; attempt += 1) {
    const init = { method: 'POST', headers, body, attempts: attempts - attempt + 1 };
    const response = await request(target, '/graphql', init);
    const { data, errors } = (await response.json()) as Answer<Data>;
    const [first] = errors ?? [];
    if (!first) return data;
    const { code, retryAfterSeconds = 0 } = first.extensions ?? {};
    if (attempt >= attempts || !REPEATABLE_CODES.has(code)) {
      throw new GraphQLAnswerError(first.message, code);
    }
    await pauseAfter(attempt, retryAfterSeconds);
  }
}

/** The file that a response sends. */
export function bodyOf({ body }: Response): Readable {
  if (body === null) throw new Error('The server sent no file.');
  return Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
}

/** The error for a file that ends before its last line. */
export function cutOff(): Error {
  return new Error('The server ended the export before its last line; its log has the reason.');
}
