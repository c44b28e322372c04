import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { type SkipToken, useQuery } from '@apollo/client/react';

/** A query that keeps its last answer while it loads the one for other variables, so that a list stays on the page. */
export function useKeptQuery<TData, TVariables extends OperationVariables>(
  query: TypedDocumentNode<TData, TVariables>,
  options: useQuery.Options<NoInfer<TData>, NoInfer<TVariables>> | SkipToken,
) {
  const { data, previousData, ...result } = useQuery(query, options);
  return { ...result, data: data ?? previousData };
}
