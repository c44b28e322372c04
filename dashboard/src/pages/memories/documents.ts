import { gql, type TypedDocumentNode } from '@apollo/client';
import type {
  CreateMemoryMutation,
  CreateMemoryMutationVariables,
  MemoriesQuery,
  MemoriesQueryVariables,
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
      memory { ...MemoryRow }
    }
  }
  ${MEMORY_ROW}
`;
