import cluster from 'node:cluster';
import { setImmediate } from 'node:timers/promises';
import { endRunning } from '../agents/running-generations.ts';
import type { App } from '../app.ts';
import { environmentWith, LOCAL_MODEL, readConfig } from '../config.ts';
import { DataFolderInUseError } from '../db/embedded/data-folder.ts';
import { spaceName } from '../db/embedding-space.ts';
import { laterVersionOf } from '../db/migrate.ts';
import { startCounting } from '../entries/index/index-sizes.ts';
import { takeWrites } from '../entries/write/route-writes.ts';
import type { RunningServer } from '../http/server.ts';
import { startMaintenance } from '../maintenance.ts';
import { offerMetrics } from '../metrics-of-workers.ts';
import { startStoringUses } from '../projects/key-uses.ts';
import { missingEndpoints } from '../projects/projects.ts';
import { findRootKey } from '../projects/root-key.ts';
import { untilIdle } from './idle-exit.ts';
import { claudeCodeLine, installLine } from './mcp-command.ts';
import { nextSignal } from './next-signal.ts';
import { announceServer, findServer } from './server-file.ts';
import { withAnyApp } from './with-app.ts';
import { countWorkers, runWorkers } from './workers.ts';

/** Maximum time for requests in progress at shutdown; then the process exits. */
export const SHUTDOWN_MS = 15_000;

/** Time after which running generations are aborted, so that their ends are stored before the process exits. */
const END_GENERATIONS_MS = SHUTDOWN_MS - 3000;

/** Time between the start and `loadRest`, so that it does not delay the first requests. */
const LOAD_REST_AFTER_MS = 2000;

export type ServeOptions = { readOnly?: boolean; background?: boolean; workers?: string };

/**
 * Runs the server until SIGTERM or SIGINT. With `readOnly` it serves reads from a standby. With `background`, which
 * `lorebase mcp` uses, it also ends after a time without connections. With several workers, each of them is a server,
 * and this process keeps them running.
 */
export async function serve(options: ServeOptions): Promise<void> {
  // The server continues when the reader of its output, such as `head`, has ended. The log ignores a closed stderr by
  // itself.
  process.stdout.on('error', () => {});
  const { readOnly = false, background = false, workers } = options;
  if (cluster.isPrimary) {
    const given = workers === undefined ? {} : { WORKERS: workers };
    const config = readConfig(environmentWith(given), { isReadOnly: readOnly });
    const count = countWorkers(config);
    if (count > 1) return runWorkers(config, count);
  }
  // The modules of the server are loaded while the database opens.
  const loading = setImmediate().then(loadServer);
  loading.catch(() => {});
  try {
    await withAnyApp(async (app) => serveUntilStopped(app, await loading), {
      isReadOnly: readOnly,
      isBackground: background,
    });
  } catch (error) {
    throw error instanceof DataFolderInUseError ? await inUseError(error) : error;
  } finally {
    // The connection to the primary process would keep a worker running.
    cluster.worker?.disconnect();
  }
}

/** The error, with the name of the server that uses the folder, such as the background server of `lorebase mcp`. */
async function inUseError(error: DataFolderInUseError): Promise<Error> {
  const server = await findServer(readConfig().dataDir);
  if (server === null) return error;
  const what = server.isBackground ? 'the background server of `lorebase mcp`' : 'a server';
  return new Error(`${error.message} It is ${what} at ${server.url}, process ${server.pid}.`);
}

async function loadServer() {
  const [{ startServer }, { startBackground }] = await Promise.all([
    import('../http/server.ts'),
    import('../background.ts'),
  ]);
  return { startServer, startBackground };
}

type Server = Awaited<ReturnType<typeof loadServer>>;

