import { gql, type TypedDocumentNode } from '@apollo/client';
import type { SessionQuery, SessionQueryVariables } from '../api/types.ts';

export const SESSION: TypedDocumentNode<SessionQuery, SessionQueryVariables> = gql`
  query Session {
    viewer {
      role
      isRoot
      apiKey { id name }
      project { id name }
    }
    server {
      version
      chatModel
      embeddingModel
      features
      limits { maxContentBytes maxPageSize maxBulkItems eventRetentionDays }
    }
    projects(first: 100) {
      nodes { id name createdAt }
    }
  }
`;
