import { readFileSync } from 'node:fs';
import { buildSchema, parse } from 'graphql';
import { expect, it } from 'vitest';
import { omittedArguments } from '../support/omitted-arguments.ts';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));

it('the documents of the TypeScript client give the arguments of the schema', () => {
  const document = parse(readFileSync('client/documents/operations.graphql', 'utf8'));
  expect(omittedArguments(schema, document)).toEqual([]);
});
