import { LorebaseError } from './errors.ts';

/** How a client reaches a server. */
export type LorebaseOptions = {
  /** The address of the server, such as `http://127.0.0.1:4000`. */
  url: string;
  /** The API key. */
  apiKey: string;
  /** The id of the project in which a root key acts; the default project when omitted. */
  project?: string;
  /** Milliseconds for each attempt of a call; 60,000 when omitted, and 300,000 for calls that wait for a chat model. */
  timeoutMs?: number;
  /** How often a call that is safe to repeat is repeated; 5 when omitted. */
  retries?: number;
  /** How streams are received: `websocket` where there is a WebSocket, otherwise `sse`. */
  transport?: 'websocket' | 'sse';
  /** The implementation of WebSocket, such as that of the package `ws` in Node.js 20. */
  webSocketImpl?: unknown;
  /** The implementation of fetch; the global one when omitted. */
  fetch?: typeof globalThis.fetch;
};

/** Options of one call. */
export type CallOptions = {
  /** Ends the call; it then fails with the reason of the signal. */
  signal?: AbortSignal;
  /** Milliseconds for each attempt of the call. */
  timeoutMs?: number;
  /** How often the call is repeated if that is safe. */
  retries?: number;
};

/** Checked options with their defaults. */
export type Connection = {
  url: string;
  apiKey: string;
  project: string | undefined;
  timeoutMs: number;
  /** Milliseconds for each attempt of a call that waits for a chat model. */
  slowTimeoutMs: number;
  retries: number;
  transport: 'websocket' | 'sse';
  webSocketImpl: unknown;
  fetch: typeof globalThis.fetch;
};

const TIMEOUT_MS = 60_000;
/** A model may take long to answer. The built-in fetch of Node.js waits no longer than this. */
const SLOW_TIMEOUT_MS = 300_000;
const RETRIES = 5;

/** Checks the options of a client. @throws LorebaseError BAD_USER_INPUT, whose `path` names the option */
export function connectionOf(options: LorebaseOptions): Connection {
  const webSocketImpl = options.webSocketImpl ?? globalThis.WebSocket;
  const { timeoutMs = TIMEOUT_MS, retries = RETRIES } = options;
  const apiKey = String(options.apiKey ?? '').trim();
  const project = options.project?.trim();
  if (!apiKey) {
    throw invalid(
      'apiKey',
      'is missing: pass it, or set LOREBASE_KEY if the program reads it there',
    );
  }
  if (!isHeader(apiKey)) throw invalid('apiKey', 'must be an API key');
  if (project !== undefined && !isHeader(project)) {
    throw invalid('project', 'must be the id of a project');
  }
  checkLimits({ timeoutMs, retries });
  const transport = options.transport ?? (webSocketImpl === undefined ? 'sse' : 'websocket');
  if (transport === 'websocket' && webSocketImpl === undefined) {
    throw invalid('webSocketImpl', 'is needed: this environment has no WebSocket');
  }
  return {
    url: baseUrl(options.url),
    apiKey,
    project,
    timeoutMs,
    slowTimeoutMs: options.timeoutMs ?? SLOW_TIMEOUT_MS,
    retries,
    transport,
    webSocketImpl,
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
  };
}

/** Checks the limits of a client or of a call. @throws LorebaseError BAD_USER_INPUT, whose `path` names the limit */
export function checkLimits({ timeoutMs, retries }: { timeoutMs: number; retries: number }): void {
  if (!(timeoutMs > 0)) throw invalid('timeoutMs', 'must be a number of milliseconds above 0');
  if (!(Number.isInteger(retries) && retries >= 0)) throw invalid('retries', 'must be 0 or more');
}

/** True if a text can be sent in a header: ASCII without control characters. */
function isHeader(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

/** The address without `/graphql` and slashes at its end. */
function baseUrl(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    throw invalid('url', 'must be an address such as http://127.0.0.1:4000');
  }
  return `${parsed.origin}${parsed.pathname}`.replace(/\/+$/, '').replace(/\/graphql$/, '');
}

function invalid(path: string, expected: string): LorebaseError {
  return new LorebaseError('BAD_USER_INPUT', `${path} ${expected}`, { path });
}

/** The headers that authenticate a request. */
export function headersOf({ apiKey, project }: Connection): Record<string, string> {
  return {
    authorization: `Bearer ${apiKey}`,
    ...(project === undefined ? {} : { 'lorebase-project': project }),
  };
}
