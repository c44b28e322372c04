import { useApolloClient } from '@apollo/client/react';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { type DescribedError, describeError } from '../../../api/errors.ts';
import type { PreviewWriteMutation, WriteEntryInput } from '../../../api/types.ts';
import { PREVIEW_WRITE } from './documents.ts';

export type Preview = PreviewWriteMutation['writeEntry'];

/** Time after the last key until the server is asked. */
const DEBOUNCE_MS = 350;

type State = {
  of: string | null;
  /** The text that the server compared. What was typed since is not in it. */
  text: string;
  preview: Preview | null;
  error: DescribedError | null;
};

const NOTHING: State = { of: null, text: '', preview: null, error: null };

/**
 * What a write would do. The server is asked shortly after the input changes, and again after each write. It is not
 * asked while the input is null.
 */
export function usePreview(input: WriteEntryInput | null, writes: number) {
  const client = useApolloClient();
  const asked = input === null ? null : JSON.stringify({ input, writes });
  const [settled] = useDebouncedValue(asked, DEBOUNCE_MS);
  const [state, setState] = useState(NOTHING);
  useEffect(() => {
    if (settled === null) {
      setState(NOTHING);
      return;
    }
    let isLatest = true;
    const { input: sent } = JSON.parse(settled) as { input: WriteEntryInput };
    const start = { of: settled, text: sent.content };
    const variables = { input: { ...sent, dryRun: true } };
    client
      .mutate({ mutation: PREVIEW_WRITE, variables, fetchPolicy: 'no-cache' })
      .then(
        ({ data }): State => ({ ...start, preview: data?.writeEntry ?? null, error: null }),
        (error): State => ({ ...start, preview: null, error: describeError(error) }),
      )
      .then((next) => {
        if (isLatest) setState(next);
      });
    return () => {
      isLatest = false;
    };
  }, [client, settled]);
  const { text, preview, error } = state;
  return { text, preview, error, isStale: state.of !== asked };
}
