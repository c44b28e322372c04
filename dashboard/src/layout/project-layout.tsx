import { ApolloProvider } from '@apollo/client/react';
import { Outlet } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { createApiClient } from '../api/client.ts';
import { LiveEvents } from '../api/live-events.tsx';
import { createLiveSocket, type LiveState } from '../api/live-socket.ts';
import { PageLoader } from '../components/page-loader.tsx';
import { type Session, useSession } from '../session/session.tsx';
import { SignInAgain } from '../session/sign-in-again.tsx';
import { Shell } from './shell.tsx';
import { useProjectId } from './use-project-id.ts';

/** The part of the page that belongs to one project: a client, a cache and a subscription of its own. */
export function ProjectLayout() {
  const session = useSession();
  const projectId = useProjectId();
  const [state, setState] = useState<LiveState>('connecting');
  const [connection, setConnection] = useState<ReturnType<typeof connect> | null>(null);
  useEffect(() => {
    const opened = connect(session, projectId, setState);
    setConnection(opened);
    return () => {
      opened.client.stop();
      void opened.socket.dispose();
    };
  }, [session.currentKey, session.rejectKey, projectId]);
  // When another project is opened, no page may be shown with the client of the former project.
  if (connection?.projectId !== projectId) return <PageLoader />;
  return (
    <ApolloProvider client={connection.client} key={projectId}>
      <LiveEvents state={state} apiKey={session.key}>
        <Shell>
          <Outlet />
        </Shell>
        {session.rejection !== null && (
          <SignInAgain reason={session.rejection} projectId={projectId} />
        )}
      </LiveEvents>
    </ApolloProvider>
  );
}

function connect(session: Session, projectId: string, onState: (state: LiveState) => void) {
  const { currentKey, rejectKey } = session;
  const socket = createLiveSocket({ currentKey, projectId, onState });
  const client = createApiClient({
    currentKey,
    projectId,
    socket,
    onUnauthenticated: rejectKey,
  });
  return { projectId, socket, client };
}
