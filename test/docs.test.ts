import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { ERROR_CODES } from '../src/errors.ts';
import { createDatabase, type TestDatabase } from './support/database.ts';
import { type Running, runCommand, startProcess } from './support/process.ts';
import { run as ask, ROOT_KEY } from './support/server.ts';

const run = promisify(execFile);
const readme = readFileSync('README.md', 'utf8');

type Block = { language: string; text: string };

const blocks: Block[] = [...readme.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].map((match) => ({
  language: match[1] ?? '',
  text: match[2] ?? '',
}));

/** The part of the README under a heading. */
const section = (title: string) =>
  readme.split(/^## /m).find((part) => part.startsWith(title)) ?? '';

let database: TestDatabase;
let server: Running;
let folder: string;

beforeAll(async () => {
  database = await createDatabase();
  server = await startProcess({ ...database.env, PORT: '0', LOREBASE_ROOT_KEY: ROOT_KEY });
  folder = mkdtempSync(join(tmpdir(), 'lorebase-readme-'));
  mkdirSync(join(folder, '.lorebase'));
  writeFileSync(join(folder, '.lorebase/root-key'), `${ROOT_KEY}\n`);
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
});

afterAll(async () => {
  await server.kill('SIGTERM');
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** A new key of role WRITE, bound to a project of its own. */
async function boundKey(): Promise<{ LOREBASE_KEY: string; url: string }> {
  const made = await ask(
    server.url,
    ROOT_KEY,
    'mutation { createProject(input: { name: "docs" }) { project { id } } }',
  );
  const input = { projectId: made.createProject.project.id, name: 'docs', role: 'WRITE' };
  const query = 'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret } }';
  const { createApiKey } = await ask(server.url, ROOT_KEY, query, { input });
  return { LOREBASE_KEY: createApiKey.secret, url: server.url };
}

describe('the README', () => {
  it('shows a first session that runs as it says', async () => {
    const first = blocks.findIndex((block) => block.text.includes('root-key'));
    const watch = blocks.findIndex((block) => block.language === 'js');
    const session = blocks.slice(first, watch);
    const script = session
      .filter((block) => block.language === 'sh')
      .map((block) => block.text)
      .join('echo "---"\n');
    const port = new URL(server.url).port;
    writeFileSync(join(folder, 'watch.mjs'), (blocks[watch]?.text ?? '').replace('4000', port));
    const watched = `node watch.mjs > events & echo $! > pid
      for i in $(seq 100); do write "Seen live $i" > /dev/null; test -s events && break; sleep 0.1; done
      kill $(cat pid); head -1 events`;
    const { stdout } = await run(
      'bash',
      ['-c', `${script.replaceAll('4000', port)}\necho "---"\n${watched}`],
      {
        cwd: folder,
      },
    );
    const printed = stdout.split('---\n').map((text) => text.trim());
    const answers = printed.filter((text) => text !== '');
    const shown = session
      .filter((block) => block.language === 'json')
      .map((block) => JSON.parse(block.text));
    expect(shown.length).toBe(6);
    expect(answers.slice(0, -1).map((text) => JSON.parse(text))).toEqual(shown.map(nearly));
    expect(JSON.parse(answers.at(-1) ?? '')).toMatchObject({
      type: expect.stringMatching(/^ENTRY_/),
      cursor: expect.stringMatching(/^evt_/),
    });
  });

  /** Similarities agree to one digit whatever runs the model. */
  function nearly(value: unknown): unknown {
    if (typeof value === 'number') return expect.closeTo(value, 1);
    if (Array.isArray(value)) return value.map(nearly);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, nearly(item)]));
  }

  it('lists every variable of the configuration, with its default', () => {
    const source = readFileSync('src/config.ts', 'utf8');
    const variables = [...source.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map((match) => match[1] ?? '');
    expect(variables.length).toBeGreaterThan(20);
    const table = section('Configuration');
    for (const variable of variables)
      expect([variable, table.includes(variable)]).toEqual([variable, true]);
    const config = readConfig({});
    for (const value of [config.port, config.databasePoolSize, config.embedding.maxTokens]) {
      expect(table).toContain(`\`${value}\``);
    }
  });

  it('lists every command', async () => {
    const { stdout } = await runCommand(['--help']);
    const commands = [...stdout.matchAll(/^ {2}(\w+)(?= )/gm)].map((match) => match[1]);
    for (const command of ['serve', 'migrate', 'keys']) {
      expect(commands).toContain(command);
      expect(section('The command line')).toContain(`lorebase ${command}`);
    }
  });

  it('starts with a model of an endpoint as it shows', () => {
    const line = blocks.find((block) => block.text.includes('nomic'))?.text ?? '';
    const env = Object.fromEntries(
      [...line.matchAll(/(\w+)=(\S+)/g)].map((match) => [match[1], match[2]]),
    );
    expect(readConfig(env).embedding).toMatchObject({ model: 'nomic-embed-text', dimensions: 768 });
  });
});

it('docs/learning.md shows a loop that runs as it says', async () => {
  const page = readFileSync('docs/learning.md', 'utf8');
  const script = /^```js\n([\s\S]*?)^```/m.exec(page)?.[1] ?? '';
  const [, augmented = ''] = [...page.matchAll(/^```text\n([\s\S]*?)^```/gm)].map(
    (match) => match[1],
  );
  const { LOREBASE_KEY, url } = await boundKey();
  writeFileSync(join(folder, 'learn.mjs'), script.replace('http://127.0.0.1:4000', url));
  const { stdout } = await run('node', ['learn.mjs'], {
    cwd: folder,
    env: { ...process.env, LOREBASE_KEY },
  });
  const [before, after = ''] = stdout.split('after the reviews:\n');
  expect(before?.match(/^0\.500 /gm)).toHaveLength(2);
  expect(after).toMatch(/^0\.\d+ Double the wait[^\n]*\n0\.\d+ Wait a fixed second/);
  expect(after.endsWith(augmented)).toBe(true);
});

it('docs/stream.md shows a day as the command prints it', async () => {
  const page = readFileSync('docs/stream.md', 'utf8');
  const shown = /^```text\n([\s\S]*?)^```/m.exec(page)?.[1] ?? '';
  const { stdout } = await run(process.execPath, ['--import', 'tsx', 'bench/day.ts']);
  expect(stdout).toContain(shown);
  const recorded = /^```graphql\nmutation \{ (recordObservation)/m.exec(page)?.[1];
  expect(readFileSync('schema.graphql', 'utf8')).toContain(`  ${recorded}(input:`);
});

it('docs/errors.md lists the codes as the code does', () => {
  const listed = readFileSync('docs/errors.md', 'utf8').matchAll(/^\| `([A-Z_]+)` \| (.+) \|$/gm);
  expect(Object.fromEntries([...listed].map((match) => [match[1], match[2]]))).toEqual(ERROR_CODES);
});
