import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const SCRIPT = resolve('scripts/install-if-needed.mjs');

/** The arguments with which the script calls npm in a folder with these installed packages; '' if it does not. */
function npmCall({ installedAt }: { installedAt: number }, ...options: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'install-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const called = join(folder, 'called');
  mkdirSync(join(folder, 'node_modules'));
  for (const file of ['package-lock.json', 'node_modules/.package-lock.json', 'called']) {
    writeFileSync(join(folder, file), '');
  }
  utimesSync(join(folder, 'package-lock.json'), 1000, 1000);
  utimesSync(join(folder, 'node_modules/.package-lock.json'), installedAt, installedAt);
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\necho "$@" > ${called}\n`);
  chmodSync(join(folder, 'npm'), 0o755);
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  execFileSync(process.execPath, [SCRIPT, ...options], { cwd: folder, env, stdio: 'ignore' });
  return readFileSync(called, 'utf8').trim();
}

it('missing workspaces are added to the packages from which a server can be running', () => {
  expect(npmCall({ installedAt: 2000 }, '--workspaces')).toMatch(/^install --no-save /);
  expect(npmCall({ installedAt: 2000 })).toBe('');
});

it('packages that are older than the lock file are installed anew', () => {
  expect(npmCall({ installedAt: 500 })).toMatch(/^ci .*--workspaces=false/);
  expect(npmCall({ installedAt: 500 }, '--workspaces')).toMatch(/^ci /);
});
