import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bundleOnce, bundlePackage } from '../../scripts/bundle-server.mjs';

const DAY_MS = 24 * 3_600_000;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lorebase-bundles-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const bundle = () =>
  bundleOnce(relative(process.cwd(), folder), async (path) => {
    mkdirSync(path);
    writeFileSync(join(path, 'main.js'), '');
  });

const setAge = (path: string, days: number) => {
  const time = new Date(Date.now() - days * DAY_MS);
  utimesSync(path, time, time);
};

it('keeps the bundles that processes use, and removes those that none has used for a week', async () => {
  const used = join(folder, 'dist-used');
  const unused = join(folder, 'dist-unused');
  for (const path of [used, unused]) mkdirSync(path);
  setAge(used, 6);
  setAge(unused, 8);
  const own = dirname(await bundle());
  expect([used, unused, own].map((path) => existsSync(path))).toEqual([true, false, true]);
  // A later start with the bundle is a use of it.
  setAge(own, 8);
  expect(dirname(await bundle())).toBe(own);
  const later = statSync(own).mtimeMs;
  expect(Date.now() - later).toBeLessThan(DAY_MS);
});

it.skipIf(process.platform === 'win32')('makes the command of the package executable', async () => {
  await bundlePackage(folder);
  expect(statSync(join(folder, 'main.js')).mode & 0o777).toBe(0o755);
});
