import { gql, type TypedDocumentNode } from '@apollo/client';
import type {
  TransferMemoriesQuery,
  TransferMemoriesQueryVariables,
  TransferOpenMemoryMutation,
  TransferOpenMemoryMutationVariables,
  TransferWriteMutation,
  TransferWriteMutationVariables,
} from '../../api/types.ts';

export const TRANSFER_MEMORIES: TypedDocumentNode<
  TransferMemoriesQuery,
  TransferMemoriesQueryVariables
> = gql`
  query TransferMemories($name: String) {
    memories(name: $name, first: 20, orderBy: { field: NAME, direction: ASC }) {
      edges { cursor node { id name } }
      pageInfo { hasNextPage endCursor }
    }
  }
`;

export const TRANSFER_OPEN_MEMORY: TypedDocumentNode<
  TransferOpenMemoryMutation,
  TransferOpenMemoryMutationVariables
> = gql`
  mutation TransferOpenMemory($name: String!) {
    createMemory(input: { name: $name, ifExists: RETURN }) {
      memory { id name }
    }
  }
`;

export const TRANSFER_WRITE: TypedDocumentNode<
  TransferWriteMutation,
  TransferWriteMutationVariables
> = gql`
  mutation TransferWrite($input: WriteEntriesInput!) {
    writeEntries(input: $input) {
      results {
        __typename
        ... on WriteEntryPayload { action }
        ... on ItemError { code message }
      }
    }
  }
`;
