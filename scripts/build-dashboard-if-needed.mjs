// Runs before `npm start` and `npm test`: builds the web dashboard when it is missing or older than its source.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';

const FOLDER = 'dashboard';
const BUILT = `${FOLDER}/dist/index.html`;
const SOURCES = ['src', 'index.html', 'vite.config.ts', 'package-lock.json'];

if (!existsSync(BUILT) || newest() > statSync(BUILT).mtimeMs) {
  console.error('Building the dashboard …');
  run('node', ['scripts/install-if-needed.mjs', FOLDER]);
  run('npm', ['--prefix', FOLDER, 'run', '-s', 'build']);
}

/** The time of the last change of a source file, in milliseconds. */
function newest() {
  const files = SOURCES.flatMap((name) => {
    const path = `${FOLDER}/${name}`;
    if (!statSync(path).isDirectory()) return [path];
    return readdirSync(path, { recursive: true }).map((file) => `${path}/${file}`);
  });
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
}

/** @param {string} command @param {string[]} args */
function run(command, args) {
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}
