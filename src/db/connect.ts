import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Connection } from './database.ts';
import { openEmbedded } from './embedded/embedded.ts';
import { createSource, type ReadSource } from './server/failover-connection.ts';
import { openServer } from './server/server.ts';

/** The databases that reads can use: a standby and, unless the process is read-only, the primary. */
export type ReadingSources = { standby: ReadSource; primary: ReadSource | null };

/** The connection for everything but reads, and the sources of reads; null if reads use the connection too. */
export type Databases = { connection: Connection; reading: ReadingSources | null };

/**
 * Connects to the databases of the configuration: PostgreSQL if `DATABASE_URL` is set, else the embedded
 * database in the data folder.
 */
export async function connect(config: Config, log: Logger): Promise<Databases> {
  const { databaseUrl: url, databasePoolSize: poolSize, databaseReadUrl, isReadOnly } = config;
  const readUrl = databaseReadUrl ?? (isReadOnly ? url : undefined);
  if (readUrl === undefined) {
    const opening = url
      ? openServer({ url, poolSize, log })
      : openEmbedded(config.dataDir, log, { fsync: config.embeddedFsync });
    return { connection: await opening, reading: null };
  }
  const hasPrimary = url !== undefined && databaseReadUrl !== undefined;
  const use = isReadOnly ? 'STORE' : 'WRITE';
  const primary = hasPrimary ? await openServer({ url, poolSize, log, use }) : null;
  const standby = await openServer({ url: readUrl, poolSize, log, use: 'READ' });
  const reading = {
    standby: createSource('standby', standby, log),
    primary: primary && createSource('primary', primary, log),
  };
  if (primary === null) return { connection: withoutNotifications(standby), reading };
  return { connection: isReadOnly ? listeningLater(primary, log) : primary, reading };
}

/** The same connection without notifications, because a PostgreSQL standby supports neither LISTEN nor NOTIFY. */
function withoutNotifications(connection: Connection): Connection {
  return {
    ...connection,
    listen: async () => {},
    notify: async () => {},
    isReceivingNotifications: () => false,
    close: async () => {},
  };
}

const LISTEN_AGAIN_MS = 2000;

/** A connection whose `listen` does not wait for the database, so that a process can start without it. */
function listeningLater(connection: Connection, log: Logger): Connection {
  let isClosed = false;
  const listen: Connection['listen'] = async (...args) => {
    while (!isClosed) {
      try {
        return await connection.listen(...args);
      } catch (error) {
        log.warn({ error }, 'LISTEN on the primary failed; trying again');
        await sleep(LISTEN_AGAIN_MS, undefined, { ref: false });
      }
    }
  };
  return {
    ...connection,
    listen: async (...args) => void listen(...args),
    close: () => {
      isClosed = true;
      return connection.close();
    },
  };
}
