import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CallToolResult, Notification } from '@modelcontextprotocol/sdk/types.js';
import type { Data } from './graphql.ts';

/** A client of the MCP SDK, with helpers for its calls. */
export type McpClient = {
  client: Client;
  notifications: Notification[];
  /** The structured answer of a tool call that must succeed. */
  call(
    name: string,
    input?: Record<string, unknown>,
    meta?: Record<string, unknown>,
  ): Promise<Data>;
  /** The text and code of the error of a tool call that must fail. */
  fail(name: string, input?: Record<string, unknown>): Promise<{ text: string; code: string }>;
};

export async function connectMcp(transport: Transport | object): Promise<McpClient> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const notifications: Notification[] = [];
  client.fallbackNotificationHandler = async (notification) => {
    notifications.push(notification as Notification);
  };
  await client.connect(transport as Transport);
  // The SDK checks structured answers against the output schemas that it has listed.
  await client.listTools();
  const ask = async (
    name: string,
    input: Record<string, unknown>,
    meta?: Record<string, unknown>,
  ) =>
    (await client.callTool({
      name,
      arguments: input,
      ...(meta ? { _meta: meta } : {}),
    })) as CallToolResult;
  return {
    client,
    notifications,
    call: async (name, input = {}, meta) => {
      const { isError, structuredContent, content } = await ask(name, input, meta);
      const [first] = content;
      const text = first?.type === 'text' ? first.text : '';
      if (isError) throw new Error(`${name}: ${text}`);
      if (text !== JSON.stringify(structuredContent)) throw new Error(`${name} says ${text}`);
      return structuredContent;
    },
    fail: async (name, input = {}) => {
      const { isError, content, _meta: meta } = await ask(name, input);
      const [first] = content;
      if (!isError || first?.type !== 'text') throw new Error(`${name} did not fail`);
      return { text: first.text, code: String(meta?.['lorebase/code']) };
    },
  };
}

/** Connects over Streamable HTTP. */
export function connectMcpHttp(
  url: string,
  key: string,
  options: { query?: string; headers?: Record<string, string>; fetch?: typeof fetch } = {},
): Promise<McpClient> {
  const { query = '', headers = {}, fetch: own } = options;
  const requestInit = { headers: { authorization: `Bearer ${key}`, ...headers } };
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp${query}`), {
    requestInit,
    ...(own ? { fetch: own } : {}),
  });
  return connectMcp(transport);
}
