import { type DocumentNode, GraphQLError, type GraphQLSchema, parse, validate } from 'graphql';
import { checkAnonymousDocument, checkAnonymousText } from './anonymous-limits.ts';
import { checkCost, checkFragments, checkShape, checkText, MAX_TOKENS } from './limits.ts';

/** Each error is located by reading the text from its beginning, so their number is bounded. */
export const MAX_ERRORS = 5;

/** The operation of a request; `hasKey` if its caller has shown a valid key. */
type Operation = {
  schema: GraphQLSchema;
  document: DocumentNode;
  variables: Record<string, unknown>;
  operationName: string | undefined;
  hasKey: boolean;
};

/** Checks the text of a document before it is parsed. @throws QUERY_TOO_COMPLEX, UNAUTHENTICATED */
export function checkDocumentText(text: string, { hasKey }: { hasKey: boolean }): void {
  checkText(text);
  if (!hasKey) checkAnonymousText(text);
}

/** @throws GRAPHQL_PARSE_FAILED */
export function parseDocument(text: string): DocumentNode {
  try {
    return parse(text, { maxTokens: MAX_TOKENS });
  } catch (error) {
    // The parser is recursive: brackets nested a thousand times exhaust the stack.
    if (!(error instanceof GraphQLError || error instanceof RangeError)) throw error;
    throw new GraphQLError(error.message, { extensions: { code: 'GRAPHQL_PARSE_FAILED' } });
  }
}

/**
 * The errors for which a document is refused before anything is resolved; empty if it may be executed.
 * Cheap checks come first: validation itself takes time that grows with the square of some documents.
 */
export function documentErrors(operation: Operation): readonly GraphQLError[] {
  const { schema, document, hasKey } = operation;
  try {
    if (!hasKey) checkAnonymousDocument(document);
    checkFragments(document);
    const invalid = validationErrors(schema, document);
    if (invalid.length > 0) return invalid;
    checkShape(schema, document);
    checkCost(operation);
    return [];
  } catch (error) {
    if (error instanceof GraphQLError) return [error];
    throw error;
  }
}

/** Validation errors of documents: HTTP requests with one text share one document. */
const known = new WeakMap<DocumentNode, readonly GraphQLError[]>();

function validationErrors(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  const errors =
    known.get(document) ?? validate(schema, document, undefined, { maxErrors: MAX_ERRORS });
  known.set(document, errors);
  return errors;
}
