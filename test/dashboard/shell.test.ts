import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityFaults, CHROMIUM, useBrowser } from '../support/browser.ts';
import { createDeferred } from '../support/deferred.ts';
import { runCommand } from '../support/process.ts';
import { ROOT_KEY, type TestProject, useServer } from '../support/server.ts';

const WRITE = 'mutation ($input: WriteEntryInput!) { writeEntry(input: $input) { action } }';
const REVOKE =
  'mutation ($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { apiKey { id } } }';

describe.runIf(CHROMIUM)('the frame of the dashboard', () => {
  const server = useServer({ CHAT_MODEL: 'test-chat' });
  const browser = useBrowser(server);

  /** The page as it is without a key. */
  async function signedOut(project: TestProject, path: string): Promise<Page> {
    const page = await browser.open(project, path);
    await signOut(page);
    return page;
  }

  async function signOut(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to Lorebase' }).waitFor();
  }

  async function signIn(page: Page, key: string): Promise<void> {
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  /** Revokes the WRITE key of the project, with which pages are opened. */
  async function revokeKey(project: TestProject): Promise<void> {
    const { viewer } = await project.run('{ viewer { apiKey { id } } }');
    await project.run(REVOKE, { input: { apiKeyId: viewer.apiKey.id } }, project.keys.ADMIN);
  }

  it('takes the key of a sign-in link out of the address', async () => {
    const project = await server.project();
    const page = await browser.open(project, '/memories?name=acme');
    await page.getByRole('heading', { name: 'Memories', exact: true }).waitFor();
    expect(page.url()).not.toContain(project.keys.WRITE);
    expect(page.url()).toContain('name=acme');
  });

  it('keeps the deep link through a sign-in, and says when a key is not valid', async () => {
    const project = await server.project();
    const page = await signedOut(project, '/memories?name=acme');
    await signIn(page, 'lb_not_a_key');
    await page.getByRole('alert').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await signIn(page, project.keys.WRITE);
    await page.getByRole('heading', { name: 'Memories', exact: true }).waitFor();
    expect(await page.getByLabel('Name contains').inputValue()).toBe('acme');
  });

  it('names a command that makes a key for those who have none', async () => {
    const project = await server.project();
    const page = await signedOut(project, '/memories');
    const command = await page.locator('code', { hasText: 'npx lorebase' }).innerText();
    const folder = await mkdtemp(join(tmpdir(), 'lorebase-sign-in-'));
    const args = command.replace('npx lorebase ', '').split(' ');
    const { stdout, stderr } = await runCommand(args, { LOREBASE_DATA_DIR: folder });
    await rm(folder, { recursive: true });
    expect(stderr).toContain('(ADMIN)');
    expect(stdout).toMatch(/^lore_root_/);
  }, 120_000);

  it('refuses a key that cannot be sent', async () => {
    const project = await server.project();
    const page = await signedOut(project, '/memories');
    await signIn(page, 'lb_schlüssel');
    await page.getByText('A key has only').waitFor();
    await page.goto(`${server.url}/#key=${encodeURIComponent('lb_schlüssel')}`);
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in to Lorebase' }).waitFor();
    expect(page.url()).not.toContain('key=');
    await signIn(page, project.keys.WRITE);
    await page.getByRole('button', { name: 'Account' }).waitFor();
  });

  it('takes another key when the session cannot be read', async () => {
    const project = await server.project();
    const page = await browser.open(project, '/memories');
    await page.getByRole('heading', { name: 'Memories', exact: true }).waitFor();
    const body = JSON.stringify({ errors: [{ message: 'It failed' }] });
    await page.route('**/graphql', (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body }),
    );
    await page.reload();
    await page.getByText('It failed').waitFor();
    await page.getByRole('button', { name: 'Use another key' }).click();
    await page.getByRole('heading', { name: 'Sign in to Lorebase' }).waitFor();
  });

  it('forgets the key when the person signs out', async () => {
    const project = await server.project();
    const page = await signedOut(project, '/memories');
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in to Lorebase' }).waitFor();
    const kept = await page.evaluate('JSON.stringify([sessionStorage, localStorage])');
    expect(kept).not.toContain(project.keys.WRITE);
  });

  it('asks for another key when the key is revoked, and keeps what was typed', async () => {
    const project = await server.project();
    const other = await server.project();
    const memoryId = await project.memory();
    const page = await browser.open(project, `/memories/${memoryId}?panel=write`);
    await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    const text = page.getByRole('textbox', { name: 'Text', exact: true });
    await text.fill('Typed before');
    await revokeKey(project);
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByText('unknown, revoked or expired').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.getByLabel('Stay signed in').press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(2);
    await signIn(page, project.keys.READ);
    await dialog.getByText('only the role READ').waitFor();
    await signIn(page, other.keys.WRITE);
    await dialog.getByText('belongs to another project').waitFor();
    await signIn(page, project.keys.ADMIN);
    await dialog.waitFor({ state: 'detached' });
    expect(await text.inputValue()).toBe('Typed before');
    await expect.poll(() => text.evaluate((node) => node.matches(':focus'))).toBe(true);
    await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    await text.press('Control+Enter');
    await page.getByText('Written as a new entry').waitFor();
    // The events are followed with the new key.
    const content = 'Written elsewhere';
    await project.run(WRITE, { input: { memoryId, content } }, project.keys.ADMIN);
    await page.getByRole('link', { name: content }).waitFor();
  });

  it('shows the sign-in page when the key was revoked before the page is opened', async () => {
    const project = await server.project();
    const page = await browser.open(project, '/memories');
    await page.getByText('No memories yet').waitFor();
    await revokeKey(project);
    await page.getByRole('dialog').getByText('unknown, revoked or expired').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in to Lorebase' }).waitFor();
    await page.getByRole('alert').getByText('unknown, revoked or expired').waitFor();
  });

  it('keeps a message to an agent that was not sent when the key is revoked', async () => {
    const project = await server.project();
    const { createAgent } = await project.run(
      'mutation { createAgent(input: { name: "Clerk" }) { agent { id } } }',
    );
    const page = await browser.open(project, `/agents/${createAgent.agent.id}/chat`);
    await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    await page.getByLabel('Message').fill('A long question');
    await revokeKey(project);
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await signIn(page, project.keys.ADMIN);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Message').inputValue()).toBe('A long question');
  });

  it('asks for another key as well when the key is revoked before the WebSocket connects', async () => {
    const project = await server.project();
    const page = await browser.open(project, '/memories');
    await page.getByText('No memories yet').waitFor();
    let revoked: Promise<void> | null = null;
    await page.routeWebSocket('**/graphql', async (socket) => {
      // What is read over HTTP would be refused too.
      await page.getByText('No memories yet').waitFor();
      revoked ??= revokeKey(project);
      await revoked;
      socket.connectToServer();
    });
    await page.reload();
    await page.getByRole('alert').getByText('unknown, revoked or expired').waitFor();
    expect(revoked).not.toBeNull();
  });

  it('goes from one project to another with a root key', async () => {
    const [one, other] = [await server.project(), await server.project()];
    await other.memory({ name: 'Of the other' });
    const page = await signedOut(one, '/memories');
    await signIn(page, ROOT_KEY);
    await page.getByText('No memories yet').waitFor();
    await page.getByRole('button', { name: /^Project / }).click();
    const { project } = await other.run('{ project { name } }');
    await page.getByRole('menuitem', { name: project.name, exact: true }).click();
    await page.waitForURL(`**/projects/${other.id}`);
    await page.goto(`${server.url}/projects/${other.id}/memories`);
    await page.getByRole('link', { name: 'Of the other' }).waitFor();
  });

  it('says that the project was deleted elsewhere, and reads nothing more', async () => {
    const project = await server.project();
    const page = await signedOut(project, '/memories');
    await signIn(page, ROOT_KEY);
    await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    const isFiltered = page.waitForResponse((one) =>
      Boolean(one.request().postData()?.includes('"name":"typed"')),
    );
    await page.getByLabel('Name contains').fill('typed');
    await isFiltered;
    const { name } = (await project.run('{ project { name } }')).project;
    await project.run(
      'mutation ($name: String!) { deleteProject(input: { confirmName: $name }) { __typename } }',
      { name },
      project.keys.ADMIN,
    );
    await page.getByRole('alert').filter({ hasText: 'This project does not exist' }).waitFor();
    expect(await page.getByLabel('Name contains').inputValue()).toBe('typed');
    await page.getByRole('button', { name: 'Project Unknown project' }).waitFor();
    let requests = 0;
    page.on('request', (one) => {
      if (one.url().endsWith('/graphql')) requests += 1;
    });
    // Longer than the time after which a subscription that has failed is opened again.
    await page.waitForTimeout(3000);
    expect(requests).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Go to another project' }).click();
    await page.waitForURL((url) => !url.pathname.includes(project.id));
  });

  it('shows what was written before the log could be followed', async () => {
    const project = await server.project();
    const [failed, written] = [createDeferred(), createDeferred()];
    let reads = 0;
    const page = await signedOut(project, '/memories');
    await page.route('**/graphql', async (route) => {
      if (route.request().postDataJSON()?.operationName !== 'HeadCursor') return route.continue();
      reads += 1;
      if (reads > 1) return written.promise.then(() => route.continue());
      failed.resolve();
      return route.abort('connectionreset');
    });
    await signIn(page, project.keys.WRITE);
    await failed.promise;
    await page.getByText('No memories yet').waitFor();
    await project.memory({ name: 'Written meanwhile' });
    written.resolve();
    await page.getByRole('link', { name: 'Written meanwhile' }).waitFor();
  });

  it('opens pages by keyboard: the command palette, go-shortcuts, back and forward', async () => {
    const project = await server.project();
    await project.memory({ name: 'Harbour' });
    const page = await browser.open(project, '/memories', { scheme: 'dark' });
    await page.getByRole('link', { name: 'Harbour' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByLabel('Go to', { exact: true }).fill('harb');
    await page.getByText('Memory with 0 entries').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/memories/mem_*');
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await page.getByRole('heading', { name: 'Import and export' }).waitFor();
    await page.goBack();
    await page.waitForURL('**/memories/mem_*');
    await page.goForward();
    await page.getByRole('heading', { name: 'Import and export' }).waitFor();
  });

  it('gives the focus to the page that a go-shortcut opens, and has a link that skips the frame', async () => {
    const project = await server.project();
    const page = await browser.open(project, '/search');
    const focused = page.locator(':focus');
    await page.getByRole('heading', { name: 'Search', exact: true }).waitFor();
    await page.keyboard.press('Tab');
    expect(await focused.innerText()).toBe('Skip the navigation');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    // A radio button takes no letters, so shortcuts work while it has the focus.
    expect(await focused.getAttribute('type')).toBe('radio');
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    await page.getByRole('heading', { name: 'Memories', exact: true }).waitFor();
    await page.keyboard.press('Tab');
    expect(await focused.innerText()).toBe('New memory');
  });

  it('keeps the theme that was chosen', async () => {
    const project = await server.project();
    const page = await browser.open(project, '/memories');
    await page.getByRole('button', { name: 'Use the dark theme' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Use the light theme' }).waitFor();
    expect(await page.evaluate('document.documentElement.dataset.mantineColorScheme')).toBe('dark');
  });

  it('opens the navigation on a narrow screen without scrolling sideways', async () => {
    const project = await server.project();
    const page = await browser.open(project, '/memories', { width: 360 });
    await page.getByRole('button', { name: 'Navigation' }).waitFor();
    await page.locator('nav[inert]').waitFor();
    await page.getByRole('button', { name: 'Navigation' }).click();
    expect(await page.locator('nav[inert]').count()).toBe(0);
    await page.getByRole('link', { name: 'Import and export' }).click();
    await page.getByRole('heading', { name: 'Import and export' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  });

  it('ignores filters of an address that are not valid', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const page = await browser.open(project, '/memories');
    await page.getByText('0 entries').waitFor();
    const refused: string[] = [];
    page.on('response', async (response) => {
      if (!response.url().endsWith('/graphql')) return;
      const body = await response.text().catch(() => '');
      if (body.includes('BAD_USER_INPUT')) refused.push(`${page.url()}: ${body}`);
    });
    for (const address of [
      '?period=1y',
      '/memories?tags=crm',
      `/memories/${memoryId}?from=abc`,
      '/search?query=true&other=5',
      '/search?query=tea&mode=FOO&weights=3&scope=x',
      '/search?query=tea&limit=9999&minScore=7&scope={"minUtility":7}',
      '/search?query=tea&limit=2.5&other={"limit":0}',
      '/search?query=tea&preset=reflections&lambda=7&mmrLambda=7',
      '/search?query=tea&preset=stream&minScore=-1&decayFactor=7&weights={"recency":700}',
      '/traces?since=FOO&status=FOO',
      '/events?types=ENTRY_CREATED',
      '/events?from=2026-11-01',
      '/reflections?order=FOO',
      '/jobs?status=FOO',
    ]) {
      await page.goto(`${server.url}/projects/${project.id}${address}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.getByRole('alert').allTextContents(), address).toEqual([]);
    }
    expect(refused).toEqual([]);
  });

  it('says when there is no such page', async () => {
    const project = await server.project();
    const page = await browser.open(project, '/nowhere');
    await page.getByText('There is no such page').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});
