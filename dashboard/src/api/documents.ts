import { gql, type TypedDocumentNode } from '@apollo/client';
import type {
  HeadCursorQuery,
  HeadCursorQueryVariables,
  ProjectEventsSubscription,
  ProjectEventsSubscriptionVariables,
} from './types.ts';

/** The end of the log, from which the page follows it. */
export const HEAD_CURSOR: TypedDocumentNode<HeadCursorQuery, HeadCursorQueryVariables> = gql`
  query HeadCursor {
    events(first: 0) { headCursor }
  }
`;

/** Every change of the project, with the fields of the changed object that lists show, which update the cache. */
export const PROJECT_EVENTS: TypedDocumentNode<
  ProjectEventsSubscription,
  ProjectEventsSubscriptionVariables
> = gql`
  subscription ProjectEvents($after: String) {
    events(after: $after) {
      id
      type
      createdAt
      actor { id kind name }
      memoryId
      memory { id name description tags entryCount contentBytes version updatedAt deletedAt }
      entryId
      entry {
        id
        kind
        source
        content
        metadata
        importance
        utility
        reviewCount
        version
        updatedAt
        deletedAt
        supersededAt
        memory { id }
      }
      traceId
      trace { id reflectionStatus review { result reward feedback reviewedAt } }
      agentId
      agent { id name updatedAt }
      generationId
      generation { id status }
      jobId
      job { id kind status attempts error finishedAt }
      insightCycleId
      insightCycle { id status attempts error finishedAt }
      changes { field before after }
    }
  }
`;
