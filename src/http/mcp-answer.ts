import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuseMalformed } from '../mcp/malformed-requests.ts';
import type { McpRequest } from '../mcp/operation.ts';
import { createMcpServer } from '../mcp/server.ts';
import { passTo } from './mcp-transport.ts';

export { followChanges } from '../mcp/changes.ts';

/** Answers the JSON-RPC messages of a request with an MCP server that is created for this request. */
export async function answerRpc(
  request: FastifyRequest,
  reply: FastifyReply,
  asked: McpRequest,
): Promise<FastifyReply> {
  const server = createMcpServer(asked);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  // The types of the SDK do not support exactOptionalPropertyTypes.
  await server.connect(transport as Transport);
  refuseMalformed(transport as Transport, asked);
  try {
    return await passTo(transport, request, reply);
  } finally {
    await server.close();
  }
}
