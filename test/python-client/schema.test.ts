import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isNonNullType,
  isObjectType,
  Kind,
  parse,
  validate,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { omittedArguments } from '../support/omitted-arguments.ts';
import { runPython, withoutPython } from './python.ts';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));

type Described = {
  version: string;
  documents: Record<string, string>;
  fragments: Record<string, string>;
  codes: string[];
  jsonFields: string[];
  records: Record<string, Record<string, string>>;
  methods: Record<string, string[]>;
};

describe('the Python client', async () => {
  if (withoutPython) return it.skip(withoutPython, () => {});
  const lines = await runPython(['test/python-client/describe.py']);
  const client: Described = JSON.parse(lines.join(''));

  it.each(Object.entries(client.documents))('has a valid document: %s', (_name, text) => {
    expect(validate(schema, parse(text)).map(({ message }) => message)).toEqual([]);
  });

  it.each(Object.entries(client.documents))('gives all arguments in %s', (_name, text) => {
    expect(omittedArguments(schema, parse(text))).toEqual([]);
  });

  it('uses every fragment', () => {
    const used = Object.values(client.documents).join('\n');
    const names = Object.keys(client.fragments);
    expect(names.filter((name) => !used.includes(`fragment ${name} on`))).toEqual([]);
  });

  it('has the version of the package', () => {
    expect(client.version).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version);
  });

  it('has the codes of the server and its own three', () => {
    const codes = schema.getType('ErrorCode');
    const known = isEnumType(codes) ? codes.getValues().map(({ name }) => name) : [];
    expect(client.codes).toEqual([...known, 'CONNECTION_FAILED', 'TIMEOUT', 'INVALID_RESPONSE']);
  });

  it('knows the inputs with JSON of the caller, whose keys it must not change', () => {
    const inputs = Object.values(schema.getTypeMap()).filter(isInputObjectType);
    const fields = inputs.flatMap((input) => Object.values(input.getFields()));
    const json = fields.filter(({ type }) => getNamedType(type).name.startsWith('JSON'));
    const names = [...new Set(json.map(({ name }) => name))].sort();
    expect(client.jsonFields).toEqual(names);
    const others = fields.filter((field) => names.includes(field.name) && !json.includes(field));
    expect(others.map(({ name }) => name)).toEqual([]);
  });

  const records = Object.entries(client.records).filter(([name]) => name !== 'Page');

  it('has types for its records', () => expect(records.length).toBeGreaterThan(20));

  it.each(records)('has the fields of %s that it selects, with their nulls', (name, hints) => {
    const [fragment] = parse(client.fragments[name] ?? '').definitions;
    if (fragment?.kind !== Kind.FRAGMENT_DEFINITION) throw new Error(`${name} has no fragment`);
    const type = schema.getType(fragment.typeCondition.name.value);
    if (!isObjectType(type)) throw new Error(`${name} is no object`);
    const selected = fragment.selectionSet.selections.flatMap((selection) => {
      if (selection.kind !== Kind.FIELD) throw new Error(`${name} selects no field`);
      const field = type.getFields()[selection.name.value];
      return field ? [[field.name, isNullable(field.type)] as const] : [];
    });
    const hinted = Object.entries(hints).map(
      ([field, hint]) => [field, hint.endsWith(' | None')] as const,
    );
    // The client adds this field itself.
    const own = name === 'Learning' ? [['reviewedShare', true]] : [];
    expect(hinted).toEqual([...selected, ...own]);
  });

  const inputs = Object.keys(client.methods).flatMap((method) => {
    const inputType = /\$input: (\w+)!/.exec(client.documents[method] ?? '')?.[1];
    return inputType === undefined ? [] : [[method, inputType] as const];
  });

  it('has methods with inputs', () => expect(inputs.length).toBeGreaterThan(20));

  it.each(inputs)('takes no argument in %s that %s does not have', (method, inputType) => {
    const type = schema.getType(inputType);
    const fields = isInputObjectType(type) ? Object.keys(type.getFields()) : [];
    const named = client.methods[method] ?? [];
    expect(named.filter((argument) => !fields.includes(argument))).toEqual([]);
    // `changes` and `common` take any field.
    const openEnded = ['updateMemory', 'updateEntry', 'updateAgent', 'writeEntries'].includes(
      method,
    );
    const missing = fields.filter((field) => !named.includes(field) && field !== 'explain');
    if (!openEnded) expect(missing).toEqual([]);
  });
});

function isNullable(type: GraphQLOutputType): boolean {
  return !isNonNullType(type);
}
