import { readFileSync } from 'node:fs';
import * as agents from '@openai/agents';
import {
  Agent,
  type AgentInputItem,
  MemorySession,
  OpenAIProvider,
  run,
  type Session,
  setDefaultModelProvider,
  setTracingDisabled,
} from '@openai/agents';
import OpenAI from 'openai';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { isLorebaseError, Lorebase } from '../../../client/src/index.ts';
import * as adapter from '../../../client/src/openai-agents/index.ts';
import { applyRetention } from '../../../src/stream/apply-retention.ts';
import { firstProgramIn, runProgram } from '../../support/docs-program.ts';
import { answeredWith, calledItem, saidItem } from '../../support/openai-responses.ts';
import { useServer } from '../../support/server.ts';

const { LorebaseSession, lorebaseTools } = adapter;
const server = useServer({ CHAT_MODEL: 'test-chat' });
const QUESTION = 'Where does Ada live?';

beforeAll(() => {
  setTracingDisabled(true);
  const options = { baseURL: server.models.baseUrl, apiKey: 'none', useResponses: false };
  setDefaultModelProvider(new OpenAIProvider(options));
});

async function start(settings: Record<string, unknown> = {}) {
  const project = await server.project(settings);
  const key = project.keys.WRITE;
  const lorebase = new Lorebase({ url: server.url, apiKey: key });
  const memory = await lorebase.createMemory({ name: 'notes' });
  const { entry: ada } = await lorebase.writeEntry({
    memoryId: memory.id,
    content: 'Ada lives in Lisbon',
  });
  server.models.chats.length = 0;
  searchThenAnswer();
  return { key, lorebase, memory, ada };
}

/** The model searches, then answers. */
function searchThenAnswer() {
  server.models.chat(({ messages }) =>
    messages.at(-1)?.role === 'user'
      ? { toolCalls: [{ name: 'search_knowledge', arguments: '{"query":"Where does Ada live?"}' }] }
      : { text: 'In Lisbon.' },
  );
}

const toolAnswers = () =>
  server.models.chats.at(-1)?.messages.filter(({ role }) => role === 'tool') ?? [];

describe('docs/adapters/openai-agents.md', () => {
  const page = 'docs/adapters/openai-agents.md';
  const modules = {
    '@openai/agents': agents,
    'lorebase/client': { Lorebase },
    'lorebase/client/openai-agents': adapter,
  };

  it('starts with lines that run', async () => {
    const { key, lorebase } = await start();
    const replace = {
      'http://127.0.0.1:4000': server.url,
      'process.env.LOREBASE_KEY': JSON.stringify(key),
    };
    const program = firstProgramIn(page);
    expect(await runProgram(program, { modules, replace, result: 'finalOutput' })).toBe(
      'In Lisbon.',
    );
    expect(toolAnswers()).toMatchObject([
      { content: expect.stringContaining('Ada lives in Lisbon') },
    ]);
    const items = await new LorebaseSession(lorebase, { sessionId: 'ada-1' }).getItems();
    expect(items.map((item) => ('role' in item ? item.role : item.type))).toEqual([
      'user',
      'function_call',
      'function_call_result',
      'assistant',
    ]);
  });

  it('shows a run of the client', async () => {
    const { lorebase, ada } = await start();
    const example = readFileSync(page, 'utf8').split('```js\n')[2]?.split('```')[0] ?? '';
    const imports = `import { Agent, OpenAIProvider, Runner } from '@openai/agents';
import { lorebaseTools } from 'lorebase/client/openai-agents';
import { lorebase, OpenAI } from 'here';
`;
    const options = answeredWith([
      [calledItem('search_knowledge', '{"query":"Where does Ada live?"}')],
      [saidItem('In Lisbon.')],
    ]);
    class ConfiguredOpenAI extends OpenAI {
      constructor(changed = {}) {
        super({ ...options, ...changed });
      }
    }
    const trace = await runProgram(imports + example, {
      modules: { ...modules, here: { lorebase, OpenAI: ConfiguredOpenAI } },
      result: 'trace',
    });
    expect(trace).toMatchObject({
      finalResponse: 'In Lisbon.',
      retrieved: [{ entryId: ada.id }],
      toolsUsed: ['search_knowledge'],
      usage: { inputTokens: 20, outputTokens: 10 },
      messageCount: 4,
    });
  });
});

