// The rules for schema.graphql: those of graphql-eslint for schemas and for Relay, with the exceptions below.
import graphql from '@graphql-eslint/eslint-plugin';

const { rules: recommended } = graphql.configs['flat/schema-recommended'];
const { rules: relay } = graphql.configs['flat/schema-relay'];

/** An element of a type, by the names of both. */
const within = (kind, type) => `[type=${kind}][parent.name.value=${type}]`;
const argumentsWithin = (type, fields) =>
  `[type=InputValueDefinition][parent.name.value=${fields}][parent.parent.name.value=${type}]`;

/** What need not be described, because another description says it. */
const DESCRIBED_ELSEWHERE = [
  // The Relay specification and `PageInfo` describe them.
  `${within('FieldDefinition', '/Connection$/')}[name.value=/^(edges|nodes|pageInfo)$/]`,
  `${within('FieldDefinition', '/Edge$/')}[name.value=/^(cursor|node)$/]`,
  // The type of an `input` has the description.
  '[type=InputValueDefinition][name.value=input]',
  // "As the query of this name": test/contract/schema.test.ts compares the arguments.
  argumentsWithin('Project', '/./'),
  argumentsWithin('Memory', 'entries'),
  // Their types name the type whose fields they have; test/contract/schema.test.ts compares the fields.
  within('InputValueDefinition', 'ObservationInput'),
  within('InputValueDefinition', 'CallKnowledgeInput'),
  within('FieldDefinition', 'KnowledgeConfigScope'),
];

export default [
  {
    files: ['schema.graphql'],
    languageOptions: {
      parser: graphql.parser,
      parserOptions: { graphQLConfig: { schema: 'schema.graphql' } },
    },
    plugins: { '@graphql-eslint': graphql },
    rules: {
      ...recommended,
      ...relay,
      '@graphql-eslint/input-name': [
        'error',
        { checkInputType: true, caseSensitiveInputType: false, checkQueries: false },
      ],
      '@graphql-eslint/no-scalar-result-type-on-mutation': 'error',
      '@graphql-eslint/require-nullable-fields-with-oneof': 'error',
      '@graphql-eslint/require-type-pattern-with-oneof': 'error',
      '@graphql-eslint/require-description': [
        'error',
        {
          types: true,
          rootField: true,
          FieldDefinition: true,
          InputValueDefinition: true,
          EnumValueDefinition: true,
          DirectiveDefinition: true,
          ignoredSelectors: DESCRIBED_ELSEWHERE,
        },
      ],
      '@graphql-eslint/relay-edge-types': [
        'error',
        {
          withEdgeSuffix: true,
          // A message in a `MessageConnection` is a JSON object, which cannot implement Node; tags, revisions
          // and changes of utilities have no id of their own.
          shouldImplementNode: false,
          // Connections have `nodes` beside `edges`, and lists that cannot grow without limit are plain lists.
          listTypeCanWrapOnlyEdgeType: false,
        },
      ],

      // A description of one line is written inline, a longer one as a block.
      '@graphql-eslint/description-style': 'off',
      // Types without an id are values, such as settings, counts, pages and payloads, and have no identity.
      // What has one implements Node, whose id the type checker requires.
      '@graphql-eslint/strict-id-in-types': 'off',
      // `Query.queryReflections` is Reflect's `query_memories`; `Review.reviewedAt` and
      // `Learning.learningRate` have the names that the same values have in other types.
      '@graphql-eslint/no-typename-prefix': 'off',
      '@graphql-eslint/naming-convention': [
        'error',
        {
          ...recommended['@graphql-eslint/naming-convention'][1],
          // `queryReflections`, as above: a verb of the domain, and not the name of the operation.
          'FieldDefinition[parent.name.value=Query]': {
            forbiddenPrefixes: ['get', 'list', 'fetch'],
            forbiddenSuffixes: ['Query'],
            style: 'camelCase',
          },
        },
      ],
      // Rules that are not in use: `alphabetize` (related fields stand together), `no-root-type`,
      // `require-field-of-type-query-in-mutation-result` (payloads hold what was changed, and clients send a
      // second operation in the same request), `require-nullable-result-in-root` (lists and payloads are never
      // null) and `require-deprecation-date` (scripts/schema-changes.ts requires a date in the reason, where
      // introspection shows it; the rule requires an argument that GraphQL's own directive does not have).
    },
  },
];
