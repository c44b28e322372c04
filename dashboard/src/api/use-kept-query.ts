import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { type SkipToken, useQuery } from '@apollo/client/react';

/** A query whose last answer stays while that for other variables is loaded, so that a list does not go away meanwhile. */
export function useKeptQuery<TData, TVariables extends OperationVariables>(
  query: TypedDocumentNode<TData, TVariables>,
  options: useQuery.Options<NoInfer<TData>, NoInfer<TVariables>> | SkipToken,
) {
  const { data, previousData, ...result } = useQuery(query, options);
  return { ...result, data: data ?? previousData };
}
