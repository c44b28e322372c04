// The conformance suite of the Model Context Protocol: node .ci/mcp-conformance/run.mjs
// Runs its server scenarios against the fixture, and those that need no tool of the suite's own against Lorebase.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const OWN = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
];
const KEY = 'root-key-of-the-conformance-suite';

const folder = mkdtempSync(join(tmpdir(), 'lorebase-conformance-'));
const here = (path) => new URL(path, import.meta.url).pathname;
const root = here('../..');
const started = [];

/** Starts a program from the sources and waits until it prints its address. */
async function start(args, env = {}) {
  const child = spawn(process.execPath, ['--import', 'tsx', ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (text) => {
      printed += text;
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0];
      if (url) resolve(url);
    });
    child.once('exit', (code) => reject(new Error(`${args[0]} ended with ${code}`)));
  });
}

/** The suite cannot send an API key: adds it to each request, and changes nothing else. */
async function withKey(url) {
  const { port } = new URL(url);
  const forwarder = http.createServer((request, response) => {
    const { method, url: path, headers } = request;
    const options = {
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: { ...headers, 'x-api-key': KEY },
    };
    const forwarded = http.request(options, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  });
  forwarder.listen(0, '127.0.0.1');
  await once(forwarder, 'listening');
  return { url: `http://127.0.0.1:${forwarder.address().port}`, close: () => forwarder.close() };
}

function conformance(url, args) {
  return new Promise((resolve) => {
    const suite = here('node_modules/@modelcontextprotocol/conformance/dist/index.js');
    const child = spawn(
      here('node_modules/node/bin/node'),
      [suite, 'server', '--url', `${url}/mcp`, ...args],
      {
        cwd: folder,
      },
    );
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        printed += text;
      });
    }
    child.once('exit', (code) => resolve({ isPassed: code === 0, printed }));
  });
}

const install = spawnSync(
  process.execPath,
  [here('../../scripts/install-if-needed.mjs'), here('.')],
  { stdio: 'inherit' },
);
if (install.status !== 0) process.exit(1);
let failed = 0;
const report = (name, { isPassed, printed }) => {
  if (!isPassed) failed += 1;
  console.log(isPassed ? `passed: ${name}` : `FAILED: ${name}\n${printed}`);
};
try {
  const fixture = await start([here('fixture.ts')]);
  const all = await conformance(fixture, ['--suite', 'all']);
  report('all server scenarios, against the fixture', all);
  console.log(all.printed.split('=== SUMMARY ===').at(-1).trim());
  const env = {
    PORT: '0',
    DATABASE_URL: '',
    LOREBASE_DATA_DIR: join(folder, 'data'),
    LOREBASE_ROOT_KEY: KEY,
    LOG_LEVEL: 'warn',
  };
  const forwarder = await withKey(await start(['src/main.ts', 'serve'], env));
  for (const scenario of OWN)
    report(
      `${scenario}, against Lorebase`,
      await conformance(forwarder.url, ['--scenario', scenario]),
    );
  forwarder.close();
} finally {
  for (const child of started) {
    child.removeAllListeners('exit');
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failed > 0 ? 1 : 0);