async function serveUntilStopped(
  app: App,
  { startServer, startBackground }: Server,
): Promise<void> {
  const { isReadOnly, idleMs } = app.config;
  openLocalModel(app);
  if (!isReadOnly) await warnOfDatabase(app);
  const rootKey = isReadOnly ? null : await findRootKey(app);
  offerMetrics(app.metrics.registry);
  const server = await startServer(app);
  if (!isReadOnly) takeWrites(app);
  const stopMaintenance = isReadOnly ? () => {} : startMaintenance(app);
  const background = isReadOnly ? startReadingBackground(app) : startBackground(app);
  const withdraw = await announceHere(app, server);
  announce(app, server.url, rootKey);
  setTimeout(() => loadRest(app), LOAD_REST_AFTER_MS).unref();
  const idle = idleMs === null ? null : untilIdle(server.server, idleMs);
  const reason = await Promise.race([nextSignal(), ...(idle ? [idle.idle] : [])]);
  app.log.info({ reason }, 'Shutting down');
  idle?.stop();
  await withdraw();
  setTimeout(() => endRunning(app), END_GENERATIONS_MS).unref();
  setTimeout(() => {
    app.log.error('Requests in flight did not end in time');
    process.exit(1);
  }, SHUTDOWN_MS).unref();
  stopMaintenance();
  await Promise.all([server.close(), background.stop(), app.workerCalls.leave()]);
}

/** Loads the modules that only some requests need, before an update of the package can replace their files. */
function loadRest({ log }: App): void {
  import('../http/mcp-answer.ts').catch((error: unknown) => {
    log.error({ error }, 'The modules of /mcp cannot be loaded');
  });
}

/** Logs that a later version has migrated the database, and which models of projects have no endpoint here. */
async function warnOfDatabase(app: App): Promise<void> {
  // If there are several workers, only the first one logs this.
  if (cluster.isWorker && cluster.worker?.id !== 1) return;
  const fault = await laterVersionOf(app.connection);
  if (fault !== null) app.log.warn(fault);
  for (const missing of await missingEndpoints(app)) app.log.warn(missing);
}

/** Opens the local model beside the server, so that the first write or search need not wait for it. */
function openLocalModel({ embedders }: App): void {
  if (embedders.defaultSpace.model === LOCAL_MODEL) embedders.for(embedders.defaultSpace);
}

/** Counts chunks in a process that only reads, and stores the uses of API keys, if it has a primary. */
export function startReadingBackground(app: App): { stop(): Promise<void> } {
  const counting = startCounting(app.variants?.onStandby ?? app);
  const hasPrimary = app.variants?.standby.isPrimaryConfigured ?? false;
  const uses = hasPrimary ? startStoringUses(app) : null;
  return {
    stop: async () => {
      counting.stop();
      await uses?.stop();
    },
  };
}

/** Tells `lorebase mcp` where the server of the data folder is. Servers of PostgreSQL have no folder of their own. */
async function announceHere(
  { config, connection }: App,
  { url }: RunningServer,
): Promise<() => Promise<void>> {
  if (connection.kind !== 'embedded') return async () => {};
  return announceServer(config.dataDir, { url, isBackground: config.idleMs !== null });
}

function announce(app: App, url: string, rootKey: string | null) {
  // If there are several workers, the first one announces the address of all.
  if (cluster.isWorker && cluster.worker?.id !== 1) return;
  const { config, connection, embedders } = app;
  const database =
    connection.kind === 'embedded' ? `embedded in ${config.dataDir}` : serverName(app);
  const embedder = spaceName(embedders.defaultSpace);
  console.log(
    `Lorebase serves GraphQL on ${url}/graphql (database: ${database}; embedder: ${embedder})`,
  );
  // The output of a background server goes to its log, which must not contain the key.
  if (config.idleMs !== null) return;
  // The root key of the configuration is known to the operator and must not be in a log.
  if (rootKey !== null && config.rootKey === undefined) {
    console.log(`Sign in: ${url}/#key=${rootKey}`);
  }
  if (connection.kind === 'embedded') {
    console.log(`MCP, for Claude Code: ${claudeCodeLine(config)} (others: ${installLine(config)})`);
  }
}

function serverName({ config, variants }: App): string {
  if (config.isReadOnly) return 'a PostgreSQL standby, read-only';
  return variants === null ? 'PostgreSQL' : 'PostgreSQL with a standby';
}
