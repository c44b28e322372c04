import {
  type ExecutionArgs,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  OperationTypeNode,
} from 'graphql';
import type { App } from '../app.ts';
import { checkDocument, checkDocumentText, parseDocument } from '../graphql/check-document.ts';
import { type Context, createContext } from '../graphql/context.ts';
import type { Viewer } from '../projects/viewer.ts';

export type PreparedOperation = ExecutionArgs & { contextValue: Context; cost: number };

/** An operation of a WebSocket or an event stream. */
export type AskedOperation = {
  viewer: Viewer | null;
  projectId: string | null;
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
  const { viewer, projectId, requestId, query, variables, operationName } = asked;
  const hasKey = viewer !== null;
  checkDocumentText(query, { hasKey });
  const document = parseDocument(query);
  if (!getOperationAST(document, operationName)) return [unknownOperation(operationName)];
  const { errors, cost } = checkDocument({ schema, document, variables, operationName, hasKey });
  if (errors.length > 0 || cost === null) return errors;
  const contextValue = await createContext(app, { viewer, projectId, requestId }, { cache: false });
  const prepared = {
    schema,
    document,
    variableValues: variables,
    operationName,
    contextValue,
    cost,
  };
  if (!isMutation(prepared)) await contextValue.prepareToRead();
  return prepared;
}

/** The error for an operation that the document does not have. Apollo has the same error over HTTP. */
function unknownOperation(operationName: string | undefined): GraphQLError {
  const message = operationName
    ? `Unknown operation named "${operationName}".`
    : 'The document must have one operation, or the request must name one of them.';
  return new GraphQLError(message, { extensions: { code: 'OPERATION_RESOLUTION_FAILURE' } });
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
