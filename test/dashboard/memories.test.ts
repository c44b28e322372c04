import { describe, expect, it } from 'vitest';
import { accessibilityFaults, CHROMIUM, useBrowser } from '../support/browser.ts';
import { useServer } from '../support/server.ts';

describe.runIf(CHROMIUM)('the list of memories', () => {
  const server = useServer();
  const browser = useBrowser(server);

  it('creates a memory, filters by glob, and follows what others create', async () => {
    const project = await server.project();
    const page = await browser.open(project, '/memories');
    await page.getByRole('button', { name: 'New memory' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('Acme');
    await page.getByRole('button', { name: 'Create memory' }).click();
    await page.getByRole('link', { name: 'Acme' }).waitFor();
    await project.memory({ name: 'Elsewhere', tags: ['team/eu'] });
    await page.getByRole('link', { name: 'Elsewhere' }).waitFor();
    await page.getByRole('combobox', { name: 'Tags match any of' }).fill('team/**');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Acme' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Elsewhere' }).waitFor();
    expect(page.url()).toContain('team');
  });

  it.each(['light', 'dark'] as const)('is accessible in the %s theme', async (scheme) => {
    const project = await server.project();
    await project.memory({ name: 'Acme', tags: ['crm'], description: 'A customer' });
    const page = await browser.open(project, '/memories', { scheme });
    await page.getByRole('link', { name: 'Acme' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('has no button that a READ key could not use', async () => {
    const project = await server.project();
    const page = await browser.open(project, '/memories', { role: 'READ' });
    await page.getByText('No memories yet').waitFor();
    expect(await page.getByRole('button', { name: 'New memory' }).count()).toBe(0);
  });
});
