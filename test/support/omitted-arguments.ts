import {
  type DocumentNode,
  type GraphQLSchema,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
} from 'graphql';

/**
 * Arguments that the clients omit on purpose: their lists go forward only, and a streamed generation ends with its
 * reader.
 */
const OMITTED = ['last', 'before', 'detached'];

/** Operations that a client uses internally, and for which it needs only some of the arguments. */
const INTERNAL = ['EventsHead', 'Learning', 'Episodes'];

/** The arguments of root fields that the operations of a client do not give, as `Operation.field(argument:)`. */
export function omittedArguments(schema: GraphQLSchema, { definitions }: DocumentNode): string[] {
  return definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? definition.selectionSet.selections.flatMap((field) => omittedOf(schema, definition, field))
      : [],
  );
}

function omittedOf(
  schema: GraphQLSchema,
  { operation, name }: OperationDefinitionNode,
  field: SelectionNode,
): string[] {
  const root = schema.getRootType(operation);
  if (field.kind !== Kind.FIELD || !isObjectType(root)) return [];
  if (INTERNAL.includes(name?.value ?? '')) return [];
  const given = [...OMITTED, ...(field.arguments ?? []).map((argument) => argument.name.value)];
  const args = root.getFields()[field.name.value]?.args ?? [];
  return args
    .filter((argument) => !given.includes(argument.name))
    .map((argument) => `${name?.value}.${field.name.value}(${argument.name}:)`);
}
