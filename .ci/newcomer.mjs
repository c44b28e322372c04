// What a newcomer does, on each of these versions of Node.js: node .ci/newcomer.mjs 20 22 In a fresh clone of HEAD:
// `npm start`, the dashboard, the README's first session, SIGTERM. Fails if anything differs. Then the tests of the
// comparison of vectors, whose instructions depend on the version. The first version installs the dependencies; the
// others use them, since they are the same files, and repeat all else.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The first start installs the dependencies. On a day when the registry was slow, that took four times as long. */
const READY_MS = 600_000;
const STOP_MS = 30_000;
/** Similarities differ in the second digit between machines. */
const TOLERANCE = 0.05;

const versions = process.argv.slice(2);
const work = mkdtempSync(join(tmpdir(), 'lorebase-newcomer-'));
const clone = join(work, 'lorebase');
/** All that the server of this version printed, shown if the check fails. */
let printed = '';

/** The environment of a newcomer: none of ours, and this version of Node.js first on the path. */
function environment(version) {
  const prefix = join(work, `node-${version}`);
  const install = ['install', '--silent', '--no-save', '--prefix', prefix, `node@${version}`];
  execFileSync('npm', install, { stdio: ['ignore', 'ignore', 'inherit'] });
  const path = `${join(prefix, 'node_modules/node/bin')}:${process.env.PATH}`;
  const kept = Object.entries(process.env).filter(([name]) =>
    /^(HOME|LANG|TERM|TMPDIR|npm_config_.+|\w+_proxy|\w+_CERTS?)$/i.test(name),
  );
  return { ...Object.fromEntries(kept), PATH: path };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return String(port);
}

/** In a process group of its own, as a terminal starts it. */
function start(env) {
  const child = spawn('npm', ['start'], { cwd: clone, env, detached: true, stdio: 'pipe' });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      printed += text;
    });
  }
  return { child, ended: once(child, 'exit') };
}

async function waitUntilReady({ child }, port) {
  let last = 'no answer';
  for (const end = Date.now() + READY_MS; Date.now() < end; await sleep(200)) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`);
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`, {
        signal: AbortSignal.timeout(10_000),
      });
      if (answer.status === 200) return;
      last = `${answer.status} ${await answer.text()}`;
      // A model that is still loading is waited for; one that failed to start stays so.
      if (!last.includes('did not answer in time')) break;
    } catch (error) {
      // Refused until it listens, and slow while the model is loaded.
      if (!(error instanceof TypeError || error.name === 'TimeoutError')) throw error;
    }
  }
  throw new Error(`/readyz: ${last}`);
}

/** What a browser loads first: the page at `/`, its script and its styles. */
async function openDashboard(port) {
  const at = (path) => fetch(`http://127.0.0.1:${port}${path}`);
  const page = await at('/');
  const text = await page.text();
  const assets = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)];
  if (page.status !== 200 || assets.length < 2) {
    throw new Error(`/ does not answer with the dashboard: ${page.status} ${text.slice(0, 200)}`);
  }
  for (const [, path] of assets) {
    const { status } = await at(path);
    if (status !== 200) throw new Error(`${path} of the dashboard answers ${status}`);
  }
}

