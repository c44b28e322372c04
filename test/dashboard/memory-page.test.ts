import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { purgeMemories } from '../../src/memories/purge-memories.ts';
import { accessibilityFaults, CHROMIUM, typeDate, useBrowser } from '../support/browser.ts';
import { createDeferred } from '../support/deferred.ts';
import { type TestProject, useServer } from '../support/server.ts';
import { scriptAlike, stated, textsOf } from '../support/statements.ts';

const WRITE_MANY = `mutation ($input: WriteEntriesInput!) { writeEntries(input: $input) {
  results { __typename } } }`;
const DELETE =
  'mutation ($input: DeleteEntryInput!) { deleteEntry(input: $input) { entry { id } } }';
const DELETE_MEMORY =
  'mutation ($input: DeleteMemoryInput!) { deleteMemory(input: $input) { memory { id } } }';
const SUPERSEDE = `mutation ($input: SupersedeEntriesInput!) { supersedeEntries(input: $input) {
  results { __typename } } }`;
const UPDATE = `mutation ($input: UpdateMemoryInput!) { updateMemory(input: $input) {
  memory { maxStatements updateThreshold } } }`;
const COUNT = 'query ($id: ID!) { memory(id: $id) { entryCount deletedAt } }';

const row = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Entries' }).getByRole('listitem').filter({ hasText: text });

const isTooWide = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

const memoryOf = async (project: TestProject, id: string) =>
  (await project.run(COUNT, { id })).memory;

