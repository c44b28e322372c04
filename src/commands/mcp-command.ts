import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';
import { listed, selectTools } from '../mcp/tool-selection.ts';
import type { McpOptions } from './mcp.ts';
import type { McpCommand } from './mcp-clients.ts';

/** @throws BAD_USER_INPUT for a list that the server would refuse */
export function checkLists({ tools, memories }: McpOptions): void {
  selectTools(tools ?? null);
  listed(memories ?? null, 'memories');
}

/** @throws Error if the settings name a database without the server that uses it */
export function requireServer({ server, databaseUrl }: Config): void {
  if (server.url !== undefined || databaseUrl === undefined) return;
  throw new Error(
    'With DATABASE_URL, start a server with `lorebase serve` and set LOREBASE_URL to its address.',
  );
}

/** How a client starts `lorebase mcp`: with this program and its settings. */
export function commandFor(config: Config, options: McpOptions): McpCommand {
  const chosen = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, value],
  );
  const { url, key } = config.server;
  const folder = config.isDataDirChosen ? { LOREBASE_DATA_DIR: resolve(config.dataDir) } : {};
  const env = {
    ...(url === undefined ? folder : { LOREBASE_URL: url }),
    ...(key === undefined ? {} : { LOREBASE_KEY: key }),
  };
  return { ...programOf(['mcp', ...chosen]), env };
}

function programOf(args: string[]): Pick<McpCommand, 'command' | 'args'> {
  if (import.meta.url.endsWith('.ts')) {
    // Clients start the command in a folder of their own, so the program of a clone is named by its absolute path.
    const program = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url));
    return { command: process.execPath, args: [program, ...args] };
  }
  const npx = ['-y', 'lorebase', ...args];
  // On Windows, npx is a script, which other programs cannot start directly.
  return process.platform === 'win32'
    ? { command: 'cmd', args: ['/c', 'npx', ...npx] }
    : { command: 'npx', args: npx };
}

/**
 * The command for the server of the data folder. The command is printed into logs, so a configured root key, which is
 * not in the data folder, is replaced by `…`.
 */
function printedCommand(config: Config): McpCommand {
  return commandFor({ ...config, server: { url: undefined, key: config.rootKey && '…' } }, {});
}

/** The line that adds the server of the data folder to Claude Code. */
export function claudeCodeLine(config: Config): string {
  const { command, args, env } = printedCommand(config);
  const variables = Object.entries(env).map(([name, value]) => `-e ${quoted(`${name}=${value}`)}`);
  return `${['claude mcp add lorebase', ...variables, '--'].join(' ')} ${lineOf(command, args)}`;
}

/** The line that adds the server of the data folder to another client, whose name replaces CLIENT. */
export function installLine(config: Config): string {
  const { command, args } = programOf(['mcp', 'install', '--client', 'CLIENT']);
  const { env } = printedCommand(config);
  const variables = Object.entries(env).map(([name, value]) => `${name}=${quoted(value)}`);
  return [...variables, lineOf(command, args)].join(' ');
}

function lineOf(command: string, args: readonly string[]): string {
  return [command, ...args].map(quoted).join(' ');
}

/** A word of a command line. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
