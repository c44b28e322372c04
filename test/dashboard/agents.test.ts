import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { AGENT_ENV, agentsOn, createAgent } from '../support/agents.ts';
import { accessibilityFaults, CHROMIUM, useBrowser } from '../support/browser.ts';
import { createDeferred } from '../support/deferred.ts';
import { eventually } from '../support/eventually.ts';
import type { ChatReply } from '../support/model-server.ts';
import { ROOT_KEY, type TestProject, useServer } from '../support/server.ts';

const WEATHER = JSON.stringify([{ type: 'function', function: { name: 'weather' } }]);

describe.runIf(CHROMIUM)('the pages of agents', () => {
  const server = useServer(AGENT_ENV);
  const browser = useBrowser(server);
  const { replies, informed } = agentsOn(server);

  /** Answers by what was said last: a reflection on a reviewed run is asked for at any time. */
  const answering = (reply: (asked: string) => ChatReply) =>
    server.models.chat(({ messages }) => reply(messages.at(-1)?.content ?? ''));
  const widthOf = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth');
  const say = async (page: Page, text: string) => {
    await page.getByLabel('Message').fill(text);
    await page.getByLabel('Message').press('Enter');
  };
  const writingAgent = async () => {
    const { project, memoryId, agent } = await informed();
    await project.run(
      'mutation ($input: UpdateAgentInput!) { updateAgent(input: $input) { agent { id } } }',
      { input: { agentId: agent.id, knowledgeConfig: { writeMemoryId: memoryId } } },
    );
    return { project, memoryId, agent };
  };
  const named = async (project: TestProject, name: string) =>
    (await project.run('{ agents { nodes { id name instructions } } }')).agents.nodes.find(
      (agent: { name: string }) => agent.name === name,
    );

  it('keeps the conversation of each project, though agents of two have the same id', async () => {
    const { project, agent } = await informed();
    const copy = await server.project();
    const headersOf = ({ keys }: TestProject) => ({ authorization: `Bearer ${keys.ADMIN}` });
    const file = await fetch(`${server.url}/export`, { headers: headersOf(project) });
    await fetch(`${server.url}/import`, {
      method: 'POST',
      headers: { ...headersOf(copy), 'content-type': 'application/x-ndjson' },
      body: await file.text(),
    });
    answering((asked) => ({ text: `Answer to ${asked}` }));
    const rooted = { ...project, keys: { ...project.keys, ADMIN: ROOT_KEY } };
    const page = await browser.open(rooted, `/agents/${agent.id}/chat`, { role: 'ADMIN' });
    await say(page, 'The first secret');
    await page.getByText('Answer to The first secret').waitFor();
    const open = ({ id }: TestProject) =>
      page.evaluate(`history.pushState({}, '', '/projects/${id}/agents/${agent.id}/chat')`);
    await open(copy);
    await page.getByText('Ask something').waitFor();
    await say(page, 'The second secret');
    await page.getByText('Answer to The second secret').waitFor();
    const asked = JSON.stringify(server.models.chats.at(-1)?.messages);
    expect(asked).not.toContain('The first secret');
    await open(project);
    await page.getByText('Answer to The first secret').waitFor();
    expect(await page.getByText('The second secret').count()).toBe(0);
  });

  it('creates an agent, counts what a glob covers, keeps changes until they are saved', async () => {
    const project = await server.project();
    for (const [name, tag] of [
      ['Acme', 'crm/eu'],
      ['Northwind', 'crm/us'],
      ['Elsewhere', 'team'],
    ] as const) {
      await project.write(await project.memory({ name, tags: [tag] }), `A fact about ${name}`);
    }
    const page = await browser.open(project, '/agents');
    await page.getByRole('button', { name: 'New agent' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('Helper');
    await page.getByRole('button', { name: 'Create agent' }).click();
    await page.getByRole('heading', { name: 'Helper', level: 1 }).waitFor();
    await page.getByText('It reads nothing').waitFor();
    const globs = page.getByRole('combobox', { name: 'Tags of memories match any of' });
    await globs.fill('crm/*');
    await page.keyboard.press('Enter');
    await page.getByText('2 memories, 2 entries').waitFor();
    await project.write(await project.memory({ name: 'New', tags: ['crm/x'] }), 'Another fact');
    await page.getByText('3 memories, 3 entries').waitFor();
    await page.getByLabel('Instructions').fill('Be brief.');
    await page.getByRole('link', { name: 'Agents' }).first().click();
    await page.getByRole('dialog').getByText('Leave without saving?').waitFor();
    await page.getByRole('button', { name: 'Stay' }).click();
    await page.getByLabel('A question to the agent').fill('A fact about Acme');
    await page.getByRole('button', { name: 'Show what it is told' }).click();
    await page.getByText(/\[Memory: Acme\]/).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Agent saved').waitFor();
    expect(await named(project, 'Helper')).toMatchObject({ instructions: 'Be brief.' });
  });

  it('shows a deleted memory with what to do, and follows a change made elsewhere', async () => {
    const { project, memoryId, agent } = await informed();
    const page = await browser.open(project, `/agents/${agent.id}`);
    await page.getByText('1 memory, 3 entries').waitFor();
    await project.run(
      'mutation ($input: DeleteMemoryInput!) { deleteMemory(input: $input) { memory { id } } }',
      { input: { memoryId, force: true } },
    );
    await page.getByText('A memory that it reads is deleted').waitFor();
    await page.getByRole('button', { name: 'Take it out' }).click();
    await page.getByText('It reads nothing').waitFor();
    await project.run(
      'mutation ($input: UpdateAgentInput!) { updateAgent(input: $input) { agent { id } } }',
      { input: { agentId: agent.id, instructions: 'From elsewhere' } },
    );
    await page.getByText('Someone else changed this agent meanwhile').waitFor();
    await page.getByRole('button', { name: 'Show the agent as it is now' }).click();
    expect(await page.getByLabel('Instructions').inputValue()).toBe('From elsewhere');
    const others = [
      await browser.open(project, `/agents/${agent.id}`),
      await browser.open(project, `/agents/${agent.id}/chat`),
    ];
    for (const other of others) await other.getByRole('heading', { name: agent.name }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete agent' }).click();
    await page.getByText('No agents yet').waitFor();
    for (const other of others) await other.getByText('There is no such agent').waitFor();
  });

  it('keeps what is changed while the agent is saved', async () => {
    const { project, agent } = await informed();
    const page = await browser.open(project, `/agents/${agent.id}`);
    const mayAnswer = createDeferred();
    await page.route('**/graphql', async (route) => {
      const { operationName } = route.request().postDataJSON();
      if (operationName === 'AgentPageSave') await mayAnswer.promise;
      await route.continue();
    });
    const instructions = page.getByLabel('Instructions');
    await instructions.fill('Be brief.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await instructions.fill('Be brief and kind.');
    mayAnswer.resolve();
    await page.getByText('Agent saved').waitFor();
    expect(await instructions.inputValue()).toBe('Be brief and kind.');
    await page.getByText('Unsaved changes', { exact: true }).waitFor();
    expect(await page.getByText('Someone else changed').count()).toBe(0);
  });

  it('streams an answer, shows what was told and written, and reviews the run', async () => {
    const { project, agent } = await writingAgent();
    const rest = createDeferred();
    replies(
      { toolCalls: [{ name: 'write_memory', arguments: '{"content":"Ada moved to Rome."}' }] },
      { text: 'Nearest fact, I would say.', after: rest.promise },
    );
    const page = await browser.open(project, `/agents/${agent.id}/chat`);
    await say(page, 'The question');
    await page.getByRole('link', { name: 'Ada moved to Rome.' }).waitFor();
    await page.getByText('Created').waitFor();
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Message');
    await page.getByRole('button', { name: /^Told \d/ }).click();
    await page.getByRole('link', { name: 'Nearest fact' }).waitFor();
    rest.resolve();
    await page.getByText('Nearest fact, I would say.').waitFor();
    await page.getByRole('button', { name: 'Pass' }).click();
    await page.getByText('Passed', { exact: true }).waitFor();
    const { traces } = await project.run('{ traces { nodes { review { result } } } }');
    expect(traces.nodes[0].review.result).toBe('PASS');
  });

  it('continues after the call of a tool', async () => {
    const { project, agent } = await informed();
    answering((asked) =>
      asked === 'It rains.'
        ? { text: 'Take an umbrella.' }
        : { text: 'Let me look.', toolCalls: [{ name: 'weather', arguments: '{"city":"Oslo"}' }] },
    );
    const page = await browser.open(project, `/agents/${agent.id}/chat`);
    await page.getByRole('button', { name: 'Tools' }).click();
    await page.getByRole('textbox', { name: 'Tools' }).fill(WEATHER);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await say(page, 'The question');
    await page.getByText('Let me look.').waitFor();
    await page.getByLabel('Result of weather').waitFor();
    // What waits for a tool survives a reload, and stands in the address.
    await eventually(() => page.url()).toContain('generationId=gen_');
    await page.reload();
    await page.getByLabel('Result of weather').fill('It rains.');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Take an umbrella.').waitFor();
    await eventually(() => page.url()).not.toContain('generationId');
  });

  it('says that tools must be objects', async () => {
    const { project, agent } = await informed();
    const page = await browser.open(project, `/agents/${agent.id}/chat`);
    await page.getByRole('button', { name: /Tools/ }).click();
    await page.getByRole('textbox', { name: 'Tools' }).fill('[null]');
    await page.getByText('The tools must be a JSON array of objects').last().waitFor();
  });

  it('keeps the conversation when it is reloaded while the agent answers', async () => {
    const { project, agent } = await informed();
    const rest = createDeferred();
    answering((asked) =>
      asked === 'And another'
        ? { text: 'Second answer.', after: rest.promise }
        : { text: 'First answer.' },
    );
    const page = await browser.open(project, `/agents/${agent.id}/chat`);
    await say(page, 'The question');
    await page.getByText('First answer.').waitFor();
    await page.getByRole('button', { name: 'Pass' }).waitFor();
    await eventually(() => page.url()).not.toContain('generationId');
    await say(page, 'And another');
    await eventually(() => page.url()).toContain('generationId=gen_');
    await page.reload();
    await page.getByText('First answer.').waitFor();
    await page.getByText('Still answering.').waitFor();
    rest.resolve();
    await page.getByText('Second answer.').waitFor();
    const asked = server.models.chats.find(
      ({ messages }) => messages.at(-1)?.content === 'And another',
    );
    expect(asked?.messages.map(({ role }) => role).slice(-3)).toEqual([
      'user',
      'assistant',
      'user',
    ]);
  });

  it('shows an answer that went on while the key was revoked', async () => {
    const { project, agent } = await informed();
    const rest = createDeferred();
    answering(() => ({ text: 'The whole answer.', after: rest.promise }));
    const page = await browser.open(project, `/agents/${agent.id}/chat`);
    await say(page, 'The question');
    await eventually(() => page.url()).toContain('generationId=gen_');
    const { viewer } = await project.run('{ viewer { apiKey { id } } }');
    await project.run(
      'mutation ($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { apiKey { id } } }',
      { input: { apiKeyId: viewer.apiKey.id } },
      project.keys.ADMIN,
    );
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    rest.resolve();
    await page.getByLabel('API key').fill(project.keys.ADMIN);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The whole answer.').waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  });

  it('stops an answer, and offers a failed one again', async () => {
    const { project, agent } = await informed();
    let fails = true;
    answering((asked) => {
      if (asked !== 'Fail') return { text: 'word '.repeat(400), delayMs: 1 };
      return fails ? { kind: 'status', status: 400 } : { text: 'Again.' };
    });
    const page = await browser.open(project, `/agents/${agent.id}/chat`);
    await say(page, 'The question');
    await page.getByText('word word').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped').waitFor();
    await page.getByRole('button', { name: 'New conversation' }).click();
    await say(page, 'Fail');
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    fails = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Again.').waitFor();
  });

  it('has no button that a READ key could not use', async () => {
    const { project, agent } = await informed();
    const page = await browser.open(project, `/agents/${agent.id}`, { role: 'READ' });
    await page.getByText('1 memory, 3 entries').waitFor();
    await page.getByLabel('A question to the agent').fill('The question');
    await page.keyboard.press('Enter');
    await page.getByText('Where that comes from').waitFor();
    expect(await page.getByRole('button', { name: /Delete|Save|Chat/ }).count()).toBe(0);
    expect(await page.getByLabel('Instructions').isDisabled()).toBe(true);
    await page.goto(page.url().concat('/chat'));
    await page.getByText('Your key can only read').waitFor();
    expect(await page.getByLabel('Message').count()).toBe(0);
  });

  it.each(['light', 'dark'] as const)(
    'is accessible in the %s theme, from 360 pixels',
    async (scheme) => {
      const { project, agent } = await writingAgent();
      const named = { name: 'W'.repeat(180), instructions: 'x'.repeat(300) };
      const longNamed = await createAgent(project, named);
      replies({ text: `A word without an end: ${'x'.repeat(400)}` });
      const page = await browser.open(project, '/agents', { scheme, width: 360 });
      await page.getByText('2 agents').waitFor();
      expect([await widthOf(page), await accessibilityFaults(page)]).toEqual([360, []]);
      await page.goto(`${server.url}/projects/${project.id}/agents/${agent.id}`);
      await page.getByText('1 memory, 3 entries').waitFor();
      await page.getByRole('button', { name: 'Thresholds and weights' }).click();
      await page.getByLabel('A question to the agent').fill('The question');
      await page.keyboard.press('Enter');
      await page.getByText('Where that comes from').waitFor();
      await page.getByLabel('Instructions').fill('Changed');
      await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
      expect([await widthOf(page), await accessibilityFaults(page)]).toEqual([360, []]);
      await page.getByRole('button', { name: 'Discard' }).click();
      await page.goto(`${server.url}/projects/${project.id}/agents/${agent.id}/chat`);
      await say(page, 'The question');
      await page.getByRole('button', { name: /^Told \d/ }).click();
      await page.getByRole('button', { name: 'Pass' }).waitFor();
      expect([await widthOf(page), await accessibilityFaults(page)]).toEqual([360, []]);
      await page.getByRole('button', { name: 'Tools' }).click();
      await page.getByRole('button', { name: 'Insert an example' }).click();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.goto(`${server.url}/projects/${project.id}/agents/${longNamed.id}/chat`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await widthOf(page)).toBe(360);
    },
  );
});

describe.runIf(CHROMIUM)('the chat on a server without a chat model', () => {
  const server = useServer();
  const browser = useBrowser(server);

  it.each(['light', 'dark'] as const)(
    'says how to give it one, from the beginning of the page, in the %s theme',
    async (scheme) => {
      const project = await server.project();
      const { id } = await createAgent(project, {});
      const page = await browser.open(project, `/agents/${id}/chat`, { scheme, width: 390 });
      await page.getByText('The server has no chat model').first().waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await page.evaluate('scrollY')).toBe(0);
    },
  );
});
