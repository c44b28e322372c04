import type { App } from '../app.ts';
import { badInput, requireFound } from '../errors.ts';
import { findEvent } from '../events/list-events.ts';
import { prefixOf } from '../ids.ts';
import { hasRole } from '../projects/viewer.ts';
import type { Context } from './context.ts';
import type { Resolvers } from './generated.ts';

export const MAX_NODES = 100;

/** The type for each prefix of an id. */
const TYPES = {
  prj: 'Project',
  key: 'ApiKey',
  mem: 'Memory',
  me: 'Entry',
  agt: 'Agent',
  trc: 'Trace',
  evt: 'Event',
} as const;

type NodeType = (typeof TYPES)[keyof typeof TYPES];

export const nodeResolvers: Resolvers = {
  Query: {
    node: async (_, { id, projectId }, context) => findNode(context, id, projectId),
    nodes: async (_, { ids, projectId }, context) => {
      if (ids.length > MAX_NODES) throw badInput('ids', `must hold at most ${MAX_NODES} ids`);
      // In a list, an error affects only its item.
      return Promise.all(
        ids.map((id) => findNode(context, id, projectId).catch((error: Error) => error as never)),
      );
    },
  },
  Node: {
    __resolveType: (node) => nodeType(node),
  },
};

/** @throws NOT_FOUND, also for an object that requires a higher role */
async function findNode(context: Context, id: string, projectId: string | null | undefined) {
  const type = typeOf(id);
  const { project } = await context.caller(type === 'Project' ? id : projectId, 'projectId');
  const found = type && (await load(context, context.app, { type, id, projectId: project.id }));
  return requireFound(found, 'object', id);
}

function load(
  { loaders, viewer }: Context,
  app: App,
  { type, id, projectId }: { type: NodeType; id: string; projectId: string },
) {
  switch (type) {
    case 'Project':
      return loaders.project.load(id);
    case 'Memory':
      return loaders.memory.load({ projectId, id });
    case 'Entry':
      return loaders.entry.load({ projectId, id });
    case 'Agent':
      return loaders.agent.load({ projectId, id });
    case 'Trace':
      return loaders.trace.load({ projectId, id });
    case 'Event':
      return findEvent(app, projectId, id);
    case 'ApiKey':
      return viewer && hasRole(viewer, 'ADMIN') ? loaders.apiKey.load({ projectId, id }) : null;
  }
}

function typeOf(id: string): NodeType | null {
  const prefix = prefixOf(id);
  return prefix !== null && prefix in TYPES ? TYPES[prefix as keyof typeof TYPES] : null;
}

/** The type of a row, by the prefix of its id. A row without an id is an event. */
function nodeType(node: object): NodeType {
  const type = 'id' in node ? typeOf(String(node.id)) : 'Event';
  if (type === null) throw new Error('A node has an id of no known type');
  return type;
}
