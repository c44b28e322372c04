import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
} from 'graphql';

/** A selection of every leaf field of the type of a field, and of the leaf fields one level below. */
export function selectionOf(field: GraphQLField<unknown, unknown>, depth = 2): string {
  const type = getNamedType(field.type);
  if (isLeafType(type)) return '';
  if (isUnionType(type)) {
    const members = type
      .getTypes()
      .map((member) => `... on ${member.name} ${selectionOfType(member, depth - 1)}`);
    return `{ __typename ${members.join(' ')} }`;
  }
  if (!isObjectType(type)) return '{ __typename id }';
  return selectionOfType(type, depth);
}

function selectionOfType(type: GraphQLObjectType, depth: number): string {
  const inner = Object.values(type.getFields())
    .filter((child) => isLeafType(getNamedType(child.type)) || depth > 1)
    .filter((child) => !child.args.some(isRequiredArgument))
    .map((child) => `${child.name} ${selectionOf(child, depth - 1)}`);
  return `{ __typename ${inner.join(' ')} }`;
}
