import { afterAll, beforeAll } from 'vitest';
import type { App } from '../../src/app.ts';
import { startBackground } from '../../src/background.ts';
import { readConfig } from '../../src/config.ts';
import { deleteEventsThrough, markPurged } from '../../src/events/queries.ts';
import { selectLog } from '../../src/events/read-queries.ts';
import { startServer } from '../../src/http/server.ts';
import { createLog } from '../../src/log.ts';
import { closeApp, openApp } from '../../src/open-app.ts';
import { createPreparedDatabase, type TestDatabase } from './database.ts';
import { type Answer, type Data, post, type Subscription, subscribe } from './graphql.ts';
import { DIMENSIONS, type ModelServer, startModelServer } from './model-server.ts';

export const ROOT_KEY = 'root-key-of-the-tests-0123456789';

/** A project with a key of each role. Its methods send the WRITE key, unless another key is given. */
export type TestProject = {
  id: string;
  keys: { READ: string; WRITE: string; ADMIN: string };
  /** Sends a request that must succeed, and returns its data. */
  run(query: string, variables?: Record<string, unknown>, key?: string): Promise<Data>;
  /** Sends a request that must fail, and returns its first error. */
  fail(query: string, variables?: Record<string, unknown>, key?: string): Promise<Failure>;
  subscribe(query: string, variables?: Record<string, unknown>): Subscription;
  memory(input?: Record<string, unknown>): Promise<string>;
  write(memoryId: string, content: string, input?: Record<string, unknown>): Promise<Data>;
};

type Failure = NonNullable<Answer['errors']>[number];

export type TestServer = {
  url: string;
  app: App;
  models: ModelServer;
  database: TestDatabase;
  /** The environment of another process on the same database and models. */
  env: Record<string, string>;
  /** Sends a request with a root key, in the named or the default project, and returns its data. */
  asRoot(query: string, variables?: Record<string, unknown>, project?: string): Promise<Data>;
  project(settings?: Record<string, unknown>): Promise<TestProject>;
};

/** The `VECTOR_INDEX_FROM` of tests: less than the default, so that few chunks are enough for an index. */
export const INDEXED_FROM = 750;

/** The environment in which servers under test run. */
export function testEnv(database: TestDatabase, models: ModelServer): Record<string, string> {
  return {
    ...database.env,
    PORT: '0',
    // A server under test has a single process.
    WORKERS: '1',
    LOREBASE_ROOT_KEY: ROOT_KEY,
    // Only the test of a power failure needs `on`.
    EMBEDDED_FSYNC: 'off',
    VECTOR_INDEX_FROM: String(INDEXED_FROM),
    EMBEDDING_MODEL: 'test-embedder',
    EMBEDDING_DIMENSIONS: String(DIMENSIONS),
    EMBEDDING_BASE_URL: models.baseUrl,
    CHAT_BASE_URL: models.baseUrl,
    // Long, since client, server, database and model may share one event loop. Tests of time-outs shorten it.
    EMBEDDING_TIMEOUT_MS: '30000',
    EMBEDDING_MAX_RETRIES: '0',
    LOG_LEVEL: 'silent',
  };
}

/** Starts a server for the tests of one file, in this process, on a real port and a database of its own. */
export function useServer(
  extra:
    | Record<string, string>
    | ((database: TestDatabase) => Promise<Record<string, string>>) = {},
): TestServer {
  const server = {} as TestServer;
  let stop = async () => {};
  beforeAll(async () => {
    const database = await createPreparedDatabase();
    const models = await startModelServer();
    const more = typeof extra === 'function' ? await extra(database) : extra;
    const env = { ...testEnv(database, models), ...more };
    const config = readConfig(env);
    const app = await openApp(config, createLog(config));
    const running = await startServer(app);
    const background = startBackground(app);
    Object.assign(server, { url: running.url, app, models, database, env });
    stop = async () => {
      await running.close();
      await background.stop();
      await closeApp(app);
      await models.close();
      await database.drop();
    };
  });
  afterAll(() => stop());
  server.asRoot = (query, variables, project) =>
    run(server.url, ROOT_KEY, query, variables, project);
  server.project = (settings) => createProject(server, settings);
  return server;
}

/** Sends a request that must succeed, and returns its data. */
export async function run(
  url: string,
  key: string | null,
  query: string,
  variables: Record<string, unknown> = {},
  project?: string,
): Promise<Data> {
  const { data, errors } = await post(url, key, query, variables, project);
  if (errors) throw new Error(`${errors[0]?.message} ${JSON.stringify(errors[0]?.extensions)}`);
  return data;
}

let projects = 0;

async function createProject(
  server: TestServer,
  settings: Record<string, unknown> = {},
): Promise<TestProject> {
  projects += 1;
  const { createProject: made } = await server.asRoot(
    'mutation ($input: CreateProjectInput!) { createProject(input: $input) { project { id } } }',
    { input: { name: `test ${projects}`, settings } },
  );
  const { id } = made.project;
  const { read, write, admin } = await server.asRoot(CREATE_KEYS, {}, id);
  const keys = { READ: read.secret, WRITE: write.secret, ADMIN: admin.secret };
  // The events of these keys are removed, since tests count the events of their own changes.
  await emptyLog(server.app, id);
  const runHere: TestProject['run'] = (query, variables, shown = keys.WRITE) =>
    run(server.url, shown, query, variables, id);
  return {
    id,
    keys,
    run: runHere,
    fail: async (query, variables, shown = keys.WRITE) => {
      const { errors } = await post(server.url, shown, query, variables, id);
      if (errors?.[0] === undefined) throw new Error('The request did not fail');
      return errors[0];
    },
    subscribe: (query, variables) => subscribe(server.url, keys.READ, query, variables),
    memory: async (input = {}) => {
      const data = await runHere(
        'mutation ($input: CreateMemoryInput!) { createMemory(input: $input) { memory { id } } }',
        { input: { name: `memory ${Math.random()}`, ...input } },
      );
      return data.createMemory.memory.id;
    },
    write: async (memoryId, content, input = {}) =>
      (await runHere(WRITE, { input: { memoryId, content, ...input } })).writeEntry,
  };
}

const CREATE_KEYS = `mutation {
  read: createApiKey(input: { name: "READ", role: READ }) { secret }
  write: createApiKey(input: { name: "WRITE", role: WRITE }) { secret }
  admin: createApiKey(input: { name: "ADMIN", role: ADMIN }) { secret }
}`;

/** Purges all events of a project. */
async function emptyLog({ db }: App, projectId: string): Promise<void> {
  const { head } = await selectLog(db, projectId);
  await deleteEventsThrough(db, projectId, head.number);
  await markPurged(db, projectId, head);
}

export const WRITE = `mutation ($input: WriteEntryInput!) {
  writeEntry(input: $input) {
    action similarity duplicateThreshold updateThreshold dryRun
    entry { id content metadata kind source deletedAt memory { id entryCount } }
    matchedEntry { id content }
  }
}`;
