import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { TestProject, TestServer } from './server.ts';

/** The path of the browser for tests. Without it, the tests of pages do not run. */
export const CHROMIUM = process.env.TEST_CHROMIUM;

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A page can take long on a slow machine. */
const WAIT_MS = 60_000;

/** The conditions under which a page is shown. */
export type View = {
  role?: 'READ' | 'WRITE' | 'ADMIN';
  scheme?: 'light' | 'dark';
  width?: number;
};

export type TestBrowser = {
  /** Opens a page of the project, such as `/memories`, signed in with a key of the project. */
  open(project: TestProject, path: string, view?: View): Promise<Page>;
};

/** A browser for the tests of one file. A test fails if one of its pages logs an error or loads from another host. */
export function useBrowser(server: TestServer): TestBrowser {
  let browser: Browser;
  let contexts: BrowserContext[] = [];
  let complaints: string[] = [];
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: CHROMIUM ?? '',
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
    });
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    const found = complaints;
    complaints = [];
    await Promise.all(contexts.map((context) => context.close()));
    contexts = [];
    expect(found).toEqual([]);
  });
  return {
    open: async (project, path, { role = 'WRITE', scheme = 'light', width = 1280 } = {}) => {
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        colorScheme: scheme,
        reducedMotion: 'reduce',
      });
      contexts.push(context);
      const page = await context.newPage();
      page.setDefaultTimeout(WAIT_MS);
      page.on('pageerror', (error) => complaints.push(`${path}: ${error.message}`));
      page.on('console', (message) => {
        // If the server does not answer, the page shows it, so the logged error is expected.
        const isRefused =
          /ERR_CONNECTION_(REFUSED|RESET|CLOSED)|ERR_EMPTY_RESPONSE|WebSocket connection|status of [45]/.test(
            message.text(),
          );
        if (message.type() === 'error' && !isRefused) complaints.push(`${path}: ${message.text()}`);
      });
      page.on('request', (request) => {
        const url = request.url();
        const isOwn = /^(data|blob):/.test(url) || new URL(url).hostname === '127.0.0.1';
        if (!isOwn) complaints.push(`${path}: foreign request ${url}`);
      });
      await page.goto(`${server.url}/projects/${project.id}${path}#key=${project.keys[role]}`);
      return page;
    },
  };
}

/**
 * The accessibility faults that axe finds on the page, one line for each rule. `foreign` are selectors of parts that
 * are not checked, since they come from other packages.
 */
export async function accessibilityFaults(page: Page, foreign: string[] = []): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async (exclude) => {
    // biome-ignore lint/suspicious/noExplicitAny: axe is a global of the page that the line above defines.
    const { violations } = await (globalThis as any).axe.run(
      { include: ['html'], exclude },
      { resultTypes: ['violations'] },
    );
    type Violation = { id: string; nodes: { html: string; failureSummary: string }[] };
    return (violations as Violation[]).map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join(' | ')}`,
    );
  }, foreign);
}

/** Loses the answer to the first operation of this name. The server executes the operation. */
export async function loseAnswer(page: Page, operationName: string): Promise<void> {
  let isLost = false;
  await page.route('**/graphql', async (route) => {
    if (isLost || route.request().postDataJSON()?.operationName !== operationName) {
      return route.continue();
    }
    isLost = true;
    await route.fetch();
    return route.abort('connectionreset');
  });
}

/**
 * Types a date, or a date and a time, into a field of the browser. If a second passes within a part of the date, the
 * browser drops the digits that were typed for the part.
 */
export async function typeDate(field: Locator, keys: string, value: string): Promise<void> {
  await expect
    .poll(
      async () => {
        await field.fill('');
        await field.pressSequentially(keys, { delay: 20 });
        return field.inputValue();
      },
      { timeout: WAIT_MS },
    )
    .toBe(value);
}

/** Whether the page is wider than its window. */
export function scrollsSideways(page: Page): Promise<boolean> {
  return page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
}
