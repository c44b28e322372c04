import type { App } from '../app.ts';
import { type ConfigOptions, readConfig } from '../config.ts';
import { laterVersionOf } from '../db/migrate.ts';
import { createLog } from '../log.ts';
import { closeApp, openApp } from '../open-app.ts';

/** Opens the app, runs a command with it, and closes the app. @throws Error if the database is of a later version */
export function withApp(run: (app: App) => Promise<void>): Promise<void> {
  return withAnyApp(async (app) => {
    await requireVersion(app);
    await run(app);
  });
}

/** @throws Error if a later version has migrated the database */
export async function requireVersion({ connection }: App): Promise<void> {
  const fault = await laterVersionOf(connection);
  if (fault !== null) throw new Error(fault);
}

/** As `withApp`, also with a database of a later version: servers of both run while an installation is updated. */
export async function withAnyApp(
  run: (app: App) => Promise<void>,
  options: ConfigOptions = {},
): Promise<void> {
  const config = readConfig(undefined, options);
  const app = await openApp(config, createLog(config));
  try {
    await run(app);
  } finally {
    await closeApp(app);
  }
}
