import { createPreparedDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { startModelServer } from './model-server.ts';
import { startProcess } from './process.ts';
import { ROOT_KEY, run, testEnv } from './server.ts';

export type RestartedServer = {
  url: string;
  /** Creates a project, and returns a key of role WRITE for it. */
  key(): Promise<string>;
  /** Kills the process. `restart` starts another one. */
  kill(): Promise<void>;
  /** Kills the process and starts another one on the same port and database. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts a server in a process of its own that can be killed and started again at the same address. */
export async function startRestartedServer(
  extra: Record<string, string> = {},
): Promise<RestartedServer> {
  const database = await createPreparedDatabase();
  const models = await startModelServer();
  const env = { ...testEnv(database, models), PORT: String(await freePort()), ...extra };
  let running = await startProcess(env);
  const kill = async () => {
    await running.kill('SIGKILL');
  };
  return {
    url: running.url,
    key: async () => {
      const made = await run(
        running.url,
        ROOT_KEY,
        'mutation { createProject(input: { name: "restarted" }) { project { id } } }',
      );
      const { createApiKey } = await run(
        running.url,
        ROOT_KEY,
        'mutation { createApiKey(input: { name: "writer", role: WRITE }) { secret } }',
        {},
        made.createProject.project.id,
      );
      return createApiKey.secret;
    },
    kill,
    restart: async () => {
      await kill();
      running = await startProcess(env);
    },
    stop: async () => {
      await running.kill('SIGTERM');
      await models.close();
      await database.drop();
    },
  };
}
