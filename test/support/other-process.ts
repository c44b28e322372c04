import { onTestFinished } from 'vitest';
import type { App } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { startServer } from '../../src/http/server.ts';
import { createLog } from '../../src/log.ts';
import { closeApp, openApp } from '../../src/open-app.ts';
import { eventually } from './eventually.ts';
import { post } from './graphql.ts';
import { startProxy } from './proxy.ts';
import type { TestServer } from './server.ts';

/** Starts a server on the database of another one, like another process. It is closed after the test. */
export async function useOther(
  server: TestServer,
  env: Record<string, string> = {},
): Promise<{ url: string; app: App }> {
  const config = readConfig({ ...server.env, JOB_CONCURRENCY: '0', ...env });
  const app = await openApp(config, createLog(config));
  const running = await startServer(app);
  onTestFinished(async () => {
    await running.close();
    await closeApp(app);
  });
  return { url: running.url, app };
}

/** `useOther`, with a function `hang` that stops the notifications to the server without closing their connection. */
export async function useOtherThatCanHang(server: TestServer, secret: string) {
  const proxy = await startProxy(server.env.DATABASE_URL ?? '');
  const other = await useOther(server, { DATABASE_URL: proxy.url });
  // The proxy is closed before the server, which waits for its connections.
  onTestFinished(() => proxy.close());
  await eventually(async () => {
    await post(other.url, secret, '{ viewer { role } }');
    return other.app.connection.isReceivingNotifications();
  }).toBe(true);
  return { ...other, hang: proxy.hangListeners };
}
