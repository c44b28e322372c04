import {
  type DocumentNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  getVariableValues,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
} from 'graphql';
// The ES build loads a second copy of graphql, whose types are not equal to ours.
import { type ComplexityEstimatorArgs, getComplexity } from 'graphql-query-complexity/cjs';
import { memoizeByObject } from '../memoize-by-object.ts';

/**
 * The cost of an operation (docs/limits.md): the number of objects that it can return, computed from its text
 * and variables before execution.
 */

/** Maximum cost. A page of 100 with 20 rows in each row, and 20 in each of those, costs 44,201. */
export const MAX_COST = 50_000;
/** The number of objects of a list for the cost, if no argument gives its size. */
export const UNSIZED_ROWS = 20;
/**
 * The cost of a list of JSON objects, such as the messages of a trace, which can have 4 MiB. One page of 100 such lists
 * is within `MAX_COST`, and two pages are not.
 */
export const DOCUMENT_COST = 250;
/** The cost of the vector of an entry, which has 2 to 16 KB and is read from another table. */
const VECTOR_COST = 10;

/** The arguments and input fields that determine how many objects a field returns. For a list it is the length. */
export const SIZES: ReadonlySet<string> = new Set([
  'first',
  'last',
  'limit',
  'ids',
  'items',
  'observations',
  'reviews',
]);

export type CostedOperation = {
  schema: GraphQLSchema;
  document: DocumentNode;
  variables: Record<string, unknown>;
  operationName: string | undefined;
};

/** The cost of a valid document. @throws BAD_USER_INPUT for arguments that cannot be coerced */
export function costOf(operation: CostedOperation): number {
  const { schema, document, variables, operationName } = operation;
  const known = knownCosts(document);
  const sizes = JSON.stringify([operationName, sizesOf(variables)]);
  const before = known.get(sizes);
  if (before !== undefined) return before;
  const named = operationName ? { operationName } : {};
  const estimators = [estimatorOf(schema)];
  try {
    const cost = getComplexity({ schema, query: document, variables, ...named, estimators });
    if (known.size === MAX_KNOWN_COSTS) known.clear();
    known.set(sizes, cost);
    return cost;
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const { message, nodes } = firstVariableError(operation) ?? error;
    const extensions = { code: 'BAD_USER_INPUT', http: { status: 400 } };
    throw new GraphQLError(message, { nodes: nodes ?? null, extensions });
  }
}

/** The error of the first invalid variable. `getComplexity` throws the one of the last. */
function firstVariableError(operation: CostedOperation): GraphQLError | undefined {
  const { schema, document, variables, operationName } = operation;
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? [];
  return getVariableValues(schema, definitions, variables, { maxErrors: 1 }).errors?.[0];
}

/** The `extensions` of a response. */
export function costExtensions(cost: number): { cost: number; maxCost: number } {
  return { cost, maxCost: MAX_COST };
}

/**
 * The costs that were computed for a document, by the operation and the values of its size arguments (`sizesOf`). HTTP
 * requests with the same text share one parsed document.
 */
const knownCosts = memoizeByObject((_: DocumentNode) => new Map<string, number>());

/** Maximum number of costs that are cached for a document. */
const MAX_KNOWN_COSTS = 100;

/** The part of the variables that can change a cost: numbers, the lengths of lists, and booleans of directives. */
function sizesOf(value: unknown, depth = MAX_SIZE_DEPTH + 1): unknown {
  if (Array.isArray(value)) return [value.length];
  if (!isRecord(value)) return typeof value === 'string' ? '' : value;
  if (depth === 0) return null;
  const inner = Object.entries(value).map(([name, one]) => [name, sizesOf(one, depth - 1)]);
  return Object.fromEntries(inner);
}

type Estimator = (options: ComplexityEstimatorArgs) => number;

const estimatorOf = memoizeByObject((schema: GraphQLSchema): Estimator => {
  const pages = pageTypes(schema);
  return (asked) => estimate(asked, pages);
});