/** Pastes every `sh` block from the root key to the first script, and compares what each prints. */
function runFirstSession(env, port) {
  const readme = readFileSync(join(clone, 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].map(([, language, text]) => ({
    language,
    text,
  }));
  const first = blocks.findIndex(({ text }) => text.includes('root-key'));
  const end = blocks.findIndex(({ language }) => language === 'js');
  const session = blocks.slice(first, end);
  const texts = (language) =>
    session.filter((block) => block.language === language).map(({ text }) => text);
  const script = texts('sh').join('echo "---"\n').replaceAll('4000', port);
  const output = execFileSync('bash', ['-c', script], { cwd: clone, env, encoding: 'utf8' });
  const answers = output
    .split('---\n')
    .map((text) => text.trim())
    .filter((text) => text !== '');
  const shown = texts('json').map((text) => text.trim());
  const differs = (i) => {
    const { extensions: _omitted, ...answer } = JSON.parse(answers[i]);
    return !isNear(JSON.parse(shown[i]), answer);
  };
  if (shown.length === 0 || answers.length !== shown.length) {
    throw new Error(`${shown.length} answers are shown, ${answers.length} came:\n${output}`);
  }
  const index = shown.findIndex((_, i) => differs(i));
  if (index >= 0) throw new Error(`The README shows\n${shown[index]}\nbut came\n${answers[index]}`);
}

function isNear(expected, actual) {
  if (typeof expected === 'number' && typeof actual === 'number') {
    return Math.abs(expected - actual) < TOLERANCE;
  }
  if (typeof expected !== 'object' || expected === null) return expected === actual;
  if (typeof actual !== 'object' || actual === null) return false;
  const names = Object.keys(expected);
  return (
    names.length === Object.keys(actual).length &&
    names.every((name) => isNear(expected[name], actual[name]))
  );
}

/** The server within the process group: npm and its shell pass no signal on. */
function serverOf({ child }) {
  const listed = execFileSync('ps', ['-eo', 'pid=,pgid=,args='], { encoding: 'utf8' });
  const found = listed
    .split('\n')
    .map((line) => /^ *(\d+) +(\d+) (.*)$/.exec(line) ?? [])
    .find(
      ([, , group, args]) =>
        Number(group) === child.pid && /^\S*node (--\S+ )*scripts\/start\.mjs serve$/.test(args),
    );
  if (!found) throw new Error('There is no server process');
  return Number(found[1]);
}

/** SIGTERM as a supervisor sends it; the status is the one that `npm start` passes on. */
async function stop({ child, ended }) {
  process.kill(serverOf({ child }), 'SIGTERM');
  const status = await Promise.race([ended, sleep(STOP_MS, null, { ref: false })]);
  if (status === null) throw new Error(`npm start still runs ${STOP_MS} ms after SIGTERM`);
  const [code, signal] = status;
  if (code !== 0) throw new Error(`SIGTERM: npm start ended with ${code ?? signal}`);
}

function testVectors(env) {
  const tests = ['test/unit/vector-table.test.ts', 'test/unit/near-in-cache.test.ts'];
  execFileSync('npx', ['vitest', 'run', ...tests], { cwd: clone, env, stdio: 'inherit' });
}

/** Whatever is left of it once the check has failed. */
function killGroup(group) {
  try {
    process.kill(-group, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** Makes the clone what it was at first, except for the dependencies. */
function removeAllButDependencies() {
  execFileSync('git', ['clean', '-fdxq', '--exclude', 'node_modules'], { cwd: clone });
  rmSync(join(clone, 'node_modules/.cache'), { recursive: true, force: true });
}

async function passes(version) {
  printed = '';
  let running;
  try {
    removeAllButDependencies();
    const port = await freePort();
    const env = { ...environment(version), PORT: port };
    const started = execFileSync('node', ['--version'], { env, encoding: 'utf8' }).trim();
    if (!started.startsWith(`v${version}.`)) throw new Error(`node is ${started}`);
    running = start(env);
    await waitUntilReady(running, port);
    await openDashboard(port);
    runFirstSession(env, port);
    await stop(running);
    testVectors(env);
    console.log(`A newcomer's first session passes on Node.js ${started}`);
    return true;
  } catch (error) {
    console.error(`On Node.js ${version}: ${error.message}\n${printed}`);
    return false;
  } finally {
    if (running) killGroup(running.child.pid);
  }
}

try {
  execFileSync('git', ['clone', '--quiet', '--no-local', '--depth', '1', process.cwd(), clone]);
  for (const version of versions) {
    if (!(await passes(version))) process.exitCode = 1;
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
