import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig, VARIABLES } from '../src/config.ts';

/** Variables that an operator does not pass to `docker compose`, with the reason. */
const NOT_PASSED: Readonly<Record<string, string>> = {
  NODE_ENV: 'the image is for production',
  HOST: 'the image listens on all addresses of its container',
  PORT: 'the proxy expects the port of the image; LOREBASE_PORT is the port of the proxy',
  LOREBASE_URL: 'for `lorebase mcp`, which is not a server',
  LOREBASE_KEY: 'for `lorebase mcp`',
  BACKGROUND_IDLE_SECONDS: 'for the background server of `lorebase mcp`',
  LOREBASE_DATA_DIR: 'a server on PostgreSQL with a root key stores nothing in the folder',
  EMBEDDED_FSYNC: 'the file runs PostgreSQL',
  CODEX_HOME: 'for `lorebase mcp install`, which is not a server',
  CLAUDE_CONFIG_DIR: 'for `lorebase mcp install`',
};

/** Variables whose value is not simply the operator's. */
const SET_BY_FILE: Readonly<Record<string, string>> = {
  DATABASE_URL: 'the file runs the database, with the password of the operator',
  LOREBASE_ROOT_KEY: 'required, with a message',
  WORKERS:
    'two servers share the connections of one database, so each has one unless more are asked for',
};

const text = readFileSync('docker-compose.yml', 'utf8');
const { services } = parse(text, { merge: true });
const servers = Object.entries<{ environment: Record<string, string> }>(services).filter(([name]) =>
  name.startsWith('api-'),
);

describe('docker-compose.yml', () => {
  it('runs two servers', () => {
    expect(servers.map(([name]) => name)).toEqual(['api-1', 'api-2']);
  });

  it.each(servers)('passes every variable of the configuration to %s', (_, { environment }) => {
    const passed = VARIABLES.filter((name) => !(name in NOT_PASSED));
    expect(Object.keys(environment).sort()).toEqual([...passed].sort());
    for (const name of passed) {
      if (name in SET_BY_FILE) expect(environment[name]).toMatch(/\$\{\w+:(\?|-\w)/);
      else expect(environment[name]).toBe(`\${${name}:-}`);
    }
  });

  it('leaves a variable that the operator does not set at its default', () => {
    const given = Object.fromEntries(VARIABLES.map((name) => [name, '']));
    expect(readConfig(given)).toEqual(readConfig({}));
  });

  it('names only variables that exist', () => {
    const used = [...text.matchAll(/\$\{(\w+)/g)].map((match) => match[1] ?? '');
    const own = ['POSTGRES_PASSWORD', 'LOREBASE_PORT'];
    expect(used.filter((name) => !VARIABLES.includes(name) && !own.includes(name))).toEqual([]);
  });

  it('lists no exception that is not a variable', () => {
    for (const name of Object.keys({ ...NOT_PASSED, ...SET_BY_FILE })) {
      expect(VARIABLES).toContain(name);
    }
  });
});
