import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
} from '@modelcontextprotocol/sdk/types.js';
import { IDEMPOTENCY_META } from '../mcp/tool-selection.ts';
import { type Link, openLink, RefusedError } from './mcp-link.ts';

/** The MCP endpoint of a server. `isOurs` is true for a background server that can be started again. */
export type Destination = { url: string; key: string; isOurs: boolean };

/** Attempts to send a message, and the time before each repetition. */
const ATTEMPTS = 3;
const RETRY_MS = 300;

/** Longest time between attempts to receive notifications. */
const MAX_WAIT_MS = 30_000;

/** The code of JSON-RPC for an error of the server. */
const SERVER_ERROR = -32000;

/**
 * Passes messages between stdin and stdout and a server, until stdin ends. If the server is gone, `find` finds or starts
 * another, and the request is repeated; calls of tools carry an idempotency key, so that none is done twice.
 */
export async function startProxy(find: () => Promise<Destination>): Promise<void> {
  const stdio = new StdioServerTransport();
  const pending = new Set<Promise<void>>();
  const subscribed = new Set<string>();
  let link: Promise<Link> | null = null;
  let protocolVersion: string | undefined;
  let lastEventId: string | null = null;
  let isFollowing = false;

  const receive = (message: JSONRPCMessage) => {
    if (isJSONRPCResultResponse(message)) {
      const { protocolVersion: agreed } = message.result;
      if (typeof agreed === 'string') protocolVersion = agreed;
    } else if ('method' in message && isUnwanted(message, subscribed)) return;
    void stdio.send(message);
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
          lost: () => void follow(),
        }),
      );
    link = opening;
    opening.catch(() => forget(opening));
    return opening;
  };
  const forget = (used: Promise<Link>) => {
    if (link === used) link = null;
  };
  /** Receives notifications as long as the client is subscribed, also from a server that replaces this one. */
  const follow = async (): Promise<void> => {
    for (let wait = RETRY_MS; subscribed.size > 0; wait = Math.min(2 * wait, MAX_WAIT_MS)) {
      const used = connected();
      try {
        return await (await used).follow(lastEventId);
      } catch (error) {
        forget(used);
        console.error(`There are no notifications for now: ${messageOf(error)}`);
        await sleep(wait, null, { ref: false });
      }
    }
    isFollowing = false;
  };
  const forward = async (request: JSONRPCRequest): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      const used = connected();
      try {
        return await (await used).send(request);
      } catch (error) {
        forget(used);
        if (error instanceof RefusedError || attempt === ATTEMPTS) throw error;
        await sleep(RETRY_MS);
      }
    }
  };
  const answer = async (request: JSONRPCRequest): Promise<void> => {
    try {
      noteSubscription(request, subscribed);
      if (subscribed.size > 0 && !isFollowing) {
        isFollowing = true;
        await follow();
      }
      await forward(repeatable(request));
    } catch (error) {
      await stdio.send({
        jsonrpc: '2.0',
        id: request.id,
        error: { code: SERVER_ERROR, message: messageOf(error) },
      });
    }
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
  await Promise.all(pending);
  const last = link as Promise<Link> | null;
  await last?.then(
    (open) => open.close(),
    () => {},
  );
}

/** A call of a tool with a key that makes its repetition safe. */
function repeatable(request: JSONRPCRequest): JSONRPCRequest {
  if (request.method !== 'tools/call') return request;
  const { _meta: meta, ...params } = request.params ?? {};
  return {
    ...request,
    params: { ...params, _meta: { [IDEMPOTENCY_META]: randomUUID(), ...meta } },
  };
}

/** True for a notification about a resource to which the client has not subscribed. */
function isUnwanted(message: JSONRPCMessage, subscribed: ReadonlySet<string>): boolean {
  if (!('method' in message) || message.method !== 'notifications/resources/updated') return false;
  return !subscribed.has(String(message.params?.uri));
}

/** Notes what the client subscribes to. */
function noteSubscription({ method, params }: JSONRPCRequest, subscribed: Set<string>): void {
  const uri = String(params?.uri);
  if (method === 'resources/subscribe') subscribed.add(uri);
  if (method === 'resources/unsubscribe') subscribed.delete(uri);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
