import { gql, type TypedDocumentNode } from '@apollo/client';
import type { FindByNameQuery, FindByNameQueryVariables } from '../api/types.ts';

export const FIND_BY_NAME: TypedDocumentNode<FindByNameQuery, FindByNameQueryVariables> = gql`
  query FindByName($name: String!) {
    memories(name: $name, first: 8, orderBy: { field: NAME }) {
      edges { cursor node { id name entryCount } }
      pageInfo { hasNextPage endCursor }
    }
    agents(first: 100, orderBy: { field: NAME }) {
      edges { cursor node { id name } }
      pageInfo { hasNextPage endCursor }
    }
  }
`;
