import { homedir, platform } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config.ts';

/** How to start `lorebase mcp`. */
export type McpCommand = { command: string; args: string[]; env: Record<string, string> };

/** A desktop client or editor, and the file with the MCP servers that it starts. */
export type McpClientKind = {
  name: string;
  file(place: ConfigPlace): string;
  format: 'json' | 'toml';
  /** The key under which the file has its servers. */
  key: string;
  /** The entry of the server in the file. */
  entry(command: McpCommand): Record<string, unknown>;
};

/** The user's folders. */
export type ConfigPlace = {
  home: string;
  platform: NodeJS.Platform;
  appData: string;
  clientFolders: Config['clientFolders'];
};

/** The folder in which desktop applications keep their settings. */
function settings({ home, platform: os, appData }: ConfigPlace): string {
  if (os === 'darwin') return join(home, 'Library/Application Support');
  return os === 'win32' ? appData : join(home, '.config');
}

export function thisPlace({ clientFolders }: Pick<Config, 'clientFolders'>): ConfigPlace {
  const home = homedir();
  return { home, platform: platform(), appData: join(home, 'AppData/Roaming'), clientFolders };
}

const plain = ({ command, args, env }: McpCommand) => ({
  command,
  args,
  ...(Object.keys(env).length > 0 ? { env } : {}),
});

const typed = (command: McpCommand) => ({ type: 'stdio', ...plain(command) });

export const CLIENTS: Readonly<Record<string, McpClientKind>> = {
  'claude-desktop': {
    name: 'Claude Desktop',
    file: (place) => join(settings(place), 'Claude/claude_desktop_config.json'),
    format: 'json',
    key: 'mcpServers',
    entry: plain,
  },
  'claude-code': {
    name: 'Claude Code',
    file: ({ home, clientFolders }) => join(clientFolders.claude ?? home, '.claude.json'),
    format: 'json',
    key: 'mcpServers',
    entry: typed,
  },
  cursor: {
    name: 'Cursor',
    file: ({ home }) => join(home, '.cursor/mcp.json'),
    format: 'json',
    key: 'mcpServers',
    entry: plain,
  },
  vscode: {
    name: 'VS Code',
    file: (place) => join(settings(place), 'Code/User/mcp.json'),
    format: 'json',
    key: 'servers',
    entry: typed,
  },
  windsurf: {
    name: 'Windsurf',
    file: ({ home }) => join(home, '.codeium/windsurf/mcp_config.json'),
    format: 'json',
    key: 'mcpServers',
    entry: plain,
  },
  gemini: {
    name: 'Gemini CLI',
    file: ({ home }) => join(home, '.gemini/settings.json'),
    format: 'json',
    key: 'mcpServers',
    entry: plain,
  },
  zed: {
    name: 'Zed',
    file: ({ home, ...place }) =>
      place.platform === 'win32'
        ? join(place.appData, 'Zed/settings.json')
        : join(home, '.config/zed/settings.json'),
    format: 'json',
    key: 'context_servers',
    entry: plain,
  },
  codex: {
    name: 'Codex',
    file: ({ home, clientFolders }) =>
      join(clientFolders.codex ?? join(home, '.codex'), 'config.toml'),
    format: 'toml',
    key: 'mcp_servers',
    entry: plain,
  },
};
