import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { connect } from './db/connect.ts';
import type { Connection, Database } from './db/database.ts';
import { migrateDatabase } from './db/migrate.ts';
import { type Changes, openChanges } from './events/changes.ts';
import { moveRestoredEvents } from './events/restored-events.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import type { Chat } from './models/chat.ts';
import { type Embedders, openEmbedders } from './models/embedders.ts';
import { openChat } from './models/openai-chat.ts';
import { ensureHnswIndexes } from './projects/projects.ts';
import { createRateLimit, type RateLimit } from './projects/rate-limit.ts';
import { createWakeSignal, type WakeSignal } from './wake-signal.ts';

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
  /** Wakes the worker of jobs. */
  jobsSignal: WakeSignal;
  /** Wakes the loop that puts chunks into their index. */
  indexSignal: WakeSignal;
  clock: () => Date;
  log: Logger;
};

/** Opens the database, brings it to this version and opens the models. */
export async function openApp(config: Config, log: Logger): Promise<App> {
  const connection = await connect(config, log);
  try {
    await migrateDatabase(connection);
    await moveRestoredEvents(connection);
    const metrics = createMetrics(connection.pool);
    const embedders = openEmbedders(config.embedding, { log, metrics });
    await ensureHnswIndexes(connection, embedders.defaultSpace);
    return {
      config,
      connection,
      db: connection.db,
      embedders,
      chat: openChat(config.chat, metrics),
      changes: await openChanges(connection, log),
      metrics,
      rateLimit: createRateLimit(config.rateLimitPerMinute),
      jobsSignal: createWakeSignal(),
      indexSignal: createWakeSignal(),
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
