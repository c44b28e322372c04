import type { App } from '../app.ts';
import type { ReadingSources } from '../db/connect.ts';
import type { Connection } from '../db/database.ts';
import { isUnavailable } from '../db/failures.ts';
import { failoverConnection, type ReadSource } from '../db/server/failover-connection.ts';
import type { Standby, StandbyState } from './standby.ts';
import { standbyChanges } from './standby-changes.ts';

/**
 * The standby, and the two variants of an app with which operations read. They share everything with the app except the
 * database. Each variant reads from the other database while its own is unavailable. Without a primary, both read from
 * the standby.
 */
export type AppVariants = { standby: Standby; onStandby: App; onPrimary: App };

export function openAppVariants(
  app: App,
  standby: Standby,
  { standby: source, primary }: ReadingSources,
): AppVariants {
  // The standby is tried twice: a conflict with the replay, or a lost connection, is gone at the second attempt.
  const sources = [source, primary ?? source];
  const stats = readingStats(app);
  const variant = (order: readonly ReadSource[], own: Partial<App>): App => {
    const connection = failoverConnection(app.connection, order);
    return Object.assign(Object.create(app) as App, { connection, db: connection.db, stats }, own);
  };
  const onStandby = variant(sources, { changes: standbyChanges(app.changes, standby) });
  const onPrimary = primary === null ? onStandby : variant([primary, source], {});
  return { standby, onStandby, onPrimary };
}

/** Statistics for reads while the primary is unavailable: counts that are not stored yet are then left out. */
function readingStats({ stats, log }: App): App['stats'] {
  return {
    ...stats,
    flush: () =>
      stats.flush().catch((error: unknown) => {
        log.warn({ error }, 'Statistics were not stored before they were read');
      }),
    withWaiting: (projectId, read) =>
      stats.withWaiting(projectId, read).catch((error: unknown) => {
        if (!isUnavailable(error)) throw error;
        return read([]);
      }),
  };
}

/** The variant of the app that reads the latest state: on the primary, while it is available. */
export function primaryApp(app: App): App {
  return app.variants?.onPrimary ?? app;
}

/**
 * The connection for notifications of events. It polls the logs on the primary or, if that is unavailable, on the
 * standby. After a gap in the notifications, the standby no longer counts as current.
 */
export function logConnection(
  connection: Connection,
  standby: Standby,
  { standby: source, primary }: ReadingSources,
): Connection {
  const { db } = failoverConnection(connection, primary ? [primary, source] : [source]);
  return {
    ...connection,
    db,
    listen: (channel, onMessage, onGap) =>
      connection.listen(channel, onMessage, () => {
        standby.missed();
        onGap();
      }),
  };
}

export type ReadChoice = { app: App; state: StandbyState | null };

/**
 * Chooses the variant of the app with which an operation reads a project. `state` is the state of the standby if the
 * answer may lack something that the primary has; otherwise null.
 */
export async function chooseVariant(
  { standby, onStandby, onPrimary }: AppVariants,
  projectId: string,
): Promise<ReadChoice> {
  const isCurrent = await standby.isCurrent(projectId, onStandby.changes.latest(projectId));
  if (standby.hasPrimary()) return { app: isCurrent ? onStandby : onPrimary, state: null };
  return { app: onStandby, state: standby.state() };
}
