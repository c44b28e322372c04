import { useApolloClient } from '@apollo/client/react';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { type DescribedError, describeError } from '../../../api/errors.ts';
import type { PreviewWriteMutation, WriteEntryInput } from '../../../api/types.ts';
import { PREVIEW_WRITE } from './documents.ts';

export type Preview = PreviewWriteMutation['writeEntry'];

/** Time after the last key until the server is asked. */
const DEBOUNCE_MS = 350;

type State = { of: string | null; preview: Preview | null; error: DescribedError | null };

/**
 * What a write would do. The server is asked shortly after the input changes, and again after each write. It is not
 * asked while the input is null.
 */
export function usePreview(input: WriteEntryInput | null, writes: number) {
  const client = useApolloClient();
  const asked = input === null ? null : JSON.stringify({ input, writes });
  const [settled] = useDebouncedValue(asked, DEBOUNCE_MS);
  const [state, setState] = useState<State>({ of: null, preview: null, error: null });
  useEffect(() => {
    if (settled === null) {
      setState({ of: null, preview: null, error: null });
      return;
    }
    let isLatest = true;
    const variables = {
      input: { ...(JSON.parse(settled) as { input: WriteEntryInput }).input, dryRun: true },
    };
    client
      .mutate({ mutation: PREVIEW_WRITE, variables, fetchPolicy: 'no-cache' })
      .then(
        ({ data }): State => ({ of: settled, preview: data?.writeEntry ?? null, error: null }),
        (error): State => ({ of: settled, preview: null, error: describeError(error) }),
      )
      .then((next) => {
        if (isLatest) setState(next);
      });
    return () => {
      isLatest = false;
    };
  }, [client, settled]);
  return { preview: state.preview, error: state.error, isStale: state.of !== asked };
}
