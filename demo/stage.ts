import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBackground } from '../src/background.ts';
import { graphql, request, type Target } from '../src/commands/requests.ts';
import { readConfig } from '../src/config.ts';
import { startServer } from '../src/http/server.ts';
import { createLog } from '../src/log.ts';
import { closeApp, openApp } from '../src/open-app.ts';
import { storyModel } from './model.ts';
import { WRITERS, type Writer } from './story/kinds.ts';

const ROOT_KEY = 'root-key-of-the-stage-of-the-demo';

const CREATE_KEY = `mutation ($input: CreateApiKeyInput!) {
  createApiKey(input: $input) { secret apiKey { id name } }
}`;

/** A server of its own, on a temporary folder, whose clock is set to the time of what happens. */
export type Stage = {
  /** Runs an operation as a person or program of the company. */
  as<Data = unknown>(by: Writer, query: string, variables: Record<string, unknown>): Promise<Data>;
  setTime(time: Date): void;
  /** The ids of the keys, by the names of their owners. */
  keyIds: ReadonlyMap<string, string>;
  exportLines(): Promise<string[]>;
  close(): Promise<void>;
};

export async function openStage(): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'lorebase-demo-'));
  const config = readConfig({
    LOREBASE_DATA_DIR: folder,
    LOREBASE_ROOT_KEY: ROOT_KEY,
    PORT: '0',
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'silent',
  });
  const app = await openApp(config, createLog(config));
  app.chat = storyModel();
  const server = await startServer(app);
  const background = startBackground(app);
  const root: Target = { url: server.url, key: ROOT_KEY, project: undefined };
  const keys = await createKeys(root, 'WRITE');
  return {
    as: (by, query, variables) =>
      graphql({ ...root, key: keys.get(WRITERS[by])?.secret ?? '' }, query, variables),
    setTime: (time) => {
      app.clock = () => time;
    },
    keyIds: new Map([...keys].map(([name, { id }]) => [name, id])),
    exportLines: async () => {
      await app.stats.flush();
      const text = await (await request(root, '/export')).text();
      return text.split('\n').filter((line) => line !== '');
    },
    close: async () => {
      await server.close();
      await background.stop();
      await closeApp(app);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Key = { id: string; name: string };

/** Creates a key for each writer; the same ones when it is repeated. */
export async function createKeys(
  target: Target,
  role: 'WRITE',
): Promise<Map<string, { id: string; secret: string | null }>> {
  const made = await Promise.all(
    Object.entries(WRITERS).map(async ([short, name]) => {
      const input = { name, role, idempotencyKey: `demo ${short}` };
      const { createApiKey } = await graphql<{
        createApiKey: { secret: string | null; apiKey: Key };
      }>(target, CREATE_KEY, { input });
      return [name, { id: createApiKey.apiKey.id, secret: createApiKey.secret }] as const;
    }),
  );
  return new Map(made);
}
