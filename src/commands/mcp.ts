import { type Config, readConfig } from '../config.ts';
import { joinOrStartServer } from './background-server.ts';
import { checkLists, requireServer } from './mcp-command.ts';
import { type Destination, startProxy } from './mcp-proxy.ts';
import { rootKeyIn } from './server-file.ts';

export type McpOptions = { tools?: string; memories?: string; project?: string };

/**
 * Serves MCP over stdio. The tools run in the server of `LOREBASE_URL`, else in the one server of the data folder,
 * which several clients share. Nothing but the protocol is written to stdout.
 */
export async function mcp(options: McpOptions): Promise<void> {
  const config = readConfig();
  checkLists(options);
  requireServer(config);
  const query = new URLSearchParams(
    Object.entries(options).filter(([, value]) => value !== undefined),
  );
  await startProxy(async () => {
    const { url, key } = await destinationOf(config);
    return { url: `${url}/mcp?${query}`, key, isOurs: config.server.url === undefined };
  });
}

/** @throws Error if no server can be started, or no API key is known */
async function destinationOf(config: Config): Promise<Omit<Destination, 'isOurs'>> {
  const { url, key: apiKey } = config.server;
  if (url !== undefined) {
    const key = apiKey ?? config.rootKey;
    if (key === undefined)
      throw new Error('Set LOREBASE_KEY to an API key of the server of LOREBASE_URL.');
    return { url: url.replace(/\/+$/, ''), key };
  }
  const server = await joinOrStartServer(config);
  return { url: server.url, key: apiKey ?? config.rootKey ?? (await rootKeyIn(config.dataDir)) };
}
