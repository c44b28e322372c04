import { createClient } from 'graphql-ws';
import WebSocket from 'ws';

export type GraphqlError = {
  message: string;
  path?: (string | number)[];
  extensions: { code: string; path?: string; [name: string]: unknown };
};

/** The data of an answer. It has no type: a test that reads it in a wrong shape fails. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Data = any;

export type Answer = { status: number; data: Data; errors?: GraphqlError[] };

/** Sends one GraphQL request over HTTP. With a root key, it acts in the named project, or the default project. */
export async function post(
  url: string,
  key: string | null,
  query: string,
  variables: Record<string, unknown> = {},
  project?: string,
): Promise<Answer> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...(project ? { 'lorebase-project': project } : {}),
    },
    body: JSON.stringify({ query, variables }),
  });
  return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) };
}

/** A running subscription, with the results that have arrived so far. */
export type Subscription = {
  received: Data[];
  errors: unknown[];
  /** Resolves with the results when `wanted` of them have arrived. */
  count(wanted: number): Promise<Data[]>;
  ended: Promise<void>;
  stop(): Promise<void>;
};

/** Subscribes over a new WebSocket, which does not reconnect. */
export function subscribe(
  url: string,
  key: string | null,
  query: string,
  variables: Record<string, unknown> = {},
  project?: string,
): Subscription {
  const client = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
    connectionParams: {
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...(project ? { 'lorebase-project': project } : {}),
    },
  });
  const received: Data[] = [];
  const errors: unknown[] = [];
  const waiting = new Set<() => void>();
  const arrived = () => {
    for (const check of waiting) check();
  };
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      resolve();
      arrived();
    };
    client.subscribe(
      { query, variables },
      {
        next: (result) => {
          received.push(result.errors ? { errors: result.errors } : result.data);
          arrived();
        },
        error: (error) => {
          errors.push(error);
          end();
        },
        complete: end,
      },
    );
  });
  return {
    received,
    errors,
    ended,
    count: (wanted) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (received.length >= wanted) resolve(received);
          else if (errors.length > 0) reject(new Error(JSON.stringify(errors)));
          else return;
          waiting.delete(check);
        };
        waiting.add(check);
        check();
      }),
    stop: async () => {
      await client.dispose();
      await ended;
    },
  };
}
