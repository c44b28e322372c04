import { ApolloProvider, useQuery } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { createApiClient } from '../api/client.ts';
import { codeOf, describeError } from '../api/errors.ts';
import { ErrorState } from '../components/error-state.tsx';
import { PageLoader } from '../components/page-loader.tsx';
import { SESSION } from './documents.ts';
import { SessionProvider } from './session.tsx';
import { SignInPage } from './sign-in-page.tsx';
import { forgetKey, readKey, storeKey } from './stored-key.ts';

/** Shows its children to a signed-in person, and the sign-in page to anyone else, without changing the address. */
export function SignedIn({ children }: { children: ReactNode }) {
  const [key, setKey] = useState(readKey);
  const [reason, setReason] = useState<string | null>(null);
  useEffect(() => {
    const openLink = () => setKey(readKey());
    addEventListener('hashchange', openLink);
    return () => removeEventListener('hashchange', openLink);
  }, []);
  const signOut = useCallback((because?: string) => {
    forgetKey();
    setReason(because ?? null);
    setKey(null);
  }, []);
  if (key === null) {
    return (
      <SignInPage
        reason={reason}
        onSignIn={(given, isKept) => {
          storeKey(given, { isKept });
          setReason(null);
          setKey(given);
        }}
      />
    );
  }
  return (
    <WithKey apiKey={key} signOut={signOut} key={key}>
      {children}
    </WithKey>
  );
}

type Props = { apiKey: string; signOut: (because?: string) => void; children: ReactNode };

function WithKey({ apiKey, signOut, children }: Props) {
  const client = useMemo(
    () => createApiClient({ key: apiKey, onUnauthenticated: signOut }),
    [apiKey, signOut],
  );
  return (
    <ApolloProvider client={client}>
      <LoadedSession apiKey={apiKey} signOut={signOut}>
        {children}
      </LoadedSession>
    </ApolloProvider>
  );
}

function LoadedSession({ apiKey, signOut, children }: Props) {
  const { data, error, refetch } = useQuery(SESSION);
  const rejected = error !== undefined && codeOf(error) === 'UNAUTHENTICATED';
  const reload = useCallback(() => refetch(), [refetch]);
  useEffect(() => {
    if (rejected) signOut(describeError(error).message);
  }, [rejected, error, signOut]);
  if (data) {
    return (
      <SessionProvider data={data} apiKey={apiKey} reload={reload} signOut={signOut}>
        {children}
      </SessionProvider>
    );
  }
  if (error) {
    return (
      <>
        <ErrorState error={error} onRetry={() => refetch()} />
        <Button variant="default" onClick={() => signOut()}>
          Use another key
        </Button>
      </>
    );
  }
  return <PageLoader label="Signing in" />;
}
