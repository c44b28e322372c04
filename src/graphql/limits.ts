import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type ValidationRule,
  validate,
} from 'graphql';
import { DomainError } from '../errors.ts';
import { memoizeByObject } from '../memoize-by-object.ts';
import { type CostedOperation, costExtensions, costOf, MAX_COST } from './cost.ts';

/** Maximum size of a body: 500 texts of 32 KiB as JSON, which is the largest valid call. */
export const MAX_BODY_BYTES = 20 * 1024 * 1024;
/** Maximum number of concurrent operations of one WebSocket, including subscriptions. */
export const MAX_CONNECTION_OPERATIONS = 100;
/** Maximum depth of selections, including fragments. Introspection of the schema is exempt. */
export const MAX_DEPTH = 15;
export const MAX_ALIASES = 50;
/** Maximum number of lexical tokens of a document. The parser counts them. */
export const MAX_TOKENS = 5000;
/** Maximum length of a document. Locating an error reads the text from its beginning. */
export const MAX_DOCUMENT_CHARACTERS = 100_000;
/** Maximum number of fragments. Validation compares all pairs of fragments. */
export const MAX_FRAGMENTS = 50;

const RULES = [
  maxDepthRule({ n: MAX_DEPTH, flattenFragments: true }),
  maxAliasesRule({ n: MAX_ALIASES, allowList: [] }),
] as unknown as ValidationRule[];

/** Checks the length of a document before it is parsed. @throws QUERY_TOO_COMPLEX */
export function checkText(text: string): void {
  if (text.length <= MAX_DOCUMENT_CHARACTERS) return;
  throw tooComplex(
    `The document has ${text.length} characters; at most ${MAX_DOCUMENT_CHARACTERS} are permitted.`,
  );
}

/** Checks the number of fragments before validation. @throws QUERY_TOO_COMPLEX */
export function checkFragments({ definitions }: DocumentNode): void {
  if (definitions.length <= MAX_FRAGMENTS) return;
  const fragments = definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION).length;
  if (fragments <= MAX_FRAGMENTS) return;
  throw tooComplex(
    `The document has ${fragments} fragments; at most ${MAX_FRAGMENTS} are permitted.`,
  );
}

/** Checks the depth and the aliases of a valid document. @throws QUERY_TOO_COMPLEX */
export function checkShape(schema: GraphQLSchema, document: DocumentNode): void {
  const [excess] = shapeErrors(document, schema);
  if (excess !== undefined) throw tooComplex(excess.message);
}

/**
 * Checks the cost of a valid document before execution, and returns it. `excess` is the error QUERY_TOO_COMPLEX if it
 * exceeds `MAX_COST`, otherwise null.
 * @throws BAD_USER_INPUT
 */
export function checkCost(operation: CostedOperation): {
  cost: number;
  excess: GraphQLError | null;
} {
  const cost = costOf(operation);
  if (cost <= MAX_COST) return { cost, excess: null };
  const message = `The operation costs ${cost}, since it can return that many objects. At most ${MAX_COST} is permitted; ask for smaller pages.`;
  return { cost, excess: tooComplex(message, costExtensions(cost)) };
}

/** Runs the rules of graphql-armor, which report an error by throwing it. */
const shapeErrors = memoizeByObject(
  (document: DocumentNode, schema: GraphQLSchema): readonly Error[] => {
    try {
      return validate(schema, document, RULES);
    } catch (error) {
      if (error instanceof GraphQLError) return [error];
      throw error;
    }
  },
);

function tooComplex(text: string, details: Record<string, unknown> = {}): GraphQLError {
  const message = text.replace(/^Syntax Error: /, '');
  const originalError = new DomainError('QUERY_TOO_COMPLEX', message, { details });
  const extensions = { ...details, code: 'QUERY_TOO_COMPLEX', http: { status: 400 } };
  return new GraphQLError(message, { originalError, extensions });
}
