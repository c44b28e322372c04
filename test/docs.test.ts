import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { buildSchema, parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENTS } from '../src/commands/mcp-clients.ts';
import { readConfig, VARIABLES } from '../src/config.ts';
import { ERROR_CODES } from '../src/errors.ts';
import { PROFILES } from '../src/mcp/tool-selection.ts';
import { TOOLS } from '../src/mcp/tools.ts';
import { createPreparedDatabase, type TestDatabase } from './support/database.ts';
import { type ChatReply, type ModelServer, startModelServer } from './support/model-server.ts';
import { type Running, runCommand, startProcess } from './support/process.ts';
import { run as ask, ROOT_KEY } from './support/server.ts';

const run = promisify(execFile);

/** The cases that start processes, which take long on a busy machine. */
const SLOW = { timeout: 300_000 };

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
let models: ModelServer;
let folder: string;

beforeAll(async () => {
  database = await createPreparedDatabase();
  models = await startModelServer();
  server = await startProcess({
    ...database.env,
    PORT: '0',
    LOREBASE_ROOT_KEY: ROOT_KEY,
    CHAT_MODEL: 'test-chat',
    CHAT_BASE_URL: models.baseUrl,
  });
  folder = mkdtempSync(join(tmpdir(), 'lorebase-readme-'));
  mkdirSync(join(folder, '.lorebase'));
  writeFileSync(join(folder, '.lorebase/root-key'), `${ROOT_KEY}\n`);
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
});

