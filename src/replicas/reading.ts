import type { App } from '../app.ts';
import type { ReadingSources } from '../db/connect.ts';
import type { Connection } from '../db/database.ts';
import { isUnavailable } from '../db/failures.ts';
import { type ReadSource, readingConnection } from '../db/server/reading.ts';
import type { Replica, ReplicaState } from './replica.ts';
import { replicaChanges } from './replica-changes.ts';

/**
 * The variants of an app with which operations read. They share everything with it but the database: that of
 * `standby` is the standby, and that of `fresh` the primary. Each reads from the other one while its own is
 * unavailable. Without a primary, both are the standby.
 */
export type Reading = { replica: Replica; standby: App; fresh: App };

export function openReading(
  app: App,
  replica: Replica,
  { standby, primary }: ReadingSources,
): Reading {
  // A conflict with what a standby replays, and a connection that was lost, are gone at the second attempt.
  const sources = [standby, primary ?? standby];
  const stats = readingStats(app);
  const variant = (order: readonly ReadSource[], own: Partial<App>): App => {
    const connection = readingConnection(app.connection, order);
    return Object.assign(Object.create(app) as App, { connection, db: connection.db, stats }, own);
  };
  const ofStandby = variant(sources, { changes: replicaChanges(app.changes, replica) });
  const fresh = primary === null ? ofStandby : variant([primary, standby], {});
  return { replica, standby: ofStandby, fresh };
}

/** Statistics are stored on the primary. While it is unavailable, a read is answered without what it would store. */
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
export function freshest(app: App): App {
  return app.reading?.fresh ?? app;
}

/**
 * The connection for notifications of events. The logs are polled where they can be read, and after a gap of the
 * notifications the standby is no longer known to be current.
 */
export function logConnection(
  connection: Connection,
  replica: Replica,
  { standby, primary }: ReadingSources,
): Connection {
  const { db } = readingConnection(connection, primary ? [primary, standby] : [standby]);
  return {
    ...connection,
    db,
    listen: (channel, onMessage, onGap) =>
      connection.listen(channel, onMessage, () => {
        replica.missed();
        onGap();
      }),
  };
}

export type ReadChoice = { app: App; state: ReplicaState | null };

/**
 * The variant of the app with which an operation reads a project, and the state of the standby if the answer may
 * lack something that the primary has.
 */
export async function chooseReading(
  { replica, standby, fresh }: Reading,
  projectId: string,
): Promise<ReadChoice> {
  const isCurrent = await replica.isCurrent(projectId, standby.changes.latest(projectId));
  if (replica.hasPrimary()) return { app: isCurrent ? standby : fresh, state: null };
  return { app: standby, state: replica.state() };
}
