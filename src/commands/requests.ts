import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The server that a command uses, and the project in which it acts. Without a project, it is that of the key or, for a
 * root key, the default project.
 */
export type Target = { url: string; key: string; project: string | undefined };

/** Maximum number of attempts for a request that the server cannot answer, and the longest pause between two. */
const ATTEMPTS = 8;
const MAX_PAUSE_MS = 15_000;

/** Statuses of requests that can be repeated: too many requests, and a server that is not available. */
const REPEATABLE = new Set([429, 502, 503, 504]);

/** Error codes of the same failures in a GraphQL response, whose HTTP status is 200. */
const REPEATABLE_CODES = new Set<string | undefined>(['RATE_LIMITED', 'DATABASE_UNAVAILABLE']);

type Init = { method?: string; headers?: Record<string, string>; body?: string };

/** The value of an attempt. For a failed one: the error, and the pause in seconds that the server asks for, or 0. */
type AttemptOutcome<T> = { value: T } | { error: Error; pauseSeconds: number };

/**
 * Sends a request. It is repeated if the server could not answer, with at most `attempts` attempts; 1 for requests that
 * must not be executed twice.
 * @throws Error with the message of the server
 */
export function request(
  target: Target,
  path: string,
  { attempts = ATTEMPTS, ...init }: Init & { attempts?: number } = {},
): Promise<Response> {
  return repeated(attempts, () => send(target, path, init));
}

/** Repeats an attempt until it returns a value. The pause doubles each time, unless the server names one. */
async function repeated<T>(
  attempts: number,
  attempt: () => Promise<AttemptOutcome<T>>,
): Promise<T> {
  for (let made = 1; ; made += 1) {
    const outcome = await attempt();
    if ('value' in outcome) return outcome.value;
    if (made >= attempts) throw outcome.error;
    await sleep(Math.min(MAX_PAUSE_MS, outcome.pauseSeconds * 1000 || 250 * 2 ** made));
  }
}

/** @throws Error for a failure that a repetition cannot resolve */
async function send(
  { url, key, project }: Target,
  path: string,
  init: Init,
): Promise<AttemptOutcome<Response>> {
  const headers = {
    ...init.headers,
    authorization: `Bearer ${key}`,
    ...(project === undefined ? {} : { 'lorebase-project': project }),
  };
  const sent = await fetch(`${url}${path}`, { ...init, headers }).catch((cause: unknown) => {
    return new Error(`${url} cannot be reached, or has not answered in time.`, { cause });
  });
  if (sent instanceof Error) return { error: sent, pauseSeconds: 0 };
  if (sent.ok) return { value: sent };
  const error = new Error(await refusalMessage(sent));
  if (!REPEATABLE.has(sent.status)) throw error;
  return { error, pauseSeconds: Number(sent.headers.get('retry-after') ?? 0) };
}

async function refusalMessage(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const { errors } = JSON.parse(text) as {
      errors: { message: string; extensions?: { code?: string } }[];
    };
    const [first] = errors;
    if (first) return `${first.message} (${first.extensions?.code ?? response.status})`;
  } catch {
    // The answer is not from Lorebase, so its text is shown.
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

type HttpAnswer<Data> = {
  data: Data;
  errors?: { message: string; extensions?: { code?: string; retryAfterSeconds?: number } }[];
};

/**
 * The data of a GraphQL operation, which is repeated as by `request`, and after an error with one of
 * `REPEATABLE_CODES`.
 * @throws GraphQLAnswerError with the first error
 */
export function graphql<Data>(
  target: Target,
  query: string,
  variables: Record<string, unknown>,
): Promise<Data> {
  const body = JSON.stringify({ query, variables });
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  return repeated(ATTEMPTS, async () => {
    const sent = await send(target, '/graphql', init);
    if (!('value' in sent)) return sent;
    const { data, errors } = (await sent.value.json()) as HttpAnswer<Data>;
    const [first] = errors ?? [];
    if (!first) return { value: data };
    const { code, retryAfterSeconds: pauseSeconds = 0 } = first.extensions ?? {};
    const error = new GraphQLAnswerError(first.message, code);
    if (!REPEATABLE_CODES.has(code)) throw error;
    return { error, pauseSeconds };
  });
}

/**
 * The file in the body of a response. Reading fails with the error `cutOff` if the connection ends before the file
 * does.
 */
export function bodyOf({ body }: Response): Readable {
  if (body === null) throw new Error('The server sent no file.');
  const reader = body.getReader();
  const file = new ReadableStream({
    pull: async (controller) => {
      const { value } = await reader.read().catch((cause: unknown) => {
        throw cutOff(cause);
      });
      if (value === undefined) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return Readable.fromWeb(file as Parameters<typeof Readable.fromWeb>[0]);
}

/** The error for a file whose end the server did not send. */
export function cutOff(cause?: unknown): Error {
  return new Error('The server stopped sending the file before its end. Its log has the reason.', {
    cause,
  });
}
