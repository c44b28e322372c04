import type {
  FieldNode,
  FragmentDefinitionNode,
  GraphQLResolveInfo,
  SelectionSetNode,
} from 'graphql';
import { memoizeByObject } from './memoize-by-object.ts';

type Selection = {
  fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  sets: readonly (SelectionSetNode | undefined)[];
};

/**
 * The names of the fields that a request selects in the result of a field. Directives are not evaluated: a field that
 * `@skip` leaves out is included.
 */
export const selectedFields = onceForDocument(
  (selection): ReadonlySet<string> => namesIn(selection),
);

/** The names of the fields that a request selects in the nodes of a connection, as `selectedFields` reads them. */
export const nodeFields = onceForDocument((selection): ReadonlySet<string> => {
  const { fragments } = selection;
  const edges = selected(selection, 'edges');
  const nodes = [...selected(selection, 'nodes'), ...selected({ fragments, sets: edges }, 'node')];
  return namesIn({ fragments, sets: nodes });
});

/** True if a request selects the total of a connection. */
export function isTotalSelected(info: GraphQLResolveInfo): boolean {
  return selectedFields(info).has('totalCount');
}

/** True if a request selects a field with any of the names, at any depth. */
export function isAnySelected(
  { fieldNodes, fragments }: GraphQLResolveInfo,
  names: ReadonlySet<string>,
): boolean {
  const isIn = (set: SelectionSetNode | undefined): boolean => {
    let isFound = false;
    visitFields({ fragments, sets: [set] }, (name, inner) => {
      isFound ||= names.has(name) || (inner !== undefined && isIn(inner));
    });
    return isFound;
  };
  return fieldNodes.some(({ selectionSet }) => isIn(selectionSet));
}

/**
 * Returns a function that computes a value from what a request selects in the field of a resolver. The value is kept as
 * long as the parsed document, which Apollo keeps for requests with the same text.
 */
function onceForDocument<Result>(
  compute: (selection: Selection) => Result,
): (info: GraphQLResolveInfo) => Result {
  const computeFor = ({ fieldNodes, fragments }: GraphQLResolveInfo) =>
    compute({ fragments, sets: fieldNodes.map(({ selectionSet }) => selectionSet) });
  const kept = memoizeByObject((_: FieldNode, info: GraphQLResolveInfo) => computeFor(info));
  return (info) => {
    // If a field is selected several times, it depends on the variables which of its nodes are included.
    const [only, ...others] = info.fieldNodes;
    return only && others.length === 0 ? kept(only, info) : computeFor(info);
  };
}

function namesIn(selection: Selection): Set<string> {
  const names = new Set<string>();
  visitFields(selection, (name) => names.add(name));
  return names;
}

/** The selection sets of the field with this name. */
function selected(selection: Selection, name: string): (SelectionSetNode | undefined)[] {
  const found: (SelectionSetNode | undefined)[] = [];
  visitFields(selection, (field, selectionSet) => {
    if (field === name) found.push(selectionSet);
  });
  return found;
}

/** Calls `visit` for each field of the selection, including the fields of its fragments. */
function visitFields(
  { fragments, sets }: Selection,
  visit: (name: string, selectionSet: SelectionSetNode | undefined) => void,
): void {
  for (const selection of sets.flatMap((set) => set?.selections ?? [])) {
    if (selection.kind === 'Field') {
      visit(selection.name.value, selection.selectionSet);
    } else {
      const fragment =
        selection.kind === 'InlineFragment' ? selection : fragments[selection.name.value];
      visitFields({ fragments, sets: [fragment?.selectionSet] }, visit);
    }
  }
}
