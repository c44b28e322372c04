import { gql, type TypedDocumentNode } from '@apollo/client';
import type {
  StreamCyclesQuery,
  StreamCyclesQueryVariables,
  StreamEvidenceQuery,
  StreamEvidenceQueryVariables,
  StreamInsightsQuery,
  StreamInsightsQueryVariables,
  StreamLatestQuery,
  StreamLatestQueryVariables,
  StreamObservationsQuery,
  StreamObservationsQueryVariables,
  StreamPageQuery,
  StreamPageQueryVariables,
  StreamRecordMutation,
  StreamRecordMutationVariables,
  StreamRunMutation,
  StreamRunMutationVariables,
  StreamSaveSettingsMutation,
  StreamSaveSettingsMutationVariables,
} from '../../api/types.ts';
import { STREAM_SETTINGS } from '../../components/stream-settings-documents.ts';

/** The memory whose stream changed last; else the memory that changed last. */
export const STREAM_LATEST: TypedDocumentNode<StreamLatestQuery, StreamLatestQueryVariables> = gql`
  query StreamLatest {
    entries(
      scope: { kinds: [OBSERVATION, PLAN, INSIGHT] }
      orderBy: { field: UPDATED_AT, direction: DESC }
      first: 1
    ) {
      edges { cursor node { id memory { id } } }
      pageInfo { hasNextPage endCursor }
    }
    memories(first: 1, orderBy: { field: UPDATED_AT, direction: DESC }) {
      edges { cursor node { id } }
      pageInfo { hasNextPage endCursor }
    }
  }
`;

export const STREAM_PAGE: TypedDocumentNode<StreamPageQuery, StreamPageQueryVariables> = gql`
  query StreamPage($id: ID!) {
    memory(id: $id) {
      id
      name
      version
      deletedAt
      purgeAt
      stream {
        cumulativeImportance
        observationCount
        lastCycleAt
        importanceThreshold
        minObservations
        settings { ...StreamSettingsFields }
      }
    }
    project {
      id
      settings { stream { ...StreamSettingsFields } }
    }
  }
  ${STREAM_SETTINGS}
`;

/** What the list and the chart show of an observation, a plan or an insight. */
export const STREAM_ENTRY: TypedDocumentNode = gql`
  fragment StreamEntry on Entry {
    id
    kind
    content
    importance
    importanceExplained { source pending }
    depth
    occurredAt
    createdAt
    lastStatedAt
    lastAccessedAt
    accessCount
    expiresAt
    deletedAt
    memory { id }
  }
`;

export const STREAM_OBSERVATIONS: TypedDocumentNode<
  StreamObservationsQuery,
  StreamObservationsQueryVariables
> = gql`
  query StreamObservations($scope: KnowledgeScope!, $after: String) {
    entries(
      scope: $scope
      orderBy: { field: OCCURRED_AT, direction: DESC }
      first: 100
      after: $after
    ) {
      totalCount
      edges { cursor node { ...StreamEntry } }
      pageInfo { hasNextPage endCursor }
    }
  }
  ${STREAM_ENTRY}
`;

export const STREAM_INSIGHTS: TypedDocumentNode<StreamInsightsQuery, StreamInsightsQueryVariables> =
  gql`
  query StreamInsights($scope: KnowledgeScope!, $after: String) {
    entries(
      scope: $scope
      orderBy: { field: CREATED_AT, direction: DESC }
      first: 50
      after: $after
    ) {
      totalCount
      edges {
        cursor
        node {
          ...StreamEntry
          supports { role entry { id } }
        }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
  ${STREAM_ENTRY}
`;

export const STREAM_EVIDENCE: TypedDocumentNode<StreamEvidenceQuery, StreamEvidenceQueryVariables> =
  gql`
  query StreamEvidence($id: ID!) {
    entry(id: $id) {
      id
      evidence { role entry { ...StreamEntry } }
    }
  }
  ${STREAM_ENTRY}
`;

export const STREAM_CYCLES: TypedDocumentNode<StreamCyclesQuery, StreamCyclesQueryVariables> = gql`
  query StreamCycles($id: ID!, $after: String) {
    memory(id: $id) {
      id
      insightCycles(first: 10, after: $after) {
        totalCount
        edges {
          cursor
          node {
            id
            status
            attempts
            error
            importance
            observationCount
            questions { question error insight { id content } }
            usage { inputTokens outputTokens }
            createdAt
            finishedAt
          }
        }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`;

export const STREAM_RUN: TypedDocumentNode<StreamRunMutation, StreamRunMutationVariables> = gql`
  mutation StreamRun($input: StartInsightCycleInput!) {
    startInsightCycle(input: $input) { insightCycle { id status } }
  }
`;

export const STREAM_RECORD: TypedDocumentNode<StreamRecordMutation, StreamRecordMutationVariables> =
  gql`
  mutation StreamRecord($input: RecordObservationInput!) {
    recordObservation(input: $input) { entry { ...StreamEntry } }
  }
  ${STREAM_ENTRY}
`;

export const STREAM_SAVE_SETTINGS: TypedDocumentNode<
  StreamSaveSettingsMutation,
  StreamSaveSettingsMutationVariables
> = gql`
  mutation StreamSaveSettings($input: UpdateMemoryInput!) {
    updateMemory(input: $input) {
      memory {
        id
        version
        stream {
          importanceThreshold
          minObservations
          settings { ...StreamSettingsFields }
        }
      }
    }
  }
  ${STREAM_SETTINGS}
`;
