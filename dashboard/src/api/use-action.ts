import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { notifications } from '@mantine/notifications';
import { useRef, useState } from 'react';
import { type DescribedError, describeError } from './errors.ts';
import { newRandomKey } from './random-key.ts';

type Options<TData, TVariables> = {
  /** Shown when it is done. */
  success?: string | ((data: TData) => string);
  /** The expected answer. It is shown at once, and undone if the mutation fails. */
  optimistic?: (variables: TVariables) => TData;
  /** Receives the error, for example to show it beside a field. Then no notification is shown. */
  onError?: (error: DescribedError) => void;
  /** The names of queries that are read again when it is done. */
  refetch?: string[];
  /**
   * True for a mutation that must not be done twice if its answer is lost: its `input` gets an idempotency key, which
   * stays the same as long as the same input is sent and fails.
   */
  isOnce?: boolean;
};

type Action<TData, TVariables> = {
  /** Resolves with null if the mutation failed. */
  run: (variables: TVariables) => Promise<TData | null>;
  isRunning: boolean;
};

/** A mutation that notifies the person of its success or failure. */
export function useAction<TData, TVariables extends OperationVariables>(
  mutation: TypedDocumentNode<TData, TVariables>,
  {
    success,
    optimistic,
    onError = notifyError,
    refetch,
    isOnce = false,
  }: Options<TData, TVariables> = {},
): Action<TData, TVariables> {
  const client = useApolloClient();
  const [running, setRunning] = useState(0);
  const lastTry = useRef<{ content: string; key: string } | null>(null);
  const withKey = (variables: TVariables): TVariables => {
    const content = JSON.stringify(variables);
    if (lastTry.current?.content !== content) {
      lastTry.current = { content, key: newRandomKey() };
    }
    return { ...variables, input: { ...variables.input, idempotencyKey: lastTry.current?.key } };
  };
  const run = async (variables: TVariables): Promise<TData | null> => {
    setRunning((n) => n + 1);
    try {
      const { data } = await client.mutate<TData, OperationVariables>({
        mutation,
        variables: isOnce ? withKey(variables) : variables,
        optimisticResponse: optimistic?.(variables) as never,
        refetchQueries: refetch ?? [],
      });
      if (data === undefined || data === null) return null;
      lastTry.current = null;
      if (success !== undefined) {
        const message = typeof success === 'string' ? success : success(data as TData);
        notifications.show({ message, color: 'teal' });
      }
      return data as TData;
    } catch (error) {
      onError(describeError(error));
      return null;
    } finally {
      setRunning((n) => n - 1);
    }
  };
  return { run, isRunning: running > 0 };
}

/** Shows an error as a notification. */
export function notifyError({ title, message }: DescribedError): void {
  notifications.show({ title, message, color: 'red', autoClose: 10_000 });
}
