import { describe, expect, it } from 'vitest';
import { CLIENTS } from '../../src/commands/mcp-clients.ts';
import { withEntry } from '../../src/commands/mcp-config-file.ts';

const entry = { command: 'npx', args: ['-y', 'lorebase', 'mcp'] };
const json = { format: 'json', key: 'mcpServers' } as const;
const toml = { format: 'toml', key: 'mcp_servers' } as const;

describe('the JSON file of a client', () => {
  it('is made, and gets the entry once', () => {
    const made = withEntry('', json, entry);
    expect(JSON.parse(made)).toEqual({ mcpServers: { lorebase: entry } });
    expect(withEntry(made, json, entry)).toBe(made);
  });

  it('keeps everything else, comments and order too', () => {
    const before = `{
  // Mine
  "theme": "dark",
  "mcpServers": {
    "other": { "command": "x" }, /* theirs */
    "lorebase": { "command": "old" }
  },
  "last": [1, 2,],
}
`;
    const after = withEntry(before, json, entry);
    for (const kept of [
      '// Mine',
      '"theme": "dark"',
      '"other": { "command": "x" }, /* theirs */',
      '"last": [1, 2,],',
    ]) {
      expect(after).toContain(kept);
    }
    expect(after).not.toContain('"old"');
    expect(after).toContain('"-y"');
  });

  it('keeps the other keys and variables of the entry, and a byte order mark', () => {
    const own = { ...entry, env: { LOREBASE_DATA_DIR: '/new' } };
    const env = { LOREBASE_URL: 'http://127.0.0.1:4000', LOREBASE_DATA_DIR: '/old' };
    const old = { command: 'old', args: [], env, disabled: true };
    const before = `\uFEFF${JSON.stringify({ mcpServers: { lorebase: old } })}`;
    const after = withEntry(before, json, own);
    expect(after.startsWith('\uFEFF{')).toBe(true);
    expect(JSON.parse(after.slice(1)).mcpServers.lorebase).toEqual({
      ...own,
      env: { ...env, LOREBASE_DATA_DIR: '/new' },
      disabled: true,
    });
    const remote = JSON.stringify({ mcpServers: { lorebase: { url: 'http://127.0.0.1/mcp' } } });
    expect(JSON.parse(withEntry(remote, json, own)).mcpServers.lorebase).toEqual(own);
  });

  it.each([
    ['{ "a": ', 'it is not JSON'],
    ['[]', 'it must be a JSON object'],
    [
      '{ "mcpServers": [] }',
      'it must be a JSON object, and its field "mcpServers" must be an object',
    ],
  ])('is left alone if it is %s', (text, message) => {
    expect(() => withEntry(text, json, entry)).toThrow(message);
  });
});

describe('the TOML file of a client', () => {
  const own = { ...entry, env: { LOREBASE_URL: 'http://127.0.0.1:4000' } };

  it('keeps everything else, and replaces the entry with its tables', () => {
    const before = `# Mine
model = "x"

[mcp_servers.other]
command = "y" # theirs
`;
    const once = withEntry(before, toml, own);
    expect(once.startsWith(before)).toBe(true);
    expect(once).toContain('[mcp_servers.lorebase.env]');
    const changed = withEntry(`${once}\n[after]\na = 1\n`, toml, entry);
    expect(changed.match(/\[mcp_servers\.lorebase\]/g)).toHaveLength(1);
    expect(changed).toContain('LOREBASE_URL = "http://127.0.0.1:4000"');
    expect(changed).toContain('[after]\na = 1');
    expect(changed).toContain('command = "y" # theirs');
  });

  it('keeps the comments between the entry and what follows it', () => {
    const theirs = '# Theirs\n[mcp_servers.other]\ncommand = "y"\n';
    const before = `[mcp_servers.lorebase]\ncommand = "old" # own\n\n${theirs}`;
    const after = withEntry(before, toml, own);
    expect(after).toContain(theirs);
    expect(after).not.toContain('own');
    const last = withEntry(`${after}# The end\n`, toml, entry);
    expect(last).toContain('# The end\n');
    expect(withEntry(last, toml, entry)).toBe(last);
  });

  it('keeps the comments between its own tables, and the kinds of numbers', () => {
    const before =
      '[mcp_servers.lorebase]\ncommand = "old"\ntimeout = 20.0\ntries = 3\n\n' +
      '# The key is in the vault\n[mcp_servers.lorebase.env]\nA = "1"\n';
    const after = withEntry(before, toml, own);
    expect(after).toContain('# The key is in the vault\n');
    expect(after).toContain('timeout = 20.0\ntries = 3\n');
    expect(withEntry(after, toml, own)).toBe(after);
  });

  it.each([
    ['a = ', 'it is not TOML'],
    ['mcp_servers = 1', 'must be a table'],
    ['mcp_servers = { lorebase = { command = "x" } }', 'cannot be edited automatically'],
  ])('is left alone if it is %s', (text, message) => {
    expect(() => withEntry(text, toml, entry)).toThrow(message);
  });
});

it('every client has a file on each platform', () => {
  for (const platform of ['linux', 'darwin', 'win32'] as const) {
    const own = { home: '/home/ada', platform, appData: '/home/ada/AppData/Roaming' };
    const place = { ...own, clientFolders: { codex: undefined, claude: undefined } };
    for (const { file } of Object.values(CLIENTS))
      expect(file(place)).toMatch(/^\/home\/ada\/.+\.(json|toml)$/);
    const moved = { ...own, clientFolders: { codex: '/codex', claude: '/claude' } };
    expect(CLIENTS.codex?.file(moved)).toBe('/codex/config.toml');
    expect(CLIENTS['claude-code']?.file(moved)).toBe('/claude/.claude.json');
  }
});
