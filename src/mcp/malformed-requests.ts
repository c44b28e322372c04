import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  ClientRequestSchema,
  ErrorCode,
  isJSONRPCRequest,
  type JSONRPCRequest,
} from '@modelcontextprotocol/sdk/types.js';
import { faultsOf, plainMessage } from './argument-faults.ts';
import type { McpRequest } from './operation.ts';

const SCHEMAS = new Map(
  ClientRequestSchema.options.map((schema) => [String(schema.shape.method.value), schema]),
);

/**
 * Answers requests whose parameters the protocol does not allow, such as a call that names no tool. The SDK would
 * answer them as internal errors, with the text of its schemas. Called when a server is connected to the transport.
 */
export function refuseMalformed(transport: Transport, request: McpRequest): void {
  const { onmessage } = transport;
  transport.onmessage = (message, extra) => {
    if (!isJSONRPCRequest(message)) return onmessage?.(message, extra);
    const fault = faultIn(message);
    if (fault === null) return onmessage?.(message, extra);
    request.noteOutcome('BAD_REQUEST');
    const error = { code: ErrorCode.InvalidParams, message: `${fault}.` };
    void transport.send({ jsonrpc: '2.0', id: message.id, error });
  };
}

/** What is wrong with the parameters of a request; null if nothing is, or if its method is not known. */
function faultIn(message: JSONRPCRequest): string | null {
  const parsed = SCHEMAS.get(message.method)?.safeParse(message, { error: plainMessage });
  return parsed?.error ? faultsOf(parsed.error) : null;
}
