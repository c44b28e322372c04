import { gql, type TypedDocumentNode } from '@apollo/client';
import type {
  OverviewFirstEntryMutation,
  OverviewFirstEntryMutationVariables,
  OverviewFirstMemoryMutation,
  OverviewFirstMemoryMutationVariables,
  OverviewKeyMutation,
  OverviewKeyMutationVariables,
  OverviewOverTimeQuery,
  OverviewOverTimeQueryVariables,
  OverviewQuery,
  OverviewQueryVariables,
} from '../../api/types.ts';
import { EVENT_ROW } from '../events/documents.ts';

/** The state of the project. Its lists are fields of the project, so that the cache does not join them with others. */
export const OVERVIEW: TypedDocumentNode<OverviewQuery, OverviewQueryVariables> = gql`
  query Overview {
    project {
      id
      name
      usage { entries bytes }
      learning { tracesTotal tracesPending entriesMoved }
      memories(first: 8, orderBy: { field: ENTRY_COUNT, direction: DESC }) {
        totalCount
        nodes { id name entryCount contentBytes }
      }
      jobs(status: FAILED, first: 0) { totalCount }
      events(first: 8, direction: DESC) {
        nodes { ...EventRow }
      }
    }
  }
  ${EVENT_ROW}
`;

export const OVERVIEW_OVER_TIME: TypedDocumentNode<
  OverviewOverTimeQuery,
  OverviewOverTimeQueryVariables
> = gql`
  query OverviewOverTime($from: DateTime!, $bucket: StatsBucketSize!, $points: Int!) {
    stats(from: $from, bucket: $bucket) {
      start
      traces
      passed
      failed
      entriesCreated
      entriesUpdated
      entriesSkipped
      searches
      generations
      inputTokens
      outputTokens
      searchLatency { p50 p95 }
      generationLatency { p50 p95 }
    }
    project {
      id
      learning {
        utilityHistory(from: $from, points: $points) { at classes }
      }
    }
  }
`;

export const OVERVIEW_FIRST_MEMORY: TypedDocumentNode<
  OverviewFirstMemoryMutation,
  OverviewFirstMemoryMutationVariables
> = gql`
  mutation OverviewFirstMemory($name: String!) {
    createMemory(
      input: {
        name: $name
        description: "What agents should know about this project"
        ifExists: RETURN
      }
    ) {
      memory { id name }
    }
  }
`;

export const OVERVIEW_FIRST_ENTRY: TypedDocumentNode<
  OverviewFirstEntryMutation,
  OverviewFirstEntryMutationVariables
> = gql`
  mutation OverviewFirstEntry($memoryId: ID!, $content: String!) {
    writeEntry(input: { memoryId: $memoryId, content: $content }) {
      action
      entry { id content memory { id entryCount } }
    }
  }
`;

export const OVERVIEW_KEY: TypedDocumentNode<OverviewKeyMutation, OverviewKeyMutationVariables> =
  gql`
  mutation OverviewKey($input: CreateApiKeyInput!) {
    createApiKey(input: $input) {
      apiKey { id name }
      secret
    }
  }
`;
