import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBackground } from '../src/background.ts';
import { readConfig } from '../src/config.ts';
import { startServer } from '../src/http/server.ts';
import { createLog } from '../src/log.ts';
import { closeApp, openApp } from '../src/open-app.ts';
import { createPreparedDatabase, type TestDatabase } from './support/database.ts';
import { eventually } from './support/eventually.ts';
import { post, subscribe } from './support/graphql.ts';
import { type ModelServer, startModelServer } from './support/model-server.ts';
import { ROOT_KEY, testEnv } from './support/server.ts';

let database: TestDatabase;
let models: ModelServer;

beforeAll(async () => {
  database = await createPreparedDatabase();
  models = await startModelServer();
});

afterAll(async () => {
  await models.close();
  await database.drop();
});

/** Serves a request and a subscription, and ends. Returns what refers to the database. */
async function serveOnce(): Promise<WeakRef<object>[]> {
  const config = readConfig(testEnv(database, models));
  const app = await openApp(config, createLog(config));
  const running = await startServer(app);
  const background = startBackground(app);
  expect((await post(running.url, ROOT_KEY, '{ memories { totalCount } }')).status).toBe(200);
  const live = subscribe(running.url, ROOT_KEY, 'subscription { events { cursor } }');
  await live.stop();
  await running.close();
  await background.stop();
  await closeApp(app);
  const { connection } = app;
  return [app, connection, connection.db, connection.pool].map((object) => new WeakRef(object));
}

// A worker of the tests opens dozens of embedded databases one after another, each with 200 MB.
it('a closed server leaves no database in memory', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const objects = await serveOnce();
  await eventually(() => {
    collectGarbage();
    return objects.filter((object) => object.deref() !== undefined).length;
  }).toBe(0);
});
