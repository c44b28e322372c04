import { gql, type TypedDocumentNode } from '@apollo/client';
import type {
  ScopeCountQuery,
  ScopeCountQueryVariables,
  ScopeMemoriesQuery,
  ScopeMemoriesQueryVariables,
  ScopeTagsQuery,
  ScopeTagsQueryVariables,
} from '../api/types.ts';

/** Memories to choose from, and the chosen ones, since a link contains only their ids and not their names. */
export const SCOPE_MEMORIES: TypedDocumentNode<ScopeMemoriesQuery, ScopeMemoriesQueryVariables> =
  gql`
  query ScopeMemories($name: String, $chosen: [ID!]!) {
    memories(name: $name, first: 20, orderBy: { field: NAME }) {
      edges { cursor node { id name } }
      pageInfo { hasNextPage endCursor }
    }
    nodes(ids: $chosen) {
      id
      ... on Memory { name deletedAt }
    }
  }
`;

/** Tags to choose from. The field also accepts a typed glob. */
export const SCOPE_TAGS: TypedDocumentNode<ScopeTagsQuery, ScopeTagsQueryVariables> = gql`
  query ScopeTags {
    tags(first: 100) {
      edges { cursor node { name } }
      pageInfo { hasNextPage endCursor }
    }
  }
`;

/** How many entries a scope covers now. */
export const SCOPE_COUNT: TypedDocumentNode<ScopeCountQuery, ScopeCountQueryVariables> = gql`
  query ScopeCount($scope: KnowledgeScope!) {
    entries(scope: $scope, first: 0) { totalCount }
  }
`;