/** The cost of a field: its own weight, and the cost of its selection for each object that it can return. */
function estimate(
  { type, field, args, childComplexity }: ComplexityEstimatorArgs,
  pages: ReadonlySet<string>,
): number {
  const named = getNamedType(field.type);
  if (isLeafType(named)) {
    if (type.name === 'Entry' && field.name === 'embedding') return VECTOR_COST;
    const isDocument = isList(field.type) || type.name.endsWith('Edge');
    return isDocument && named.name === 'JSONObject' ? DOCUMENT_COST : 0;
  }
  // Introspection reads no data.
  if (named.name.startsWith('__') || named.name === 'PageInfo') return 0;
  const isWrapper = named.name.endsWith('Edge');
  const isInPage = pages.has(type.name);
  const own = isWrapper ? 0 : 1;
  const rows = rowsOf(field, args, isInPage);
  // A page counts as one object in addition to its rows; a list without a page counts only its rows.
  return isList(field.type) && !isInPage
    ? rows * (own + childComplexity)
    : own + rows * childComplexity;
}

/**
 * The number of objects of a field. The size of a page is counted at the field of the page, so its lists (`edges`,
 * `nodes`, `results`) count as one object each.
 */
function rowsOf(
  field: GraphQLField<unknown, unknown>,
  args: Record<string, unknown>,
  isInPage: boolean,
): number {
  // A page of JSON objects costs as much as the list of all of them, which has the fixed `DOCUMENT_COST`.
  if (isPageOfDocuments(field)) return 1;
  const paths = countsSizes(field) ? sizePathsOf(field) : [];
  if (paths.length > 0) {
    const sizes = paths.map((path) => sizeAt(args, path)).filter((size) => size !== null);
    return sizes.length > 0 ? Math.max(1, ...sizes) : UNSIZED_ROWS;
  }
  return isList(field.type) && !isInPage ? UNSIZED_ROWS : 1;
}

/** The types that hold the rows of a field with a size argument: connections, and payloads with a list. */
function pageTypes(schema: GraphQLSchema): ReadonlySet<string> {
  const fields = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [],
  );
  const sized = fields.filter(
    (field) => !isList(field.type) && countsSizes(field) && sizePathsOf(field).length > 0,
  );
  return new Set(sized.map(({ type }) => getNamedType(type).name));
}

/** True for a field that returns a list of objects, or one object that directly holds such a list. */
function countsSizes({ type }: GraphQLField<unknown, unknown>): boolean {
  if (isList(type)) return true;
  const named = getNamedType(type);
  if (!isObjectType(named)) return false;
  return Object.values(named.getFields()).some(
    (field) => isList(field.type) && !isLeafType(getNamedType(field.type)),
  );
}

/** True for a connection of JSON objects, such as the messages of a trace. */
function isPageOfDocuments({ type }: GraphQLField<unknown, unknown>): boolean {
  const named = getNamedType(type);
  const nodes = isObjectType(named) ? named.getFields().nodes : undefined;
  return nodes !== undefined && getNamedType(nodes.type).name === 'JSONObject';
}

/** The maximum depth to which input types, which can be recursive, are searched for size arguments. */
const MAX_SIZE_DEPTH = 4;

/** The paths of the size arguments of a field, such as `first` or `input.limit`. */
const sizePathsOf = memoizeByObject((field: GraphQLField<unknown, unknown>): string[][] =>
  field.args.flatMap((arg) => sizesIn(arg, [])),
);

function sizesIn(
  { name, type }: { name: string; type: GraphQLInputType },
  outer: string[],
): string[][] {
  const path = [...outer, name];
  if (SIZES.has(name)) return [path];
  const nullable = getNullableType(type);
  if (!isInputObjectType(nullable) || path.length === MAX_SIZE_DEPTH) return [];
  return Object.values(nullable.getFields()).flatMap((inner) => sizesIn(inner, path));
}

/** The size at a path of the arguments; null if it is not given. */
function sizeAt(args: Record<string, unknown>, path: readonly string[]): number | null {
  let value: unknown = args;
  for (const name of path) {
    value = isRecord(value) ? value[name] : undefined;
  }
  if (Array.isArray(value)) return value.length;
  return typeof value === 'number' ? value : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isList(type: GraphQLOutputType): boolean {
  return isListType(getNullableType(type));
}
