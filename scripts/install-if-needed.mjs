// Runs before `npm start`, `npm test` and `npm run build`: installs the locked dependencies when they are missing or
// stale. With a folder as argument, those of its package.json. With --workspaces, also those of the workspaces, which
// only tests and the compiler of the client need.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { workspaces: { type: 'boolean', default: false } },
});
const folder = positionals[0] ?? '.';
const installed = `${folder}/node_modules/.package-lock.json`;
const locked = `${folder}/package-lock.json`;
// `npm ci` would delete what a link points to, which can belong to another clone.
const isLink = existsSync(installed) && lstatSync(`${folder}/node_modules`).isSymbolicLink();
const isFresh = existsSync(installed) && statSync(installed).mtimeMs >= statSync(locked).mtimeMs;
if (!isLink && (!isFresh || (values.workspaces && !hasWorkspaces()))) {
  // `npm ci` would first delete node_modules, which a server that `npm start` has started can still be using. If only
  // the workspaces are missing, they are added to the installed packages instead.
  const command = isFresh ? ['install', '--no-save'] : ['ci'];
  console.error(`Installing dependencies (npm ${command.join(' ')}) …`);
  const options = ['--include=dev', '--no-audit', '--no-fund'];
  if (!values.workspaces) options.push('--workspaces=false');
  const run = spawnSync('npm', [...command, ...options], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  process.exit(run.status ?? 1);
}

/** True if the workspaces were installed as well, which npm records as links. */
function hasWorkspaces() {
  return /"link": true/.test(readFileSync(installed, 'utf8'));
}
