import { describe, expect, it } from 'vitest';
import { accessibilityFaults, CHROMIUM, scrollsSideways, useBrowser } from '../support/browser.ts';
import { LESSON, writeOwn } from '../support/reflections.ts';
import { type TestProject, useServer } from '../support/server.ts';
import { createTrace, reviewTrace, utilityOf } from '../support/traces.ts';

const MARKUP = '<script>document.title = "taken over"</script> <b>not bold</b>';

/** A run with a system message, a call with its result, markup, and a call of the Anthropic API without a result. */
const TRAJECTORY = [
  { role: 'system', content: 'You book flights.' },
  { role: 'user', content: MARKUP },
  {
    role: 'assistant',
    content: 'Looking.',
    tool_calls: [
      { id: 'c1', type: 'function', function: { name: 'find_flight', arguments: '{"to":"LIS"}' } },
    ],
  },
  { role: 'tool', tool_call_id: 'c1', content: '{"flight":"TP581"}' },
  {
    role: 'assistant',
    content: [{ type: 'tool_use', id: 'c2', name: 'hold_seat', input: { seat: '14C' } }],
  },
  { role: 'assistant', content: 'Booked TP581.' },
];

/** A project with an entry, and a run that retrieved it. */
async function withRun(server: ReturnType<typeof useServer>, settings = {}) {
  const project = await server.project({ creditRule: 'REWARD', ...settings });
  const { entry } = await project.write(await project.memory(), 'Aisle seats are in row C.');
  const trace = await createTrace(project, {
    task: 'Book a flight to Lisbon',
    trajectory: TRAJECTORY,
    finalResponse: 'Booked TP581.',
    retrievedEntryIds: [entry.id],
    agentId: 'desk',
    model: 'gpt',
    metadata: { customer: 'ada' },
    durationMs: 12_400,
    usage: { inputTokens: 900, outputTokens: 100 },
  });
  return { project, entry, trace };
}

const waiting = async (project: TestProject) =>
  (await project.run('{ traces(filter: { reviewStatus: PENDING }) { totalCount } }')).traces
    .totalCount;

