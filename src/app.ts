import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { connect } from './db/connect.ts';
import type { Connection, Database } from './db/database.ts';
import { migrateDatabase } from './db/migrate.ts';
import { ensureSpaceIndexes } from './db/spaces.ts';
import { type Changes, openChanges } from './events/changes.ts';
import { type Bell, createBell } from './jobs/bell.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import type { Chat } from './models/chat.ts';
import { type Embedders, openEmbedders } from './models/embedders.ts';
import { openChat } from './models/openai-chat.ts';
import { createRateLimit, type RateLimit } from './projects/rate-limit.ts';

/** What every rule receives first. */
export type App = {
  config: Config;
  connection: Connection;
  db: Database;
  embedders: Embedders;
  chat: Chat;
  changes: Changes;
  metrics: Metrics;
  rateLimit: RateLimit;
  jobsBell: Bell;
  indexBell: Bell;
  clock: () => Date;
  log: Logger;
};

/** Opens the database, brings it to this version and opens the models. */
export async function openApp(config: Config, log: Logger): Promise<App> {
  const connection = await connect(config, log);
  try {
    await migrateDatabase(connection);
    const metrics = createMetrics(connection.pool);
    const embedders = openEmbedders(config.embedding, { log, metrics });
    await ensureSpaceIndexes(connection, embedders.defaultSpace);
    return {
      config,
      connection,
      db: connection.db,
      embedders,
      chat: openChat(config.chat, metrics),
      changes: await openChanges(connection, log),
      metrics,
      rateLimit: createRateLimit(config.rateLimitPerMinute),
      jobsBell: createBell(),
      indexBell: createBell(),
      clock: () => new Date(),
      log,
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

export async function closeApp(app: App): Promise<void> {
  await app.changes.close();
  await app.embedders.close();
  await app.connection.close();
}
