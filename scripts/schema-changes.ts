// What may change in schema.graphql between two releases. docs/schema-changes.md is the policy in words.
import { ChangeType, CriticalityLevel, diff } from '@graphql-inspector/core';
import {
  buildASTSchema,
  buildSchema,
  type DirectiveNode,
  GraphQLSchema,
  isObjectType,
  Kind,
  parse,
  visit,
} from 'graphql';

export interface SchemaChanges {
  /** Reasons for which the schema must not be released, as one sentence each. */
  failures: string[];
  /** Allowed changes that a client can notice, such as a new enum value, as one sentence each. */
  noticeable: string[];
}

/** A changed default changes the meaning of a request that omits the argument, so it is breaking here. */
const CHANGED_DEFAULTS: string[] = [
  ChangeType.FieldArgumentDefaultChanged,
  ChangeType.InputFieldDefaultValueChanged,
];

/**
 * Compares a schema with the last released one, both as SDL. What the released schema deprecates may be
 * missing from `today` on, as YYYY-MM-DD, if its date has come.
 */
export async function compareSchemas(
  released: string,
  current: string,
  today: string,
): Promise<SchemaChanges> {
  const schema = buildSchema(current);
  const required = await diff(withoutExpired(released, today), schema);
  const changes = await diff(buildSchema(released), schema);
  const breaking = required.filter(
    (change) =>
      change.criticality.level === CriticalityLevel.Breaking ||
      CHANGED_DEFAULTS.includes(change.type),
  );
  const noticeable = changes.filter(
    (change) =>
      change.criticality.level === CriticalityLevel.Dangerous &&
      !CHANGED_DEFAULTS.includes(change.type),
  );
  return {
    failures: [...breaking.map((change) => change.message), ...faultyDeprecations(current)],
    noticeable: noticeable.map((change) => change.message),
  };
}

/** The deprecations whose reason does not say what to use instead, or from which date the element may go. */
export function faultyDeprecations(sdl: string): string[] {
  const faults: string[] = [];
  visit(parse(sdl), {
    Directive(node) {
      if (node.name.value !== 'deprecated') return;
      const reason = reasonOf(node);
      const line = node.loc?.startToken.line;
      if (!/\bUse `[^`]+`/.test(reason)) {
        faults.push(`Line ${line}: the deprecation must say what to use instead: Use \`…\`.`);
      }
      if (removalDate(reason) === null) {
        faults.push(`Line ${line}: the deprecation must have the date of removal, as YYYY-MM-DD.`);
      }
    },
  });
  return faults;
}

/** The schema without deprecated elements whose date has come, and without types that only they used. */
function withoutExpired(sdl: string, today: string): GraphQLSchema {
  const dropExpired = (node: { readonly directives?: readonly DirectiveNode[] }) =>
    node.directives?.some((directive) => isExpired(directive, today)) ? null : undefined;
  const document = visit(parse(sdl), {
    [Kind.FIELD_DEFINITION]: dropExpired,
    [Kind.INPUT_VALUE_DEFINITION]: dropExpired,
    [Kind.ENUM_VALUE_DEFINITION]: dropExpired,
  });
  const pruned = buildASTSchema(document, { assumeValid: true });
  // Types are found from the roots; `node` also returns those that implement an interface.
  const implementations = Object.values(pruned.getTypeMap()).filter(
    (type) => isObjectType(type) && type.getInterfaces().length > 0,
  );
  return new GraphQLSchema({
    query: pruned.getQueryType(),
    mutation: pruned.getMutationType(),
    subscription: pruned.getSubscriptionType(),
    directives: pruned.getDirectives(),
    types: implementations,
    assumeValid: true,
  });
}

function isExpired(directive: DirectiveNode, today: string): boolean {
  if (directive.name.value !== 'deprecated') return false;
  const date = removalDate(reasonOf(directive));
  return date !== null && date <= today;
}

function reasonOf(directive: DirectiveNode): string {
  const value = directive.arguments?.find((argument) => argument.name.value === 'reason')?.value;
  return value?.kind === Kind.STRING ? value.value : '';
}

/** The date in the reason of a deprecation, from which the element may be removed; null without one. */
function removalDate(reason: string): string | null {
  const date = reason.match(/\b\d{4}-\d{2}-\d{2}\b/)?.[0];
  if (date === undefined) return null;
  const time = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(date) ? date : null;
}
