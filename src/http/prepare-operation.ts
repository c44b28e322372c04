import {
  type ExecutionArgs,
  type GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  OperationTypeNode,
} from 'graphql';
import type { App } from '../app.ts';
import { checkDocumentText, documentErrors, parseDocument } from '../graphql/check-document.ts';
import { type Context, createContext } from '../graphql/context.ts';
import type { Viewer } from '../projects/viewer.ts';

export type PreparedOperation = ExecutionArgs & { contextValue: Context };

/** An operation of a WebSocket or an event stream. */
export type AskedOperation = {
  viewer: Viewer | null;
  requestId: string;
  query: string;
  variables: Record<string, unknown>;
  operationName: string | undefined;
};

/**
 * Checks an operation and creates its context. Returns the errors of a rejected document.
 * @throws GRAPHQL_PARSE_FAILED, QUERY_TOO_COMPLEX, UNAUTHENTICATED, RATE_LIMITED
 */
export async function prepareOperation(
  app: App,
  schema: GraphQLSchema,
  asked: AskedOperation,
): Promise<PreparedOperation | readonly GraphQLError[]> {
  const { viewer, requestId, query, variables, operationName } = asked;
  const hasKey = viewer !== null;
  checkDocumentText(query, { hasKey });
  const document = parseDocument(query);
  const faults = documentErrors({ schema, document, variables, operationName, hasKey });
  if (faults.length > 0) return faults;
  const contextValue = await createContext(app, { viewer, requestId }, { cache: false });
  return { schema, document, variableValues: variables, operationName, contextValue };
}

export function isSubscription(operation: PreparedOperation): boolean {
  return typeOf(operation) === OperationTypeNode.SUBSCRIPTION;
}

export function isMutation(operation: PreparedOperation): boolean {
  return typeOf(operation) === OperationTypeNode.MUTATION;
}

function typeOf({ document, operationName }: PreparedOperation) {
  return getOperationAST(document, operationName)?.operation;
}
