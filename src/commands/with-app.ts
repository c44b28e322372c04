import type { App } from '../app.ts';
import { type ConfigOptions, readConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { closeApp, openApp } from '../open-app.ts';

/** Opens the app, runs a command with it, and closes the app. */
export async function withApp(
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
