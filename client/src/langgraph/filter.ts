import type { ListNamespacesOperation, MatchCondition } from '@langchain/langgraph-checkpoint';
import type { Value } from './item.ts';

type Filter = Record<string, unknown>;

const OPERATORS: Record<string, (value: unknown, given: unknown) => boolean> = {
  $eq: (value, given) => isEqual(value, given),
  $ne: (value, given) => !isEqual(value, given),
  $gt: (value, given) => Number(value) > Number(given),
  $gte: (value, given) => Number(value) >= Number(given),
  $lt: (value, given) => Number(value) < Number(given),
  $lte: (value, given) => Number(value) <= Number(given),
  $in: (value, given) => Array.isArray(given) && given.some((one) => isEqual(value, one)),
  $nin: (value, given) => !(Array.isArray(given) && given.some((one) => isEqual(value, one))),
};

/** True if a value has what a filter asks for. */
export function matchesFilter(value: Value, filter: Filter = {}): boolean {
  return Object.entries(filter).every(([name, given]) => {
    const operators = operatorsIn(given);
    if (operators === null) return isEqual(value[name], given);
    return operators.every(([operator, operand]) => OPERATORS[operator]?.(value[name], operand));
  });
}

/** The part of a filter that the server can apply: single values that must be equal. */
export function serverFilter(filter: Filter = {}): Filter {
  const isSingle = (given: unknown) => ['string', 'number', 'boolean'].includes(typeof given);
  return Object.fromEntries(Object.entries(filter).filter(([, given]) => isSingle(given)));
}

function operatorsIn(given: unknown): [string, unknown][] | null {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return null;
  const entries = Object.entries(given);
  return entries.length > 0 && entries.every(([name]) => name in OPERATORS) ? entries : null;
}

function isEqual(a: unknown, b: unknown): boolean {
  return a === b || (a !== undefined && b !== undefined && canonical(a) === canonical(b));
}

/** JSON with sorted keys, so that the order of the fields of an object does not matter. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** The namespaces that an operation asks for, in order. */
export function selectNamespaces(
  namespaces: readonly string[][],
  { matchConditions = [], maxDepth, limit, offset }: Partial<ListNamespacesOperation>,
): string[][] {
  const cut = namespaces
    .filter((namespace) => matchConditions.every((condition) => fits(condition, namespace)))
    .map((namespace) => namespace.slice(0, maxDepth).join('.'));
  const start = offset ?? 0;
  return [...new Set(cut)]
    .sort()
    .slice(start, start + (limit ?? cut.length))
    .map((path) => path.split('.'));
}

function fits({ matchType, path }: MatchCondition, namespace: readonly string[]): boolean {
  if (path.length > namespace.length) return false;
  const first = matchType === 'prefix' ? 0 : namespace.length - path.length;
  return path.every((label, i) => label === '*' || label === namespace[first + i]);
}
