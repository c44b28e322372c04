import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { SessionQuery } from '../api/types.ts';

/** A key that takes the place of a rejected one, and what the server said about it. */
export type NewKey = { key: string; isKept: boolean; data: SessionQuery };

export type SessionKey = {
  key: string;
  /** The key at the time of the call, for what lives longer than one key. */
  currentKey: () => string;
  /** Why the server rejects the key, which it accepted before; null if it has not. */
  rejection: string | null;
  rejectKey: (reason: string) => void;
  /** Continues with another key. Everything that is open stays. */
  replaceKey: (next: NewKey) => void;
  /** The sign-in page shows the reason, if one is given. */
  signOut: (because?: string) => void;
};

/** Who is signed in, what the key permits, and on which server. */
export type Session = SessionQuery &
  SessionKey & {
    /** True if the key may change knowledge: role WRITE or ADMIN. */
    canWrite: boolean;
    /** True if the key may change the project, its settings and its keys: role ADMIN. */
    canAdmin: boolean;
    hasFeature(feature: SessionQuery['server']['features'][number]): boolean;
    /** Reads the projects again, after one was created, renamed or deleted. */
    reload(): Promise<unknown>;
  };

const SessionContext = createContext<Session | null>(null);

type Props = {
  data: SessionQuery;
  sessionKey: SessionKey;
  reload: () => Promise<unknown>;
  children: ReactNode;
};

export function SessionProvider({ data, sessionKey, reload, children }: Props) {
  const session = useMemo<Session>(
    () => ({
      ...data,
      ...sessionKey,
      canWrite: data.viewer.role !== 'READ',
      canAdmin: data.viewer.role === 'ADMIN',
      hasFeature: (feature) => data.server.features.includes(feature),
      reload,
    }),
    [data, sessionKey, reload],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession needs a SessionProvider');
  return session;
}
