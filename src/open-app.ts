import type { Logger } from 'pino';
import type { App } from './app.ts';
import { openChunkCache } from './chunk-cache/chunk-cache.ts';
import type { Config } from './config.ts';
import { connect, type Databases } from './db/connect.ts';
import type { Connection } from './db/database.ts';
import type { Space } from './db/embedding-space.ts';
import { countMigrations, migrateDatabase } from './db/migrate.ts';
import { defaultMinIndexedChunks } from './db/search-method.ts';
import { createPendingChunks } from './entries/index/index-chunks.ts';
import { createSizeCache } from './entries/write/known-sizes.ts';
import { openChanges } from './events/changes.ts';
import { openRowCache } from './events/row-cache.ts';
import { takeOverJobs } from './jobs/jobs.ts';
import { createScopeCache } from './memories/scope.ts';
import { createMetrics, observeChunkCache, observeStandby } from './metrics.ts';
import { type Embedders, openEmbedders } from './models/embedders.ts';
import { openChat } from './models/openai-chat.ts';
import { openAccessCache } from './projects/access-cache.ts';
import { ensureDefaultProject } from './projects/default-project.ts';
import { ensureHnswIndexes } from './projects/projects.ts';
import { createRateLimit } from './projects/rate-limit.ts';
import { createFrequentWords } from './retrieval/frequent-words.ts';
import { createLexemeCache } from './retrieval/query-lexemes.ts';
import { logConnection, openAppVariants } from './standby/app-variants.ts';
import { openStandby, type Standby } from './standby/standby.ts';
import { openStats } from './stats/collector.ts';
import { droppedStats } from './stats/dropped.ts';
import { openIntake } from './stream/intake.ts';
import { createWakeSignal } from './wake-signal.ts';
import { openWorkerCalls } from './worker-calls.ts';

/**
 * Opens the databases and the models, and migrates the database to the schema of this version. A process that
 * only reads changes nothing in its databases.
 */
export async function openApp(config: Config, log: Logger): Promise<App> {
  const databases = await connect(config, log);
  const standby = standbyOf(databases, log);
  try {
    const app = await openWith(config, log, { ...databases, standby });
    if (!config.isReadOnly) await ensureDefaultProject(app);
    return app;
  } catch (error) {
    await standby?.close();
    await databases.connection.close();
    throw error;
  }
}

function standbyOf({ connection, reading }: Databases, log: Logger): Standby | null {
  return reading && openStandby({ ...reading, migrations: countMigrations(), connection, log });
}

type OpenedApp = Databases & { standby: Standby | null };

async function openWith(config: Config, log: Logger, opened: OpenedApp): Promise<App> {
  const { connection, reading, standby } = opened;
  const hasStore = !config.isReadOnly || reading?.primary !== null;
  const metrics = createMetrics(connection.pool);
  const embedders = openEmbedders(config.embedding, { log, metrics });
  if (config.isReadOnly) await requireStandby(opened);
  else await prepareDatabase(connection, embedders);
  const logged = reading && standby ? logConnection(connection, standby, reading) : connection;
  const changes = await openChanges(logged, log);
  const maxBytes = chunkCacheBytes(config, opened);
  const app: App = {
    config,
    connection,
    db: connection.db,
    variants: null,
    embedders,
    chat: openChat(config.chat, metrics),
    changes,
    accessCache: openAccessCache(connection, changes),
    rowCaches: {
      agents: openRowCache(connection, changes),
      memories: openRowCache(connection, changes),
    },
    scopeCache: createScopeCache(),
    sizeCache: createSizeCache(),
    frequentWords: createFrequentWords(),
    lexemeCache: createLexemeCache(),
    chunkCache: openChunkCache({ connection, changes, log, maxBytes }),
    metrics,
    rateLimit: createRateLimit(config.rateLimitPerMinute),
    stats: hasStore
      ? openStats({ connection, metrics, log, clock: () => app.clock() })
      : droppedStats,
    workerCalls: openWorkerCalls(),
    jobsSignal: createWakeSignal(),
    pendingChunks: createPendingChunks(),
    openIntake,
    indexSizes: {
      shared: new Map(),
      own: new Map(),
      projects: new Map(),
      minIndexedChunks: minIndexedChunks(config, { space: embedders.defaultSpace, maxBytes }),
    },
    openedAt: new Date(),
    clock: () => new Date(),
    log,
  };
  observeChunkCache(metrics.registry, app.chunkCache);
  if (reading === null || standby === null) return app;
  // The failure is logged. Reads use the primary until the standby can be reached.
  await standby.check().catch(() => {});
  observeStandby(metrics.registry, standby);
  app.variants = openAppVariants(app, standby, reading);
  return app;
}

/**
 * The memory for cached chunks, in bytes. With a standby nothing is cached, since operations read from different
 * databases. On Citus nothing is cached either: the statements that use the cache were not measured there.
 */
function chunkCacheBytes(
  { chunkCacheMegabytes }: Config,
  { connection, reading }: Pick<OpenedApp, 'connection' | 'reading'>,
): number {
  return connection.isDistributed || reading !== null ? 0 : chunkCacheMegabytes * 1024 * 1024;
}

/**
 * The number of chunks from which a project is added to the vector index. `maxBytes` is the memory for cached chunks.
 */
function minIndexedChunks(
  { vectorIndexFrom, isReadOnly }: Config,
  { space, maxBytes }: { space: Space; maxBytes: number },
): number {
  // A read-only process has no cache, and adds nothing to the index. It assumes that the processes that build the
  // index have a cache, as they do by default.
  return (
    vectorIndexFrom ?? defaultMinIndexedChunks(space, { isCached: isReadOnly || maxBytes > 0 })
  );
}

async function prepareDatabase(connection: Connection, embedders: Embedders): Promise<void> {
  await migrateDatabase(connection);
  await ensureHnswIndexes(connection, embedders.defaultSpace);
  await takeOverJobs(connection);
}

/** Checks the standby if there is no primary. @throws the error if the standby cannot be read */
async function requireStandby({ reading, standby }: OpenedApp): Promise<void> {
  if (reading?.primary === null) await standby?.check();
}

export async function closeApp(app: App): Promise<void> {
  await app.chunkCache.close();
  await app.changes.close();
  await app.stats.close();
  await app.embedders.close();
  await app.variants?.standby.close();
  await app.connection.close();
}
