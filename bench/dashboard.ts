// The size of the dashboard's first load and of its lazy parts, read from the build, and the time until the overview
// of a large project is shown in headless Chromium, from the navigation to the numbers.
// npx tsx bench/dashboard.ts [--database URL] [--entries 100000] [--traces 10000] [--rounds 7] [--sizes]
//   without --database on the embedded database; --sizes: only the sizes
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';
import { startBackground } from '../src/background.ts';
import { graphql, request, type Target } from '../src/commands/requests.ts';
import { readConfig } from '../src/config.ts';
import { startServer } from '../src/http/server.ts';
import { createLog } from '../src/log.ts';
import { closeApp, openApp } from '../src/open-app.ts';
import { headerOf, linesOf, type Size } from './support/large-project.ts';

const { values: options } = parseArgs({
  options: {
    database: { type: 'string' },
    entries: { type: 'string', default: '100000' },
    traces: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '7' },
    sizes: { type: 'boolean', default: false },
  },
});
const DIST = 'dashboard/dist';
const KEY = 'root-key-of-the-dashboard-bench';
const size: Size = {
  entries: Number(options.entries),
  traces: Number(options.traces),
  memories: 50,
};

printSizes();
if (!options.sizes) await measureOverview();

/** What a browser loads before the first page, and what it loads later, in bytes of brotli. */
function printSizes(): void {
  const page = readFileSync(join(DIST, 'index.html'), 'utf8');
  const first = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(
    ([, path = '']) => path,
  );
  const bytes = (path: string) => statSync(join(DIST, `${path}.br`)).size;
  const total = first.reduce((sum, path) => sum + bytes(path), brotliCompressSync(page).length);
  console.log(`First load: ${kilobytes(total)} in ${first.length + 1} files`);
  for (const path of first) console.log(`  ${kilobytes(bytes(path))}  ${path}`);
  const lazy = readdirSync(join(DIST, 'assets'))
    .filter((name) => name.endsWith('.br'))
    .map((name) => `assets/${name.slice(0, -3)}`)
    .filter((path) => !first.includes(path) && isOfLatestBuild(path))
    .sort((a, b) => bytes(b) - bytes(a));
  console.log(`Loaded when needed: ${lazy.length} files, the largest:`);
  for (const path of lazy.slice(0, 12)) console.log(`  ${kilobytes(bytes(path))}  ${path}`);
}

/** Files of earlier builds, which stay for open pages, have an earlier time than the page of the latest build. */
function isOfLatestBuild(path: string): boolean {
  return statSync(join(DIST, path)).mtimeMs >= statSync(join(DIST, 'index.html')).mtimeMs;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`.padStart(9);
}

async function measureOverview(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lorebase-dashboard-bench-'));
  const config = readConfig({
    ...(options.database ? { DATABASE_URL: options.database } : { LOREBASE_DATA_DIR: folder }),
    LOREBASE_ROOT_KEY: KEY,
    PORT: '0',
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'error',
  });
  const app = await openApp(config, createLog(config));
  const server = await startServer(app);
  const background = startBackground(app);
  const target = { url: server.url, key: KEY, project: undefined };
  const browser = await chromium.launch({
    executablePath: process.env.TEST_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    await fill(target);
    const { project } = await graphql<{ project: { id: string } }>(
      target,
      '{ project { id } }',
      {},
    );
    const times: number[] = [];
    for (let round = 0; round < Number(options.rounds); round += 1) {
      times.push(await shownAfter(browser, `${server.url}/projects/${project.id}`));
    }
    const sorted = [...times].sort((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)];
    console.log(
      `${options.database ? 'PostgreSQL' : 'Embedded'}: ${size.entries} entries, ${size.traces} traces`,
    );
    console.log(`Overview shown after ${median} ms (median of ${times.join(', ')})`);
  } finally {
    await browser.close();
    await server.close();
    await background.stop();
    await closeApp(app);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Imports the large project, unless the database has it from an earlier run. */
async function fill(target: Target): Promise<void> {
  const { entries } = await graphql<{ entries: { totalCount: number } }>(
    target,
    '{ entries(first: 0) { totalCount } }',
    {},
  );
  if (entries.totalCount >= size.entries) return;
  const [exported = ''] = (await (await request(target, '/export')).text()).split('\n');
  const header = headerOf(size, exported);
  const send = (part: string[]) =>
    request(target, '/import', {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: [header, ...part].join('\n'),
    });
  const startedAt = performance.now();
  let part: string[] = [];
  for (const line of linesOf(size)) {
    part.push(line);
    if (part.length < 2000) continue;
    await send(part);
    part = [];
  }
  await send(part);
  console.log(`Filled in ${Math.round((performance.now() - startedAt) / 1000)} s`);
}

/** Milliseconds from the navigation, with an empty cache, until nothing of the overview is loading any more. */
async function shownAfter(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(`sessionStorage.setItem('lorebase-key', '${KEY}')`);
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  const loading = page.locator('.mantine-Loader-root, .mantine-Skeleton-root').first();
  await loading.waitFor({ state: 'detached' });
  const time = await page.evaluate<number>('Math.round(performance.now())');
  await context.close();
  return time;
}
