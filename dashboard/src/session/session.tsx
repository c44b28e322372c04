import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { SessionQuery } from '../api/types.ts';

/** Who is signed in, what the key permits, and on which server. */
export type Session = SessionQuery & {
  key: string;
  /** True if the key may change knowledge: role WRITE or ADMIN. */
  canWrite: boolean;
  /** True if the key may change the project, its settings and its keys: role ADMIN. */
  canAdmin: boolean;
  hasFeature(feature: SessionQuery['server']['features'][number]): boolean;
  /** Reads the projects again, after one was created, renamed or deleted. */
  reload(): Promise<unknown>;
  /** The sign-in page shows the reason, if one is given. */
  signOut(because?: string): void;
};

const SessionContext = createContext<Session | null>(null);

type Props = {
  data: SessionQuery;
  apiKey: string;
  reload: () => Promise<unknown>;
  signOut: (because?: string) => void;
  children: ReactNode;
};

export function SessionProvider({ data, apiKey, reload, signOut, children }: Props) {
  const session = useMemo<Session>(
    () => ({
      ...data,
      key: apiKey,
      canWrite: data.viewer.role !== 'READ',
      canAdmin: data.viewer.role === 'ADMIN',
      hasFeature: (feature) => data.server.features.includes(feature),
      reload,
      signOut,
    }),
    [data, apiKey, reload, signOut],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession needs a SessionProvider');
  return session;
}
