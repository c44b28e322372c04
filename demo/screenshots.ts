import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';
import { startBackground } from '../src/background.ts';
import { graphql, type Target } from '../src/commands/requests.ts';
import { readConfig } from '../src/config.ts';
import { startServer } from '../src/http/server.ts';
import { createLog } from '../src/log.ts';
import { closeApp, openApp } from '../src/open-app.ts';
import { fillDemo } from './fill.ts';
import { findIds, PAGES, type Shot } from './pages.ts';

/**
 * `npm run screenshots -- --out <folder>` takes each page of the dashboard, filled with the demo, in both themes, wide
 * and narrow. With --docs it also writes the pages of the README to docs/images. --only takes pages by their names.
 */
const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    docs: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});
if (values.out === undefined) throw new Error('--out needs a folder.');
const out = values.out;
const only = values.only?.split(',');

const KEY = 'root-key-of-the-screenshots-0123';
const SIZES = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } } as const;
const SCHEMES = ['light', 'dark'] as const;
const DOCS = 'docs/images';
/** What is loading. Under a list with further pages there is a loader until they are scrolled to. */
const LOADING = '.mantine-Loader-root:not([aria-label="Loading more"] *), .mantine-Skeleton-root';
const NAME = 'mutation { updateProject(input: { name: "Lumen Routes" }) { project { id } } }';

await mkdir(out, { recursive: true });
await withDemo(async (target) => {
  const browser = await chromium.launch({
    executablePath: process.env.TEST_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'],
  });
  try {
    const projectId = await idOfProject(target);
    const ids = await findIds(target);
    for (const scheme of SCHEMES) {
      for (const size of Object.keys(SIZES) as (keyof typeof SIZES)[]) {
        const page = await openPage(browser, { size, scheme });
        for (const shot of PAGES) {
          if (only !== undefined && !only.includes(shot.name)) continue;
          const path = `/projects/${projectId}${shot.path(ids)}`;
          const png = await take(page, { shot, url: `${target.url}${path}` });
          const name = `${shot.name}-${size}-${scheme}`;
          await writeFile(join(out, `${name}.png`), png);
          if (values.docs && shot.isInReadme && size === 'wide') {
            await mkdir(DOCS, { recursive: true });
            await writeFile(join(DOCS, `${shot.name}-${scheme}.webp`), await asWebp(page, png));
          }
        }
        await page.context().close();
      }
    }
  } finally {
    await browser.close();
  }
});
console.log(`The screenshots are in ${out}.`);

/** Runs with a server on a temporary folder that has the demo. */
async function withDemo(run: (target: Target) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lorebase-screenshots-'));
  const config = readConfig({
    LOREBASE_DATA_DIR: folder,
    LOREBASE_ROOT_KEY: KEY,
    PORT: '0',
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'silent',
    ...(process.env.CHAT_BASE_URL ? { CHAT_BASE_URL: process.env.CHAT_BASE_URL } : {}),
  });
  const app = await openApp(config, createLog(config));
  const server = await startServer(app);
  const background = startBackground(app);
  try {
    const target = { url: server.url, key: KEY, project: undefined };
    await fillDemo(target);
    await graphql(target, NAME, {});
    await run(target);
  } finally {
    await server.close();
    await background.stop();
    await closeApp(app);
    await rm(folder, { recursive: true, force: true });
  }
}

async function idOfProject(target: Target): Promise<string> {
  const { project } = await graphql<{ project: { id: string } }>(target, '{ project { id } }', {});
  return project.id;
}

type View = { size: keyof typeof SIZES; scheme: (typeof SCHEMES)[number] };

async function openPage(browser: Browser, { size, scheme }: View): Promise<Page> {
  const context = await browser.newContext({
    viewport: SIZES[size],
    colorScheme: scheme,
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Lisbon',
    locale: 'en-GB',
  });
  // As the sign-in page would store it.
  await context.addInitScript(`sessionStorage.setItem('lorebase-key', '${KEY}')`);
  return context.newPage();
}

/** The page once nothing is loading any more, and nothing moves. */
async function take(page: Page, { shot, url }: { shot: Shot; url: string }): Promise<Buffer> {
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await shot.prepare?.(page);
  await page.waitForLoadState('networkidle');
  await page.locator(LOADING).first().waitFor({ state: 'detached' });
  return page.screenshot({ animations: 'disabled' });
}

/** The picture as WebP, which the browser encodes. */
async function asWebp(page: Page, png: Buffer): Promise<Buffer> {
  const blank = await page.context().newPage();
  const encoded = await blank.evaluate<string>(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${png.toString('base64')}';
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width;
    canvas.height = image.height;
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.85);
  })()`);
  await blank.close();
  return Buffer.from(encoded.slice(encoded.indexOf(',') + 1), 'base64');
}
