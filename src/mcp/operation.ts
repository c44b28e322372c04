import { type DocumentNode, execute, GraphQLError, type GraphQLSchema } from 'graphql';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { type Context, createContext } from '../graphql/context.ts';
import { formatError } from '../graphql/errors.ts';
import type { Viewer } from '../projects/viewer.ts';
import type { ToolSelection } from './tool-selection.ts';

/** The state of one HTTP request, shared by its JSON-RPC messages. */
export type McpRequest = {
  app: App;
  schema: GraphQLSchema;
  viewer: Viewer;
  /** The project that the request names; null for that of the key. */
  projectId: string | null;
  requestId: string;
  /** Names or ids of the memories to which the client has bound itself; null for all of the project. */
  memories: readonly string[] | null;
  tools: ToolSelection;
  /** Notes the code of an error for the log. */
  noteOutcome(code: string): void;
};

/** A document and the shape of its data. */
export type RootField<Data> = { document: DocumentNode; shape: z.ZodType<Data> };

/**
 * One call of a tool, resource, prompt or completion. It reads and writes through fields of the GraphQL schema,
 * with their access checks, defaults and limits, so that MCP has no rules of its own.
 */
export type McpOperation = {
  request: McpRequest;
  context: Context;
  /** The data of a field. @throws the error of the field */
  ask<Data>(field: RootField<Data>, variables?: Record<string, unknown>): Promise<Data>;
};

/** Begins an operation, and consumes one rate-limit unit of the API key. @throws RATE_LIMITED */
export async function openOperation(
  request: McpRequest,
  { isWriting }: { isWriting: boolean },
): Promise<McpOperation> {
  const { app, schema, viewer, projectId, requestId } = request;
  const context = await createContext(app, { viewer, projectId, requestId }, { cache: false });
  if (!isWriting) await context.prepareToRead();
  const ask: McpOperation['ask'] = async ({ document, shape }, variables = {}) => {
    const args = { schema, document, variableValues: variables, contextValue: context };
    const { data, errors } = await execute(args);
    if (errors?.[0]) throw errors[0];
    return shape.parse(data);
  };
  return { request, context, ask };
}

/** An error as it is shown to a model or a client. */
export type ShownError = { code: string; message: string; details: Record<string, unknown> };

/** The code and message of an error, as in GraphQL: anything but an error of a rule is masked and logged. */
export function shownError({ app, requestId }: McpRequest, error: unknown): ShownError {
  const { message, extensions } = formatError(error, { requestId, log: app.log });
  const { code, ...details } = extensions ?? {};
  // A value that does not fit its scalar is an error of an argument.
  const isCoercion = error instanceof GraphQLError && code === 'GRAPHQL_VALIDATION_FAILED';
  return { code: isCoercion ? 'BAD_USER_INPUT' : String(code), message, details };
}

/** An error of the protocol, such as an unknown prompt. The SDK answers with its code, message and data. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: Record<string, unknown> | undefined;

  constructor(code: number, message: string, data?: Record<string, unknown>) {
    super(message);
    this.code = code;
    this.data = data;
  }
}
