import { InMemoryCache } from '@apollo/client';
import { connection } from './connection.ts';

const ENTRIES = connection(['scope', 'text', 'deleted', 'orderBy']);

/** The normalised cache: every object with an id is stored once, and every list that shows it follows its changes. */
export function createCache(): InMemoryCache {
  return new InMemoryCache({
    possibleTypes: {
      WriteEntryResult: ['WriteEntryPayload', 'ItemError'],
      EntryResult: ['Entry', 'ItemError'],
      ReviewTraceResult: ['ReviewTracePayload', 'ItemError'],
      GenerationEvent: [
        'GenerationStarted',
        'TextDelta',
        'ToolCall',
        'MemoryWrite',
        'GenerationEnded',
      ],
    },
    typePolicies: {
      Query: {
        fields: {
          memories: connection(['tags', 'name', 'deleted', 'orderBy']),
          tags: connection(['search']),
          entries: ENTRIES,
          traces: connection(['filter', 'orderBy']),
          agents: connection(['orderBy']),
          generations: connection(['agentId', 'status']),
          events: connection([
            'scope',
            'types',
            'entryIds',
            'agentIds',
            'traceIds',
            'actorIds',
            'createdAfter',
            'createdBefore',
            'direction',
          ]),
          jobs: connection(['status', 'kind']),
        },
      },
      Project: {
        fields: {
          apiKeys: connection(),
          settings: { merge: true },
          learning: { merge: true },
          usage: { merge: true },
        },
      },
      Memory: {
        fields: { entries: ENTRIES, insightCycles: connection(), stream: { merge: true } },
      },
      Entry: {
        fields: {
          revisions: connection(),
          utilityHistory: connection(['superseded']),
          lesson: { merge: true },
        },
      },
      Trace: { fields: { messages: connection(), review: { merge: true } } },
      Agent: { fields: { knowledgeConfig: { merge: true } } },
      // These are parts of another object. Their ids or numbers are unique only within that object.
      ToolCall: { keyFields: false },
      Actor: { keyFields: false },
      ConfiguredMemory: { keyFields: false },
    },
  });
}
