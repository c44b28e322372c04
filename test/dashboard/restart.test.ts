import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, useBrowser } from '../support/browser.ts';
import { type RestartedServer, startRestartedServer } from '../support/restarted-server.ts';
import { run, type TestProject, type TestServer, WRITE } from '../support/server.ts';

describe.runIf(CHROMIUM)('a page of a server that is killed and comes back', () => {
  const server = {} as TestServer;
  let restarted: RestartedServer;
  beforeAll(async () => {
    restarted = await startRestartedServer();
    server.url = restarted.url;
  });
  afterAll(() => restarted?.stop());
  const browser = useBrowser(server);

  async function newProject(): Promise<TestProject> {
    const key = await restarted.key();
    const { viewer } = await run(server.url, key, '{ viewer { project { id } } }');
    return { id: viewer.project.id, keys: { WRITE: key } } as TestProject;
  }

  it('recovers, and shows what it missed', async () => {
    const project = await newProject();
    const key = project.keys.WRITE;
    const { createMemory } = await run(
      server.url,
      key,
      'mutation { createMemory(input: { name: "Notes" }) { memory { id } } }',
    );
    const memoryId: string = createMemory.memory.id;
    const page = await browser.open(project, `/memories/${memoryId}`);
    await page.getByText('No entries yet').waitFor();
    await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    await restarted.restart();
    // Written before the page, which waits longer after each failed try, is connected again.
    const input = { memoryId, content: 'Written meanwhile' };
    await run(server.url, key, WRITE, { input });
    const row = page.getByRole('listitem').filter({ hasText: input.content });
    await row.getByText('New', { exact: true }).waitFor();
    await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
  });

  it('opens a page that was not loaded before as soon as the server is back', async () => {
    const page = await browser.open(await newProject(), '/memories');
    await page.getByText('No memories yet').waitFor();
    await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    await page.evaluate('globalThis.isSamePage = true');
    await restarted.kill();
    await page.getByRole('link', { name: 'Agents', exact: true }).click();
    await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor();
    await page.getByRole('link', { name: 'Memories', exact: true }).click();
    await page.getByText('No memories yet').waitFor();
    await page.getByRole('link', { name: 'Agents', exact: true }).click();
    await restarted.restart();
    await page.getByText('No agents yet').waitFor();
    expect(await page.evaluate('isSamePage')).toBe(true);
  });
});
