import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isInputObjectType,
  isListType,
  isObjectType,
} from 'graphql';
import { memoizeByObject } from '../memoize-by-object.ts';

/**
 * Gives every argument and input field that has a default its default when the caller passes null, as if it had been
 * omitted. So resolvers never receive null for them, as the generated types say.
 */
export function applyDefaultsToNulls(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      if (field.args.some(hasDefault)) guard(field);
    }
  }
}

function guard(field: GraphQLField<unknown, unknown>): void {
  const { resolve, subscribe } = field;
  const inputs = field.args.filter(hasDefault);
  const fill = (args: Record<string, unknown>) => withDefaults(inputs, args);
  if (resolve) {
    field.resolve = (source, args, context, info) => resolve(source, fill(args), context, info);
  }
  if (subscribe) {
    field.subscribe = (source, args, context, info) => subscribe(source, fill(args), context, info);
  }
}

type DefaultedInput = GraphQLArgument | GraphQLInputField;

/**
 * The values, with defaults in place of nulls. `inputs` are those that have a default (`hasDefault`). An object without
 * such a null is returned unchanged.
 */
function withDefaults(
  inputs: readonly DefaultedInput[],
  values: Record<string, unknown>,
): Record<string, unknown> {
  let filled = values;
  for (const input of inputs) {
    const { name, defaultValue } = input;
    const value = values[name];
    const isReplaced = value === null && defaultValue !== undefined;
    const next = isReplaced ? defaultValue : inside(input.type, value);
    if (next !== value) filled = { ...filled, [name]: next };
  }
  return filled;
}

function inside(type: GraphQLInputType, value: unknown): unknown {
  const known = getNullableType(type);
  if (isListType(known) && Array.isArray(value)) {
    return value.map((item) => inside(known.ofType, item));
  }
  if (!isInputObjectType(known) || typeof value !== 'object' || value === null) return value;
  return withDefaults(defaultedFields(known), value as Record<string, unknown>);
}

const defaultedFields = memoizeByObject((type: GraphQLInputObjectType) =>
  Object.values(type.getFields()).filter(hasDefault),
);

/** True if the input, or an input inside of it, has a default. */
const hasDefault = memoizeByObject((input: DefaultedInput): boolean => {
  if (input.defaultValue !== undefined) return true;
  return hasDefaultInside(input.type, []);
});

function hasDefaultInside(type: GraphQLInputType, outer: readonly unknown[]): boolean {
  const known = getNullableType(type);
  if (isListType(known)) return hasDefaultInside(known.ofType, outer);
  if (!isInputObjectType(known) || outer.includes(known)) return false;
  return Object.values(known.getFields()).some(
    (field) => field.defaultValue !== undefined || hasDefaultInside(field.type, [...outer, known]),
  );
}
