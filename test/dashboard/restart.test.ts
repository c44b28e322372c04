import { afterAll, beforeAll, describe, it } from 'vitest';
import { CHROMIUM, useBrowser } from '../support/browser.ts';
import { type RestartedServer, startRestartedServer } from '../support/restarted-server.ts';
import { run, type TestProject, type TestServer, WRITE } from '../support/server.ts';

describe.runIf(CHROMIUM)('a page of a server that is killed and comes back', () => {
  const server = {} as TestServer;
  let restarted: RestartedServer;
  beforeAll(async () => {
    restarted = await startRestartedServer();
    server.url = restarted.url;
  }, 60_000);
  afterAll(() => restarted?.stop());
  const browser = useBrowser(server);

  it('recovers, and shows what it missed', async () => {
    const key = await restarted.key();
    const { viewer } = await run(server.url, key, '{ viewer { project { id } } }');
    const { createMemory } = await run(
      server.url,
      key,
      'mutation { createMemory(input: { name: "Notes" }) { memory { id } } }',
    );
    const memoryId: string = createMemory.memory.id;
    const project = { id: viewer.project.id, keys: { WRITE: key } } as TestProject;
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
  }, 60_000);
});
