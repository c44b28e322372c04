import { gql, type TypedDocumentNode } from '@apollo/client';
import type {
  KeysCreateMutation,
  KeysCreateMutationVariables,
  KeysOneQuery,
  KeysOneQueryVariables,
  KeysQuery,
  KeysQueryVariables,
  KeysRenameMutation,
  KeysRenameMutationVariables,
  KeysRevokeMutation,
  KeysRevokeMutationVariables,
  KeysRotateMutation,
  KeysRotateMutationVariables,
} from '../../../api/types.ts';

export const KEY_ROW: TypedDocumentNode = gql`
  fragment KeyRow on ApiKey {
    id
    name
    role
    prefix
    createdBy { id kind name }
    createdAt
    lastUsedAt
    previousSecretExpiresAt
    expiresAt
    revokedAt
  }
`;

export const KEYS: TypedDocumentNode<KeysQuery, KeysQueryVariables> = gql`
  query Keys($after: String) {
    project {
      id
      apiKeys(first: 50, after: $after) {
        edges {
          cursor
          node { ...KeyRow }
        }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
  ${KEY_ROW}
`;

export const KEYS_ONE: TypedDocumentNode<KeysOneQuery, KeysOneQueryVariables> = gql`
  query KeysOne($apiKeyId: ID!) {
    node(id: $apiKeyId) { ...KeyRow }
  }
  ${KEY_ROW}
`;

export const KEYS_CREATE: TypedDocumentNode<KeysCreateMutation, KeysCreateMutationVariables> = gql`
  mutation KeysCreate($input: CreateApiKeyInput!) {
    createApiKey(input: $input) {
      apiKey { ...KeyRow }
      secret
    }
  }
  ${KEY_ROW}
`;

export const KEYS_RENAME: TypedDocumentNode<KeysRenameMutation, KeysRenameMutationVariables> = gql`
  mutation KeysRename($apiKeyId: ID!, $name: String!) {
    renameApiKey(input: { apiKeyId: $apiKeyId, name: $name }) {
      apiKey { ...KeyRow }
    }
  }
  ${KEY_ROW}
`;

export const KEYS_ROTATE: TypedDocumentNode<KeysRotateMutation, KeysRotateMutationVariables> = gql`
  mutation KeysRotate($apiKeyId: ID!, $overlapMinutes: Int!) {
    rotateApiKey(input: { apiKeyId: $apiKeyId, overlapMinutes: $overlapMinutes }) {
      apiKey { ...KeyRow }
      secret
    }
  }
  ${KEY_ROW}
`;

export const KEYS_REVOKE: TypedDocumentNode<KeysRevokeMutation, KeysRevokeMutationVariables> = gql`
  mutation KeysRevoke($apiKeyId: ID!) {
    revokeApiKey(input: { apiKeyId: $apiKeyId }) {
      apiKey { ...KeyRow }
    }
  }
  ${KEY_ROW}
`;
