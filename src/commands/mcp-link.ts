import {
  StreamableHTTPClientTransport,
  StreamableHTTPError,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { messageOfError } from '../errors.ts';
import { tryParseJson } from '../input.ts';
import type { Destination } from './mcp-proxy.ts';

/** A connection to one server. */
export type Link = {
  /**
   * Sends a request. Resolves when the answer has been received.
   * @throws RefusedError, UnansweredError, or Error if there was no connection
   */
  send(request: JSONRPCRequest): Promise<void>;
  /** Receives notifications, after the last one that was received, until `end`. Resolves when the stream has begun. */
  follow(stream: { lastEventId: string | null; end: AbortSignal }): Promise<void>;
};

/** The server refused a request before reading it, for example because of its API key. Repeating it does not help. */
export class RefusedError extends Error {}

/** The request was sent and not answered, so it is not known whether the server has done it. */
export class UnansweredError extends Error {}

export type LinkHandlers = {
  receive(message: JSONRPCMessage): void;
  protocolVersion: string | undefined;
  /** The id of a message of the stream has been received. */
  passed(eventId: string): void;
  /** The stream of notifications has ended. */
  lost(): void;
};

/** Opens a connection to the MCP endpoint of a server. */
export async function openLink(destination: Destination, handlers: LinkHandlers): Promise<Link> {
  const transport = await startTransport(destination, handlers);
  return {
    send: async (request) => {
      try {
        await transport.send(request);
      } catch (error) {
        throw linkError(error, destination);
      }
    },
    follow: async ({ lastEventId, end }) => {
      // The stream has a transport of its own, so that its end cancels no request.
      const stream = await startTransport(destination, handlers);
      if (end.aborted) return;
      end.addEventListener('abort', () => void stream.close());
      await stream.resumeStream(lastEventId ?? '', { onresumptiontoken: handlers.passed });
    },
  };
}

async function startTransport(
  { url, key }: Destination,
  { receive, protocolVersion, lost }: LinkHandlers,
): Promise<StreamableHTTPClientTransport> {
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
    // The SDK must not reconnect, because the server can have another address after a failure. The caller does.
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 0,
      maxReconnectionDelay: 0,
      reconnectionDelayGrowFactor: 1,
    },
  });
  transport.onmessage = receive;
  transport.onerror = ({ message }) => {
    if (/Maximum reconnection attempts/.test(message)) lost();
  };
  if (protocolVersion !== undefined) transport.setProtocolVersion(protocolVersion);
  await transport.start();
  return transport;
}

const refusal = z.object({ error: z.object({ message: z.string() }) });

const UNKNOWN = 'It is not known whether the call was executed: check before you repeat it.';

function linkError(error: unknown, { url, isOurs }: Pick<Destination, 'url' | 'isOurs'>): Error {
  const { origin } = new URL(url);
  if (!(error instanceof StreamableHTTPError) || error.code === undefined || error.code < 400) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const reason = messageOfError(cause);
    if (!isUnsent(cause)) {
      const shown = `The server at ${origin} has not answered (${reason}). ${UNKNOWN}`;
      return new UnansweredError(shown, { cause: error });
    }
    const help = isOurs
      ? 'Repeat the call: it starts the server again.'
      : 'Start it, or correct LOREBASE_URL.';
    return new Error(`The server at ${origin} cannot be reached (${reason}). ${help}`, {
      cause: error,
    });
  }
  const told = bodyOf(error.message) ?? `it answered with status ${error.code}`;
  const help = error.code === 401 ? ' Set LOREBASE_KEY to a valid API key.' : '';
  const shown = `The server at ${origin} refused the request: ${told}${help}`;
  if (error.code < 500) return new RefusedError(shown);
  return new UnansweredError(`${shown} ${UNKNOWN}`, { cause: error });
}

/** The codes of errors after which no connection was established, so that nothing was sent. */
const UNSENT: readonly unknown[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

function isUnsent(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && UNSENT.includes(cause.code);
}

/** The message in the body of a refusal, which the SDK appends to its own message; null if there is none. */
function bodyOf(message: string): string | null {
  const start = message.indexOf('{');
  if (start < 0) return null;
  return refusal.safeParse(tryParseJson(message.slice(start))).data?.error.message ?? null;
}
