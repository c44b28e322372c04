import { badInput } from '../errors.ts';
import { findEvent } from '../events/read-events.ts';
import { prefixOf } from '../ids.ts';
import { isAdmin, reaches, requireViewer } from '../projects/viewer.ts';
import type { Context } from './context.ts';
import type { Resolvers } from './generated.ts';

export const MAX_NODES = 100;

/** The type of object for each prefix of an id. */
const TYPES = {
  prj: 'Project',
  key: 'ApiKey',
  mem: 'Memory',
  me: 'Entry',
  agt: 'Agent',
  gen: 'Generation',
  trc: 'Trace',
  job: 'Job',
  cyc: 'InsightCycle',
  evt: 'Event',
} as const;

type NodeType = (typeof TYPES)[keyof typeof TYPES];

export const nodeResolvers: Resolvers = {
  Query: {
    node: async (_, { id }, context) => findNode(context, id),
    nodes: async (_, { ids }, context) => {
      if (ids.length > MAX_NODES) throw badInput('ids', `must hold at most ${MAX_NODES} ids`);
      return Promise.all(ids.map((id) => findNode(context, id)));
    },
  },
  Node: {
    __resolveType: (node) => nodeType(node),
  },
};

/** The object with an id; null if it is not in the caller's project, or if it requires a higher role. */
async function findNode(context: Context, id: string) {
  const type = typeOf(id);
  if (type === null) return null;
  const { project } = await context.caller();
  return load(context, { type, id, projectId: project.id });
}

function load(
  { app, loaders, viewer }: Context,
  { type, id, projectId }: { type: NodeType; id: string; projectId: string },
) {
  switch (type) {
    case 'Project':
      return reaches(requireViewer(viewer), id) ? loaders.project.load(id) : null;
    case 'Memory':
      return loaders.memory.load({ projectId, id });
    case 'Entry':
      return loaders.entry.load({ projectId, id });
    case 'Agent':
      return loaders.agent.load({ projectId, id });
    case 'Generation':
      return loaders.generation.load({ projectId, id });
    case 'Trace':
      return loaders.trace.load({ projectId, id });
    case 'Job':
      return loaders.job.load({ projectId, id });
    case 'InsightCycle':
      return loaders.insightCycle.load({ projectId, id });
    case 'Event':
      return findEvent(app, projectId, id);
    case 'ApiKey':
      return isAdmin(viewer) ? loaders.apiKey.load({ projectId, id }) : null;
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
