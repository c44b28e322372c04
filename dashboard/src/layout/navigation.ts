import type { ComponentType } from 'react';
import {
  AgentIcon,
  EventIcon,
  GraphiqlIcon,
  JobIcon,
  MemoryIcon,
  OverviewIcon,
  ReflectionIcon,
  SearchIcon,
  SettingsIcon,
  StreamIcon,
  TraceIcon,
  TransferIcon,
  TrashIcon,
} from '../components/icons.ts';
import type { Session } from '../session/session.tsx';

type Icon = ComponentType<{ size?: number | string }>;

export type Destination = {
  to:
    | '/projects/$projectId'
    | '/projects/$projectId/memories'
    | '/projects/$projectId/search'
    | '/projects/$projectId/reflections'
    | '/projects/$projectId/stream'
    | '/projects/$projectId/traces'
    | '/projects/$projectId/agents'
    | '/projects/$projectId/events'
    | '/projects/$projectId/jobs'
    | '/projects/$projectId/transfer'
    | '/projects/$projectId/trash'
    | '/projects/$projectId/graphiql'
    | '/projects/$projectId/settings';
  label: string;
  /** What a person finds there, for the command palette. */
  about: string;
  icon: Icon;
  /** The second key of the shortcut: g, then this. */
  shortcut: string;
};

type Group = { label: string; destinations: Destination[] };

/** The pages of the navigation and of the command palette. */
export function navigationOf(session: Session): Group[] {
  const groups: Group[] = [
    {
      label: 'Knowledge',
      destinations: [
        {
          to: '/projects/$projectId',
          label: 'Overview',
          about: 'Counts, quality and what needs attention',
          icon: OverviewIcon,
          shortcut: 'o',
        },
        {
          to: '/projects/$projectId/memories',
          label: 'Memories',
          about: 'What is known, by memory',
          icon: MemoryIcon,
          shortcut: 'm',
        },
        {
          to: '/projects/$projectId/search',
          label: 'Search',
          about: 'Try searches and see why results rank',
          icon: SearchIcon,
          shortcut: 's',
        },
        {
          to: '/projects/$projectId/reflections',
          label: 'Reflections',
          about: 'Lessons of reviewed runs',
          icon: ReflectionIcon,
          shortcut: 'r',
        },
        {
          to: '/projects/$projectId/stream',
          label: 'Stream',
          about: 'Observations and the insights formed from them',
          icon: StreamIcon,
          shortcut: 'w',
        },
      ],
    },
    {
      label: 'Runs',
      destinations: [
        {
          to: '/projects/$projectId/traces',
          label: 'Traces',
          about: 'Runs of agents, and their reviews',
          icon: TraceIcon,
          shortcut: 't',
        },
        {
          to: '/projects/$projectId/agents',
          label: 'Agents',
          about: 'Agents, what they are told, and a chat',
          icon: AgentIcon,
          shortcut: 'a',
        },
      ],
    },
    {
      label: 'Operation',
      destinations: [
        {
          to: '/projects/$projectId/events',
          label: 'Events',
          about: 'Every change, live',
          icon: EventIcon,
          shortcut: 'e',
        },
        {
          to: '/projects/$projectId/jobs',
          label: 'Jobs',
          about: 'Background work, and why it failed',
          icon: JobIcon,
          shortcut: 'j',
        },
        {
          to: '/projects/$projectId/transfer',
          label: 'Import and export',
          about: 'Move knowledge in and out',
          icon: TransferIcon,
          shortcut: 'i',
        },
        {
          to: '/projects/$projectId/trash',
          label: 'Trash',
          about: 'Deleted memories and entries',
          icon: TrashIcon,
          shortcut: 'd',
        },
        {
          to: '/projects/$projectId/settings',
          label: 'Settings',
          about: 'The project, its settings and keys',
          icon: SettingsIcon,
          shortcut: 'p',
        },
      ],
    },
  ];
  if (session.hasFeature('GRAPHIQL')) {
    groups.at(-1)?.destinations.push({
      to: '/projects/$projectId/graphiql',
      label: 'GraphiQL',
      about: 'Write GraphQL with completion and documentation',
      icon: GraphiqlIcon,
      shortcut: 'q',
    });
  }
  return groups;
}
