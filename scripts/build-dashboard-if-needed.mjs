// Runs before `npm start` and `npm test`: builds the web dashboard when it is missing or older than its source. With
// --optional, as `npm start` calls it, a failed build does not keep the server from starting.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { keepFormerAssets } from './former-assets.mjs';

const FOLDER = 'dashboard';
const DIST = `${FOLDER}/dist`;
const BUILT = `${DIST}/index.html`;
const SOURCES = ['src', 'index.html', 'vite.config.ts', 'package.json', 'package-lock.json'];

const isOptional = process.argv.includes('--optional');
const isBuilt = existsSync(BUILT);

if (!isBuilt || newest() > statSync(BUILT).mtimeMs) {
  console.error('Building the dashboard …');
  if (!build()) {
    const now = isBuilt ? 'The server has an older one.' : 'The server starts without it.';
    console.error(`The dashboard could not be built. ${now} To repeat: npm run build:dashboard`);
    if (!isOptional) process.exit(1);
  }
}

/**
 * Builds beside the folder that is served, and puts it in its place when it is whole: neither an interrupted build nor
 * two at once leave half of one.
 */
function build() {
  const startedAt = new Date();
  const name = `dist.${process.pid}`;
  const made = `${FOLDER}/${name}`;
  removeInterrupted();
  try {
    const isMade =
      run('node', ['scripts/install-if-needed.mjs', FOLDER]) &&
      run('npm', ['--prefix', FOLDER, 'run', '-s', 'build', '--', '--outDir', name]);
    if (!isMade) return false;
    // What was changed during the build is newer than it.
    utimesSync(`${made}/index.html`, startedAt, startedAt);
    if (isBuilt) keepFormerAssets(DIST, made, startedAt);
    rmSync(DIST, { recursive: true, force: true });
    renameSync(made, DIST);
    return true;
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** Removes what builds left that were interrupted long ago. */
function removeInterrupted() {
  const old = Date.now() - 600_000;
  for (const name of readdirSync(FOLDER).filter((one) => /^dist\.\d+$/.test(one))) {
    const path = `${FOLDER}/${name}`;
    if (statSync(path).mtimeMs < old) rmSync(path, { recursive: true, force: true });
  }
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

/** Whether a command succeeded. @param {string} command @param {string[]} args */
function run(command, args) {
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  return status === 0;
}
