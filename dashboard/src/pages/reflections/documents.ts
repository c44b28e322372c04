import { gql, type TypedDocumentNode } from '@apollo/client';
import type {
  CreateReflectionMutation,
  CreateReflectionMutationVariables,
  ReflectionByIdQuery,
  ReflectionByIdQueryVariables,
  ReflectionEditMutation,
  ReflectionEditMutationVariables,
  ReflectionMemoriesQuery,
  ReflectionMemoriesQueryVariables,
  ReflectionsQuery,
  ReflectionsQueryVariables,
} from '../../api/types.ts';
import { LESSON_PARTS } from '../../components/lesson-documents.ts';
import { TRACE_ROW } from '../traces/documents.ts';

/** A lesson, in a list and on its own page. */
export const REFLECTION_ROW: TypedDocumentNode = gql`
  fragment ReflectionRow on Entry {
    id
    kind
    content
    metadata
    utility
    reviewCount
    version
    createdAt
    updatedAt
    deletedAt
    memory { id name deletedAt }
    lesson { ...LessonParts }
  }
  ${LESSON_PARTS}
`;

export const REFLECTIONS: TypedDocumentNode<ReflectionsQuery, ReflectionsQueryVariables> = gql`
  query Reflections($scope: KnowledgeScope, $text: String, $orderBy: EntryOrder, $after: String) {
    entries(scope: $scope, text: $text, orderBy: $orderBy, first: 50, after: $after) {
      totalCount
      edges {
        cursor
        node { ...ReflectionRow }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
  ${REFLECTION_ROW}
`;

/** The memories by which the bank can be filtered. */
export const REFLECTION_MEMORIES: TypedDocumentNode<
  ReflectionMemoriesQuery,
  ReflectionMemoriesQueryVariables
> = gql`
  query ReflectionMemories {
    memories(first: 100, orderBy: { field: NAME }) {
      edges { cursor node { id name } }
      pageInfo { hasNextPage endCursor }
    }
  }
`;

/** A lesson with the runs that retrieved it, and how those went. */
export const REFLECTION_BY_ID: TypedDocumentNode<
  ReflectionByIdQuery,
  ReflectionByIdQueryVariables
> = gql`
  query ReflectionById(
    $id: ID!
    $all: TraceFilter!
    $passed: TraceFilter!
    $failed: TraceFilter!
    $after: String
  ) {
    entry(id: $id) { ...ReflectionRow }
    passed: traces(filter: $passed, first: 0) { totalCount }
    failed: traces(filter: $failed, first: 0) { totalCount }
    runs: traces(
      filter: $all
      orderBy: { field: CREATED_AT, direction: DESC }
      first: 20
      after: $after
    ) {
      totalCount
      edges {
        cursor
        node { ...TraceRow }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
  ${REFLECTION_ROW}
  ${TRACE_ROW}
`;

export const CREATE_REFLECTION: TypedDocumentNode<
  CreateReflectionMutation,
  CreateReflectionMutationVariables
> = gql`
  mutation CreateReflection($input: CreateReflectionInput!) {
    createReflection(input: $input) {
      entry { ...ReflectionRow }
    }
  }
  ${REFLECTION_ROW}
`;

export const EDIT_REFLECTION: TypedDocumentNode<
  ReflectionEditMutation,
  ReflectionEditMutationVariables
> = gql`
  mutation ReflectionEdit($input: UpdateEntryInput!) {
    updateEntry(input: $input) {
      entry { ...ReflectionRow }
    }
  }
  ${REFLECTION_ROW}
`;
