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
// Its ES build loads a second copy of graphql, whose types are strangers to ours.
import { type ComplexityEstimatorArgs, getComplexity } from 'graphql-query-complexity/cjs';

/** Levels of selection, fragments counted in place; introspection of the schema is exempt. */
const MAX_DEPTH = 15;
const MAX_ALIASES = 50;
/** Fields resolved at the most, a connection counting as often as the rows it is asked for. */
const MAX_COST = 20_000;
/** Lexical tokens of a document, counted while it is parsed. */
export const MAX_TOKENS = 5000;
/** Every error of a document is located by reading its text up to there. */
const MAX_CHARACTERS = 100_000;
/** Validation compares fragments in pairs. */
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

/** Before a document is parsed. @throws QUERY_TOO_COMPLEX */
export function checkText(text: string): void {
  if (text.length <= MAX_CHARACTERS) return;
  throw tooComplex(`The document has ${text.length} characters; at most ${MAX_CHARACTERS} may be.`);
}

/** Before a document is validated. @throws QUERY_TOO_COMPLEX */
export function checkFragments({ definitions }: DocumentNode): void {
  if (definitions.length <= MAX_FRAGMENTS) return;
  const fragments = definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION).length;
  if (fragments <= MAX_FRAGMENTS) return;
  throw tooComplex(`The document has ${fragments} fragments; at most ${MAX_FRAGMENTS} may be.`);
}

/** Depth and aliases of a valid document. @throws QUERY_TOO_COMPLEX */
export function checkShape(schema: GraphQLSchema, document: DocumentNode): void {
  const excess = refusedShape(schema, document);
  if (excess !== null) throw tooComplex(excess.message);
}

/** Before anything of a valid document is resolved. @throws QUERY_TOO_COMPLEX, BAD_USER_INPUT */
export function checkCost(operation: Operation): void {
  const cost = fixedCosts.get(operation.document) ?? costOf(operation);
  if (cost > MAX_COST) {
    throw tooComplex(`The operation could resolve ${cost} fields; at most ${MAX_COST} may be.`);
  }
}

/** What documents cost whatever their variables, of which they have none. */
const fixedCosts = new WeakMap<DocumentNode, number>();

function isFixed({ definitions }: DocumentNode): boolean {
  const operations = definitions.filter(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION,
  );
  return operations.length === 1 && !operations[0]?.variableDefinitions?.length;
}

/** What was found wrong with the shape of documents: HTTP requests with one text share one document. */
const shapes = new WeakMap<DocumentNode, Error | null>();

function refusedShape(schema: GraphQLSchema, document: DocumentNode): Error | null {
  const known = shapes.get(document);
  if (known !== undefined) return known;
  const [excess = null] = refuseShape(schema, document);
  shapes.set(document, excess);
  return excess;
}

/** The armor rules report what they find by throwing. */
function refuseShape(schema: GraphQLSchema, document: DocumentNode): readonly Error[] {
  try {
    return validate(schema, document, RULES);
  } catch (error) {
    if (error instanceof GraphQLError) return [error];
    throw error;
  }
}

/** @throws BAD_USER_INPUT for arguments that cannot be coerced, such as null for one that has a default */
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

/** Fields whose value alone may be megabytes. */
const HEAVY: Readonly<Record<string, number>> = { trajectory: 1000 };

/** One for the field, and its selection once for each row that it is asked for. */
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
