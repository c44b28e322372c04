import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { AGENT_ENV } from '../support/agents.ts';
import { accessibilityFaults, CHROMIUM, loseAnswer, useBrowser } from '../support/browser.ts';
import { useServer } from '../support/server.ts';
import { hoursAgo, record, scriptedModel } from '../support/stream.ts';

describe.runIf(CHROMIUM)('the page of the stream', () => {
  const server = useServer(AGENT_ENV);
  const browser = useBrowser(server);

  const widthOf = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth');
  const observed = async () => {
    const project = await server.project();
    const memoryId = await project.memory({ name: 'Oslo office' });
    for (const [i, content] of [
      'Ada made coffee.',
      'Ada asked for a plan.',
      'It rains.',
    ].entries()) {
      await record(project, { memoryId, content, importance: 5, occurredAt: hoursAgo(30 - 9 * i) });
    }
    return { project, memoryId };
  };

  it('shows the latest stream, its progress, and what is recorded here and elsewhere', async () => {
    const { project, memoryId } = await observed();
    await project.memory({ name: 'Another' });
    const page = await browser.open(project, '/stream');
    await page.getByText('15 of 150').waitFor();
    await page.getByText('3 of 10').waitFor();
    await page.getByRole('link', { name: 'Ada made coffee.' }).waitFor();
    await page.locator('.recharts-bar-rectangle').first().waitFor();
    await record(project, { memoryId, content: 'The alarm went off.', importance: 9 });
    await page.getByRole('link', { name: 'The alarm went off.' }).waitFor();
    await page.getByText('24 of 150').waitFor();
    await page.getByRole('button', { name: 'Record' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Plan', { exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill('Order switches.');
    await dialog.getByLabel('Importance').fill('7');
    await dialog.getByRole('button', { name: 'Record' }).click();
    await page.getByRole('link', { name: 'Order switches.' }).waitFor();
    await page.getByRole('combobox', { name: 'Memory' }).click();
    await page.getByRole('option', { name: 'Another' }).click();
    await page.getByText('Nothing is observed yet').waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Order switches.' }).waitFor();
  });

  it('records once what is sent again because the answer was lost', async () => {
    const { project, memoryId } = await observed();
    const page = await browser.open(project, `/stream?memoryId=${memoryId}`);
    await loseAnswer(page, 'StreamRecord');
    await page.getByRole('button', { name: 'Record' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill('The door is open.');
    await dialog.getByRole('button', { name: 'Record' }).click();
    await dialog.getByText('The server cannot be reached').waitFor();
    await dialog.getByRole('button', { name: 'Record' }).click();
    await dialog.waitFor({ state: 'detached' });
    const found = await project.run('{ entries(text: "door") { totalCount } }');
    expect(found.entries.totalCount).toBe(1);
  });

  it('runs a cycle now, and shows its questions and the tree of its insights', async () => {
    const { project, memoryId } = await observed();
    scriptedModel(server, { questions: { text: '1. What matters here?' } });
    const page = await browser.open(project, `/stream?memoryId=${memoryId}`);
    await page.getByRole('button', { name: 'Run now' }).click();
    await page.getByText('The stream is below its thresholds').waitFor();
    await page.getByRole('button', { name: 'Run it anyway' }).click();
    await page.getByText('What matters here?').waitFor();
    await page.getByText('Completed').waitFor();
    expect(page.url()).toContain('view=cycles');
    await page.getByRole('tab', { name: 'Insights' }).click();
    await page.getByRole('link', { name: 'Work matters most' }).waitFor();
    await page.getByRole('button', { name: /^Evidence of: Work matters most/ }).click();
    await page.getByText('Cited').first().waitFor();
    expect(await page.getByText('Cited').count()).toBe(2);
    await page.getByText('0 of 10').waitFor();
  });

  it('changes a setting of the memory, and takes it back', async () => {
    const { project, memoryId } = await observed();
    const page = await browser.open(project, `/stream?memoryId=${memoryId}`);
    const open = () => page.getByRole('button', { name: 'Settings' }).click();
    const drawer = page.getByRole('dialog');
    await open();
    await drawer.getByRole('textbox', { name: 'Observations since the last cycle' }).fill('4');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await page.getByText('3 of 4').waitFor();
    await open();
    await drawer.getByText('In the project: 10.').waitFor();
    await drawer.getByRole('button', { name: 'Use that' }).click();
    await drawer.getByRole('button', { name: 'Save' }).click();
    await page.getByText('3 of 10').waitFor();
    await open();
    const importance = drawer.getByRole('textbox', { name: 'Importance since the last cycle' });
    await importance.clear();
    await importance.pressSequentially('7.50');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await page.getByText('15 of 7.5').waitFor();
  });

  it('has no button that a READ key could not use', async () => {
    const { project, memoryId } = await observed();
    const page = await browser.open(project, `/stream?memoryId=${memoryId}`, { role: 'READ' });
    await page.getByText('15 of 150').waitFor();
    expect(await page.getByRole('button', { name: /Record|Run now/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Settings' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('When insights are formed').waitFor();
    expect(await drawer.getByRole('button', { name: 'Save' }).count()).toBe(0);
  });

  it.each(['light', 'dark'] as const)(
    'is accessible in the %s theme, from 360 pixels',
    async (scheme) => {
      const { project, memoryId } = await observed();
      await record(project, { memoryId, content: `A word: ${'x'.repeat(300)}`, importance: 4 });
      scriptedModel(server, { questions: { text: '1. What matters here?' } });
      const page = await browser.open(project, '/stream', { scheme, width: 360 });
      await page.locator('.recharts-bar-rectangle').first().waitFor();
      expect([await widthOf(page), await accessibilityFaults(page)]).toEqual([360, []]);
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('dialog').getByText('When insights are formed').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Run now' }).click();
      await page.getByRole('button', { name: 'Run it anyway' }).click();
      await page.getByText('Completed').waitFor();
      expect([await widthOf(page), await accessibilityFaults(page)]).toEqual([360, []]);
      await page.getByRole('tab', { name: 'Insights' }).click();
      await page.getByRole('button', { name: /^Evidence of/ }).click();
      await page.getByText('Cited').first().waitFor();
      expect([await widthOf(page), await accessibilityFaults(page)]).toEqual([360, []]);
    },
  );
});
