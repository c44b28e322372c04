import type { App } from '../app.ts';
import { startBackground } from '../background.ts';
import { spaceName } from '../db/embedding-space.ts';
import { startCounting } from '../entries/index-sizes.ts';
import { startServer } from '../http/server.ts';
import { startStoringUses } from '../projects/key-uses.ts';
import { findRootKey } from '../projects/root-key.ts';
import { startUpkeep } from './upkeep.ts';
import { withApp } from './with-app.ts';

/** Time for requests in progress at shutdown; then the process exits. */
export const SHUTDOWN_MS = 15_000;

/** Runs the server until SIGTERM or SIGINT. With `readOnly` it serves reads from a standby. */
export function serve({ readOnly: isReadOnly = false }: { readOnly?: boolean }): Promise<void> {
  return withApp(serveUntilSignal, { isReadOnly });
}

async function serveUntilSignal(app: App): Promise<void> {
  const { isReadOnly } = app.config;
  const rootKey = isReadOnly ? null : await findRootKey(app);
  const server = await startServer(app);
  const stopUpkeep = isReadOnly ? () => {} : startUpkeep(app);
  const background = isReadOnly ? startReadingBackground(app) : startBackground(app);
  announce(app, server.url, rootKey);
  const signal = await nextSignal();
  app.log.info({ signal }, 'Shutting down');
  setTimeout(() => {
    app.log.error('Requests in flight did not end in time');
    process.exit(1);
  }, SHUTDOWN_MS).unref();
  stopUpkeep();
  await Promise.all([server.close(), background.stop()]);
}

/** Counts chunks in a process that only reads, and stores the uses of API keys, if it has a primary. */
export function startReadingBackground(app: App): { stop(): Promise<void> } {
  const counting = startCounting(app.reading?.standby ?? app);
  const hasPrimary = app.reading?.replica.isPrimaryConfigured ?? false;
  const uses = hasPrimary ? startStoringUses(app) : null;
  return {
    stop: async () => {
      counting.stop();
      await uses?.stop();
    },
  };
}

function announce(app: App, url: string, rootKey: string | null) {
  const { config, connection, embedders } = app;
  const database =
    connection.kind === 'embedded' ? `embedded in ${config.dataDir}` : serverName(app);
  const embedder = spaceName(embedders.defaultSpace);
  console.log(
    `Lorebase serves GraphQL on ${url}/graphql (database: ${database}; embedder: ${embedder})`,
  );
  // The root key of the configuration is known to the operator and must not be in a log.
  if (rootKey !== null && config.rootKey === undefined) {
    console.log(`Sign in: ${url}/#key=${rootKey}`);
  }
}

function serverName({ config, reading }: App): string {
  if (config.isReadOnly) return 'a PostgreSQL standby, read-only';
  return reading === null ? 'PostgreSQL' : 'PostgreSQL with a standby';
}

function nextSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
}
