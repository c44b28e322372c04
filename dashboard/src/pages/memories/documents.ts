import { gql, type TypedDocumentNode } from '@apollo/client';
import type {
  CreateMemoryMutation,
  CreateMemoryMutationVariables,
  DeleteMemoryMutation,
  DeleteMemoryMutationVariables,
  MemoriesQuery,
  MemoriesQueryVariables,
  MemoryPageQuery,
  MemoryPageQueryVariables,
  RestoreMemoryMutation,
  RestoreMemoryMutationVariables,
  TrashedEntriesQuery,
  TrashedEntriesQueryVariables,
  TrashedMemoriesQuery,
  TrashedMemoriesQueryVariables,
  UpdateMemoryMutation,
  UpdateMemoryMutationVariables,
} from '../../api/types.ts';

/** What a row of the list shows of a memory. */
export const MEMORY_ROW: TypedDocumentNode = gql`
  fragment MemoryRow on Memory {
    id
    name
    description
    tags
    entryCount
    contentBytes
    version
    updatedAt
    deletedAt
  }
`;

export const MEMORIES: TypedDocumentNode<MemoriesQuery, MemoriesQueryVariables> = gql`
  query Memories($tags: [String!], $name: String, $orderBy: MemoryOrder, $after: String) {
    memories(tags: $tags, name: $name, orderBy: $orderBy, first: 50, after: $after) {
      totalCount
      edges {
        cursor
        node { ...MemoryRow }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
  ${MEMORY_ROW}
`;

/** What the page of a memory shows, beside its entries. */
export const MEMORY_DETAILS: TypedDocumentNode = gql`
  fragment MemoryDetails on Memory {
    ...MemoryRow
    duplicateThreshold
    updateThreshold
    duplicatePolicy
    maxStatements
    contradictionCheck
    createdAt
    purgeAt
    agents { id name }
    project {
      id
      settings { duplicateThreshold updateThreshold duplicatePolicy maxStatements }
    }
  }
  ${MEMORY_ROW}
`;

export const MEMORY_PAGE: TypedDocumentNode<MemoryPageQuery, MemoryPageQueryVariables> = gql`
  query MemoryPage($memoryId: ID!) {
    memory(id: $memoryId) { ...MemoryDetails }
  }
  ${MEMORY_DETAILS}
`;

export const CREATE_MEMORY: TypedDocumentNode<CreateMemoryMutation, CreateMemoryMutationVariables> =
  gql`
  mutation CreateMemory($input: CreateMemoryInput!) {
    createMemory(input: $input) {
      memory { ...MemoryRow }
    }
  }
  ${MEMORY_ROW}
`;

export const UPDATE_MEMORY: TypedDocumentNode<UpdateMemoryMutation, UpdateMemoryMutationVariables> =
  gql`
  mutation UpdateMemory($input: UpdateMemoryInput!) {
    updateMemory(input: $input) {
      memory { ...MemoryDetails }
    }
  }
  ${MEMORY_DETAILS}
`;

export const DELETE_MEMORY: TypedDocumentNode<DeleteMemoryMutation, DeleteMemoryMutationVariables> =
  gql`
  mutation DeleteMemory($input: DeleteMemoryInput!) {
    deleteMemory(input: $input) {
      memory { id deletedAt purgeAt }
    }
  }
`;

export const RESTORE_MEMORY: TypedDocumentNode<
  RestoreMemoryMutation,
  RestoreMemoryMutationVariables
> = gql`
  mutation RestoreMemory($input: RestoreMemoryInput!) {
    restoreMemory(input: $input) {
      memory { id deletedAt purgeAt }
    }
  }
`;

export const TRASHED_MEMORIES: TypedDocumentNode<
  TrashedMemoriesQuery,
  TrashedMemoriesQueryVariables
> = gql`
  query TrashedMemories($after: String) {
    memories(deleted: true, orderBy: { field: UPDATED_AT, direction: DESC }, first: 50, after: $after) {
      totalCount
      edges {
        cursor
        node { ...MemoryRow purgeAt }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
  ${MEMORY_ROW}
`;

export const TRASHED_ENTRIES: TypedDocumentNode<TrashedEntriesQuery, TrashedEntriesQueryVariables> =
  gql`
  query TrashedEntries($after: String) {
    entries(deleted: true, orderBy: { field: UPDATED_AT, direction: DESC }, first: 50, after: $after) {
      totalCount
      edges {
        cursor
        node { id kind content deletedAt memory { id name deletedAt } }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`;
