import { gql, type TypedDocumentNode } from '@apollo/client';
import type {
  CopyListedEntriesMutation,
  CopyListedEntriesMutationVariables,
  DeleteListedEntriesMutation,
  DeleteListedEntriesMutationVariables,
  ListedEntryFacetsQuery,
  ListedEntryFacetsQueryVariables,
  ListedEntryRowsQuery,
  ListedEntryRowsQueryVariables,
  MemoryEntriesQuery,
  MemoryEntriesQueryVariables,
  MergeListedEntriesMutation,
  MergeListedEntriesMutationVariables,
  MoveListedEntriesMutation,
  MoveListedEntriesMutationVariables,
  NewestEntriesQuery,
  NewestEntriesQueryVariables,
  SupersedeListedEntriesMutation,
  SupersedeListedEntriesMutationVariables,
} from '../../../api/types.ts';

/** What a row of the list shows of an entry. */
export const ENTRY_ROW: TypedDocumentNode = gql`
  fragment EntryRow on Entry {
    id
    kind
    source
    content
    importance
    utility
    reviewCount
    occurredAt
    createdAt
    updatedAt
    expiresAt
    deletedAt
    supersededAt
    version
    memory { id }
    statements { number }
  }
`;

export const MEMORY_ENTRIES: TypedDocumentNode<MemoryEntriesQuery, MemoryEntriesQueryVariables> =
  gql`
  query MemoryEntries(
    $memoryId: ID!
    $scope: KnowledgeScope
    $text: String
    $orderBy: EntryOrder
    $after: String
  ) {
    memory(id: $memoryId) {
      id
      entries(scope: $scope, text: $text, orderBy: $orderBy, first: 100, after: $after) {
        totalCount
        edges {
          cursor
          node { ...EntryRow }
        }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
  ${ENTRY_ROW}
`;

/** The numbers of entries by kind and source. */
export const ENTRY_FACETS: TypedDocumentNode<
  ListedEntryFacetsQuery,
  ListedEntryFacetsQueryVariables
> = gql`
  query ListedEntryFacets($scope: KnowledgeScope, $text: String) {
    entries(scope: $scope, text: $text, first: 0) {
      facets {
        kinds { kind count }
        sources { source count }
      }
    }
  }
`;

/** The newest entries that meet conditions. */
export const NEWEST_ENTRIES: TypedDocumentNode<NewestEntriesQuery, NewestEntriesQueryVariables> =
  gql`
  query NewestEntries($scope: KnowledgeScope, $text: String) {
    entries(scope: $scope, text: $text, first: 100) {
      nodes { id }
    }
  }
`;

/** Entries of the list as they are now. */
export const ENTRY_ROWS: TypedDocumentNode<ListedEntryRowsQuery, ListedEntryRowsQueryVariables> =
  gql`
  query ListedEntryRows($ids: [ID!]!) {
    nodes(ids: $ids) { ...EntryRow }
  }
  ${ENTRY_ROW}
`;

export const DELETE_ENTRIES: TypedDocumentNode<
  DeleteListedEntriesMutation,
  DeleteListedEntriesMutationVariables
> = gql`
  mutation DeleteListedEntries($input: DeleteEntriesInput!) {
    deleteEntries(input: $input) {
      results {
        ... on Entry { id deletedAt }
        ... on ItemError { code message }
      }
    }
  }
`;

export const MOVE_ENTRIES: TypedDocumentNode<
  MoveListedEntriesMutation,
  MoveListedEntriesMutationVariables
> = gql`
  mutation MoveListedEntries($input: MoveEntriesInput!) {
    moveEntries(input: $input) {
      results {
        ... on Entry { id memory { id } }
        ... on ItemError { code message }
      }
    }
  }
`;

export const COPY_ENTRIES: TypedDocumentNode<
  CopyListedEntriesMutation,
  CopyListedEntriesMutationVariables
> = gql`
  mutation CopyListedEntries($input: CopyEntriesInput!) {
    copyEntries(input: $input) {
      results {
        ... on WriteEntryPayload { action entry { id version } }
        ... on ItemError { code message }
      }
    }
  }
`;

export const SUPERSEDE_ENTRIES: TypedDocumentNode<
  SupersedeListedEntriesMutation,
  SupersedeListedEntriesMutationVariables
> = gql`
  mutation SupersedeListedEntries($input: SupersedeEntriesInput!) {
    supersedeEntries(input: $input) {
      results {
        ... on Entry { id supersededAt }
        ... on ItemError { code message }
      }
    }
  }
`;

export const MERGE_ENTRIES: TypedDocumentNode<
  MergeListedEntriesMutation,
  MergeListedEntriesMutationVariables
> = gql`
  mutation MergeListedEntries($input: MergeEntriesInput!) {
    mergeEntries(input: $input) {
      entry { ...EntryRow }
    }
  }
  ${ENTRY_ROW}
`;
