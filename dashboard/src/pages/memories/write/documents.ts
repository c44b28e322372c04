import { gql, type TypedDocumentNode } from '@apollo/client';
import type {
  ExtractDocumentMutation,
  ExtractDocumentMutationVariables,
  PreviewWriteMutation,
  PreviewWriteMutationVariables,
  WriteOneEntryMutation,
  WriteOneEntryMutationVariables,
} from '../../../api/types.ts';
import { ENTRY_ROW } from '../entry-list/documents.ts';

/**
 * What a write would do. It is never cached: its entries have the ids of stored entries, but a content that is not
 * stored.
 */
export const PREVIEW_WRITE: TypedDocumentNode<PreviewWriteMutation, PreviewWriteMutationVariables> =
  gql`
  mutation PreviewWrite($input: WriteEntryInput!) {
    writeEntry(input: $input) {
      action
      similarity
      duplicateThreshold
      updateThreshold
      duplicatePolicy
      entry { id content statements { number text } }
      matchedEntry { id kind content statements { number text statedCount } }
    }
  }
`;

export const WRITE_ONE_ENTRY: TypedDocumentNode<
  WriteOneEntryMutation,
  WriteOneEntryMutationVariables
> = gql`
  mutation WriteOneEntry($input: WriteEntryInput!) {
    writeEntry(input: $input) {
      action
      entry { ...EntryRow }
    }
  }
  ${ENTRY_ROW}
`;

/** Extracts the texts of a document. A preview is a dry run, and like that of a write it is not cached. */
export const EXTRACT_DOCUMENT: TypedDocumentNode<
  ExtractDocumentMutation,
  ExtractDocumentMutationVariables
> = gql`
  mutation ExtractDocument($input: ExtractEntriesInput!) {
    extractEntries(input: $input) {
      method
      dryRun
      results {
        content
        result {
          ... on WriteEntryPayload {
            action
            similarity
            entry { id version }
            matchedEntry { id content }
          }
          ... on ItemError { code message }
        }
      }
    }
  }
`;