afterAll(async () => {
  await server.kill('SIGTERM');
  await models.close();
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
  const input = { name: 'docs', role: 'WRITE' };
  const query = 'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret } }';
  const { id } = made.createProject.project;
  const { createApiKey } = await ask(server.url, ROOT_KEY, query, { input }, id);
  return { LOREBASE_KEY: createApiKey.secret, url: server.url };
}

describe('the README', () => {
  it('shows a first session that runs as it says', SLOW, async () => {
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
    const responses = answers.slice(0, -1).map((text) => JSON.parse(text));
    for (const { extensions } of responses) expect(extensions.cost).toBeLessThan(100);
    expect(responses.map(({ data }) => ({ data }))).toEqual(shown.map(nearly));
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
    expect(VARIABLES.length).toBeGreaterThan(20);
    const table = section('Configuration');
    const named = new Set([...table.matchAll(/`([A-Z][A-Z_]+)`/g)].map((match) => match[1]));
    expect(VARIABLES.filter((name) => name !== 'NODE_ENV' && !named.has(name))).toEqual([]);
    const config = readConfig({});
    for (const value of [config.port, config.databasePoolSize, config.embedding.maxTokens]) {
      expect(table).toContain(`\`${value}\``);
    }
  });

  it('lists every command', SLOW, async () => {
    const { stdout } = await runCommand(['--help']);
    const commands = [...stdout.matchAll(/^ {2}(\w+)(?= )/gm)].map((match) => match[1]);
    for (const command of ['serve', 'mcp', 'migrate', 'keys']) {
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

describe('docs/mcp.md', () => {
  const page = readFileSync('docs/mcp.md', 'utf8');
  const part = (title: string) => page.split(/^## /m).find((text) => text.startsWith(title)) ?? '';

  it('lists every client, and shows the configuration that the command writes', SLOW, async () => {
    for (const client of Object.keys(CLIENTS))
      expect(part('Setting up')).toContain(`\`${client}\``);
    const [shown = ''] = [...page.matchAll(/^```json\n([\s\S]*?)^```/gm)].map((match) => match[1]);
    const { command, args } = JSON.parse(shown).mcpServers.lorebase;
    expect(`${command} ${args.join(' ')}`).toBe('npx -y lorebase mcp');
    const [, line = ''] = /^npx -y lorebase (mcp install .*)$/m.exec(page) ?? [];
    const { code, stdout } = await runCommand([...line.split(' '), '--print']);
    expect([code, Object.keys(JSON.parse(stdout).mcpServers)]).toEqual([0, ['lorebase']]);
  });

  it('lists every tool with its field and its profiles', () => {
    const rows = [...part('Tools').matchAll(/^\| `(\w+)` \| .+ \| `(\w+)` \| (.*?) ?\|$/gm)];
    expect(rows.map(([, name, field, profiles]) => [name, field, profiles])).toEqual(
      TOOLS.map(({ name, field }) => [
        name,
        field.split('.')[1],
        Object.keys(PROFILES)
          .filter((profile) => profile !== 'all' && PROFILES[profile]?.includes(name))
          .join(', '),
      ]),
    );
  });

  it('adds a server over HTTP with a line that names the endpoint and the key', async () => {
    const [, address = '', header = ''] =
      /--transport http lorebase (\S+) --header "(.+)"/.exec(page) ?? [];
    const [name = '', value = ''] = header.replace('$LOREBASE_KEY', ROOT_KEY).split(': ');
    const answer = await fetch(address.replace('http://127.0.0.1:4000', server.url), {
      method: 'POST',
      headers: {
        [name]: value,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    const { result } = (await answer.json()) as { result: { tools: unknown[] } };
    expect(result.tools).toHaveLength(TOOLS.length);
  });

  it('lists every variable of OAuth', () => {
    const variables = VARIABLES.filter((name) => /^(OAUTH_|PUBLIC_URL)/.test(name));
    for (const name of variables) expect(part('OAuth')).toContain(`| \`${name}\` |`);
  });
});

it('docs/learning.md shows a loop that runs as it says', SLOW, async () => {
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

it('docs/stream.md shows a day as the command prints it', SLOW, async () => {
  const page = readFileSync('docs/stream.md', 'utf8');
  const shown = /^```text\n([\s\S]*?)^```/m.exec(page)?.[1] ?? '';
  const { stdout } = await run(process.execPath, ['--import', 'tsx', 'bench/day.ts']);
  // The day is the present one.
  const undated = (text: string) => text.replaceAll(/\d{4}-\d\d-\d\d/g, 'date');
  expect(undated(stdout)).toContain(undated(shown));
  const recorded = /^```graphql\nmutation \{ (recordObservation)/m.exec(page)?.[1];
  expect(readFileSync('schema.graphql', 'utf8')).toContain(`  ${recorded}(input:`);
});

describe('docs/agents.md', () => {
  const page = readFileSync('docs/agents.md', 'utf8');
  const texts = (language: string) =>
    [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].flatMap(([, found, text = '']) =>
      found === language ? text : [],
    );

  it('starts with the chat models that it shows', () => {
    const [ollama, openai] = texts('sh').map((line) =>
      readConfig(
        Object.fromEntries(
          [...line.matchAll(/(\w+)=([^\s…]+)/g)].map(([, name, value]) => [name, value]),
        ),
      ),
    );
    expect(ollama?.chat).toMatchObject({ model: 'llama3.2', baseUrl: expect.any(String) });
    expect(openai?.chat).toMatchObject({ model: 'gpt-4o-mini', apiKey: expect.any(String) });
  });

  it('shows scripts that run as it says', SLOW, async () => {
    const { LOREBASE_KEY, url } = await boundKey();
    const here = (text: string) => text.replaceAll('127.0.0.1:4000', new URL(url).host);
    for (const text of texts('js')) {
      writeFileSync(join(folder, /^\/\/ (\S+)/.exec(text)?.[1] ?? ''), here(text));
    }
    const env: Record<string, string | undefined> = { ...process.env, LOREBASE_KEY };
    const start = async (command: string, ...args: string[]) =>
      (await run(command, args, { cwd: folder, env })).stdout;
    models.chat(({ messages }) => replyTo(messages.at(-1) ?? { role: '', content: null }));

    const made = await start('node', 'agent.mjs');
    const [injected = ''] = texts('text');
    const [changes = ''] = texts('json');
    const lines = [...injected.trim().split('\n'), 'By email.'];
    expect(made.split('\n').slice(0, lines.length)).toEqual(lines);
    expect(JSON.parse(made.split('\n')[lines.length] ?? '')).toEqual(JSON.parse(changes));
    env.AGENT = /^export AGENT=(agt_\S+)$/m.exec(made)?.[1];

    expect(await start('node', 'chat.mjs')).toMatch(/^Noted\.\ntrc_[0-9a-z]+\n$/);
    const asked = await start('bash', '-c', here(texts('sh').at(-1) ?? ''));
    expect(JSON.parse(asked)).toMatchObject({
      choices: [{ message: { content: 'In Oslo.' }, finish_reason: 'stop' }],
      lorebase_trace_id: expect.stringMatching(/^trc_/),
    });
    expect(models.chats.at(-1)?.messages.slice(0, 2)).toEqual([
      { role: 'system', content: 'You help the people in sales. Answer in one sentence.' },
      {
        role: 'system',
        content: expect.stringMatching(
          /^\[Memory: Customers\] \d{4}-\d\d-\d\d: Ada lives in Oslo\.$/,
        ),
      },
    ]);

    expect(await start('node', 'tools.mjs')).toBe('weather {"city":"Oslo"}\nCOMPLETED Yes.\n');
    expect((await start('node', 'stream.mjs')).trim().split(/\s*\n/)).toEqual([
      'GenerationStarted',
      'TextDelta By',
      'TextDelta email.',
      'GenerationEnded COMPLETED',
    ]);
    const [knowledge = '', query = ''] = texts('graphql');
    const { agentKnowledge } = await ask(url, LOREBASE_KEY, knowledge, { agentId: env.AGENT });
    expect(agentKnowledge.messages[0].content).toContain('Ada prefers email');
    expect((await ask(url, LOREBASE_KEY, query)).generations.nodes).toEqual([]);
    expect(await start('node', 'own.mjs')).toMatch(/^trc_[0-9a-z]+\n$/);
    const { traces } = await ask(url, LOREBASE_KEY, '{ traces { nodes { finalResponse } } }');
    expect(traces.nodes).toHaveLength(6);
  });

  /** A model that does as the page says of one. */
  function replyTo({ role, content }: { role: string; content: string | null }): ChatReply {
    if (role === 'tool') return { text: content === 'It rains.' ? 'Yes.' : 'Noted.' };
    if (content?.includes('contacted')) return { text: 'By email.' };
    if (content?.includes('city')) return { text: 'In Oslo.' };
    const call = content?.includes('umbrella')
      ? { name: 'weather', arguments: '{"city":"Oslo"}' }
      : { name: 'write_memory', arguments: '{"content":"Ada lives in Oslo."}' };
    return { toolCalls: [call] };
  }
});

describe('docs/subscriptions.md', () => {
  const scripts = [
    ...readFileSync('docs/subscriptions.md', 'utf8').matchAll(
      /^```js\n\/\/ (\S+)\n([\s\S]*?)^```/gm,
    ),
  ].map(([, name = '', text = '']) => ({ name, text }));

  it.each(scripts.map(({ name }) => name).filter((name) => name !== 'socket.mjs'))(
    'shows %s, which receives an event',
    SLOW,
    async (name) => {
      const { LOREBASE_KEY, url } = await boundKey();
      for (const { name: file, text } of scripts) {
        writeFileSync(join(folder, file), text.replaceAll('127.0.0.1:4000', new URL(url).host));
      }
      let isOver = false;
      const watching = run('node', [name], {
        cwd: folder,
        env: { ...process.env, LOREBASE_KEY },
      }).finally(() => {
        isOver = true;
      });
      for (let i = 0; !isOver; i += 1) {
        await ask(
          url,
          LOREBASE_KEY,
          `mutation { createMemory(input: { name: "m ${i}" }) { memory { id } } }`,
        );
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      expect((await watching).stdout).toBe('MEMORY_CREATED\n');
    },
  );
});

it.each(['docs/erasure.md', 'docs/quotas.md'])('%s shows valid documents', (page) => {
  const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
  const documents = [...readFileSync(page, 'utf8').matchAll(/^```graphql\n([\s\S]*?)^```/gm)];
  expect(documents.length).toBeGreaterThan(0);
  for (const [, text = ''] of documents) expect(validate(schema, parse(text))).toEqual([]);
});

it('docs/errors.md lists the codes as the code does', () => {
  const listed = readFileSync('docs/errors.md', 'utf8').matchAll(/^\| `([A-Z_]+)` \| (.+) \|$/gm);
  expect(Object.fromEntries([...listed].map((match) => [match[1], match[2]]))).toEqual(ERROR_CODES);
});
