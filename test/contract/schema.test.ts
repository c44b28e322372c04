import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLArgument,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLObjectType,
  getNamedType,
  isInputObjectType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from '../../src/errors.ts';
import { SHOWN_CODES } from '../../src/graphql/errors.ts';

/** Rules about schema.graphql that no linter checks. .ci/schema-lint has the rules of graphql-eslint. */

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const types = Object.values(schema.getTypeMap()).filter((type) => !type.name.startsWith('__'));
const objects = types.filter(isObjectType);
const inputs = types.filter(isInputObjectType);

/** Every argument and input field, with its place. */
const values: [string, GraphQLArgument | GraphQLInputField][] = [
  ...objects.flatMap((type) =>
    Object.values(type.getFields()).flatMap((field) =>
      field.args.map((arg): [string, GraphQLArgument] => [
        `${type.name}.${field.name}(${arg.name}:)`,
        arg,
      ]),
    ),
  ),
  ...inputs.flatMap((type) =>
    Object.values(type.getFields()).map((field): [string, GraphQLInputField] => [
      `${type.name}.${field.name}`,
      field,
    ]),
  ),
];

/** Every field of the objects, with its place. */
const fields = objects.flatMap((type) =>
  Object.values(type.getFields()).map((field): [string, GraphQLField<unknown, unknown>] => [
    `${type.name}.${field.name}`,
    field,
  ]),
);

/** The places for which a rule does not hold. */
const placesOf = <Value>(all: [string, Value][], breaks: (value: Value) => boolean) =>
  all.filter(([, value]) => breaks(value)).map(([place]) => place);

const fieldsOf = (name: string) => (schema.getType(name) as GraphQLInputObjectType).getFields();

/** Arguments or input fields as `name: Type = default`. */
const signatures = (all: readonly (GraphQLArgument | GraphQLInputField)[]) =>
  all.map(
    ({ name, type, defaultValue }) => `${name}: ${type} = ${JSON.stringify(defaultValue) ?? '-'}`,
  );

describe('the error codes', () => {
  const listed = (schema.getType('ErrorCode') as GraphQLEnumType).getValues();

  it('are those of the rules and those of GraphQL that reach the caller', () => {
    const codes = new Set([...Object.keys(ERROR_CODES), ...SHOWN_CODES]);
    expect(listed.map(({ name }) => name).sort()).toEqual([...codes].sort());
  });

  it('are all in docs/errors.md', () => {
    const page = readFileSync('docs/errors.md', 'utf8');
    const missing = listed.filter(({ name }) => !page.includes(`\`${name}\``));
    expect(missing.map(({ name }) => name)).toEqual([]);
  });
});

describe('arguments and input fields', () => {
  it('can be null if they have a default, which then applies', () => {
    const required = ({ defaultValue, type }: GraphQLArgument | GraphQLInputField) =>
      defaultValue !== undefined && isNonNullType(type);
    expect(placesOf(values, required)).toEqual([]);
  });

  it('never name the project: the key or a header does', () => {
    const places = [...values, ...fields].map(([place]) => place);
    expect(places.filter((place) => /\bprojectIds?\b/i.test(place))).toEqual([]);
  });

  it('never are k or topK: the number of results is `limit`', () => {
    const places = [...values, ...fields].map(([place]) => place);
    expect(places.filter((place) => /\b(k|top_?k)\b/i.test(place))).toEqual([]);
  });
});

describe('mutations', () => {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});

  it.each(mutations.map((field) => [field.name, field] as const))(
    '%s takes one input and returns a payload of its own',
    (name, field) => {
      const type = `${name[0]?.toUpperCase()}${name.slice(1)}`;
      expect(field.args.map((arg) => `${arg.name}: ${arg.type}`)).toEqual([`input: ${type}Input!`]);
      expect(String(field.type)).toBe(`${type}Payload!`);
    },
  );
});

