import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { accessibilityFaults, CHROMIUM, useBrowser } from '../support/browser.ts';
import { type TestProject, useServer } from '../support/server.ts';

const COUNTS = `{
  memories { totalCount nodes { name entryCount } } entries { totalCount } traces { totalCount }
}`;
const TRACE =
  'mutation ($input: CreateTraceInput!) { createTrace(input: $input) { trace { id } } }';

describe.runIf(CHROMIUM)('import and export', () => {
  const server = useServer();
  const browser = useBrowser(server);

  async function filled(): Promise<TestProject> {
    const project = await server.project();
    const memoryId = await project.memory({ name: 'Acme', tags: ['crm'] });
    for (let i = 0; i < 12; i += 1)
      await project.write(memoryId, `Plan ${i} of Acme`, { kind: 'PLAN' });
    await project.run(TRACE, { input: { task: 'Answer Acme' } });
    return project;
  }

  it('exports a project to a file, and imports the file into another', async () => {
    const [source, target] = [await filled(), await server.project()];
    const exporting = await browser.open(source, '/transfer', { role: 'ADMIN' });
    // Without the dialog of the browser, which no test can answer, the file is downloaded.
    await exporting.evaluate(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'));
    const download = exporting.waitForEvent('download');
    await exporting.getByRole('button', { name: 'Download' }).click();
    const file = await (await download).path();
    const importing = await browser.open(target, '/transfer', { role: 'ADMIN' });
    const given = { mimeType: 'application/gzip', buffer: await readFile(file) };
    await importing.setInputFiles('input[type=file]', { name: 'acme.jsonl.gz', ...given });
    await importing.getByRole('button', { name: 'Import', exact: true }).click();
    await importing.getByText('Imported acme.jsonl.gz').waitFor();
    await importing.getByText('12 entries').waitFor();
    expect(await accessibilityFaults(importing)).toEqual([]);
    expect(await target.run(COUNTS)).toEqual(await source.run(COUNTS));
  });

  it('names the project in each command, because a root key has access to others', async () => {
    const project = await server.project();
    const page = await browser.open(project, '/transfer', { role: 'ADMIN' });
    const commands = page.getByLabel(/^The command that /);
    await commands.first().waitFor();
    const texts = await commands.allInnerTexts();
    expect(texts).toHaveLength(3);
    for (const text of texts) expect(text).toContain(`--project ${project.id}`);
  });

  it('writes what another program holds to a memory, and says what failed and why', async () => {
    const project = await server.project();
    const page = await browser.open(project, '/transfer');
    const memories = [
      { memory: 'Acme has two depots.', user_id: 'ines' },
      { memory: 'Acme pays in May.', user_id: 'ines' },
    ];
    const buffer = Buffer.from(JSON.stringify({ results: memories }));
    const file = { name: 'mem0.json', mimeType: 'application/json', buffer };
    await page.setInputFiles('input[type=file]', file);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('Imported mem0.json').waitFor();
    const { memories: found } = await project.run(COUNTS);
    expect(found.nodes).toEqual([{ name: 'mem0', entryCount: 2 }]);
    const { entries } = await project.run('{ entries { nodes { source } } }');
    expect(entries.nodes).toEqual([{ source: 'EXTRACTION' }, { source: 'EXTRACTION' }]);
    await page.getByRole('button', { name: 'Import another file' }).click();
    await page.setInputFiles('input[type=file]', { ...file, buffer: Buffer.from('{"no":1}') });
    const button = page.getByRole('button', { name: 'Import', exact: true });
    await page.getByLabel('The file is').waitFor();
    expect(await button.isDisabled()).toBe(true);
    await page.getByLabel('The file is').selectOption('mem0');
    await button.click();
    const alert = page.getByRole('alert', { name: 'The file could not be read' });
    await alert.getByText('not one of mem0').waitFor();
    await page.getByText('Nothing of mem0.json is imported').waitFor();
    expect(await alert.innerText()).toMatch(/an export of mem0\.$/);
  });

  it('takes a file that is dropped, and merges what the memory has', async () => {
    const project = await server.project();
    const memoryId = await project.memory({ name: 'notes' });
    await project.write(memoryId, 'The van is blue.');
    const page = await browser.open(project, '/transfer');
    await page.getByText('Drop a file here').waitFor();
    const dataTransfer = await page.evaluateHandle(`(() => {
      const given = new DataTransfer();
      given.items.add(new File(['The van is blue.'], 'notes.txt'));
      return given;
    })()`);
    await page.getByText('Drop a file here').dispatchEvent('drop', { dataTransfer });
    expect(await page.getByLabel('The file is').inputValue()).toBe('markdown');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('Imported notes.txt').waitFor();
    expect(await page.getByText('Updated').locator('..').innerText()).toContain('1');
    expect(await project.run(COUNTS)).toMatchObject({ entries: { totalCount: 1 } });
  });

  it.each(['light', 'dark'] as const)('is accessible in the %s theme', async (scheme) => {
    const project = await server.project();
    const page = await browser.open(project, '/transfer', { role: 'ADMIN', scheme, width: 360 });
    await page.getByText('Drop a file here').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBe(360);
  });

  it('offers nothing that a READ key could not do', async () => {
    const project = await server.project();
    const page = await browser.open(project, '/transfer', { role: 'READ' });
    await page.getByText('Your key may only read').waitFor();
    expect(await page.getByRole('button', { name: /Download|Choose/ }).count()).toBe(0);
  });
});
