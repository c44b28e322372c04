import { readFileSync } from 'node:fs';
import { makeExecutableSchema } from '@graphql-tools/schema';
import {
  GraphQLError,
  GraphQLScalarType,
  type GraphQLSchema,
  GraphQLSpecifiedByDirective,
  getDirectiveValues,
  getIntrospectionQuery,
  introspectionFromSchema,
  isScalarType,
  parse,
  type ValueNode,
} from 'graphql';
import { DateTimeResolver, JSONObjectResolver, JSONResolver } from 'graphql-scalars';
import { agentResolvers } from '../agents/resolvers.ts';
import { entryResolvers } from '../entries/resolvers.ts';
import { erasureResolvers } from '../erasure/resolvers.ts';
import { eventResolvers } from '../event-feed/resolvers.ts';
import { jobResolvers } from '../jobs/resolvers.ts';
import { memoryResolvers } from '../memories/resolvers.ts';
import { projectResolvers } from '../projects/resolvers.ts';
import { quotaResolvers } from '../quotas/resolvers.ts';
import { reembeddingResolvers } from '../reembedding/resolvers.ts';
import { reflectionResolvers } from '../reflections/resolvers.ts';
import { retrievalResolvers } from '../retrieval/resolvers.ts';
import { statsResolvers } from '../stats/resolvers.ts';
import { streamResolvers } from '../stream/resolvers.ts';
import { traceResolvers } from '../traces/resolvers.ts';
import { enforceAccess } from './access.ts';
import { applyDefaultsToNulls } from './argument-defaults.ts';
import { checkDocument } from './check-document.ts';
import { nodeResolvers } from './node.ts';
import { serverResolvers } from './server-info.ts';

const TYPE_DEFINITIONS = new URL('../../schema.graphql', import.meta.url);

/** The scalar, with this message for all values that it refuses. */
function refusingWith(scalar: GraphQLScalarType, message: string) {
  const { parseValue, parseLiteral, ...config } = scalar.toConfig();
  const read = <Input>(parse: () => Input, nodes: ValueNode | null) => {
    try {
      return parse();
    } catch {
      throw new GraphQLError(message, { nodes });
    }
  };
  return new GraphQLScalarType({
    ...config,
    parseValue: (value) => read(() => parseValue(value), null),
    parseLiteral: (node, variables) => read(() => parseLiteral(node, variables), node),
  });
}

const JSONObject = refusingWith(JSONObjectResolver, 'JSONObject must be an object.');

/** Serializes a Date as text. Otherwise JSON.stringify would call `toJSON`, which takes longer. */
const DateTime = new GraphQLScalarType({
  ...refusingWith(
    DateTimeResolver,
    'DateTime must be a time with a zone, such as 2026-01-01T00:00:00Z.',
  ).toConfig(),
  serialize: (time) => (DateTimeResolver.serialize(time) as Date).toISOString(),
});

let created: GraphQLSchema | null = null;

/**
 * The executable schema, with the access checks of `access.ts`. The servers of a process share it, because creating it
 * takes 200 ms.
 */
export function executableSchema(): GraphQLSchema {
  created ??= createSchema();
  return created;
}

function createSchema(): GraphQLSchema {
  const schema = makeExecutableSchema({
    typeDefs: readFileSync(TYPE_DEFINITIONS, 'utf8'),
    resolvers: [
      { DateTime, JSON: JSONResolver, JSONObject },
      nodeResolvers,
      serverResolvers,
      projectResolvers,
      memoryResolvers,
      entryResolvers,
      reembeddingResolvers,
      retrievalResolvers,
      eventResolvers,
      jobResolvers,
      traceResolvers,
      reflectionResolvers,
      streamResolvers,
      agentResolvers,
      statsResolvers,
      quotaResolvers,
      erasureResolvers,
    ],
    resolverValidationOptions: { requireResolversToMatchSchema: 'error' },
  });
  specifyScalars(schema);
  applyDefaultsToNulls(schema);
  enforceAccess(schema);
  warmUp(schema);
  return schema;
}

/**
 * Runs the introspection query once. Its first run takes 90 ms, since its functions are not compiled yet, and
 * the first request may come without a key.
 */
function warmUp(schema: GraphQLSchema): void {
  const document = parse(getIntrospectionQuery());
  checkDocument({ schema, document, variables: {}, operationName: undefined, hasKey: false });
  introspectionFromSchema(schema);
}

/** Restores the `@specifiedBy` of scalars, which is lost when their resolvers are added. */
function specifyScalars(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isScalarType(type) || !type.astNode) continue;
    const { url } = getDirectiveValues(GraphQLSpecifiedByDirective, type.astNode) ?? {};
    if (typeof url === 'string') type.specifiedByURL = url;
  }
}
