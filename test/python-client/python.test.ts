import { beforeAll, describe, expect, it } from 'vitest';
import { type RestartedServer, startRestartedServer } from '../support/restarted-server.ts';
import { ROOT_KEY, useServer } from '../support/server.ts';
import { PYTHON_TIMEOUT_MS, runPython, withoutPython } from './python.ts';

const RUN = 'test/python-client/run.py';

const names: string[] = withoutPython
  ? []
  : JSON.parse((await runPython([RUN, '--list'])).join(''));

/** Two words of a test's name for what it is about, and its sentence. */
const titleOf = (name: string) => name.replace(/^.*\.test_/, '').replaceAll('_', ' ');

describe('the tests in Python', () => {
  if (withoutPython) return it.skip(withoutPython, () => {});
  const server = useServer({ CHAT_MODEL: 'test-chat' });
  const outcomes = new Map<string, string[]>();

  beforeAll(async () => {
    server.models.chat(({ messages }) => {
      const said = JSON.stringify(messages);
      if (said.includes('Please hang')) return { kind: 'hang' };
      if (said.includes('to extract')) return { text: '{"facts": ["Ada lives in Lisbon."]}' };
      if (messages.some(({ role }) => role === 'tool')) return { text: 'It is sunny.' };
      if (said.includes('Use a tool')) return { toolCalls: [{ name: 'weather', arguments: '{}' }] };
      return { text: 'Well.' };
    });
    await runPython([RUN], {
      env: { LOREBASE_URL: server.url, LOREBASE_ROOT_KEY: ROOT_KEY },
      onLine: (line) => {
        const { name, problems } = JSON.parse(line);
        outcomes.set(name, problems);
      },
    });
  }, PYTHON_TIMEOUT_MS);

  it('are found', () => expect(names.length).toBeGreaterThan(20));

  it.each(names.map((name) => [titleOf(name), name]))('%s', (_title, name) => {
    expect(outcomes.get(name) ?? ['It did not end']).toEqual([]);
  });
});

describe('a killed server', () => {
  if (withoutPython) return it.skip(withoutPython, () => {});

  it('loses and doubles nothing', { timeout: PYTHON_TIMEOUT_MS }, async () => {
    const server: RestartedServer = await startRestartedServer();
    let restarted: Promise<void> = Promise.reject(new Error('It was not killed'));
    restarted.catch(() => {});
    const lines = await runPython(['test/python-client/survive.py'], {
      env: { LOREBASE_URL: server.url, LOREBASE_KEY: await server.key() },
      onLine: (line) => {
        if (line === 'kill') restarted = server.restart();
      },
    });
    await restarted;
    await server.stop();
    const { contents, seen, stored, reconnects, entryCount, traces } = JSON.parse(lines[1] ?? '');
    expect(stored).toEqual(contents);
    expect(seen).toEqual(contents);
    expect(entryCount).toBe(contents.length + 1);
    expect(reconnects).toBeGreaterThan(0);
    expect(traces).toEqual([{ task: 'Survive a restart', messageCount: 1, result: 'PASS' }]);
  });
});