describe.runIf(CHROMIUM)('traces', () => {
  const server = useServer();
  const browser = useBrowser(server);

  it('are listed, appear live, follow reviews, and are filtered in the address', async () => {
    const { project, trace } = await withRun(server);
    const page = await browser.open(project, '/traces');
    await page.getByRole('link', { name: 'Book a flight to Lisbon' }).waitFor();
    await page.getByText('desk · gpt · 6 messages · 1K tokens · 12.4 s').waitFor();
    await page.getByRole('link', { name: 'Review 1 waiting trace' }).waitFor();
    await createTrace(project, { task: 'Water the plants', agentId: 'garden' });
    await page.getByRole('link', { name: 'Water the plants' }).waitFor();
    await page.getByRole('link', { name: 'Review 2 waiting traces' }).waitFor();
    await reviewTrace(project, { traceId: trace.id, reward: 0.7 });
    await page.getByText('Passed · 0.70').waitFor();
    await page.getByLabel('Review', { exact: true }).selectOption('Waiting for review');
    await page.getByRole('link', { name: /Lisbon/ }).waitFor({ state: 'detached' });
    expect(page.url()).toContain('status=PENDING');
    await page.goto(page.url().replace('status=PENDING', 'metadata=["customer=ada"]'));
    await page.getByRole('link', { name: /Lisbon/ }).waitFor();
    expect(await page.getByRole('link', { name: /plants/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'More filters (1)' }).waitFor();
  });

  it('are listed with what is known of them', async () => {
    const project = await server.project();
    await createTrace(project, { task: 'Sweep', usage: { inputTokens: 1, outputTokens: 0 } });
    await createTrace(project, { task: 'Water the plants' });
    const page = await browser.open(project, '/traces');
    const runs = page.getByRole('list', { name: 'Traces' }).getByRole('listitem');
    await runs.filter({ hasText: 'Sweep' }).getByText('1 token · ').waitFor();
    expect(await runs.filter({ hasText: 'Water the plants' }).innerText()).not.toContain('·');
  });

  it('are found by the meaning of their tasks', async () => {
    const { project } = await withRun(server);
    await createTrace(project, { task: 'Water the plants' });
    const page = await browser.open(project, '/traces?by=meaning');
    await page.getByLabel('Text').fill('water plants');
    await page.getByText('Similarity').first().waitFor();
    const [first] = await page.getByRole('listitem').allTextContents();
    expect(first).toContain('Water the plants');
  });

  it('show who said what, with markup as text, and what tools were called with and answered', async () => {
    const { project, trace } = await withRun(server);
    const page = await browser.open(project, `/traces/${trace.id}`);
    const turns = page.getByRole('list', { name: 'Conversation' }).getByRole('listitem');
    await turns.first().waitFor();
    const texts = await turns.allTextContents();
    expect(texts).toHaveLength(5);
    expect(texts[1]).toBe(`User${MARKUP}`);
    expect(await page.title()).toBe('Book a flight to Lisbon · Lorebase');
    expect(await page.getByText('TP581"').count()).toBe(0);
    const call = page.getByRole('button', { name: 'find_flight' });
    await call.click();
    expect(await page.getByLabel('Arguments of find_flight').textContent()).toContain(
      '"to": "LIS"',
    );
    expect(await page.getByLabel('Result of find_flight').textContent()).toContain('TP581');
    await call.click();
    await page.getByLabel('Result of find_flight').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'hold_seat' }).click();
    await page.getByText('No result was recorded.').waitFor();
    await page.getByRole('button', { name: 'System' }).click();
    await turns.first().getByText('You book flights.').waitFor();
  });

  it('with many messages are read in pages, and long texts unfold', async () => {
    const { project } = await withRun(server);
    const trajectory = Array.from({ length: 120 }, (_, i) => ({
      role: i % 2 ? 'assistant' : 'user',
      content: `Message ${i} ${i === 3 ? 'long '.repeat(1000) : ''}end ${i}.`,
    }));
    const trace = await createTrace(project, { trajectory });
    const page = await browser.open(project, `/traces/${trace.id}`);
    await page.getByText('50 of 120 are shown').waitFor();
    expect(await page.getByText('end 3.').count()).toBe(0);
    await page.getByRole('button', { name: /Show all .* characters/ }).click();
    await page.getByText('end 3.').waitFor();
    const more = page.getByRole('button', { name: 'Show more messages' });
    await more.click();
    await page.getByText('100 of 120 are shown').waitFor();
    await more.click();
    await page.getByText('end 119.').waitFor();
    await more.waitFor({ state: 'detached' });
  });

  it('are reviewed on their page, where the utility moves; a review is replaced', async () => {
    const { project, trace, entry } = await withRun(server);
    const page = await browser.open(project, `/traces/${trace.id}`);
    await page.getByLabel('Feedback').fill('The seat is right.');
    await page.getByRole('button', { name: 'Pass' }).click();
    const effect = page.getByRole('list', { name: 'Changed utilities' });
    await effect.waitFor();
    expect(await utilityOf(project, entry.id)).toBeCloseTo(0.65);
    expect(await effect.textContent()).toContain('0.5000.650');
    await page.getByText('The seat is right.').waitFor();
    await page.getByRole('button', { name: 'Replace' }).click();
    await page.getByRole('button', { name: 'Credit single entries' }).click();
    await page.getByLabel('Credit of entry 1').selectOption('Misled (0.00)');
    await page.getByRole('button', { name: 'Fail' }).click();
    await page.getByText('Credited').waitFor();
    expect(await utilityOf(project, entry.id)).toBeCloseTo(0.35);
    const { trace: stored } = await project.run(
      'query ($id: ID!) { trace(id: $id) { review { result feedback entryRewards { reward } } } }',
      { id: trace.id },
    );
    expect(stored.review).toEqual({
      result: 'FAIL',
      feedback: 'The seat is right.',
      entryRewards: [{ reward: 0 }],
    });
  });

  it.each(['page', 'queue'])('keep the feedback that is typed on the %s', async (where) => {
    const { project, trace } = await withRun(server);
    const path = where === 'page' ? `/traces/${trace.id}` : '/review';
    const page = await browser.open(project, path);
    await page.getByLabel('Feedback').fill('The seat is right.');
    await reviewTrace(project, { traceId: trace.id, reward: 0 });
    await page.getByText('replaces the old one').waitFor();
    expect(await page.getByLabel('Feedback').inputValue()).toBe('The seat is right.');
  });

  it('are reviewed one after another with the keyboard alone', async () => {
    const project = await server.project({ creditRule: 'REWARD' });
    const { entry } = await project.write(await project.memory(), 'Plants like rain.');
    for (const task of ['First task', 'Second task', 'Third task']) {
      await createTrace(project, { task, finalResponse: 'Done.', retrievedEntryIds: [entry.id] });
    }
    const page = await browser.open(project, '/review');
    const task = (name: string) => page.getByRole('region', { name: 'Task' }).getByText(name);
    await task('First task').waitFor();
    await page.getByText('1 of 3').waitFor();
    await page.keyboard.press('p');
    await page.getByText('0.5000.650').waitFor();
    await page.keyboard.press('Enter');
    await task('Second task').waitFor();
    await page.keyboard.press('t');
    await page.keyboard.type('pf is not a verdict here');
    await page.keyboard.press('Escape');
    await page.keyboard.press('7');
    await page.getByText('Reward: 0.70').waitFor();
    await page.keyboard.press('f');
    await page.getByText('Failed · 0.70').waitFor();
    await page.keyboard.press('u');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('f');
    await page.getByText('0.6500.455').waitFor();
    await page.keyboard.press('n');
    await task('Third task').waitFor();
    await page.getByText('3 of 3').waitFor();
    await page.goBack();
    await task('Second task').waitFor();
    await page.keyboard.press('ArrowRight');
    await task('Third task').waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Keys of the review').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await createTrace(project, { task: 'Fourth task' });
    await page.getByText('3 of 4').waitFor();
    await page.keyboard.press('p');
    await page.getByText(/utility moved|1 utility/).waitFor();
    expect(await waiting(project)).toBe(1);
    await page.keyboard.press('n');
    await task('Fourth task').waitFor();
    await page.keyboard.press('n');
    await page.getByText('You have reviewed 3 traces.').waitFor();
    const { traces } = await project.run(
      '{ traces(orderBy: { field: CREATED_AT }) { nodes { review { result reward feedback } } } }',
    );
    expect(traces.nodes.map(({ review }: { review: unknown }) => review)).toEqual([
      { result: 'PASS', reward: 1, feedback: null },
      { result: 'FAIL', reward: 0, feedback: 'pf is not a verdict here' },
      { result: 'PASS', reward: 1, feedback: null },
      null,
    ]);
  });

  it('appear in an empty queue when they are recorded', async () => {
    const project = await server.project();
    const page = await browser.open(project, '/review');
    await page.getByText('No trace waits for a review').waitFor();
    await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    await createTrace(project, { task: 'First task' });
    await page.getByText('1 of 1').waitFor();
  });

  it('are deleted after a question', async () => {
    const { project, trace } = await withRun(server);
    const page = await browser.open(project, `/traces/${trace.id}`);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the trace' }).click();
    await page.getByText('No traces yet').waitFor();
    expect(await waiting(project)).toBe(0);
  });

  it('offer nothing to a READ key that would fail', async () => {
    const { project, trace } = await withRun(server);
    const page = await browser.open(project, `/traces/${trace.id}`, { role: 'READ' });
    await page.getByText('The run waits for a review. Your key can only read.').waitFor();
    const names = await page.getByRole('main').getByRole('button').allTextContents();
    expect(names.filter((name) => /Pass|Fail|Delete|Replace/.test(name))).toEqual([]);
    await page.goto(`${server.url}/projects/${project.id}/review`);
    await page.getByText('Your key can only read').waitFor();
    await page.goto(`${server.url}/projects/${project.id}/traces`);
    await page.getByRole('link', { name: /Lisbon/ }).waitFor();
    expect(await page.getByRole('link', { name: /Review \d/ }).count()).toBe(0);
  });

  it.each(['light', 'dark'] as const)('are accessible in the %s theme', async (scheme) => {
    const { project, trace } = await withRun(server);
    await createTrace(project, {
      task: 'Failed',
      review: { result: 'FAIL', generateReflection: false },
    });
    const page = await browser.open(project, '/traces', { scheme });
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByRole('combobox', { name: 'Metadata' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.goto(`${server.url}/projects/${project.id}/traces/${trace.id}`);
    await page.getByRole('button', { name: 'find_flight' }).click();
    await page.getByRole('button', { name: 'Credit single entries' }).click();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.goto(`${server.url}/projects/${project.id}/review`);
    await page.getByText('1 of 1').waitFor();
    await page.getByRole('button', { name: 'Pass' }).click();
    await page.getByText('1 utility moved').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('need no sideways scrolling on a narrow screen', async () => {
    const project = await server.project();
    const word = 'unbreakable'.repeat(40);
    const { entry } = await project.write(await project.memory(), word);
    const input = {
      task: word,
      finalResponse: word,
      agentId: word.slice(0, 200),
      trajectory: [
        { role: 'user', content: word },
        {
          role: 'assistant',
          content: [
            { type: 'tool_use', id: 'c1', name: word.slice(0, 120), input: { seat: word } },
          ],
        },
      ],
      retrievedEntryIds: [entry.id],
      metadata: { [word.slice(0, 60)]: word },
    };
    const trace = await createTrace(project, input);
    const { entry: lesson } = await writeOwn(project, { task: word, summary: word });
    const page = await browser.open(project, '/settings', { width: 360 });
    await page.getByRole('main').waitFor();
    const pages = [
      ['/traces', 'Waiting'],
      [`/traces/${trace.id}`, 'Conversation'],
      ['/review', '1 of 1'],
      ['/reflections', 'From a pass'],
      [`/reflections/${lesson.id}`, 'Task of the run'],
    ];
    for (const [path, text] of pages as [string, string][]) {
      await page.goto(`${server.url}/projects/${project.id}${path}`);
      await page.getByText(text, { exact: true }).first().waitFor();
      expect(await scrollsSideways(page), path).toBe(false);
    }
  });
});

describe.runIf(CHROMIUM)('a trace with a chat model', () => {
  const server = useServer({
    CHAT_MODEL: 'test-chat',
    CHAT_MAX_RETRIES: '0',
    JOB_MAX_ATTEMPTS: '1',
  });
  const browser = useBrowser(server);

  it('shows how the entries ranked, whether the answer used them, and what they say now', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const { entry } = await project.write(memoryId, 'Aisle seats stand in row C.');
    const { createAgent } = await project.run(
      'mutation ($input: CreateAgentInput!) { createAgent(input: $input) { agent { id } } }',
      { input: { name: 'Desk', knowledgeConfig: { scope: { memoryIds: [memoryId] } } } },
    );
    server.models.chat(() => ({ text: 'The aisle seats stand there.' }));
    const { generate } = await project.run(
      'mutation ($input: GenerateInput!) { generate(input: $input) { generation { trace { id } } } }',
      {
        input: {
          agentId: createAgent.agent.id,
          messages: [{ role: 'user', content: 'Where do aisle seats stand?' }],
        },
      },
    );
    const page = await browser.open(project, `/traces/${generate.generation.trace.id}`);
    const retrieved = page.getByRole('list', { name: 'Retrieved entries' });
    await retrieved.getByText(/Score 0\.\d\d/).waitFor();
    await retrieved.getByText('Used, 100%').waitFor();
    await project.run(
      'mutation ($input: UpdateEntryInput!) { updateEntry(input: $input) { entry { id } } }',
      { input: { entryId: entry.id, content: 'Aisle seats stand in row D.' } },
    );
    await retrieved.getByRole('button', { name: 'The entry has changed since' }).click();
    await retrieved.getByText('Aisle seats stand in row D.').waitFor();
    await retrieved.getByText('Aisle seats stand in row C.').waitFor();
    // A text that contains what the run was shown can say something else.
    await project.run(
      'mutation ($input: UpdateEntryInput!) { updateEntry(input: $input) { entry { id } } }',
      {
        input: { entryId: entry.id, content: 'It is false: Aisle seats stand in row C. No more.' },
      },
    );
    await retrieved.getByText('It is false').waitFor();
  });

  it('shows its reflection when it is written, and requests it again when it failed', async () => {
    server.models.chat(() => ({ kind: 'status', status: 500 }));
    const { project, trace } = await withRun(server);
    const page = await browser.open(project, `/traces/${trace.id}`);
    await page.getByRole('button', { name: 'Fail' }).click();
    await page.getByText('Reflection failed').waitFor();
    server.models.chat(() => ({ text: JSON.stringify(LESSON) }));
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText(LESSON.guidance).waitFor();
    await page.getByRole('link', { name: 'Open the lesson' }).click();
    await page.getByRole('heading', { name: LESSON.summary, level: 1 }).waitFor();
  });
});
