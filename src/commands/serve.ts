import type { App } from '../app.ts';
import { startBackground } from '../background.ts';
import { spaceName } from '../db/embedding-space.ts';
import { startServer } from '../http/server.ts';
import { findRootKey } from '../projects/root-key.ts';
import { startUpkeep } from './upkeep.ts';
import { withApp } from './with-app.ts';

/** Time for requests in progress at shutdown; then the process exits. */
export const SHUTDOWN_MS = 15_000;

/** Runs the server until SIGTERM or SIGINT. */
export function serve(): Promise<void> {
  return withApp(async (app) => {
    const rootKey = await findRootKey(app);
    const server = await startServer(app);
    const stopUpkeep = startUpkeep(app);
    const background = startBackground(app);
    announce(app, server.url, rootKey);
    const signal = await nextSignal();
    app.log.info({ signal }, 'Shutting down');
    setTimeout(() => {
      app.log.error('Requests in flight did not end in time');
      process.exit(1);
    }, SHUTDOWN_MS).unref();
    stopUpkeep();
    await Promise.all([server.close(), background.stop()]);
  });
}

function announce({ config, connection, embedders }: App, url: string, rootKey: string | null) {
  const database = connection.kind === 'embedded' ? `embedded in ${config.dataDir}` : 'PostgreSQL';
  const embedder = spaceName(embedders.defaultSpace);
  console.log(
    `Lorebase serves GraphQL on ${url}/graphql (database: ${database}; embedder: ${embedder})`,
  );
  // The root key of the configuration is known to the operator and must not be in a log.
  if (rootKey !== null && config.rootKey === undefined) {
    console.log(`Sign in: ${url}/#key=${rootKey}`);
  }
}

function nextSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
}