describe('the tools', () => {
  it('write, and tell the model what fails', async () => {
    const { lorebase, memory } = await start();
    const scope = { metadata: { userId: 'u1' } };
    const answer = async (memoryId: string) => {
      server.models.chat(({ messages }) =>
        messages.at(-1)?.role === 'user'
          ? { toolCalls: [{ name: 'write_memory', arguments: '{"content":"Grace likes tea"}' }] }
          : { text: 'Noted.' },
      );
      const tools = lorebaseTools(lorebase, { memoryId, scope });
      await run(new Agent({ name: 'Assistant', tools }), 'Grace likes tea');
      return toolAnswers()[0]?.content;
    };
    expect(JSON.parse((await answer(memory.id)) ?? '')).toMatchObject({ action: 'CREATED' });
    const { nodes } = await lorebase.entries({ text: 'tea' });
    expect(nodes).toMatchObject([{ content: 'Grace likes tea', source: 'AGENT', ...scope }]);
    expect(await answer('mem_0')).toMatch(/^The call failed: .*mem_0/);
    expect(lorebaseTools(lorebase).map(({ name }) => name)).toEqual(['search_knowledge']);
  });
});

const user = (content: string): AgentInputItem => ({ role: 'user', content });
const assistant = (text: string): AgentInputItem => ({
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text }],
});

/** What each step answers; the same of both sessions. */
const STEPS: Record<string, (session: Session) => Promise<unknown>> = {
  empty: async (session) => [await session.getItems(), await session.popItem()],
  added: async (session) => {
    await session.addItems([user('One'), assistant('Two'), user('One')]);
    await session.addItems([]);
    await session.addItems([user('😀"\\\u0000'.repeat(4_000)), user('')]);
    return session.getItems();
  },
  limited: async (session) => Promise.all([0, 1, 2, 4, 99].map((limit) => session.getItems(limit))),
  popped: async (session) => [
    await session.popItem(),
    await session.popItem(),
    await session.getItems(),
  ],
  'more than a page': async (session) => {
    await session.addItems(Array.from({ length: 230 }, (_, i) => user(`Message ${i}`)));
    return [await session.getItems(120), await session.getItems()];
  },
  cleared: async (session) => {
    await session.clearSession();
    await session.clearSession();
    const items = await session.getItems();
    await session.addItems([user('Again')]);
    return [items, await session.getItems()];
  },
};

