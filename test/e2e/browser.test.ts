import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { useProcesses } from '../support/processes.ts';
import { ROOT_KEY, run, useServer } from '../support/server.ts';

describe.runIf(CHROMIUM)('GraphiQL', () => {
  const server = useServer();
  const browser = useBrowser(server);

  it('asks and subscribes with the key of the dashboard, all from this server', async () => {
    const project = await server.project();
    const page = await browser.open(project, '/graphiql');
    const result = page.locator('.result-window');
    const editor = page.locator('.graphiql-query-editor .CodeMirror');
    await editor.getByText('viewer').waitFor();
    await page.getByRole('button', { name: /Execute query/ }).click();
    await result.getByText('"WRITE"').first().waitFor();
    const subscription = encodeURIComponent('subscription { events { type } }');
    await page.goto(`${server.url}/projects/${project.id}/graphiql?query=${subscription}`);
    await editor.getByText('subscription').waitFor();
    await page.getByRole('button', { name: /Execute query/ }).click();
    // Only an event that comes after the subscription has begun is shown.
    await expect
      .poll(
        async () => {
          await project.memory();
          return result.innerText();
        },
        { timeout: 30_000 },
      )
      .toContain('MEMORY_CREATED');
    expect(page.url()).not.toContain(project.keys.WRITE);
  });

  it('shows the query and the response on a narrow screen', async () => {
    const project = await server.project();
    const page = await browser.open(project, '/graphiql', { width: 360 });
    const result = page.locator('.graphiql-response');
    await page.getByRole('button', { name: /Execute query/ }).click();
    await result.getByText('"WRITE"').first().waitFor();
    for (const part of [result, page.locator('.graphiql-query-editor')]) {
      const { x, width } = (await part.boundingBox()) ?? { x: 0, width: 0 };
      expect(width).toBeGreaterThan(200);
      expect(x + width).toBeLessThanOrEqual(360);
    }
  });

  it('shows the description of the schema', async () => {
    const project = await server.project();
    const page = await browser.open(project, '/graphiql');
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    await page.getByText('Every field requires an API key').waitFor();
  });

  it('is where a browser is led that opens the address of GraphQL', async () => {
    const project = await server.project();
    const page = await browser.open(project, '');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.goto(`${server.url}/graphql`);
    await page.waitForURL(`${server.url}/projects/${project.id}/graphiql`);
    await page.getByRole('button', { name: /Execute query/ }).waitFor();
  });
});

describe.runIf(CHROMIUM)('the sign-in page', () => {
  const processes = useProcesses();
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM ?? '', args: ['--no-sandbox'] });
  });
  afterAll(() => browser?.close());

  it('signs in by the link, keeps the key out of the address and the log, and signs out', async () => {
    const { url, log } = await processes.start({ LOG_LEVEL: 'trace' });
    const create = 'mutation { createProject(input: { name: "<b>Shown</b>" }) { project { id } } }';
    const { id } = (await run(url, ROOT_KEY, create)).createProject.project;
    const page = await browser.newPage();
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await page.goto(`${url}/#key=${ROOT_KEY}`);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(page.url()).toMatch(/\/projects\/prj_\w+$/);
    await page.getByRole('button', { name: /^Project / }).click();
    await page.getByRole('menuitem', { name: '<b>Shown</b>' }).click();
    await page.waitForURL(`${url}/projects/${id}`);
    await page.reload();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('API key').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('unknown, revoked or expired').waitFor();
    // The address has stayed, so that signing in leads to where the person was.
    await page.getByLabel('API key').fill(ROOT_KEY);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(page.url()).toBe(`${url}/projects/${id}`);
    const sent = addresses.filter((address) => !address.includes('#'));
    expect(sent.filter((address) => address.includes(ROOT_KEY))).toEqual([]);
    await eventually(log).toContain('"operation":"Session"');
    expect(log()).not.toContain(ROOT_KEY);
  });
});
