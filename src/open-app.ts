import type { Logger } from 'pino';
import type { App } from './app.ts';
import type { Config } from './config.ts';
import { connect } from './db/connect.ts';
import { migrateDatabase } from './db/migrate.ts';
import { openChanges } from './events/changes.ts';
import { createMetrics } from './metrics.ts';
import { openEmbedders } from './models/embedders.ts';
import { openChat } from './models/openai-chat.ts';
import { ensureDefaultProject } from './projects/default-project.ts';
import { ensureHnswIndexes } from './projects/projects.ts';
import { createRateLimit } from './projects/rate-limit.ts';
import { openStats } from './stats/collector.ts';
import { createWakeSignal } from './wake-signal.ts';

/** Opens the database, migrates it to the schema of this version, and opens the models. */
export async function openApp(config: Config, log: Logger): Promise<App> {
  const connection = await connect(config, log);
  try {
    await migrateDatabase(connection);
    const metrics = createMetrics(connection.pool);
    const embedders = openEmbedders(config.embedding, { log, metrics });
    await ensureHnswIndexes(connection, embedders.defaultSpace);
    const app: App = {
      config,
      connection,
      db: connection.db,
      embedders,
      chat: openChat(config.chat, metrics),
      changes: await openChanges(connection, log),
      metrics,
      rateLimit: createRateLimit(config.rateLimitPerMinute),
      stats: openStats({ connection, metrics, log, clock: () => app.clock() }),
      jobsSignal: createWakeSignal(),
      indexSignal: createWakeSignal(),
      clock: () => new Date(),
      log,
    };
    await ensureDefaultProject(app);
    return app;
  } catch (error) {
    await connection.close();
    throw error;
  }
}

export async function closeApp(app: App): Promise<void> {
  await app.changes.close();
  await app.stats.close();
  await app.embedders.close();
  await app.connection.close();
}
