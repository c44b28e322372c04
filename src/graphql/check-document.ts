import { type DocumentNode, GraphQLError, type GraphQLSchema, parse, validate } from 'graphql';
import { memoizeByObject } from '../memoize-by-object.ts';
import { checkAnonymousDocument, checkAnonymousText } from './anonymous-limits.ts';
import type { CostedOperation } from './cost.ts';
import { checkCost, checkFragments, checkShape, checkText, MAX_TOKENS } from './limits.ts';

/** Maximum number of validation errors. Locating each one reads the text from its beginning. */
export const MAX_ERRORS = 5;

/** The operation of a request. `hasKey` is true if the request has a valid API key. */
type CheckedOperation = CostedOperation & { hasKey: boolean };

/**
 * The errors for which a document is rejected before execution, none if it can be executed, and its cost;
 * null if the cost was not computed.
 */
export type CheckedDocument = { errors: readonly GraphQLError[]; cost: number | null };

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
    // The parser is recursive, so deeply nested brackets exceed the stack.
    if (!(error instanceof GraphQLError || error instanceof RangeError)) throw error;
    throw new GraphQLError(error.message, { extensions: { code: 'GRAPHQL_PARSE_FAILED' } });
  }
}

/**
 * Checks a document before execution. Cheap checks come first, since the time of validation grows with the
 * square of the size of some documents.
 */
export function checkDocument(operation: CheckedOperation): CheckedDocument {
  const { schema, document, hasKey } = operation;
  try {
    if (!hasKey) checkAnonymousDocument(document);
    checkFragments(document);
    const invalid = validationErrors(document, schema);
    if (invalid.length > 0) return { errors: invalid, cost: null };
    checkShape(schema, document);
    const { cost, excess } = checkCost(operation);
    return { errors: excess ? [excess] : [], cost };
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error], cost: null };
    throw error;
  }
}

const validationErrors = memoizeByObject((document: DocumentNode, schema: GraphQLSchema) =>
  validate(schema, document, undefined, { maxErrors: MAX_ERRORS }),
);
