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
// The ES build loads a second copy of graphql, whose types are not equal to ours.
import { type ComplexityEstimatorArgs, getComplexity } from 'graphql-query-complexity/cjs';

/** Greatest depth of selections, including fragments. Introspection of the schema is exempt. */
const MAX_DEPTH = 15;
const MAX_ALIASES = 50;
/** Greatest number of resolved fields. The selection of a list counts once for each requested row. */
const MAX_COST = 20_000;
/** Greatest number of lexical tokens of a document. The parser counts them. */
export const MAX_TOKENS = 5000;
/** Greatest length of a document. Locating an error reads the text from its beginning. */
const MAX_CHARACTERS = 100_000;
/** Greatest number of fragments. Validation compares all pairs of fragments. */
const MAX_FRAGMENTS = 50;

const RULES = [
  maxDepthRule({ n: MAX_DEPTH, flattenFragments: true }),
  maxAliasesRule({ n: MAX_ALIASES, allowList: [] }),
] as unknown as ValidationRule[];

type Operation = {
  schema: GraphQLSchema;
  document: DocumentNode;
  variables: Record<string, unknown>;
  operationName: string | undefined;
};

/** Checks the length of a document before it is parsed. @throws QUERY_TOO_COMPLEX */
export function checkText(text: string): void {
  if (text.length <= MAX_CHARACTERS) return;
  throw tooComplex(`The document has ${text.length} characters; at most ${MAX_CHARACTERS} may be.`);
}

/** Checks the number of fragments before validation. @throws QUERY_TOO_COMPLEX */
export function checkFragments({ definitions }: DocumentNode): void {
  if (definitions.length <= MAX_FRAGMENTS) return;
  const fragments = definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION).length;
  if (fragments <= MAX_FRAGMENTS) return;
  throw tooComplex(`The document has ${fragments} fragments; at most ${MAX_FRAGMENTS} may be.`);
}

/** Checks the depth and the aliases of a valid document. @throws QUERY_TOO_COMPLEX */
export function checkShape(schema: GraphQLSchema, document: DocumentNode): void {
  const excess = refusedShape(schema, document);
  if (excess !== null) throw tooComplex(excess.message);
}

/** Checks the cost of a valid document before execution. @throws QUERY_TOO_COMPLEX, BAD_USER_INPUT */
export function checkCost(operation: Operation): void {
  const cost = fixedCosts.get(operation.document) ?? costOf(operation);
  if (cost > MAX_COST) {
    throw tooComplex(`The operation could resolve ${cost} fields; at most ${MAX_COST} may be.`);
  }
}

/** The costs of documents without variables. */
const fixedCosts = new WeakMap<DocumentNode, number>();

function isFixed({ definitions }: DocumentNode): boolean {
  const operations = definitions.filter(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION,
  );
  return operations.length === 1 && !operations[0]?.variableDefinitions?.length;
}

/** The error of each document's shape, or null; HTTP requests with the same text share one document. */
const shapes = new WeakMap<DocumentNode, Error | null>();

function refusedShape(schema: GraphQLSchema, document: DocumentNode): Error | null {
  const known = shapes.get(document);
  if (known !== undefined) return known;
  const [excess = null] = refuseShape(schema, document);
  shapes.set(document, excess);
  return excess;
}

/** Runs the rules of graphql-armor, which report an error by throwing it. */
function refuseShape(schema: GraphQLSchema, document: DocumentNode): readonly Error[] {
  try {
    return validate(schema, document, RULES);
  } catch (error) {
    if (error instanceof GraphQLError) return [error];
    throw error;
  }
}

/**
 * @throws BAD_USER_INPUT for arguments that cannot be coerced, such as null for an argument with a default
 */
function costOf({ schema, document, variables, operationName }: Operation): number {
  const named = operationName ? { operationName } : {};
  try {
    const estimators = [estimate];
    const cost = getComplexity({ schema, query: document, variables, ...named, estimators });
    if (isFixed(document)) fixedCosts.set(document, cost);
    return cost;
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const extensions = { code: 'BAD_USER_INPUT', http: { status: 400 } };
    throw new GraphQLError(error.message, { nodes: error.nodes ?? null, extensions });
  }
}

/** The costs of fields whose value can have megabytes. */
const HEAVY: Readonly<Record<string, number>> = { trajectory: 1000 };

/** The cost of a field: 1, plus the cost of its selection for each requested row. */
function estimate({ args, childComplexity, field }: ComplexityEstimatorArgs): number {
  const rows = args.first ?? args.input?.limit ?? args.ids?.length ?? args.input?.items?.length;
  return (
    (HEAVY[field.name] ?? 1) + childComplexity * (typeof rows === 'number' ? Math.max(rows, 1) : 1)
  );
}

function tooComplex(message: string): GraphQLError {
  const extensions = { code: 'QUERY_TOO_COMPLEX', http: { status: 400 } };
  return new GraphQLError(message.replace(/^Syntax Error: /, ''), { extensions });
}
