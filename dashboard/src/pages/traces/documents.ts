import { gql, type TypedDocumentNode } from '@apollo/client';
import type {
  DeleteTraceMutation,
  DeleteTraceMutationVariables,
  RetryTraceReflectionMutation,
  RetryTraceReflectionMutationVariables,
  ReviewQueueQuery,
  ReviewQueueQueryVariables,
  ReviewTraceMutation,
  ReviewTraceMutationVariables,
  TraceByIdQuery,
  TraceByIdQueryVariables,
  TraceMessagesQuery,
  TraceMessagesQueryVariables,
  TraceNamesQuery,
  TraceNamesQueryVariables,
  TracesByMeaningQuery,
  TracesByMeaningQueryVariables,
  TracesPendingQuery,
  TracesPendingQueryVariables,
  TracesQuery,
  TracesQueryVariables,
} from '../../api/types.ts';
import { LESSON_PARTS } from '../../components/lesson-documents.ts';

/** What a list shows of a trace. */
export const TRACE_ROW: TypedDocumentNode = gql`
  fragment TraceRow on Trace {
    id
    task
    agentId
    agent { id name }
    model
    usage { inputTokens outputTokens }
    durationMs
    messageCount
    toolsUsed
    createdAt
    reflectionStatus
    review { result reward feedback reviewedAt }
  }
`;

export const TRACES: TypedDocumentNode<TracesQuery, TracesQueryVariables> = gql`
  query Traces($filter: TraceFilter, $orderBy: TraceOrder, $after: String) {
    traces(filter: $filter, orderBy: $orderBy, first: 50, after: $after) {
      totalCount
      edges {
        cursor
        node { ...TraceRow }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
  ${TRACE_ROW}
`;

export const TRACES_BY_MEANING: TypedDocumentNode<
  TracesByMeaningQuery,
  TracesByMeaningQueryVariables
> = gql`
  query TracesByMeaning($query: String!, $filter: TraceFilter) {
    searchTraces(input: { query: $query, filter: $filter, limit: 50 }) {
      results {
        similarity
        trace { ...TraceRow }
      }
    }
  }
  ${TRACE_ROW}
`;

/** How many traces wait for a review. */
export const TRACES_PENDING: TypedDocumentNode<TracesPendingQuery, TracesPendingQueryVariables> =
  gql`
  query TracesPending($filter: TraceFilter!) {
    traces(filter: $filter, first: 0) { totalCount }
  }
`;

/** The agents and models of the latest traces, which the filters suggest. */
export const TRACE_NAMES: TypedDocumentNode<TraceNamesQuery, TraceNamesQueryVariables> = gql`
  query TraceNames {
    traces(first: 100, orderBy: { field: CREATED_AT, direction: DESC }) {
      edges {
        cursor
        node { id model agentId agent { id name } }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`;

/** Everything of a trace except its messages, which are read page by page. */
export const TRACE_DETAIL: TypedDocumentNode = gql`
  fragment TraceDetail on Trace {
    id
    task
    finalResponse
    agentId
    agent { id name }
    model
    usage { inputTokens outputTokens }
    durationMs
    messageCount
    toolsUsed
    metadata
    createdAt
    createdBy { id name kind }
    retrieved {
      entryId
      content
      rank
      score
      used
      entry { id kind content updatedAt utility reviewCount deletedAt supersededAt }
    }
    review {
      result
      reward
      feedback
      alpha
      baseline
      reviewedAt
      reviewedBy { id name kind }
      entryRewards { entryId reward }
    }
    reflection {
      id
      content
      utility
      reviewCount
      deletedAt
      lesson { ...LessonParts }
    }
    reflectionStatus
    reflectionAttempts
    reflectionError
  }
  ${LESSON_PARTS}
`;

export const TRACE_BY_ID: TypedDocumentNode<TraceByIdQuery, TraceByIdQueryVariables> = gql`
  query TraceById($id: ID!) {
    trace(id: $id) { ...TraceDetail }
  }
  ${TRACE_DETAIL}
`;

export const TRACE_MESSAGES: TypedDocumentNode<TraceMessagesQuery, TraceMessagesQueryVariables> =
  gql`
  query TraceMessages($id: ID!, $after: String) {
    trace(id: $id) {
      id
      messages(first: 50, after: $after) {
        totalCount
        edges { cursor node }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`;

/** The traces that wait for a review, oldest first. */
export const REVIEW_QUEUE: TypedDocumentNode<ReviewQueueQuery, ReviewQueueQueryVariables> = gql`
  query ReviewQueue($filter: TraceFilter!, $after: String) {
    traces(
      filter: $filter
      orderBy: { field: CREATED_AT, direction: ASC }
      first: 50
      after: $after
    ) {
      totalCount
      edges { cursor node { id review { result reward feedback reviewedAt } } }
      pageInfo { hasNextPage endCursor }
    }
  }
`;

export const REVIEW_TRACE: TypedDocumentNode<ReviewTraceMutation, ReviewTraceMutationVariables> =
  gql`
  mutation ReviewTrace($input: ReviewTraceInput!) {
    reviewTrace(input: $input) {
      trace { ...TraceDetail }
      changes {
        before
        after
        reward
        entry { id kind content utility reviewCount }
      }
    }
  }
  ${TRACE_DETAIL}
`;

export const RETRY_TRACE_REFLECTION: TypedDocumentNode<
  RetryTraceReflectionMutation,
  RetryTraceReflectionMutationVariables
> = gql`
  mutation RetryTraceReflection($input: RetryReflectionInput!) {
    retryReflection(input: $input) {
      trace { id reflectionStatus reflectionAttempts reflectionError }
    }
  }
`;

export const DELETE_TRACE: TypedDocumentNode<DeleteTraceMutation, DeleteTraceMutationVariables> =
  gql`
  mutation DeleteTrace($input: DeleteTraceInput!) {
    deleteTrace(input: $input) { deletedTraceId }
  }
`;