describe('lists', () => {
  const connections = fields.filter(([, { type }]) => /Connection$/.test(getNamedType(type).name));

  it.each(connections)('%s has pages in both directions', (_, { args, type }) => {
    expect(signatures(args)).toEqual(
      expect.arrayContaining([
        'first: Int = 20',
        'after: String = -',
        'last: Int = -',
        'before: String = -',
      ]),
    );
    expect(isNonNullType(type)).toBe(true);
  });

  it('offer nodes beside edges, and a total', () => {
    for (const type of objects.filter(({ name }) => name.endsWith('Connection'))) {
      const { edges, nodes, pageInfo, totalCount } = type.getFields();
      const node = String(nodes?.type).replace(/[[\]!]/g, '');
      const edge = type.name.replace('Connection', 'Edge');
      expect(String(edges?.type)).toBe(`[${edge}!]!`);
      expect(String((schema.getType(edge) as GraphQLObjectType).getFields().node?.type)).toBe(
        `${node}!`,
      );
      expect(String(nodes?.type)).toBe(`[${node}!]!`);
      expect(String(pageInfo?.type)).toBe('PageInfo!');
      expect(String(totalCount?.type)).toBe('Int!');
    }
  });

  it('are not null, and hold no null but for `nodes` of ids', () => {
    const loose = fields.filter(
      ([, { type }]) => /\[/.test(String(type)) && !/!\]!$/.test(String(type)),
    );
    expect(loose.map(([place]) => place)).toEqual([
      'Query.nodes',
      // Null for a condition that does not restrict, as in the input of the same name.
      'KnowledgeConfigScope.kinds',
      'KnowledgeConfigScope.sources',
      'KnowledgeConfigScope.outcomes',
    ]);
  });
});

describe('searches', () => {
  const searches = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(
    (field) => 'results' in ((getNamedType(field.type) as GraphQLObjectType).getFields?.() ?? {}),
  );
  const named = Object.fromEntries(searches.map((field) => [field.name, field]));

  it('are these fields', () => {
    expect(Object.keys(named)).toEqual([
      'searchKnowledge',
      'searchTraces',
      'queryReflections',
      'augmentTask',
      'retrieveEntries',
      'planningContext',
      'agentKnowledge',
    ]);
  });

  it.each(searches.map((field) => [field.name, field] as const))(
    '%s takes one input',
    (_, { args }) => {
      expect(args.map((arg) => arg.name)).toEqual(['input']);
      expect(isNonNullType(args[0]?.type)).toBe(true);
    },
  );

  it.each([
    'searchKnowledge',
    'queryReflections',
    'augmentTask',
    'retrieveEntries',
    'planningContext',
  ])('%s has the entries that it covers in `scope`', (name) => {
    const input = getNamedType(named[name]?.args[0]?.type) as GraphQLInputObjectType;
    const { scope } = input.getFields();
    expect(String(scope?.type)).toBe('KnowledgeScope');
    const conditions = Object.keys(fieldsOf('KnowledgeScope'));
    expect(Object.keys(input.getFields()).filter((field) => conditions.includes(field))).toEqual(
      [],
    );
  });
});

it('docs/clients.md names each type with an id that does not identify its objects', () => {
  const documented = readFileSync('docs/clients.md', 'utf8');
  const parts = objects.filter(
    (type) => type.getFields().id && !type.getInterfaces().some(({ name }) => name === 'Node'),
  );
  expect(parts.length).toBeGreaterThan(0);
  for (const { name } of parts) expect(documented).toContain(`\`${name}\``);
});

describe('the description of the schema', () => {
  it('says how a request names its key and its project', () => {
    for (const name of ['authorization: bearer', 'x-api-key', 'lorebase-project']) {
      expect(schema.description?.toLowerCase()).toContain(name);
    }
  });
});

describe('what a description refers to', () => {
  it.each(
    Object.values((schema.getType('Project') as GraphQLObjectType).getFields())
      .filter(({ args, name }) => args.length > 0 && name !== 'apiKeys')
      .map((field) => [field.name, field] as const),
  )('Project.%s has the arguments of the query', (name, { args }) => {
    expect(signatures(args)).toEqual(
      signatures(schema.getQueryType()?.getFields()[name]?.args ?? []),
    );
  });

  it('Memory.entries has the arguments of the query', () => {
    const { entries } = (schema.getType('Memory') as GraphQLObjectType).getFields();
    expect(signatures(entries?.args ?? [])).toEqual(
      signatures(schema.getQueryType()?.getFields().entries?.args ?? []),
    );
  });

  it('ObservationInput has fields of RecordObservationInput', () => {
    expect(signatures(Object.values(fieldsOf('RecordObservationInput')))).toEqual(
      expect.arrayContaining(signatures(Object.values(fieldsOf('ObservationInput')))),
    );
  });

  it('CallKnowledgeInput has the fields of KnowledgeConfigInput but for the memory to write to', () => {
    const { writeMemoryId: _, ...others } = fieldsOf('KnowledgeConfigInput');
    expect(signatures(Object.values(fieldsOf('CallKnowledgeInput')))).toEqual(
      signatures(Object.values(others)),
    );
  });

  it('KnowledgeConfigScope has the fields of KnowledgeScope', () => {
    const typesOf = (name: string) =>
      Object.values(fieldsOf(name)).map((field) => `${field.name}: ${field.type}`);
    const stored = typesOf('KnowledgeConfigScope').map((field) => field.replace(/!$/, ''));
    expect(stored).toEqual(typesOf('KnowledgeScope'));
  });
});
