import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import { messageOfError } from '../errors.ts';
import { MAX_BODY_BYTES } from '../graphql/limits.ts';
import { IDEMPOTENCY_META, isRepeatableCall } from '../mcp/tool-selection.ts';
import {
  type Link,
  type LinkHandlers,
  openLink,
  RefusedError,
  UnansweredError,
} from './mcp-link.ts';
import { createSubscriptions } from './mcp-subscriptions.ts';

/** The MCP endpoint of a server. `isOurs` is true for a background server that can be started again. */
export type Destination = { url: string; key: string; isOurs: boolean };

/** Maximum number of attempts to send a message, and the time before each repetition. */
const ATTEMPTS = 3;
const RETRY_MS = 300;

/** Longest time between attempts to receive notifications. */
const MAX_WAIT_MS = 30_000;

/**
 * Longest message that is read: more than the server accepts, so that the server answers a message that is too long.
 */
const BUFFER_BYTES = 10 * MAX_BODY_BYTES;

/** The code of JSON-RPC for an error of the server. */
const SERVER_ERROR = -32000;

/**
 * Passes messages between stdin and stdout and a server, until stdin ends. If the server is gone, `find` finds or
 * starts another, and the request is repeated, unless it may already have been executed and a repetition would execute
 * it again.
 */
export async function startProxy(find: () => Promise<Destination>): Promise<void> {
  const stdio = new StdioServerTransport(process.stdin, process.stdout, {
    maxBufferSize: BUFFER_BYTES,
  });
  const pending = new Set<Promise<void>>();
  /** The requests that were answered with an error. */
  const failed = new Set<RequestId>();
  const subscriptions = createSubscriptions();

  const server = createServerLink(find, {
    receive: (message) => {
      if (isJSONRPCErrorResponse(message) && message.id !== undefined) failed.add(message.id);
      const wanted = subscriptions.forClient(message);
      if (wanted !== null) void stdio.send(wanted);
    },
    passed: (eventId) => notifications.passed(eventId),
    lost: () => notifications.resume(),
  });
  const notifications = createNotifications(server);
  const answer = async (request: JSONRPCRequest): Promise<void> => {
    const added = subscriptions.note(request);
    try {
      if (subscriptions.isEmpty()) notifications.end();
      else await notifications.begin();
      await forward(server, withKey(request));
    } catch (error) {
      failed.add(request.id);
      await stdio.send({
        jsonrpc: '2.0',
        id: request.id,
        error: { code: SERVER_ERROR, message: messageOfError(error) },
      });
    }
    if (failed.delete(request.id) && added !== null) subscriptions.remove(added);
    if (subscriptions.isEmpty()) notifications.end();
  };

  stdio.onmessage = (message) => {
    // The server keeps no session, so notifications from the client would have no effect and are not sent.
    if (!isJSONRPCRequest(message)) return;
    const answered = answer(message).finally(() => pending.delete(answered));
    pending.add(answered);
  };
  stdio.onerror = (error) => console.error(`Unreadable message: ${error.message}`);
  const ended = endOfInput();
  await stdio.start();
  await ended;
  notifications.end();
  await Promise.all(pending);
}

/** Resolves when the client has closed stdin, or no longer reads stdout. */
function endOfInput(): Promise<void> {
  return new Promise((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
    process.stdout.once('error', () => resolve());
  });
}

/** The link to the server, which is opened when it is needed. */
type ServerLink = {
  connected(): Promise<Link>;
  /** Makes the next request open another link. The old link still answers requests that wait for it. */
  forget(used: Promise<Link>): void;
};

function createServerLink(
  find: () => Promise<Destination>,
  { receive, passed, lost }: Omit<LinkHandlers, 'protocolVersion'>,
): ServerLink {
  let link: Promise<Link> | null = null;
  let protocolVersion: string | undefined;
  const noteVersion = (message: JSONRPCMessage) => {
    if (!isJSONRPCResultResponse(message)) return;
    const { protocolVersion: agreed } = message.result;
    if (typeof agreed === 'string') protocolVersion = agreed;
  };
  const open = async (): Promise<Link> =>
    openLink(await find(), {
      receive: (message) => {
        noteVersion(message);
        receive(message);
      },
      protocolVersion,
      passed,
      lost,
    });
  const forget = (used: Promise<Link>) => {
    if (link === used) link = null;
  };
  return {
    connected: () => {
      const opening = link ?? open();
      link = opening;
      opening.catch(() => forget(opening));
      return opening;
    },
    forget,
  };
}

/** The stream of notifications from the server. */
type Notifications = {
  /** Opens the stream if there is none. Resolves even if that fails, so that a subscription is answered anyway. */
  begin(): Promise<void>;
  /** Opens the stream again after the server has ended it. */
  resume(): void;
  /** Notes the last message of the stream, after which it is resumed. */
  passed(eventId: string): void;
  end(): void;
};

function createNotifications(server: ServerLink): Notifications {
  let lastEventId: string | null = null;
  /** Ends the stream; null if there is none. */
  let stream: AbortController | null = null;
  /** Opens the stream, and opens it again after a failure, until `end` is called. Resolves after the first attempt. */
  const follow = async (wait = RETRY_MS): Promise<void> => {
    const end = new AbortController();
    stream = end;
    const used = server.connected();
    try {
      await (await used).follow({ lastEventId, end: end.signal });
    } catch (error) {
      server.forget(used);
      if (end.signal.aborted) return;
      console.error(`Notifications from the server are interrupted: ${messageOfError(error)}`);
      const again = () => (end.signal.aborted ? null : follow(Math.min(2 * wait, MAX_WAIT_MS)));
      void sleep(wait, null, { ref: false }).then(again);
    }
  };
  return {
    begin: async () => {
      if (stream === null) await follow();
    },
    resume: () => {
      if (stream !== null) void follow();
    },
    passed: (eventId) => {
      lastEventId = eventId;
    },
    end: () => {
      stream?.abort();
      stream = null;
    },
  };
}

/** Sends a request, and repeats it over another link if it failed and a repetition is safe. */
async function forward(server: ServerLink, request: JSONRPCRequest): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const used = server.connected();
    try {
      return await (await used).send(request);
    } catch (error) {
      server.forget(used);
      const mayRepeat = !(error instanceof UnansweredError) || isRepeatable(request);
      if (error instanceof RefusedError || attempt === ATTEMPTS || !mayRepeat) throw error;
      await sleep(RETRY_MS);
    }
  }
}

/** Adds an idempotency key to a call of a tool. A tool that uses it can be called again safely. */
function withKey(request: JSONRPCRequest): JSONRPCRequest {
  if (request.method !== 'tools/call') return request;
  const { _meta: meta, ...params } = request.params ?? {};
  return {
    ...request,
    params: { ...params, _meta: { [IDEMPOTENCY_META]: randomUUID(), ...meta } },
  };
}

/** True if a request that may have been executed can be sent again. Only `tools/call` can write. */
function isRepeatable({ method, params }: JSONRPCRequest): boolean {
  return method !== 'tools/call' || isRepeatableCall(String(params?.name), params?.arguments);
}
