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

  it('shows in its fields the filters of the address', async () => {
    const project = await server.project();
    const page = await browser.open(project, '/memories');
    const name = page.getByLabel('Name contains');
    await name.pressSequentially('Acme');
    await page.waitForURL(/name=Acme/);
    await page.getByRole('navigation').getByRole('link', { name: 'Memories' }).click();
    await page.getByText('No memories yet').waitFor();
    expect(await name.inputValue()).toBe('');
  });

  it('shows the error of a form until the form is changed', async () => {
    const project = await server.project();
    await project.memory({ name: 'Acme' });
    const page = await browser.open(project, '/memories');
    await page.getByRole('button', { name: 'New memory' }).first().click();
    const form = page.getByRole('dialog', { name: 'New memory' });
    await form.getByLabel('Name').fill('Acme');
    await form.getByRole('button', { name: 'Create memory' }).click();
    await form.getByText('It conflicts with what is stored').waitFor();
    await form.getByLabel('Name').fill(' ');
    await form.getByRole('button', { name: 'Create memory' }).click();
    await form.getByText('Give the memory a name').waitFor();
    expect(await form.getByRole('alert').count()).toBe(0);
  });

  it('asks before it is left while a form has text', async () => {
    const project = await server.project();
    const page = await browser.open(project, '/agents');
    await page.getByText('No agents yet').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Memories' }).click();
    await page.getByRole('button', { name: 'New memory' }).first().click();
    const name = page.getByRole('dialog', { name: 'New memory' }).getByLabel('Name');
    await name.fill('Half a name');
    await page.evaluate('history.back()');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe('Half a name');
    await page.waitForURL('**/memories');
    await page.evaluate('history.back()');
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe('Half a name');
    await page.waitForURL('**/memories');
    await page.evaluate('history.back()');
    await question.getByRole('button', { name: 'Leave and lose the changes' }).click();
    await page.getByText('No agents yet').waitFor();
  });

  it('keeps the place beyond the first page when it is opened again', async () => {
    const project = await server.project();
    for (let n = 1; n <= 150; n += 1) await project.memory({ name: `Number ${n}` });
    const page = await browser.open(project, '/memories');
    const oldest = page.getByRole('link', { name: 'Number 1', exact: true });
    await page.getByText('150 memories').waitFor();
    const toEnd = async () => {
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
      return oldest.count();
    };
    await expect.poll(toEnd, { timeout: 20_000 }).toBe(1);
    await oldest.click();
    await page.getByRole('heading', { level: 1, name: 'Number 1' }).waitFor();
    const read = page.waitForResponse(async (response) => {
      if (!response.url().endsWith('/graphql')) return false;
      // The browser drops the answer to a request that the page before has sent.
      const body = await response.text().catch(() => '');
      return body.includes('Number 150');
    });
    await page.goBack();
    await read;
    await oldest.waitFor();
    // Time in which the answer enters the cache, which could shorten the list.
    await page.waitForTimeout(300);
    expect(await page.getByRole('listitem').last().getAttribute('aria-setsize')).toBe('150');
    expect(await page.evaluate('scrollY')).toBeGreaterThan(1000);
  }, 120_000);

  it('deletes a memory without losing the filters', async () => {
    const project = await server.project();
    await project.memory({ name: 'Acme' });
    const page = await browser.open(project, '/memories?name=Ac');
    await page.getByRole('button', { name: 'Change the memory Acme' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete memory' }).click();
    await page.getByText('No memory matches').waitFor();
    expect(page.url()).toContain('name=Ac');
  });

  it('shows the failure of other filters with the list that was there', async () => {
    const project = await server.project();
    await project.memory({ name: 'Acme' });
    const page = await browser.open(project, '/memories');
    await page.getByRole('link', { name: 'Acme' }).waitFor();
    await page.route('**/graphql', (route) => route.fulfill({ status: 500, body: 'broken' }));
    await page.getByLabel('Name contains').fill('Ac');
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
    await page.getByRole('link', { name: 'Acme' }).waitFor();
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
