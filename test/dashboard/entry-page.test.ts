import { describe, expect, it } from 'vitest';
import { accessibilityFaults, CHROMIUM, useBrowser } from '../support/browser.ts';
import { erase, PERSON } from '../support/erasure.ts';
import { useServer } from '../support/server.ts';
import { stated, textsOf, writeTogether } from '../support/statements.ts';
import { createTrace } from '../support/traces.ts';

const EDIT = 'mutation ($input: UpdateEntryInput!) { updateEntry(input: $input) { entry { id } } }';

describe.runIf(CHROMIUM)('the page of an entry', () => {
  const server = useServer();
  const browser = useBrowser(server);

  it('is named by a line that says something, and shows each text in its own direction', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const code = await project.write(memoryId, 'Start it so:\n```sh\nnpm start\n```');
    const page = await browser.open(project, `/entries/${code.entry.id}`);
    await page.getByRole('heading', { level: 1, name: 'Start it so:' }).waitFor();
    const hebrew = await project.write(memoryId, 'המשרד נמצא בחיפה');
    const shown = await browser.open(project, `/entries/${hebrew.entry.id}`);
    const heading = shown.getByRole('heading', { level: 1, name: 'המשרד נמצא בחיפה' });
    await heading.waitFor();
    const isAtRight = await heading.evaluate((element) => {
      const range = element.ownerDocument.createRange();
      range.selectNodeContents(element);
      const { left, right } = element.getBoundingClientRect();
      const written = range.getBoundingClientRect();
      return right - written.right < written.left - left;
    });
    expect(isAtRight).toBe(true);
  });

  it('shows two people who edit it the text of the other', async () => {
    const project = await server.project();
    const { entry } = await project.write(await project.memory(), 'The office is in Rome');
    const [one, other] = [
      await browser.open(project, `/entries/${entry.id}`),
      await browser.open(project, `/entries/${entry.id}`),
    ];
    for (const page of [one, other]) await page.getByRole('button', { name: 'Edit' }).click();
    await one.getByRole('textbox', { name: 'Text' }).fill('The office is in Oslo');
    await other.getByRole('textbox', { name: 'Text' }).fill('The office is in Bern');
    await one.getByRole('button', { name: 'Save' }).click();
    await one.getByText('Entry saved').waitFor();
    await project.run(EDIT, { input: { entryId: entry.id, metadata: { floor: 3 } } });
    await other.getByRole('button', { name: 'Save' }).click();
    await other.getByText('Somebody else changed this entry').waitFor();
    await other.getByText('The office is in Oslo').first().waitFor();
    expect((await stated(project, entry.id)).content).toBe('The office is in Oslo');
    expect(await accessibilityFaults(other)).toEqual([]);
    await other.getByRole('button', { name: 'Go on with mine' }).click();
    await other.getByRole('button', { name: 'Save' }).click();
    await other.getByText('Entry saved').waitFor();
    expect((await stated(project, entry.id)).content).toBe('The office is in Bern');
    // What only others have changed stays.
    const now = await project.run(`{ entry(id: "${entry.id}") { metadata } }`);
    expect(now.entry.metadata).toEqual({ floor: 3 });
    await one.getByRole('heading', { level: 1, name: 'The office is in Bern' }).waitFor();
    await other.getByRole('button', { name: 'Edit' }).click();
    await other.getByRole('textbox', { name: 'Text' }).fill('The office is in Kyiv');
    await one.getByRole('button', { name: 'Delete', exact: true }).click();
    await one.getByText('This entry is in the trash').waitFor();
    await other.getByRole('button', { name: 'Save' }).click();
    await other.getByText('The entry was deleted meanwhile').waitFor();
  });

  it('is no longer shown when its data is erased, but a text that is being typed stays', async () => {
    const project = await server.project();
    const written = { metadata: PERSON };
    const { entry } = await project.write(await project.memory(), 'Ann lives in Rome', written);
    const [reader, writer] = [
      await browser.open(project, `/entries/${entry.id}`),
      await browser.open(project, `/entries/${entry.id}`),
    ];
    const text = writer.getByRole('textbox', { name: 'Text' });
    await writer.getByRole('button', { name: 'Edit' }).click();
    await text.fill('Ann lives in Oslo');
    for (const page of [reader, writer])
      await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    await erase(project, { metadata: PERSON });
    await reader.getByText('This entry does not exist').waitFor();
    expect(await reader.getByText('Rome').count()).toBe(0);
    await writer.getByRole('button', { name: 'Save' }).click();
    await writer.getByText('The entry was permanently deleted meanwhile').waitFor();
    expect(await text.inputValue()).toBe('Ann lives in Oslo');
    await writer.getByRole('button', { name: 'Cancel' }).click();
    await writer.getByText('This entry does not exist').waitFor();
  });

  it('shows the difference that a change made, and undoes it', async () => {
    const project = await server.project();
    const { entry } = await project.write(await project.memory(), 'The office is in Rome');
    await project.run(EDIT, { input: { entryId: entry.id, content: 'The office is in Oslo' } });
    const page = await browser.open(project, `/entries/${entry.id}?tab=history`);
    const change = page.getByRole('article', { name: 'Change 1: Edited' });
    await change.waitFor();
    expect(await change.locator('del').allTextContents()).toEqual(['removed: Rome']);
    expect(await change.locator('ins').allTextContents()).toEqual(['added: Oslo']);
    await change.getByRole('button', { name: 'Undo this change' }).click();
    await page.getByRole('article', { name: 'Change 2: A change was undone' }).waitFor();
    expect((await stated(project, entry.id)).content).toBe('The office is in Rome');
  });

  it('keeps its older changes on the page when it changes again', async () => {
    const project = await server.project();
    const { entry } = await project.write(await project.memory(), 'The office has 0 rooms');
    const edit = (rooms: number) =>
      project.run(EDIT, { input: { entryId: entry.id, content: `The office has ${rooms} rooms` } });
    // A page of the history has 20 changes.
    for (let rooms = 1; rooms <= 22; rooms += 1) await edit(rooms);
    const page = await browser.open(project, `/entries/${entry.id}?tab=history`);
    await page.getByRole('button', { name: 'Show older changes' }).click();
    const oldest = page.getByRole('article', { name: 'Change 1: Edited' });
    await oldest.waitFor();
    await edit(23);
    await page.getByRole('article', { name: 'Change 23: Edited' }).waitFor();
    expect(await oldest.isVisible()).toBe(true);
    expect(await page.getByRole('article', { name: /^Change \d+: Edited$/ }).count()).toBe(23);
  });

  it('splits off and deletes statements, and undoes both', async () => {
    const project = await server.project();
    const texts = ['The API is slow', 'The API is very slow', 'The API is too slow'];
    const { entryId } = await writeTogether(server, project, texts);
    const page = await browser.open(project, `/entries/${entryId}`);
    await page.getByRole('checkbox', { name: 'The API is very slow' }).click();
    await page.getByRole('button', { name: 'Split off' }).click();
    await page.getByText('Split off 1 statement').waitFor();
    expect(textsOf(await stated(project, entryId))).toEqual([texts[0], texts[2]]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('checkbox', { name: 'The API is very slow' }).waitFor();
    await page.getByRole('button', { name: 'Delete statement' }).first().click();
    await page.getByText('Statement deleted').waitFor();
    expect(textsOf(await stated(project, entryId))).toEqual(texts.slice(0, 2));
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => textsOf(await stated(project, entryId))).toEqual(texts);
  });

  it('keeps its statements when only another field is edited', async () => {
    const project = await server.project();
    const texts = ['  The API is slow', 'The API is very slow  '];
    const { entryId } = await writeTogether(server, project, texts);
    const page = await browser.open(project, `/entries/${entryId}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    const importance = page.getByLabel('Importance', { exact: true });
    await importance.clear();
    await importance.pressSequentially('7.5');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Entry saved').waitFor();
    const entry = await stated(project, entryId);
    expect([textsOf(entry), entry.importance]).toEqual([texts, 7.5]);
  });

  it('is deleted, found in the trash, and restored', async () => {
    const project = await server.project();
    const { entry } = await project.write(await project.memory(), 'A mistake');
    const page = await browser.open(project, `/entries/${entry.id}`);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('This entry is in the trash').waitFor();
    await page.getByRole('link', { name: 'Trash' }).click();
    await page.getByText('Entries', { exact: true }).click();
    await page.getByRole('link', { name: 'A mistake' }).waitFor();
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('No deleted entries').waitFor();
    expect((await stated(project, entry.id)).deletedAt).toBeNull();
  });

  it.each([
    ['light', 1280],
    ['dark', 360],
  ] as const)('is accessible in the %s theme, and fits %i pixels', async (scheme, width) => {
    const project = await server.project();
    const memoryId = await project.memory({ name: 'M'.repeat(100) });
    const { entry } = await project.write(memoryId, `Word${'x'.repeat(300)}`, {
      metadata: { key: 'v'.repeat(200) },
      context: 'A context',
    });
    await project.run(EDIT, { input: { entryId: entry.id, content: 'Another text' } });
    await createTrace(project, {
      task: `Task ${'y'.repeat(300)}`,
      retrievedEntryIds: [entry.id],
      review: { reward: 1, generateReflection: false },
    });
    const page = await browser.open(project, `/entries/${entry.id}`, { scheme, width });
    const shown = {
      '': 'Delete statement',
      history: 'Edited',
      learning: 'Runs that retrieved it',
      chunks: 'Chunk 1',
    };
    for (const [tab, text] of Object.entries(shown)) {
      await page.goto(page.url().replace(/(\?.*)?$/, tab === '' ? '' : `?tab=${tab}`));
      await page.getByText(text).first().waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      const isTooWide =
        'document.documentElement.scrollWidth > document.documentElement.clientWidth';
      expect(await page.evaluate(isTooWide)).toBe(false);
    }
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('has no button that a READ key could not use', async () => {
    const project = await server.project();
    const { entry } = await project.write(await project.memory(), 'A fact');
    await project.run(EDIT, { input: { entryId: entry.id, content: 'Another fact' } });
    const page = await browser.open(project, `/entries/${entry.id}`, { role: 'READ' });
    await page.getByRole('heading', { level: 1, name: 'Another fact' }).waitFor();
    expect(await page.getByRole('button', { name: /Edit|Delete|Split/ }).count()).toBe(0);
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('article').waitFor();
    expect(await page.getByRole('button', { name: /Undo|Go back/ }).count()).toBe(0);
  });
});
