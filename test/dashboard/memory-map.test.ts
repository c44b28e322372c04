import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityFaults, CHROMIUM, useBrowser } from '../support/browser.ts';
import { scripted } from '../support/model-server.ts';
import { type TestProject, useServer } from '../support/server.ts';

const WRITE = `mutation ($input: WriteEntriesInput!) { writeEntries(input: $input) {
  results { ... on WriteEntryPayload { entry { id } } } } }`;
const COUNT = 'query ($id: ID!) { memory(id: $id) { entryCount } }';

describe.runIf(CHROMIUM)('the map of a memory', () => {
  const server = useServer();
  const browser = useBrowser(server);

  /** Twelve entries about tea and twelve about ships, far from each other in meaning. */
  async function seeded(): Promise<{ project: TestProject; memoryId: string }> {
    const project = await server.project();
    const memoryId = await project.memory({ name: 'Harbour' });
    const items = Array.from({ length: 24 }, (_, i) => ({
      content: `${i % 2 === 0 ? 'Tea' : 'Ship'} number ${i}`,
      kind: i % 2 === 0 ? 'FACT' : 'OBSERVATION',
    }));
    for (const [i, { content }] of items.entries()) {
      server.models.script(content, scripted(i % 2 === 0 ? 0.99 : 0.05, i % 2 === 0 ? i + 2 : 1));
    }
    const thresholds = { updateThreshold: 1, duplicateThreshold: 1 };
    await project.run(WRITE, { input: { memoryId, items, ...thresholds } });
    return { project, memoryId };
  }

  const mapOf = (page: Page, entries: number) =>
    page.getByRole('application', { name: `Map of ${entries} entries` });

  /** Draws around the left or the right half of the map. */
  async function lassoHalf(page: Page, side: 'left' | 'right') {
    const box = await page.locator('canvas').boundingBox();
    if (box === null) throw new Error('There is no map');
    const middle = box.x + box.width / 2;
    const [from, to] = side === 'left' ? [box.x + 2, middle] : [middle, box.x + box.width - 2];
    await page.keyboard.down('Shift');
    await page.mouse.move(from, box.y + 2);
    await page.mouse.down();
    for (const [x, y] of [
      [to, box.y + 2],
      [to, box.y + box.height - 2],
      [from, box.y + box.height - 2],
    ] as const) {
      await page.mouse.move(x, y, { steps: 3 });
    }
    await page.mouse.up();
    await page.keyboard.up('Shift');
  }

  /** Number of colours on the canvas, which is empty until its size is known. */
  function colorsOf(page: Page): Promise<number> {
    return page.evaluate<number>(`(() => {
      const canvas = document.querySelector('canvas');
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size;
    })()`);
  }

  it('draws the entries, and moves those that are drawn around', async () => {
    const { project, memoryId } = await seeded();
    const target = await project.memory({ name: 'Target' });
    const page = await browser.open(project, `/memories/${memoryId}/map?method=pca`);
    await mapOf(page, 24).waitFor();
    await expect.poll(() => colorsOf(page)).toBeGreaterThan(2);
    await page.getByText('Fact (12)').waitFor();
    await lassoHalf(page, 'left');
    await page.getByText('Selected (12)').waitFor();
    const rows = await page
      .getByRole('list', { name: 'Entries' })
      .getByRole('link')
      .allInnerTexts();
    expect(new Set(rows.map((text) => text.split(' ')[0])).size).toBe(1);
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByRole('combobox', { name: 'To the memory' }).fill('Targ');
    await page.getByRole('option', { name: 'Target' }).click();
    await page.getByRole('button', { name: 'Move 12 entries' }).click();
    await mapOf(page, 12).waitFor();
    expect((await project.run(COUNT, { id: target })).memory.entryCount).toBe(12);
    await page.getByRole('button', { name: 'Undo' }).click();
    await mapOf(page, 24).waitFor();
    expect((await project.run(COUNT, { id: target })).memory.entryCount).toBe(0);
  });

  it('arranges neighbourhoods, and changes what is ticked in the list', async () => {
    const { project, memoryId } = await seeded();
    const page = await browser.open(project, `/memories/${memoryId}/map`);
    await mapOf(page, 24).waitFor();
    await page.getByLabel('Select “Ship number 23”').check();
    await page.getByRole('button', { name: 'Add metadata' }).click();
    await page.getByRole('textbox', { name: 'Key' }).fill('topic');
    await page.getByRole('textbox', { name: 'Value' }).fill('harbour');
    await page.getByRole('button', { name: 'Add to 1 entry' }).click();
    await page.getByText('Metadata added to 1 entry').waitFor();
    const scope = { metadata: { topic: 'harbour' } };
    const { entries } = await project.run(
      'query ($scope: KnowledgeScope) { entries(scope: $scope) { nodes { content } } }',
      { scope },
    );
    expect(entries.nodes).toEqual([{ content: 'Ship number 23' }]);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Delete 1 entry' }).click();
    await mapOf(page, 23).waitFor();
    await project.write(memoryId, 'Written elsewhere');
    await page.getByRole('button', { name: 'Draw again with 1 change' }).click();
    await mapOf(page, 24).waitFor();
  });

  it('opens the entry of a point that is clicked', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const { entry } = await project.write(memoryId, 'The only one');
    const page = await browser.open(project, `/memories/${memoryId}/map`);
    await page.getByRole('application', { name: 'Map of 1 entry' }).waitFor();
    await expect.poll(() => colorsOf(page)).toBeGreaterThan(1);
    // One point alone is in the middle.
    await page.locator('canvas').click();
    await page.waitForURL(new RegExp(entry.id));
  });

  it.each(['light', 'dark'] as const)('is accessible in the %s theme', async (scheme) => {
    const { project, memoryId } = await seeded();
    const page = await browser.open(project, `/memories/${memoryId}/map?color=age`, { scheme });
    await mapOf(page, 24).waitFor();
    await page.getByLabel('Select “Ship number 23”').check();
    await page.getByRole('button', { name: 'Add metadata' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add metadata' }).click();
    await page.getByRole('textbox', { name: 'Key' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('fits a narrow screen, and has no button that a READ key could not use', async () => {
    const { project, memoryId } = await seeded();
    const view = { role: 'READ', width: 360 } as const;
    const page = await browser.open(project, `/memories/${memoryId}/map`, view);
    await mapOf(page, 24).waitFor();
    await page.getByLabel('Select “Ship number 23”').check();
    await page.getByText('Selected (1)').waitFor();
    expect(await page.getByRole('button', { name: 'Move', exact: true }).count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
  });
});
