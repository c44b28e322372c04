import { getOperationAST, OperationTypeNode, parse } from 'graphql';
import { type Client, createClient } from 'graphql-ws';

export type Credentials = { key: string; projectId: string };

type Params = { query: string; operationName?: string | null; variables?: unknown };
type Options = { headers?: Record<string, unknown> | undefined };

/** Sends the operations of GraphiQL with the key of the dashboard: over HTTP, and subscriptions over a WebSocket. */
export type Connection = {
  fetch(params: Params, options?: Options): Promise<unknown> | AsyncIterableIterator<unknown>;
  close(): void;
};

export function connect({ key, projectId }: Credentials): Connection {
  let socket: Client | null = null;
  const open = () => {
    socket ??= createClient({
      url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/graphql`,
      connectionParams: { 'x-api-key': key, 'lorebase-project': projectId },
    });
    return socket;
  };
  return {
    fetch: (params, options) =>
      isSubscription(params)
        ? (open().iterate(toPayload(params)) as AsyncIterableIterator<unknown>)
        : ask(params, { ...keyHeaders(key, projectId), ...stringsOf(options?.headers) }),
    close: () => void socket?.dispose(),
  };
}

function keyHeaders(key: string, projectId: string): Record<string, string> {
  return { authorization: `Bearer ${key}`, 'lorebase-project': projectId };
}

async function ask(params: Params, headers: Record<string, string>): Promise<unknown> {
  const answer = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    body: JSON.stringify(params),
  });
  return answer.json();
}

function toPayload({ query, operationName, variables }: Params) {
  return {
    query,
    operationName: operationName ?? null,
    variables: (variables ?? null) as Record<string, unknown> | null,
  };
}

/** GraphiQL can send a text that is not a valid document. The server then answers with the error. */
function isSubscription({ query, operationName }: Params): boolean {
  try {
    const operation = getOperationAST(parse(query), operationName);
    return operation?.operation === OperationTypeNode.SUBSCRIPTION;
  } catch {
    return false;
  }
}

/** The headers that the person has typed. */
function stringsOf(headers: Record<string, unknown> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
