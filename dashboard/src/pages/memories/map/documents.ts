import { gql, type TypedDocumentNode } from '@apollo/client';
import type {
  MapAddMetadataMutation,
  MapAddMetadataMutationVariables,
  MapDeleteMutation,
  MapDeleteMutationVariables,
  MapEntriesQuery,
  MapEntriesQueryVariables,
  MapMoveMutation,
  MapMoveMutationVariables,
} from '../../../api/types.ts';

export const MAP_ENTRY: TypedDocumentNode = gql`
  fragment MapEntry on Entry {
    id
    kind
    content
    metadata
    utility
    reviewCount
    lastStatedAt
    version
    embedding
    memory { id }
  }
`;

/** A page of the entries on the map, with their vectors. */
export const MAP_ENTRIES: TypedDocumentNode<MapEntriesQuery, MapEntriesQueryVariables> = gql`
  query MapEntries($memoryId: ID!, $orderBy: EntryOrder, $after: String) {
    memory(id: $memoryId) {
      id
      name
      deletedAt
      purgeAt
      entries(first: 100, after: $after, orderBy: $orderBy) {
        totalCount
        edges { cursor node { ...MapEntry } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
  ${MAP_ENTRY}
`;

export const MAP_MOVE: TypedDocumentNode<MapMoveMutation, MapMoveMutationVariables> = gql`
  mutation MapMove($input: MoveEntriesInput!) {
    moveEntries(input: $input) {
      results {
        ... on Entry { id memory { id } }
        ... on ItemError { code message }
      }
    }
  }
`;

export const MAP_DELETE: TypedDocumentNode<MapDeleteMutation, MapDeleteMutationVariables> = gql`
  mutation MapDelete($input: DeleteEntriesInput!) {
    deleteEntries(input: $input) {
      results {
        ... on Entry { id deletedAt }
        ... on ItemError { code message }
      }
    }
  }
`;

export const MAP_ADD_METADATA: TypedDocumentNode<
  MapAddMetadataMutation,
  MapAddMetadataMutationVariables
> = gql`
  mutation MapAddMetadata($input: UpdateEntryInput!) {
    updateEntry(input: $input) {
      entry { id metadata version }
    }
  }
`;
