import { ApolloProvider, useQuery } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { createApiClient } from '../api/client.ts';
import { codeOf, describeError } from '../api/errors.ts';
import { ErrorState } from '../components/error-state.tsx';
import { PageLoader } from '../components/page-loader.tsx';
import { SESSION } from './documents.ts';
import { type SessionKey, SessionProvider } from './session.tsx';
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
    <WithKey firstKey={key} signOut={signOut} key={key}>
      {children}
    </WithKey>
  );
}

type Props = { firstKey: string; signOut: (because?: string) => void; children: ReactNode };

/** A session that begins with a key. If the server rejects it later, another key continues the session. */
function WithKey({ firstKey, signOut, children }: Props) {
  const [key, setKey] = useState(firstKey);
  const [rejection, setRejection] = useState<string | null>(null);
  const latest = useRef(key);
  const currentKey = useCallback(() => latest.current, []);
  const client = useMemo(
    () => createApiClient({ currentKey, onUnauthenticated: setRejection }),
    [currentKey],
  );
  const sessionKey = useMemo<SessionKey>(
    () => ({
      key,
      currentKey,
      rejection,
      rejectKey: setRejection,
      replaceKey: (next) => {
        forgetKey();
        storeKey(next.key, next);
        latest.current = next.key;
        client.writeQuery({ query: SESSION, data: next.data });
        setKey(next.key);
        setRejection(null);
      },
      signOut,
    }),
    [key, currentKey, rejection, client, signOut],
  );
  return (
    <ApolloProvider client={client}>
      <LoadedSession sessionKey={sessionKey}>{children}</LoadedSession>
    </ApolloProvider>
  );
}

function LoadedSession({ sessionKey, children }: { sessionKey: SessionKey; children: ReactNode }) {
  const { signOut } = sessionKey;
  const { data, error, refetch } = useQuery(SESSION);
  const rejected = !data && error !== undefined && codeOf(error) === 'UNAUTHENTICATED';
  const reload = useCallback(() => refetch(), [refetch]);
  useEffect(() => {
    if (rejected) signOut(describeError(error).message);
  }, [rejected, error, signOut]);
  if (data) {
    return (
      <SessionProvider data={data} sessionKey={sessionKey} reload={reload}>
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
