import { FROM_BUNDLE } from '../../test/support/process.ts';
import { DIMENSIONS, ROOT_KEY } from '../support/bench.ts';
import { startGuarded } from './processes.ts';

export const MODEL = 'bench';

/** A server of this checkout as `npm start` starts it, with the endpoint as its embedding model. */
export async function startLorebase(
  node: string,
  { databaseUrl, endpoint, workers }: { databaseUrl: string; endpoint: string; workers: number },
) {
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    LOREBASE_ROOT_KEY: ROOT_KEY,
    PORT: '0',
    WORKERS: String(workers),
    LOG_LEVEL: 'error',
    EMBEDDING_MODEL: MODEL,
    EMBEDDING_DIMENSIONS: String(DIMENSIONS),
    EMBEDDING_BASE_URL: endpoint,
  };
  const [, ...bundle] = FROM_BUNDLE;
  const command = [node, ...bundle, 'serve'];
  const server = await startGuarded(command, /serves GraphQL on (\S+)\/graphql/, { env });
  return { url: server.found, pid: server.pid, stop: server.stop };
}
