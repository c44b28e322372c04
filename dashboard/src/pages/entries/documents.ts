import { gql, type TypedDocumentNode } from '@apollo/client';
import type {
  DeleteOneEntryMutation,
  DeleteOneEntryMutationVariables,
  DeleteOneStatementMutation,
  DeleteOneStatementMutationVariables,
  EntryHistoryQuery,
  EntryHistoryQueryVariables,
  EntryLearningQuery,
  EntryLearningQueryVariables,
  EntryPageQuery,
  EntryPageQueryVariables,
  EntryTracesQuery,
  EntryTracesQueryVariables,
  EntryVersionQuery,
  EntryVersionQueryVariables,
  RestoreOneEntryMutation,
  RestoreOneEntryMutationVariables,
  RevertOneEntryMutation,
  RevertOneEntryMutationVariables,
  SplitOneEntryMutation,
  SplitOneEntryMutationVariables,
  UpdateOneEntryMutation,
  UpdateOneEntryMutationVariables,
} from '../../api/types.ts';
import { LESSON_PARTS } from '../../components/lesson-documents.ts';

/** What the page of an entry shows, beside its history and what was learned about it. */
export const ENTRY_DETAILS: TypedDocumentNode = gql`
  fragment EntryDetails on Entry {
    id
    kind
    source
    content
    metadata
    importance
    utility
    reviewCount
    depth
    version
    occurredAt
    expiresAt
    accessCount
    lastAccessedAt
    createdAt
    updatedAt
    deletedAt
    supersededAt
    createdBy { id kind name }
    updatedBy { id kind name }
    memory { id name deletedAt purgeAt }
    statements {
      number
      text
      source
      metadata
      context
      occurredAt
      firstStatedAt
      lastStatedAt
      statedCount
      actor { id kind name }
    }
    chunks { position text }
    lesson { ...LessonParts }
    importanceExplained { source base entity feeling goal pending context }
    evidence { role entry { id kind content } }
    supports { role entry { id kind content } }
    supersedes { id kind content }
    supersededBy { id kind content }
  }
  ${LESSON_PARTS}
`;

export const ENTRY_PAGE: TypedDocumentNode<EntryPageQuery, EntryPageQueryVariables> = gql`
  query EntryPage($entryId: ID!) {
    entry(id: $entryId) { ...EntryDetails }
  }
  ${ENTRY_DETAILS}
`;

export const ENTRY_VERSION: TypedDocumentNode<EntryVersionQuery, EntryVersionQueryVariables> = gql`
  query EntryVersion($entryId: ID!) {
    entry(id: $entryId) { id version }
  }
`;

export const ENTRY_HISTORY: TypedDocumentNode<EntryHistoryQuery, EntryHistoryQueryVariables> = gql`
  query EntryHistory($entryId: ID!, $after: String) {
    entry(id: $entryId) {
      id
      revisions(first: 20, after: $after) {
        totalCount
        edges {
          cursor
          node {
            number
            change
            content
            metadata
            similarity
            createdAt
            actor { id kind name }
            statements { number text statedCount }
            relatedEntries { id content }
          }
        }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`;

export const ENTRY_LEARNING: TypedDocumentNode<EntryLearningQuery, EntryLearningQueryVariables> =
  gql`
  query EntryLearning($entryId: ID!) {
    entry(id: $entryId) {
      id
      utilityHistory(first: 100) {
        totalCount
        edges {
          cursor
          node { before after reward alpha createdAt trace { id task } }
        }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`;

/** The runs that retrieved an entry. */
export const ENTRY_TRACES: TypedDocumentNode<EntryTracesQuery, EntryTracesQueryVariables> = gql`
  query EntryTraces($filter: TraceFilter, $after: String) {
    traces(filter: $filter, first: 20, after: $after) {
      totalCount
      edges {
        cursor
        node {
          id
          task
          createdAt
          review { result reward feedback reviewedAt }
        }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`;

export const UPDATE_ONE_ENTRY: TypedDocumentNode<
  UpdateOneEntryMutation,
  UpdateOneEntryMutationVariables
> = gql`
  mutation UpdateOneEntry($input: UpdateEntryInput!) {
    updateEntry(input: $input) {
      entry { ...EntryDetails }
    }
  }
  ${ENTRY_DETAILS}
`;

export const DELETE_ONE_ENTRY: TypedDocumentNode<
  DeleteOneEntryMutation,
  DeleteOneEntryMutationVariables
> = gql`
  mutation DeleteOneEntry($input: DeleteEntryInput!) {
    deleteEntry(input: $input) {
      entry { id deletedAt version }
    }
  }
`;

export const RESTORE_ONE_ENTRY: TypedDocumentNode<
  RestoreOneEntryMutation,
  RestoreOneEntryMutationVariables
> = gql`
  mutation RestoreOneEntry($input: RestoreEntryInput!) {
    restoreEntry(input: $input) {
      entry { id deletedAt version }
    }
  }
`;

export const REVERT_ONE_ENTRY: TypedDocumentNode<
  RevertOneEntryMutation,
  RevertOneEntryMutationVariables
> = gql`
  mutation RevertOneEntry($input: RevertEntryInput!) {
    revertEntry(input: $input) {
      entry { ...EntryDetails }
    }
  }
  ${ENTRY_DETAILS}
`;

export const DELETE_ONE_STATEMENT: TypedDocumentNode<
  DeleteOneStatementMutation,
  DeleteOneStatementMutationVariables
> = gql`
  mutation DeleteOneStatement($input: DeleteStatementInput!) {
    deleteStatement(input: $input) {
      entry { ...EntryDetails }
    }
  }
  ${ENTRY_DETAILS}
`;

export const SPLIT_ONE_ENTRY: TypedDocumentNode<
  SplitOneEntryMutation,
  SplitOneEntryMutationVariables
> = gql`
  mutation SplitOneEntry($input: SplitEntryInput!) {
    splitEntry(input: $input) {
      entry { ...EntryDetails }
      newEntry { id content }
    }
  }
  ${ENTRY_DETAILS}
`;