describe.runIf(CHROMIUM)('the page of a memory', () => {
  const server = useServer();
  const browser = useBrowser(server);

  it('shows what a write would do, writes it, and takes it back', async () => {
    const project = await server.project();
    const [known, similar] = ['Acme is billed monthly', 'Acme is billed each month'];
    scriptAlike(server, [known, similar]);
    const page = await browser.open(project, '/memories');
    await page.getByRole('button', { name: 'New memory' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('Acme');
    await page.getByRole('button', { name: 'Create memory' }).click();
    await page.getByRole('link', { name: 'Acme' }).click();
    await page.getByRole('button', { name: 'Write an entry' }).first().click();
    const text = page.getByRole('textbox', { name: 'Text', exact: true });
    await text.fill(known);
    await page.getByText('A new entry would be created').waitFor();
    await page.getByRole('button', { name: 'Write a new entry' }).click();
    await page.getByText('Written as a new entry').waitFor();
    await text.fill(similar);
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText('It would be added').waitFor();
    expect(await preview.locator('ins').allTextContents()).toEqual(['added: each month']);
    await page.getByRole('button', { name: 'Add to the entry' }).click();
    await page.getByText('Added to an entry').waitFor();
    const entryId = new URL(
      (await page.getByRole('link', { name: 'Open the entry' }).getAttribute('href')) ?? '',
      server.url,
    ).pathname.replace(/.*\//, '');
    expect(textsOf(await stated(project, entryId))).toEqual([known, similar]);
    await text.fill(similar);
    await page.getByText('It is known already').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Taken back').waitFor();
    expect(textsOf(await stated(project, entryId))).toEqual([known]);
  });

  it('says why a text is not added to an entry with a similar statement', async () => {
    const project = await server.project();
    const [known, similar] = ['Acme is billed yearly', 'Acme is billed each year'];
    scriptAlike(server, [known, similar]);
    const memoryId = await project.memory();
    await project.run(UPDATE, { input: { memoryId, maxStatements: 1 } });
    await project.write(memoryId, known);
    const page = await browser.open(project, `/memories/${memoryId}?panel=write`);
    const text = page.getByRole('textbox', { name: 'Text', exact: true });
    const preview = page.getByRole('region', { name: 'Preview' });
    await text.fill('Something else');
    await preview.getByText('A new entry would be created.', { exact: true }).waitFor();
    await text.fill(similar);
    await preview.getByText('The nearest entry does not take the text').waitFor();
  });

  it('offers no changes of what is in a memory in the trash', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const { entry } = await project.write(memoryId, 'Acme is billed monthly');
    await project.run(DELETE_MEMORY, { input: { memoryId } });
    const page = await browser.open(project, `/stream?memoryId=${memoryId}`);
    for (const address of [`/memories/${memoryId}/map`, `/entries/${entry.id}`, null]) {
      await page
        .getByText('This memory is in the trash')
        .or(page.getByText('The memory of this entry is in the trash'))
        .waitFor();
      expect(await page.getByRole('button', { name: /^(Record|Edit|Delete.*)$/ }).count()).toBe(0);
      if (address) await page.goto(`${server.url}/projects/${project.id}${address}`);
    }
    await page.getByRole('button', { name: 'Restore it' }).click();
    await page.getByRole('button', { name: 'Edit' }).waitFor();
  });

  it('keeps what is typed when the memory is permanently deleted, and says so', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const page = await browser.open(project, `/memories/${memoryId}?panel=write`);
    const text = page.getByRole('textbox', { name: 'Text', exact: true });
    await text.fill('Tea is green');
    await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    const { clock } = server.app;
    server.app.clock = () => new Date(clock().getTime() - 100 * 86_400_000);
    await project.run(DELETE_MEMORY, { input: { memoryId } });
    server.app.clock = clock;
    await purgeMemories(server.app);
    const drawer = page.getByRole('dialog');
    await drawer.getByText('This memory was permanently deleted').waitFor();
    await drawer.getByText('Copy it if you need it').waitFor();
    expect(await text.inputValue()).toBe('Tea is green');
    expect(await drawer.getByRole('button', { name: /^Write/ }).isDisabled()).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('keeps a name that is typed when others delete the memory', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const page = await browser.open(project, `/memories/${memoryId}`);
    await page.getByRole('button', { name: 'More about this memory' }).click();
    await page.getByRole('menuitem', { name: 'Edit name and tags' }).click();
    const name = page.getByRole('dialog').getByLabel('Name');
    await name.fill('Another name');
    await project.run(DELETE_MEMORY, { input: { memoryId } });
    await page.getByText('This memory is in the trash').waitFor();
    expect(await name.inputValue()).toBe('Another name');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    expect(await name.inputValue()).toBe('Another name');
  });

  it('keeps what is typed when others delete the memory, until it is restored', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const page = await browser.open(project, `/memories/${memoryId}?panel=document`);
    await page.getByRole('textbox', { name: 'Document' }).fill('Acme is billed monthly.');
    await page.getByRole('tab', { name: 'One entry' }).click();
    const text = page.getByRole('textbox', { name: 'Text', exact: true });
    await text.fill('Tea is green');
    await project.run(DELETE_MEMORY, { input: { memoryId } });
    const drawer = page.getByRole('dialog');
    await drawer.getByText('nothing can be written to it').waitFor();
    expect(await text.inputValue()).toBe('Tea is green');
    expect(await drawer.getByRole('button', { name: /^Write/ }).isDisabled()).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    await drawer.getByRole('button', { name: 'Restore it' }).click();
    await drawer.getByRole('button', { name: 'Write a new entry' }).click();
    await drawer.getByText('Written as a new entry').waitFor();
    await page.getByRole('tab', { name: 'A document' }).click();
    expect(await page.getByRole('textbox', { name: 'Document' }).inputValue()).toBe(
      'Acme is billed monthly.',
    );
  });

  it('makes current again what a write has replaced when it takes the write back', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const [old, similar, known] = [
      'Acme is billed monthly',
      'Acme pays each month',
      'Tea is green',
    ];
    scriptAlike(server, [old, similar]);
    const { entry } = await project.write(memoryId, old);
    await project.write(memoryId, known);
    const isReplaced = async () => (await stated(project, entry.id)).supersededBy !== null;
    const page = await browser.open(project, `/memories/${memoryId}?panel=write`);
    const text = page.getByRole('textbox', { name: 'Text', exact: true });
    const replaceWith = async (written: string, outcome: string) => {
      await text.fill(similar);
      await page.getByRole('button', { name: 'Supersede it instead' }).click();
      await text.fill(written);
      await text.press('Control+Enter');
      await page.getByText(outcome).waitFor();
      expect(await isReplaced()).toBe(true);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText(outcome).waitFor({ state: 'detached' });
      expect(await isReplaced()).toBe(false);
    };
    await replaceWith(similar, 'Written as a new entry');
    await replaceWith(known, 'Known already: counted once more');
  });

  it('asks before it closes a form with changes, and gives the focus back', async () => {
    const project = await server.project();
    const memoryId = await project.memory({ name: 'Acme' });
    const page = await browser.open(project, `/memories/${memoryId}`);
    const opener = page.getByRole('button', { name: 'Write an entry' }).first();
    const isFocused = (button: Locator) =>
      expect.poll(() => button.evaluate((element) => element.matches(':focus'))).toBe(true);
    await opener.click();
    const text = page.getByRole('textbox', { name: 'Text', exact: true });
    await text.fill('Acme is billed monthly');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    expect(await text.inputValue()).toBe('Acme is billed monthly');
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Leave and lose the changes' }).click();
    await text.waitFor({ state: 'detached' });
    await isFocused(opener);
    // A dialog without changes closes at once.
    await page.getByRole('button', { name: 'More about this memory' }).click();
    await page.getByRole('menuitem', { name: 'Rules of writing' }).click();
    await page.getByLabel('Statements in one entry').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('saves only the rules of writing that the person changed', async () => {
    const project = await server.project();
    const memoryId = await project.memory({ name: 'Acme' });
    const change = async (input: Record<string, unknown>) =>
      (await project.run(UPDATE, { input: { memoryId, ...input } })).updateMemory.memory;
    const isRead = (url: string, body: unknown) =>
      url.endsWith('/graphql') &&
      (body as { operationName?: string }).operationName === 'MemoryPage';
    const page = await browser.open(project, `/memories/${memoryId}`);
    await page.getByRole('heading', { level: 1, name: 'Acme' }).waitFor();
    await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    const most = page.getByLabel('Statements in one entry');
    const openRules = async () => {
      await page.getByRole('button', { name: 'More about this memory' }).click();
      await page.getByRole('menuitem', { name: 'Rules of writing' }).click();
      return most.inputValue();
    };
    const isReadAgain = page.waitForResponse((response) =>
      isRead(response.url(), response.request().postDataJSON()),
    );
    await change({ maxStatements: 3 });
    await (await isReadAgain).finished();
    expect(await openRules()).toBe('3');
    await page.keyboard.press('Escape');
    await most.waitFor({ state: 'detached' });
    // The event arrives, but the rules are not read.
    await page.route('**/graphql', (route) =>
      isRead(route.request().url(), route.request().postDataJSON()) ? undefined : route.continue(),
    );
    await change({ maxStatements: 5, name: 'Acme Ltd' });
    await page.getByRole('heading', { level: 1, name: 'Acme Ltd' }).waitFor();
    expect(await openRules()).toBe('3');
    const save = page.getByRole('button', { name: 'Save' });
    expect(await save.isDisabled()).toBe(true);
    await page.getByLabel('Similarity at which a text is added to an entry').fill('0.7');
    await save.click();
    await page.getByText('Rules saved').waitFor();
    expect(await change({})).toEqual({ maxStatements: 5, updateThreshold: 0.7 });
  });

  it('follows the project again where the person takes its rule', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const change = async (input: Record<string, unknown>) =>
      (await project.run(UPDATE, { input: { memoryId, ...input } })).updateMemory.memory;
    await change({ maxStatements: 3, updateThreshold: 0.7 });
    const page = await browser.open(project, `/memories/${memoryId}?panel=settings`);
    const drawer = page.getByRole('dialog');
    await drawer.getByText('In the project: 8.').waitFor();
    await drawer.getByLabel('Similarity at which a text is added to an entry').fill('');
    await drawer.getByRole('button', { name: 'Use that' }).click();
    await drawer.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Rules saved').waitFor();
    expect(await change({})).toEqual({ maxStatements: null, updateThreshold: null });
  });

  it('shows an object of metadata as wrong until it is JSON', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const page = await browser.open(project, `/memories/${memoryId}?panel=write`);
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('A text');
    await page.getByText('A new entry would be created').waitFor();
    await page.getByRole('button', { name: 'Kind, metadata' }).click();
    await page.getByRole('textbox', { name: 'Metadata' }).fill('[1]');
    await page.getByText('Write an object').waitFor();
    expect(await page.getByRole('button', { name: 'Write', exact: true }).isDisabled()).toBe(true);
    await page.getByRole('textbox', { name: 'Metadata' }).fill('{"a": 1}');
    await page.getByRole('button', { name: 'Write a new entry' }).click();
    await page.getByText('Written as a new entry').waitFor();
  });

  it('shows what a document would become, writes it, and takes it back', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    server.models.chat(() => ({ text: JSON.stringify({ facts: ['One fact', 'Another fact'] }) }));
    const page = await browser.open(project, `/memories/${memoryId}?panel=document`);
    await page.getByRole('textbox', { name: 'Document' }).fill('One fact. Another fact.');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('would be written').waitFor();
    expect((await memoryOf(project, memoryId)).entryCount).toBe(0);
    await page.getByRole('button', { name: 'Write all' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await memoryOf(project, memoryId)).entryCount).toBe(0);
  });

  it('takes back each entry of a document once, unless it has changed since', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const [known, second, third] = [
      'Acme pays monthly',
      'Acme pays each month.',
      'Acme pays each June.',
    ];
    scriptAlike(server, [known, second, third]);
    const { entry } = await project.write(memoryId, known);
    const page = await browser.open(project, `/memories/${memoryId}?panel=document`);
    const writeAll = async () => {
      await page.getByRole('textbox', { name: 'Document' }).fill(`${second} ${third}`);
      await page.getByRole('button', { name: 'Write all' }).click();
      await page.getByText('Wrote 2 texts of the document').waitFor();
    };
    await writeAll();
    expect(textsOf(await stated(project, entry.id))).toEqual([known, second, third]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => textsOf(await stated(project, entry.id))).toEqual([known]);
    await writeAll();
    const input = { entryId: entry.id, number: 1 };
    await project.run(
      'mutation ($input: DeleteStatementInput!) { deleteStatement(input: $input) { entry { id } } }',
      { input },
    );
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Not undone').waitFor();
    expect(textsOf(await stated(project, entry.id))).toEqual([second, third]);
  });

  it('shows what others write, merge and delete, without a reload', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const [first, merged] = ['The API is slow', 'The API is very slow'];
    scriptAlike(server, [first, merged]);
    const page = await browser.open(project, `/memories/${memoryId}`);
    await page.getByText('No entries yet').waitFor();
    await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    const { entry } = await project.write(memoryId, first);
    await row(page, first).getByText('New', { exact: true }).waitFor();
    await project.write(memoryId, merged);
    await row(page, merged).getByText('2 statements').waitFor();
    await project.run(DELETE, { input: { entryId: entry.id } });
    await row(page, merged).waitFor({ state: 'detached' });
    await page.getByText('No entries yet').waitFor();
  });

  it('announces new entries where they would move what is read', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    await project.write(memoryId, 'An old fact');
    const page = await browser.open(project, `/memories/${memoryId}?orderBy=SIZE&text=fact`);
    await row(page, 'An old fact').waitFor();
    await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    await project.write(memoryId, 'Something else', { kind: 'OBSERVATION' });
    await project.write(memoryId, 'A new fact');
    await page.getByRole('button', { name: 'Show 1 new entry' }).click();
    await row(page, 'A new fact').getByText('New', { exact: true }).waitFor();
    expect(page.url()).not.toContain('orderBy');
    expect(await row(page, 'Something else').count()).toBe(0);
  });

  it('keeps its filters in the address', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    await project.write(memoryId, 'Tea is green');
    await project.write(memoryId, 'Coffee is black', { kind: 'OBSERVATION' });
    const page = await browser.open(project, `/memories/${memoryId}`);
    await row(page, 'Tea is green').waitFor();
    await page.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Observation (1)' }).click();
    await row(page, 'Tea is green').waitFor({ state: 'detached' });
    await row(page, 'Coffee is black').getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Coffee is black' }).waitFor();
    await page.goBack();
    await row(page, 'Coffee is black').waitFor();
    expect(page.url()).toContain('OBSERVATION');
    await page.getByLabel('Contains the words').fill('milk');
    await page.getByText('No entry matches').waitFor();
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    await row(page, 'Tea is green').waitFor();
  });

  it('keeps what is typed into its filters, and the focus', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    await project.write(memoryId, 'Tea is green');
    const page = await browser.open(project, `/memories/${memoryId}`);
    const text = page.getByLabel('Contains the words');
    await text.pressSequentially('tea ');
    await page.waitForURL(/text=tea/);
    await page.keyboard.type('is green');
    await page.waitForURL(/green/);
    expect(await text.inputValue()).toBe('tea is green');
    await page.getByRole('button', { name: 'Filter by utility' }).click();
    await typeDate(page.getByLabel('Created from'), '01022100', '2100-01-02');
    await page.waitForURL(/from=2100-01-02/);
    await page.getByText('No entry matches').waitFor();
    await page.getByRole('button', { name: 'Clear all filters' }).first().click();
    await row(page, 'Tea is green').waitFor();
    expect(await text.inputValue()).toBe('');
  });

  it('writes a text once, and keeps what is typed meanwhile', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const page = await browser.open(project, `/memories/${memoryId}?panel=write`);
    const [mayAnswer, writes] = [createDeferred(), [] as string[]];
    await page.route('**/graphql', async (route) => {
      if (route.request().postDataJSON().operationName === 'WriteOneEntry') {
        writes.push('write');
        await mayAnswer.promise;
      }
      await route.continue();
    });
    const text = page.getByRole('textbox', { name: 'Text', exact: true });
    await text.fill('Tea is green');
    await text.press('Control+Enter');
    await text.press('Control+Enter');
    await text.fill('The next text');
    mayAnswer.resolve();
    await page.getByText('Written as a new entry').waitFor();
    expect([await text.inputValue(), writes]).toEqual(['The next text', ['write']]);
  });

  it('shows markup in an entry as text', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const markup = '<img src=x onerror="window.hacked = 1"><script>window.hacked = 1</script>';
    const { entry } = await project.write(memoryId, markup);
    const page = await browser.open(project, `/memories/${memoryId}`);
    await row(page, markup).waitFor();
    await page.goto(page.url().replace(/memories.*/, `entries/${entry.id}`));
    await page.getByRole('heading', { level: 1, name: markup }).waitFor();
    expect(await page.evaluate('"hacked" in window')).toBe(false);
  });

  it('deletes and merges entries that were selected with the keyboard, and undoes both', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    for (const text of ['One', 'Two', 'Three']) {
      await project.write(memoryId, text, { kind: 'OBSERVATION' });
    }
    const page = await browser.open(project, `/memories/${memoryId}`);
    const boxes = page.getByRole('checkbox', { name: 'Select the entry' });
    await boxes.first().focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByText('2 entries selected').waitFor();
    await page.keyboard.press('Delete');
    await row(page, 'Three').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await row(page, 'Three').waitFor();
    await row(page, 'Two').waitFor();
    await page.getByRole('button', { name: 'Select all shown' }).click();
    await page.getByRole('toolbar').getByRole('button', { name: 'Merge' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
    await row(page, 'Two').getByText('3 statements').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await memoryOf(project, memoryId)).entryCount).toBe(3);
    await expect
      .poll(() => page.getByRole('checkbox', { name: 'Select the entry' }).count())
      .toBe(3);
  });

  it('makes current only what it has replaced when it undoes a replacement', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const ids: string[] = [];
    for (const text of ['One', 'Two', 'Three']) {
      ids.push((await project.write(memoryId, text, { kind: 'OBSERVATION' })).entry.id);
    }
    const [one = '', two = '', three = ''] = ids;
    await project.run(SUPERSEDE, { input: { entryIds: [one], by: two } });
    const replacing = async (id: string) => (await stated(project, id)).supersededBy?.id;
    const page = await browser.open(project, `/memories/${memoryId}`);
    await page.getByRole('button', { name: 'Select all shown' }).click();
    await page.getByRole('toolbar').getByRole('button', { name: 'Supersede' }).click();
    await page.getByRole('dialog').getByLabel('Three').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Supersede' }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    expect([await replacing(one), await replacing(two)]).toEqual([two, three]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await row(page, 'One').getByText('Superseded').waitFor();
    await expect.poll(() => replacing(two)).toBeUndefined();
    expect(await replacing(one)).toBe(two);
  });

  it('says why the undo of a move is refused', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const target = await project.memory({ name: 'Target' });
    const { entry } = await project.write(memoryId, 'An old fact');
    const page = await browser.open(project, `/memories/${memoryId}`);
    await row(page, 'An old fact').getByRole('checkbox').click();
    await page.getByRole('toolbar').getByRole('button', { name: 'Move' }).click();
    await page.getByRole('combobox', { name: 'To the memory' }).click();
    await page.getByRole('option', { name: 'Target' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click();
    await page.getByText('Moved 1 entry').waitFor();
    await project.write(target, 'Something else', { supersedes: [entry.id] });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('1 entry was not changed').waitFor();
  });

  it('keeps what is selected on later pages when others write', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const items = Array.from({ length: 150 }, (_, i) => ({ content: `Reading ${i}.` }));
    await project.run(WRITE_MANY, { input: { memoryId, kind: 'OBSERVATION', items } });
    const page = await browser.open(project, `/memories/${memoryId}`);
    const toEnd = async () => {
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
      return row(page, 'Reading 0.').count();
    };
    await expect.poll(toEnd).toBe(1);
    await page.getByRole('button', { name: 'Select all shown' }).click();
    await page.getByText('150 entries selected').waitFor();
    await page.evaluate('scrollTo(0, 0)');
    await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    await project.write(memoryId, 'A new fact');
    await row(page, 'A new fact').waitFor();
    await page.getByText('150 entries selected').waitFor();
  }, 120_000);

  it('deletes a memory to which an agent writes only when asked twice, and restores it', async () => {
    const project = await server.project();
    const memoryId = await project.memory({ name: 'Notes' });
    await project.run(
      'mutation ($input: CreateAgentInput!) { createAgent(input: $input) { agent { id } } }',
      { input: { name: 'Writer', knowledgeConfig: { writeMemoryId: memoryId } } },
    );
    const page = await browser.open(project, `/memories/${memoryId}`);
    await page.getByRole('link', { name: 'Writer' }).waitFor();
    await page.getByRole('button', { name: 'More about this memory' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete memory' }).click();
    await page.getByRole('button', { name: 'Delete all the same' }).click();
    await page.getByText('No memories yet').waitFor();
    expect((await memoryOf(project, memoryId)).deletedAt).not.toBeNull();
    await page.getByRole('link', { name: 'Trash' }).click();
    await page.getByRole('link', { name: 'Notes' }).waitFor();
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('No deleted memories').waitFor();
    expect((await memoryOf(project, memoryId)).deletedAt).toBeNull();
  });

  it('keeps the document small in a list of 2,000 entries', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    for (let bulk = 0; bulk < 4; bulk += 1) {
      const items = Array.from({ length: 500 }, (_, i) => ({
        content: `Reading ${bulk * 500 + i}`,
      }));
      await project.run(WRITE_MANY, { input: { memoryId, kind: 'OBSERVATION', items } });
    }
    const page = await browser.open(project, `/memories/${memoryId}`);
    await page.getByText('2,000 entries', { exact: true }).waitFor();
    await expect
      .poll(
        async () => {
          await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
          return row(page, 'Reading 0').count();
        },
        { timeout: 60_000, interval: 30 },
      )
      .toBeGreaterThan(0);
    expect(await page.evaluate('document.querySelectorAll("*").length')).toBeLessThan(2500);
  }, 120_000);

  it.each(['light', 'dark'] as const)('is accessible in the %s theme', async (scheme) => {
    const project = await server.project();
    const memoryId = await project.memory({
      name: 'Acme',
      tags: ['crm'],
      description: 'A customer',
    });
    const [known, similar] = ['Acme pays monthly', 'Acme pays each month'];
    scriptAlike(server, [known, similar]);
    await project.write(memoryId, known);
    const page = await browser.open(project, `/memories/${memoryId}`, { scheme });
    await row(page, known).getByRole('checkbox').click();
    await page.getByRole('toolbar').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.goto(`${page.url()}?panel=settings`);
    await page.getByRole('dialog').getByText('Look for contradictions').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.goto(page.url().replace('settings', 'write'));
    await page.getByRole('button', { name: 'Kind, metadata' }).click();
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill(similar);
    await page.getByRole('region', { name: 'Preview' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.goto(page.url().replace(/memories.*/, 'trash'));
    await page.getByText('No deleted memories').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('fits a narrow screen', async () => {
    const project = await server.project();
    const memoryId = await project.memory({ name: 'A'.repeat(120), tags: ['t'.repeat(100)] });
    await project.write(memoryId, `Word${'x'.repeat(400)}`);
    const page = await browser.open(project, `/memories/${memoryId}?reviewed=no`, { width: 360 });
    await page.getByText('1 entry matches the filters').waitFor();
    await row(page, 'Wordx').getByRole('checkbox').click();
    await page.getByRole('toolbar').waitFor();
    expect(await isTooWide(page)).toBe(false);
    await page.goto(`${server.url}/projects/${project.id}/memories/${memoryId}/map`);
    const crumbs = page.locator('.crumbs');
    await crumbs.getByText('AAA').waitFor();
    expect((await crumbs.boundingBox())?.height).toBeLessThan(40);
    expect(await isTooWide(page)).toBe(false);
    await page.goto(`${server.url}/projects/${project.id}/memories`);
    await page.getByText('1 memory', { exact: true }).waitFor();
    expect(await isTooWide(page)).toBe(false);
    await page.getByRole('button', { name: /^Change the memory/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Cancel' }).waitFor();
    expect(await dialog.evaluate((node) => node.scrollWidth > node.clientWidth)).toBe(false);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('has no button that a READ key could not use', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    await project.write(memoryId, 'A fact');
    const page = await browser.open(project, `/memories/${memoryId}?panel=write`, { role: 'READ' });
    await row(page, 'A fact').waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Write an entry' }).count()).toBe(0);
    await page.getByRole('button', { name: 'More about this memory' }).click();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual([
      'Stream',
      'Rules of writing',
    ]);
  });
});
