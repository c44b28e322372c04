import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Connection } from './database.ts';
import { openEmbedded } from './embedded/embedded.ts';
import { openServer } from './server/server.ts';

/** Connects to PostgreSQL if `DATABASE_URL` is set, else opens the embedded database in the data folder. */
export function connect(config: Config, log: Logger): Promise<Connection> {
  return config.databaseUrl
    ? openServer({ url: config.databaseUrl, poolSize: config.databasePoolSize, log })
    : openEmbedded(config.dataDir, log);
}
