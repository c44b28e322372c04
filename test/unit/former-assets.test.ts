import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepFormerAssets } from '../../scripts/former-assets.mjs';

const DAY_MS = 24 * 3_600_000;
const NOW = Date.now();

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lorebase-assets-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Builds like `build-dashboard-if-needed.mjs`, some days from now, with an asset of that name. */
function build(name: string, days: number): string {
  const startedAt = new Date(NOW + days * DAY_MS);
  const made = join(folder, name);
  mkdirSync(join(made, 'assets'), { recursive: true });
  for (const [file, later] of [
    ['index.html', 0],
    ['assets/same.js', 3000],
    [`assets/${name}.js`, 3000],
  ] as const) {
    const at = new Date(startedAt.getTime() + later);
    writeFileSync(join(made, file), name);
    utimesSync(join(made, file), at, at);
  }
  return made;
}

it('keeps the assets of former builds for two weeks after they were replaced', () => {
  let dist = build('first', 0);
  const rebuild = (name: string, days: number) => {
    const made = build(name, days);
    keepFormerAssets(dist, made, new Date(NOW + days * DAY_MS));
    dist = made;
    return readdirSync(join(made, 'assets')).sort();
  };
  expect(rebuild('second', 40)).toEqual(['first.js', 'same.js', 'second.js']);
  expect(rebuild('third', 50)).toEqual(['first.js', 'same.js', 'second.js', 'third.js']);
  expect(rebuild('fourth', 55)).toEqual(['fourth.js', 'same.js', 'second.js', 'third.js']);
});
