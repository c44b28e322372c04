import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityFaults, CHROMIUM, useBrowser } from '../support/browser.ts';
import { scripted } from '../support/model-server.ts';
import { type TestProject, useServer } from '../support/server.ts';

const QUERY = 'refund of a broken kettle';

describe.runIf(CHROMIUM)('the search playground', () => {
  const server = useServer();
  const browser = useBrowser(server);

  /** Entries that rank otherwise by meaning than by words. */
  async function seeded(): Promise<{ project: TestProject; memoryId: string }> {
    const project = await server.project();
    const memoryId = await project.memory({ name: 'Shop' });
    server.models.script(QUERY, scripted(1));
    const texts = [
      ['Money comes back within a week', 0.95],
      ['The kettle is broken: refund it', 0.6],
      ['A refund needs the receipt', 0.5],
      ['Parcels leave at noon', 0.2],
    ] as const;
    for (const [i, [text, similarity]] of texts.entries()) {
      server.models.script(text, scripted(similarity, i + 2));
      await project.write(memoryId, text, { updateThreshold: 1, duplicateThreshold: 1 });
    }
    return { project, memoryId };
  }

  const address = (search: Record<string, unknown>) =>
    `/search?${new URLSearchParams(
      Object.entries(search).map(([name, value]): [string, string] => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    )}`;
  const inOrder = (page: Page, list: string) =>
    page
      .getByRole('list', { name: list, exact: true })
      .locator('[data-entry]')
      .evaluateAll((cards) => cards.map((card) => card.getAttribute('data-entry')));

  it('says why each result has its place, and what was nearly found', async () => {
    const { project } = await seeded();
    const page = await browser.open(project, '/search');
    await page.getByText('Nothing asked yet').waitFor();
    await page.getByLabel('Search for').fill(QUERY);
    await page.keyboard.press('Enter');
    const results = page.getByRole('list', { name: 'Results' });
    await results.getByText('= relevance').first().waitFor();
    expect(await results.locator('mark').allTextContents()).toContain('kettle');
    await page.getByLabel('Limit').fill('1');
    const missed = page.getByRole('list', { name: 'Near misses' });
    await missed.getByText('Its rank is beyond the limit.').first().waitFor();
    await page.getByLabel('Lowest score').fill('0.9');
    await missed.getByText('is below the lowest of 0.9').first().waitFor();
    expect(page.url()).toContain('minScore=0.9');
    await page.reload();
    await missed.getByText('is below the lowest of 0.9').first().waitFor();
    expect(await page.getByLabel('Limit').inputValue()).toBe('1');
    await page.getByLabel('Search for').fill(`${QUERY} ${'word '.repeat(500)}`);
    await page.keyboard.press('Enter');
    await page.getByText('The text is too long for the address').waitFor();
    await missed.getByText('is below the lowest of 0.9').first().waitFor();
    expect(page.url().length).toBeLessThan(500);
  });

  it('takes decimals as they are typed', async () => {
    const { project } = await seeded();
    const page = await browser.open(project, address({ query: QUERY, preset: 'stream' }));
    const weight = page.getByLabel('Recency', { exact: true });
    await weight.pressSequentially('0.05');
    expect(await weight.inputValue()).toBe('0.05');
    await page.getByRole('button', { name: 'Recency and scale' }).click();
    await page.getByLabel('Decay factor').pressSequentially('0.50', { delay: 350 });
    await page.waitForURL(/decayFactor=0.5/);
    expect(decodeURIComponent(page.url())).toContain('weights={"recency":0.05}');
  });

  it('says what other settings move', async () => {
    const { project } = await seeded();
    const search = {
      query: QUERY,
      mode: 'SEMANTIC',
      limit: 2,
      other: { mode: 'LEXICAL', limit: 2 },
    };
    const page = await browser.open(project, address(search));
    const moved = page.getByRole('status', { name: 'What moved' });
    await page.getByText('With B: 1 moved up, 1 new, 1 gone.').waitFor();
    const ofB = page.getByRole('list', { name: 'Results of B' });
    expect(await ofB.getByLabel('Up by 1').count()).toBe(1);
    expect(await ofB.getByText('New', { exact: true }).count()).toBe(1);
    const gone = page.getByRole('list', { name: 'Results of A that B does not have' });
    await gone.getByText('Money comes back within a week').waitFor();
    await page.getByRole('button', { name: 'Keep only B' }).click();
    await moved.waitFor({ state: 'detached' });
    expect(page.url()).toContain('LEXICAL');
  });

  it.each([
    { query: QUERY, mode: 'SEMANTIC', scope: { kinds: ['FACT'], minUtility: 0.1 } },
    { query: QUERY, preset: 'stream', weights: { recency: 2, utility: 1 }, limit: 3 },
  ])('shows a query that finds the same: %j', async (search) => {
    const { project } = await seeded();
    const page = await browser.open(project, address(search));
    const shown = page.getByRole('list', { name: 'Results', exact: true });
    await shown.locator('[data-entry]').first().waitFor();
    const order = await inOrder(page, 'Results');
    await page.getByRole('button', { name: 'The same as a GraphQL query' }).click();
    const query = await page.getByLabel('Query', { exact: true }).last().innerText();
    const variables = JSON.parse(await page.getByLabel('Variables', { exact: true }).innerText());
    const data = await project.run(query, variables, project.keys.READ);
    const { results } = data.searchKnowledge ?? data.retrieveEntries;
    expect(results.map(({ entry }: { entry: { id: string } }) => entry.id)).toEqual(order);
    expect(order.length).toBeGreaterThan(2);
    // The query of the link runs without variables.
    const link = await page.getByRole('link', { name: 'Open in GraphiQL' }).getAttribute('href');
    const linked = new URL(link ?? '', server.url).searchParams.get('query') ?? '';
    const same = await project.run(linked, {}, project.keys.READ);
    const found = (same.searchKnowledge ?? same.retrieveEntries).results;
    expect(found.map(({ entry }: { entry: { id: string } }) => entry.id)).toEqual(order);
  });

  it('restricts a search to a memory that is found by name', async () => {
    const { project } = await seeded();
    const other = await project.memory({ name: 'Elsewhere', tags: ['other'] });
    await project.write(other, 'A refund elsewhere');
    const page = await browser.open(project, address({ query: QUERY, mode: 'LEXICAL' }));
    await page.getByText('A refund elsewhere').waitFor();
    await page.getByRole('button', { name: 'Scope', exact: true }).click();
    await page.getByRole('combobox', { name: 'Memories', exact: true }).fill('sho');
    await page.getByRole('option', { name: 'Shop' }).click();
    await page.getByText('A refund elsewhere').waitFor({ state: 'detached' });
    await page.getByText('4 entries in scope').waitFor();
  });

  it('shows what an agent would be told, and what is left out', async () => {
    const { project, memoryId } = await seeded();
    const knowledgeConfig = { scope: { memoryIds: [memoryId] }, limit: 1, mode: 'SEMANTIC' };
    const { createAgent } = await project.run(
      'mutation ($input: CreateAgentInput!) { createAgent(input: $input) { agent { id } } }',
      { input: { name: 'Clerk', knowledgeConfig } },
    );
    const search = { query: QUERY, view: 'agent', agentId: createAgent.agent.id };
    const page = await browser.open(project, address(search), { role: 'READ' });
    const messages = page.getByRole('list', { name: 'Messages', exact: true });
    await messages.getByText('Money comes back within a week').waitFor();
    await page.getByText(/1 message, \d+ of at most 500 tokens/).waitFor();
    const omitted = page.getByRole('list', { name: 'Left out' });
    await omitted.getByText('Its rank is beyond the agent’s limit.').first().waitFor();
  });

  it.each(['light', 'dark'] as const)('is accessible in the %s theme', async (scheme) => {
    const { project } = await seeded();
    const search = { query: QUERY, other: { preset: 'stream', weights: { utility: 1 } } };
    const page = await browser.open(project, address(search), { scheme });
    await page.getByText(/With B:|same order/).waitFor();
    for (const side of ['A', 'B']) {
      await page.getByRole('button', { name: `Show the settings ${side}` }).click();
      const settings = page.getByRole('region', { name: `Settings ${side}` });
      await settings.getByRole('button', { name: 'Scope' }).click();
      await settings.getByRole('button', { name: 'More conditions' }).click();
      await settings.getByLabel('Metadata has').waitFor();
    }
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('fits a narrow screen, where the settings are folded', async () => {
    const { project } = await seeded();
    const page = await browser.open(project, address({ query: QUERY }), { width: 360 });
    await page.getByRole('list', { name: 'Results' }).locator('mark').first().waitFor();
    const isScrolled = () => page.evaluate('document.documentElement.scrollWidth > innerWidth');
    expect(await isScrolled()).toBe(false);
    await page.getByRole('button', { name: 'Show the settings' }).click();
    await page.getByLabel('Limit').waitFor();
    expect(await isScrolled()).toBe(false);
  });
});