describe('the session', () => {
  it('answers as the session in memory of the SDK does', async () => {
    const { lorebase } = await start();
    const session = new LorebaseSession(lorebase);
    const reference = new MemorySession();
    for (const [name, step] of Object.entries(STEPS)) {
      expect({ name, answer: await step(session) }).toEqual({
        name,
        answer: await step(reference),
      });
    }
  });

  it('continues a conversation in another process, apart from other sessions', async () => {
    const { lorebase } = await start();
    const agent = new Agent({ name: 'Assistant', tools: lorebaseTools(lorebase) });
    const open = (sessionId: string) => new LorebaseSession(lorebase, { sessionId });
    await run(agent, QUESTION, { session: open('a') });
    await run(agent, 'Are you sure?', { session: open('a') });
    const sent = server.models.chats.at(-1)?.messages.map(({ role }) => role);
    expect(sent).toEqual(['user', 'assistant', 'tool', 'assistant', 'user', 'assistant', 'tool']);
    expect(await open('b').getItems()).toEqual([]);
    expect(await open('a').getSessionId()).toBe('a');
    const [found] = await lorebase.searchKnowledge({ query: 'Are you sure?' });
    expect(found?.entry).toMatchObject({ kind: 'OBSERVATION', content: 'user: Are you sure?' });
  });

  it('is one for ids that differ only in Unicode form and outer spaces, also when it is cleared', async () => {
    const { lorebase } = await start();
    const open = (sessionId: string) => new LorebaseSession(lorebase, { sessionId });
    await open('zoe\u0301').addItems([user('Hello')]);
    await open(' zo\u00e9 ').addItems([user('Still there?')]);
    expect(await open('zoe\u0301').getItems()).toEqual([user('Hello'), user('Still there?')]);
    expect(await open(' zo\u00e9').getSessionId()).toBe('zo\u00e9');
    await open('zo\u00e9').clearSession();
    expect(await open('zoe\u0301').getItems()).toEqual([]);
    expect(() => open(' ')).toThrow(/sessionId must not be blank/);
  });

  it('keeps the order of twenty calls at once', async () => {
    const { lorebase } = await start();
    const session = new LorebaseSession(lorebase);
    const items = Array.from({ length: 20 }, (_, i) => user(`Message ${i}`));
    await Promise.all(items.map((item) => session.addItems([item])));
    expect(await session.getItems()).toEqual(items);
  });

  it('keeps a large item between whose pieces another process has added one', async () => {
    const { lorebase } = await start();
    const open = () => new LorebaseSession(lorebase, { sessionId: 'a' });
    const now = Date.now();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now);
    const [one, other] = [open(), open()];
    const large = user('x'.repeat(10_000));
    await one.addItems([user('First')]);
    await other.addItems([large]);
    clock.mockReturnValue(now + 2);
    await one.addItems([user('Between')]);
    clock.mockRestore();
    expect(await open().getItems()).toEqual([user('First'), large, user('Between')]);
    expect(await one.popItem()).toEqual(user('Between'));
    expect(await one.popItem()).toEqual(large);
    expect(await open().getItems()).toEqual([user('First')]);
  });

  it('keeps its items in a project whose retention deletes entries', async () => {
    const { lorebase } = await start({ stream: { ttlHours: 1, maxEntries: 1 } });
    const session = new LorebaseSession(lorebase, { sessionId: 'a' });
    await session.addItems([user('One'), user('Two')]);
    await applyRetention(server.app);
    expect(await session.getItems()).toEqual([user('One'), user('Two')]);
    const entries = '{ entries(scope: { kinds: [OBSERVATION] }) { nodes { expiresAt } } }';
    const found = await lorebase.query<{ entries: { nodes: { expiresAt: string }[] } }>(entries);
    for (const { expiresAt } of found.entries.nodes) {
      expect(new Date(expiresAt).getFullYear()).toBeGreaterThan(2100);
    }
  });

  it('keeps the order when the clock of the next process is slow', async () => {
    const { lorebase } = await start();
    const open = () => new LorebaseSession(lorebase, { sessionId: 'a' });
    await open().addItems([user('One'), user('Two')]);
    const slow = Date.now() - 60_000;
    const clock = vi.spyOn(Date, 'now').mockReturnValue(slow);
    await open()
      .addItems([user('Three')])
      .finally(() => clock.mockRestore());
    expect(await open().getItems()).toEqual([user('One'), user('Two'), user('Three')]);
  });

  it('fails with the code of the server, and works again afterwards', async () => {
    const { lorebase } = await start();
    const session = new LorebaseSession(lorebase);
    server.models.behave({ kind: 'status', status: 500 });
    const failed = await session.addItems([user('One')]).catch((error) => error);
    server.models.behave({ kind: 'normal' });
    expect(isLorebaseError(failed, 'EMBEDDING_UNAVAILABLE')).toBe(true);
    await session.addItems([user('Two')]);
    expect(await session.getItems()).toEqual([user('Two')]);
  });
});
