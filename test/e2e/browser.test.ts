import { chromium } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ROOT_KEY, useServer } from '../support/server.ts';

/** Names the browser to test with; without it these tests do not run. */
const executablePath = process.env.TEST_CHROMIUM;

const launch = () =>
  chromium.launch({
    executablePath: executablePath ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
  });

describe.runIf(executablePath)('GraphiQL', () => {
  const server = useServer();

  it('asks and subscribes with the key of the sign-in page, all from this server', async () => {
    const project = await server.project();
    const browser = await launch();
    try {
      const page = await browser.newPage();
      const foreign: string[] = [];
      page.on('request', (request) => {
        const url = request.url();
        if (!url.startsWith(server.url) && !url.startsWith('data:')) foreign.push(url);
      });
      await page.goto(`${server.url}/#key=${project.keys.WRITE}`);
      await page.getByText('Signed in with key').waitFor();
      await page.goto(`${server.url}/graphiql`);
      await page.getByRole('button', { name: /Execute query/ }).click();
      await page.locator('.result-window').getByText('"WRITE"').waitFor();
      const editor = page.locator('.graphiql-query-editor .CodeMirror');
      await editor.click();
      await page.keyboard.press('Control+A');
      await page.keyboard.insertText('subscription { events { type } }');
      // The editor takes a moment to see that this is a subscription.
      await page.waitForTimeout(1500);
      await page.getByRole('button', { name: /Execute query/ }).click();
      await expect
        .poll(async () => {
          await project.memory();
          return page.locator('.result-window').innerText();
        })
        .toContain('MEMORY_CREATED');
      if (process.env.TEST_SCREENSHOT) {
        await page.screenshot({
          path: process.env.TEST_SCREENSHOT.replace('.png', '-graphiql.png'),
        });
      }
      expect(foreign).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});

describe.runIf(executablePath)('the sign-in page', () => {
  const server = useServer();

  it('signs in by the link, keeps the key out of the address, and refuses a wrong one', async () => {
    await server.asRoot(
      'mutation { createProject(input: { name: "<b>Shown</b>" }) { project { id } } }',
    );
    const browser = await launch();
    try {
      const page = await browser.newPage();
      await page.goto(`${server.url}/#key=${ROOT_KEY}`);
      await page.getByText('Signed in with the root key').waitFor();
      expect(page.url()).toBe(`${server.url}/`);
      expect(await page.getByRole('cell', { name: '<b>Shown</b>' }).count()).toBe(1);
      await page.reload();
      await page.getByText('Signed in with the root key').waitFor();
      await page.getByLabel('API key').fill('wrong');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('unknown, revoked or expired').waitFor();
      expect(await page.locator('#signed-in').isHidden()).toBe(true);
      if (process.env.TEST_SCREENSHOT) {
        await page.goto(`${server.url}/?again#key=${ROOT_KEY}`);
        await page.getByText('Signed in with the root key').waitFor();
        await page.screenshot({ path: process.env.TEST_SCREENSHOT });
      }
    } finally {
      await browser.close();
    }
  });
});
