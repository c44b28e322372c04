import { describe, expect, it } from 'vitest';
import { accessibilityFaults, CHROMIUM, useBrowser } from '../support/browser.ts';
import { writeOwn } from '../support/reflections.ts';
import { useServer } from '../support/server.ts';
import { createTrace, reviewTrace } from '../support/traces.ts';

describe.runIf(CHROMIUM)('the bank of lessons', () => {
  const server = useServer();
  const browser = useBrowser(server);

  /** A lesson of a failure that helped a later run, and one of a pass that no run has got. */
  async function bank() {
    const project = await server.project();
    const failed = await writeOwn(project, {
      task: 'Book a seat',
      summary: 'A seat was to be booked.',
      guidance: 'Hold the seat first.',
      keyMistake: 'The seat was not held.',
      applicableTools: ['hold_seat'],
      result: 'FAIL',
    });
    await writeOwn(project, { summary: 'Plants were to be watered.', task: 'Water the plants' });
    const run = { task: 'Book two seats', retrievedEntryIds: [failed.entry.id] };
    const trace = await createTrace(project, run);
    return { project, lesson: failed.entry, trace };
  }

  it('is filtered by outcome and utility in the address, and shows what others write', async () => {
    const { project, trace } = await bank();
    const page = await browser.open(project, '/reflections');
    const seat = page.getByRole('link', { name: 'A seat was to be booked.' });
    const plants = page.getByRole('link', { name: 'Plants were to be watered.' });
    await seat.waitFor();
    await page.getByText('Mistake: The seat was not held.').waitFor();
    await page.getByLabel('Learned from').selectOption('Runs that passed');
    await seat.waitFor({ state: 'detached' });
    await plants.waitFor();
    expect(page.url()).toContain('outcome=PASS');
    await page.getByLabel('Learned from').selectOption('All runs');
    await writeOwn(project, { task: 'Live', summary: 'Written elsewhere.' });
    await page.getByRole('link', { name: 'Written elsewhere.' }).waitFor();
    await reviewTrace(project, { traceId: trace.id, result: 'PASS' });
    await page.getByLabel('Utility').selectOption('Helped (0.55 or more)');
    await plants.waitFor({ state: 'detached' });
    await seat.waitFor();
    await page.getByLabel('Text').fill('nothing like it');
    await page.getByText('No reflection matches').waitFor();
  });

  it('shows which runs got a lesson and how those went, and follows their reviews', async () => {
    const { project, lesson, trace } = await bank();
    const page = await browser.open(project, `/reflections/${lesson.id}`);
    const runs = page.getByRole('list', { name: 'Runs' });
    await runs.getByText('Waiting').waitFor();
    await reviewTrace(project, { traceId: trace.id, result: 'PASS' });
    await runs.getByText('Passed').waitFor();
    await page.getByText('100%').waitFor();
    await page.getByRole('link', { name: 'Book two seats' }).click();
    await page
      .getByRole('list', { name: 'Retrieved entries' })
      .getByText('Open the lesson')
      .click();
    await page.getByRole('link', { name: 'Open the run' }).click();
    await page.getByRole('heading', { name: 'Book a seat', level: 1 }).waitFor();
  });

  it('edits a lesson, and tells of the change of another', async () => {
    const { project, lesson } = await bank();
    const page = await browser.open(project, `/reflections/${lesson.id}`);
    const guidance = page.getByRole('dialog').getByLabel('Guidance');
    await page.getByRole('button', { name: 'Edit the lesson' }).click();
    await guidance.fill('Hold the seat, then pay.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('Hold the seat, then pay.').waitFor();
    await page.getByRole('button', { name: 'Edit the lesson' }).click();
    await guidance.fill('Lost?');
    await project.run(
      'mutation ($input: UpdateEntryInput!) { updateEntry(input: $input) { entry { id } } }',
      { input: { entryId: lesson.id, lesson: { guidance: 'Theirs.' } } },
    );
    await page.getByText('Theirs.').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('Close this form to see the present state').waitFor();
    expect(await guidance.inputValue()).toBe('Lost?');
  });

  it('shows and edits a lesson on the page of its entry as on its own page', async () => {
    const { project, lesson } = await bank();
    const page = await browser.open(project, `/reflections/${lesson.id}`);
    const parts = page.getByRole('region', { name: 'Lesson' });
    await parts.getByText('Hold the seat first.').waitFor();
    const shown = await parts.locator('h3').allTextContents();
    expect(shown).toEqual(['Summary', 'Guidance', 'Key mistake', 'Tools', 'Task of the run']);
    await page.getByRole('link', { name: 'Open the entry' }).click();
    await parts.getByText('From a failure').waitFor();
    expect(await parts.locator('h3').allTextContents()).toEqual(shown);
    expect(await accessibilityFaults(page)).toEqual([]);
    await parts.getByRole('button', { name: 'Edit the lesson' }).click();
    await page.getByRole('dialog').getByLabel('Key mistake').fill('Two seats were held.');
    await page.getByRole('button', { name: 'Save' }).click();
    await parts.getByText('Two seats were held.').waitFor();
    await parts.getByRole('link', { name: 'Open the reflection' }).click();
    await parts.getByText('Two seats were held.').waitFor();
  });

  it('gets a lesson that a person writes', async () => {
    const project = await server.project();
    const page = await browser.open(project, '/reflections');
    await page.getByRole('button', { name: 'New reflection' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Task').fill('Repot the ficus');
    await dialog.getByLabel('Summary').fill('The ficus was to be repotted.');
    await dialog.getByLabel('Guidance').fill('Water it a day before.');
    await dialog.getByRole('combobox', { name: 'Tools' }).fill('water');
    await dialog.getByRole('combobox', { name: 'Metadata' }).fill('plant=ficus');
    await dialog.getByRole('button', { name: 'Create reflection' }).click();
    await page.getByRole('heading', { name: 'The ficus was to be repotted.', level: 1 }).waitFor();
    const { entries } = await project.run(
      '{ entries { nodes { metadata lesson { task outcome applicableTools } } } }',
    );
    expect(entries.nodes).toEqual([
      {
        metadata: { plant: 'ficus' },
        lesson: { task: 'Repot the ficus', outcome: 'FAIL', applicableTools: ['water'] },
      },
    ]);
  });

  it('has no button that a READ key could not use', async () => {
    const { project, lesson } = await bank();
    const page = await browser.open(project, '/reflections', { role: 'READ' });
    await page.getByText('A seat was to be booked.').waitFor();
    expect(await page.getByRole('button', { name: 'New reflection' }).count()).toBe(0);
    await page.goto(`${server.url}/projects/${project.id}/reflections/${lesson.id}`);
    await page.getByText('Hold the seat first.').waitFor();
    expect(await page.getByRole('button', { name: 'Edit the lesson' }).count()).toBe(0);
  });

  it.each(['light', 'dark'] as const)('is accessible in the %s theme', async (scheme) => {
    const { project, lesson } = await bank();
    const page = await browser.open(project, '/reflections', { scheme });
    await page.getByText('A seat was to be booked.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.goto(`${server.url}/projects/${project.id}/reflections/${lesson.id}`);
    await page.getByRole('list', { name: 'Runs' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Edit the lesson' }).click();
    await page.getByRole('dialog').getByLabel('Guidance').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});
