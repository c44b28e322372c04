import { afterEach, beforeEach } from 'vitest';
import { createPreparedDatabase, type TestDatabase } from './database.ts';
import { type ModelServer, startModelServer } from './model-server.ts';
import { type Running, startProcess } from './process.ts';
import { ROOT_KEY, run, testEnv } from './server.ts';

/** The database, the models and the processes of a test. */
export type Processes = {
  database: TestDatabase;
  models: ModelServer;
  /** The environment in which they start. */
  env: Record<string, string>;
  /** Starts a server process, which is killed after the test. */
  start(more?: Record<string, string>, options?: { command?: readonly string[] }): Promise<Running>;
};

/** Gives each test a database and models of its own, and starts processes on them. */
export function useProcesses(): Processes {
  const running: Running[] = [];
  const processes = {
    start: async (more = {}, options = {}) => {
      const process = await startProcess({ ...processes.env, ...more }, options);
      running.push(process);
      return process;
    },
  } as Processes;
  beforeEach(async () => {
    const database = await createPreparedDatabase();
    const models = await startModelServer();
    const env = { ...testEnv(database, models), LOG_LEVEL: 'warn' };
    Object.assign(processes, { database, models, env });
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((process) => process.kill('SIGKILL')));
    await processes.models.close();
    await processes.database.drop();
  });
  return processes;
}

/** Creates a project with one memory, and a key of role ADMIN for the project. */
export async function seed(
  url: string,
  rootKey = ROOT_KEY,
): Promise<{ projectId: string; key: string; memoryId: string }> {
  const made = await run(
    url,
    rootKey,
    'mutation { createProject(input: { name: "e2e" }) { project { id } } }',
  );
  const projectId = made.createProject.project.id;
  const KEY = 'mutation { createApiKey(input: { name: "e2e", role: ADMIN }) { secret } }';
  const key: string = (await run(url, rootKey, KEY, {}, projectId)).createApiKey.secret;
  const input = { name: 'memory' };
  const query =
    'mutation ($input: CreateMemoryInput!) { createMemory(input: $input) { memory { id } } }';
  const memory = await run(url, key, query, { input });
  return { projectId, key, memoryId: memory.createMemory.memory.id };
}
