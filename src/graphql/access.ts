import { type GraphQLFieldResolver, type GraphQLSchema, isObjectType } from 'graphql';
import { DomainError } from '../errors.ts';
import { hasRole, type Role, requireViewer, type Viewer } from '../projects/viewer.ts';
import type { Context } from './context.ts';

/** The required role. ROOT is role ADMIN with a root key. */
export type Access = Role | 'ROOT';

/**
 * The access that each field requires. The server does not start if a field of Query, Mutation or
 * Subscription is missing. A field of another type requires no additional access unless it is listed.
 */
export const ACCESS: Readonly<Record<string, Access>> = {
  'Query.viewer': 'READ',
  'Query.server': 'READ',
  'Query.node': 'READ',
  'Query.nodes': 'READ',
  'Query.project': 'READ',
  'Query.projects': 'READ',
  'Query.memory': 'READ',
  'Query.memories': 'READ',
  'Query.tags': 'READ',
  'Query.entry': 'READ',
  'Query.entries': 'READ',
  'Query.searchKnowledge': 'READ',
  'Query.trace': 'READ',
  'Query.traces': 'READ',
  'Query.searchTraces': 'READ',
  'Query.queryReflections': 'READ',
  'Query.augmentTask': 'READ',
  'Query.retrieveEntries': 'READ',
  'Query.planningContext': 'READ',
  'Query.agent': 'READ',
  'Query.agents': 'READ',
  'Query.agentKnowledge': 'READ',
  'Query.generation': 'READ',
  'Query.generations': 'READ',
  'Query.events': 'READ',
  'Query.stats': 'READ',
  'Query.jobs': 'READ',

  'Mutation.createProject': 'ROOT',
  'Mutation.updateProject': 'ADMIN',
  'Mutation.deleteProject': 'ADMIN',
  'Mutation.reembedProject': 'ADMIN',
  'Mutation.createApiKey': 'ADMIN',
  'Mutation.renameApiKey': 'ADMIN',
  'Mutation.rotateApiKey': 'ADMIN',
  'Mutation.revokeApiKey': 'ADMIN',
  'Mutation.setQuotas': 'ROOT',
  'Mutation.eraseData': 'ADMIN',
  'Mutation.retryJob': 'WRITE',
  'Mutation.cancelJob': 'WRITE',
  'Mutation.createMemory': 'WRITE',
  'Mutation.updateMemory': 'WRITE',
  'Mutation.deleteMemory': 'WRITE',
  'Mutation.restoreMemory': 'WRITE',
  'Mutation.renameTag': 'WRITE',
  'Mutation.writeEntry': 'WRITE',
  'Mutation.writeEntries': 'WRITE',
  'Mutation.extractEntries': 'WRITE',
  'Mutation.updateEntry': 'WRITE',
  'Mutation.deleteEntry': 'WRITE',
  'Mutation.deleteEntries': 'WRITE',
  'Mutation.moveEntries': 'WRITE',
  'Mutation.copyEntries': 'WRITE',
  'Mutation.restoreEntry': 'WRITE',
  'Mutation.revertEntry': 'WRITE',
  'Mutation.deleteStatement': 'WRITE',
  'Mutation.splitEntry': 'WRITE',
  'Mutation.mergeEntries': 'WRITE',
  'Mutation.supersedeEntries': 'WRITE',
  'Mutation.touchEntries': 'WRITE',
  'Mutation.createTrace': 'WRITE',
  'Mutation.reviewTrace': 'WRITE',
  'Mutation.reviewTraces': 'WRITE',
  'Mutation.deleteTrace': 'WRITE',
  'Mutation.createReflection': 'WRITE',
  'Mutation.retryReflection': 'WRITE',
  'Mutation.recordObservation': 'WRITE',
  'Mutation.recordObservations': 'WRITE',
  'Mutation.startInsightCycle': 'WRITE',
  'Mutation.createAgent': 'WRITE',
  'Mutation.updateAgent': 'WRITE',
  'Mutation.deleteAgent': 'WRITE',
  'Mutation.generate': 'WRITE',
  'Mutation.continueGeneration': 'WRITE',
  'Mutation.cancelGeneration': 'WRITE',

  'Subscription.generate': 'WRITE',
  'Subscription.continueGeneration': 'WRITE',
  'Subscription.events': 'READ',

  'Project.apiKeys': 'ADMIN',
};

/** @throws UNAUTHENTICATED without an API key, FORBIDDEN if the key does not have the required access */
export function requireAccess(viewer: Viewer | null, needed: Access): void {
  const known = requireViewer(viewer);
  if (needed === 'ROOT' && !known.isRoot) {
    throw new DomainError('FORBIDDEN', 'This needs a root key; the key is bound to a project.');
  }
  const role = needed === 'ROOT' ? 'ADMIN' : needed;
  if (!hasRole(known, role)) {
    throw new DomainError('FORBIDDEN', `This needs role ${role}; the key has ${known.role}.`);
  }
}

/**
 * Adds the check to the resolver of every field in the table.
 * @throws Error for a root field not in the table
 */
export function enforceAccess(schema: GraphQLSchema): void {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  for (const root of roots) {
    for (const field of Object.keys(root?.getFields() ?? {})) {
      if (!ACCESS[`${root?.name}.${field}`]) {
        throw new Error(`src/graphql/access.ts does not say who may use ${root?.name}.${field}`);
      }
    }
  }
  for (const [coordinate, needed] of Object.entries(ACCESS)) guard(schema, coordinate, needed);
}

function guard(schema: GraphQLSchema, coordinate: string, needed: Access): void {
  const [typeName = '', fieldName = ''] = coordinate.split('.');
  const type = schema.getType(typeName);
  const field = isObjectType(type) ? type.getFields()[fieldName] : undefined;
  const step = typeName === 'Subscription' ? 'subscribe' : 'resolve';
  const resolver = field?.[step];
  if (!field || !resolver) {
    throw new Error(`src/graphql/access.ts names ${coordinate}, which no resolver serves`);
  }
  const resolve = isWriting(coordinate) ? written(resolver) : resolver;
  field[step] = (source, args, context: Context, info) => {
    requireAccess(context.viewer, needed);
    return resolve(source, args, context, info);
  };
}

/** True for mutations, and for the subscriptions that run a generation. */
function isWriting(coordinate: string): boolean {
  return /^(Mutation|Subscription)\./.test(coordinate) && coordinate !== 'Subscription.events';
}

/** A resolver that writes, on the primary. @throws READ_ONLY */
function written(resolve: GraphQLFieldResolver<unknown, Context>): typeof resolve {
  return async (source, args, context, info) => {
    await context.prepareToWrite();
    try {
      return await resolve(source, args, context, info);
    } finally {
      context.written();
    }
  };
}
