import { gql, type TypedDocumentNode } from '@apollo/client';
import type { EventsPageQuery, EventsPageQueryVariables } from '../../api/types.ts';

/** The fields that one line of the log shows: what happened, who did it, and the names of the objects. */
export const EVENT_ROW: TypedDocumentNode = gql`
  fragment EventRow on Event {
    id
    cursor
    type
    createdAt
    actor { id kind name }
    memoryId
    memory { id name }
    entryId
    entry { id content memory { id name } }
    traceId
    trace { id task }
    agentId
    agent { id name }
    generationId
    jobId
    job { id kind }
    insightCycleId
    insightCycle { id memory { id name } }
    apiKeyId
    apiKey { id name }
    changes { field before after }
  }
`;

export const EVENTS_PAGE: TypedDocumentNode<EventsPageQuery, EventsPageQueryVariables> = gql`
  query EventsPage(
    $scope: KnowledgeScope
    $types: [EventType!]
    $entryIds: [ID!]
    $actorIds: [ID!]
    $createdAfter: DateTime
    $createdBefore: DateTime
    $after: String
    $before: String
    $last: Int
  ) {
    events(
      scope: $scope
      types: $types
      entryIds: $entryIds
      actorIds: $actorIds
      createdAfter: $createdAfter
      createdBefore: $createdBefore
      direction: DESC
      first: 50
      after: $after
      before: $before
      last: $last
    ) {
      headCursor
      edges {
        cursor
        node { ...EventRow }
      }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
  ${EVENT_ROW}
`;
