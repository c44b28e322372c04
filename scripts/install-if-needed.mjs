// Runs before `npm start` and `npm test`: installs the locked dependencies when they are missing or stale.
// With a folder as argument, those of its package.json.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, statSync } from 'node:fs';

const folder = process.argv[2] ?? '.';
const installed = `${folder}/node_modules/.package-lock.json`;
const locked = `${folder}/package-lock.json`;
// `npm ci` would delete what a link points to, which can belong to another clone.
const isLink = existsSync(installed) && lstatSync(`${folder}/node_modules`).isSymbolicLink();
const isFresh = existsSync(installed) && statSync(installed).mtimeMs >= statSync(locked).mtimeMs;
if (!isFresh && !isLink) {
  console.error('Installing dependencies (npm ci) …');
  const run = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  process.exit(run.status ?? 1);
}
