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
import { type Link, openLink, RefusedError, UnansweredError } from './mcp-link.ts';

/** The MCP endpoint of a server. `isOurs` is true for a background server that can be started again. */
export type Destination = { url: string; key: string; isOurs: boolean };

/** Attempts to send a message, and the time before each repetition. */
const ATTEMPTS = 3;
const RETRY_MS = 300;

/** Longest time between attempts to receive notifications. */
const MAX_WAIT_MS = 30_000;

/** Longest message that is read: more than the server accepts, so that the server answers a message that is too long. */
const BUFFER_BYTES = 10 * MAX_BODY_BYTES;

/** The code of JSON-RPC for an error of the server. */
const SERVER_ERROR = -32000;

/**
 * Passes messages between stdin and stdout and a server, until stdin ends. If the server is gone, `find` finds or starts
 * another, and the request is repeated, unless the server may have received it and a repetition could do it twice.
 */
export async function startProxy(find: () => Promise<Destination>): Promise<void> {
  const stdio = new StdioServerTransport(process.stdin, process.stdout, {
    maxBufferSize: BUFFER_BYTES,
  });
  const pending = new Set<Promise<void>>();
  /** The requests that were answered with an error. */
  const failed = new Set<RequestId>();
  /** The URIs to which the client is subscribed, as it wrote them, by their decoded form. */
  const subscribed = new Map<string, string>();
  let link: Promise<Link> | null = null;
  let protocolVersion: string | undefined;
  let lastEventId: string | null = null;
  /** Ends the stream of notifications; null if there is none. */
  let stream: AbortController | null = null;

  const receive = (message: JSONRPCMessage) => {
    if (isJSONRPCResultResponse(message)) {
      const { protocolVersion: agreed } = message.result;
      if (typeof agreed === 'string') protocolVersion = agreed;
    } else if (isJSONRPCErrorResponse(message) && message.id !== undefined) failed.add(message.id);
    const wanted = forClient(message, subscribed);
    if (wanted !== null) void stdio.send(wanted);
  };
  const connected = (): Promise<Link> => {
    const opening =
      link ??
      find().then((destination) =>
        openLink(destination, {
          receive,
          protocolVersion,
          passed: (id) => {
            lastEventId = id;
          },
          lost: () => {
            if (stream !== null) void follow();
          },
        }),
      );
    link = opening;
    opening.catch(() => forget(opening));
    return opening;
  };
  /** The next request opens another link. Requests that the link still waits for are answered by it. */
  const forget = (used: Promise<Link>) => {
    if (link === used) link = null;
  };
  /**
   * Opens the stream of notifications, and opens it again after a failure, until `endStream` is called. Resolves after the first
   * attempt, so that a subscription is answered even if the server refuses the stream.
   */
  const follow = async (wait = RETRY_MS): Promise<void> => {
    const end = new AbortController();
    stream = end;
    const used = connected();
    try {
      await (await used).follow({ lastEventId, end: end.signal });
    } catch (error) {
      forget(used);
      if (end.signal.aborted) return;
      console.error(`There are no notifications for now: ${messageOfError(error)}`);
      const again = () => (end.signal.aborted ? null : follow(Math.min(2 * wait, MAX_WAIT_MS)));
      void sleep(wait, null, { ref: false }).then(again);
    }
  };
  const endStream = () => {
    stream?.abort();
    stream = null;
  };
  const forward = async (request: JSONRPCRequest): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      const used = connected();
      try {
        return await (await used).send(request);
      } catch (error) {
        forget(used);
        const mayRepeat = !(error instanceof UnansweredError) || isRepeatable(request);
        if (error instanceof RefusedError || attempt === ATTEMPTS || !mayRepeat) throw error;
        await sleep(RETRY_MS);
      }
    }
  };
  const answer = async (request: JSONRPCRequest): Promise<void> => {
    const added = noteSubscription(request, subscribed);
    try {
      if (subscribed.size === 0) endStream();
      else if (stream === null) await follow();
      await forward(withKey(request));
    } catch (error) {
      failed.add(request.id);
      await stdio.send({
        jsonrpc: '2.0',
        id: request.id,
        error: { code: SERVER_ERROR, message: messageOfError(error) },
      });
    }
    if (failed.delete(request.id) && added !== null) subscribed.delete(added);
    if (subscribed.size === 0) endStream();
  };

  stdio.onmessage = (message) => {
    // The server keeps no session, so notifications have no effect there.
    if (!isJSONRPCRequest(message)) return;
    const answered = answer(message).finally(() => pending.delete(answered));
    pending.add(answered);
  };
  stdio.onerror = (error) => console.error(`Unreadable message: ${error.message}`);
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
    process.stdout.once('error', () => resolve());
  });
  await stdio.start();
  await ended;
  endStream();
  await Promise.all(pending);
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

/** True if the request can be sent again although the server may have done it. All but calls of tools only read. */
function isRepeatable({ method, params }: JSONRPCRequest): boolean {
  return method !== 'tools/call' || isRepeatableCall(String(params?.name), params?.arguments);
}

/** The message for the client; null for a notification about a resource to which it has not subscribed. */
function forClient(
  message: JSONRPCMessage,
  subscribed: ReadonlyMap<string, string>,
): JSONRPCMessage | null {
  if (!('method' in message) || message.method !== 'notifications/resources/updated') {
    return message;
  }
  const uri = subscribed.get(decoded(String(message.params?.uri)));
  return uri === undefined ? null : { ...message, params: { ...message.params, uri } };
}

/** Notes what the client subscribes to. Returns the decoded URI if it is a new one. */
function noteSubscription(
  { method, params }: JSONRPCRequest,
  subscribed: Map<string, string>,
): string | null {
  const uri = String(params?.uri);
  const name = decoded(uri);
  if (method === 'resources/unsubscribe') subscribed.delete(name);
  if (method !== 'resources/subscribe' || subscribed.has(name)) return null;
  subscribed.set(name, uri);
  return name;
}

/** The URI without escapes: of the characters `!'()*`, some clients escape each and others none. */
function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri; // not a URI; the server refuses it
  }
}
