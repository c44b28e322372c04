import type { Page } from 'playwright-core';
import { graphql, type Target } from '../src/commands/requests.ts';

/** The ids of what the pages of single objects show. */
export type Ids = { memory: string; diary: string; entry: string; trace: string; agent: string };

/** A page of which screenshots are taken, and how to reach it. */
export type Shot = {
  name: string;
  /** The address after that of the project. */
  path: (ids: Ids) => string;
  /** What is done on the page before it is taken. */
  prepare?: (page: Page) => Promise<void>;
  isInReadme?: boolean;
};

const QUESTION = encodeURIComponent('Drivers vanish from the map after a few minutes');

export const PAGES: Shot[] = [
  { name: 'overview', path: () => '', isInReadme: true },
  { name: 'memories', path: () => '/memories' },
  { name: 'memory', path: ({ memory }) => `/memories/${memory}`, isInReadme: true },
  { name: 'memory-map', path: ({ memory }) => `/memories/${memory}/map`, isInReadme: true },
  { name: 'entry', path: ({ entry }) => `/entries/${entry}` },
  { name: 'search', path: () => `/search?query=${QUESTION}`, isInReadme: true },
  { name: 'reflections', path: () => '/reflections' },
  { name: 'stream', path: ({ diary }) => `/stream?memoryId=${diary}`, isInReadme: true },
  { name: 'traces', path: () => '/traces' },
  { name: 'trace', path: ({ trace }) => `/traces/${trace}`, isInReadme: true },
  { name: 'review', path: () => '/review' },
  { name: 'agents', path: () => '/agents' },
  { name: 'agent', path: ({ agent }) => `/agents/${agent}` },
  { name: 'chat', path: ({ agent }) => `/agents/${agent}/chat` },
  { name: 'events', path: () => '/events' },
  { name: 'jobs', path: () => '/jobs' },
  { name: 'transfer', path: () => '/transfer' },
  { name: 'trash', path: () => '/trash' },
  { name: 'settings', path: () => '/settings' },
  { name: 'graphiql', path: () => '/graphiql' },
];

const FIND = `{
  memory(name: "Driver app") { id entries(first: 1, text: "Battery saving") { nodes { id } } }
  diary: memory(name: "Support desk diary") { id }
  traces(first: 30) { nodes { id task review { result } } }
  agents(first: 20) { nodes { id name } }
}`;

type Found = {
  memory: { id: string; entries: { nodes: { id: string }[] } };
  diary: { id: string };
  traces: { nodes: { id: string; task: string; review: { result: string } | null }[] };
  agents: { nodes: { id: string; name: string }[] };
};

/** The objects of the demo that have the most to show. */
export async function findIds(target: Target): Promise<Ids> {
  const { memory, diary, traces, agents } = await graphql<Found>(target, FIND, {});
  const trace = traces.nodes.find(({ review }) => review?.result === 'PASS') ?? traces.nodes[0];
  const agent = agents.nodes.find(({ name }) => name === 'Support desk');
  const entry = memory.entries.nodes[0];
  if (!trace || !agent || !entry) throw new Error('The project does not have the demo.');
  return { memory: memory.id, diary: diary.id, entry: entry.id, trace: trace.id, agent: agent.id };
}
