import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { useServer } from '../support/server.ts';
import { PYTHON_TIMEOUT_MS, runPython, withoutPython } from './python.ts';

const page = readFileSync('docs/python.md', 'utf8');

const texts = (language: string) =>
  [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].flatMap(([, found, text = '']) =>
    found === language ? text : [],
  );

const server = useServer({ CHAT_MODEL: 'test-chat' });
const SLOW = { timeout: PYTHON_TIMEOUT_MS };

it.skipIf(withoutPython)('docs/python.md shows a program that runs as it says', SLOW, async () => {
  const { keys } = await server.project();
  server.models.chat(({ messages }) => ({
    text: messages[0]?.content?.includes('You review') ? '{"result": "PASS"}' : 'Lisbon.',
  }));
  const folder = mkdtempSync(join(tmpdir(), 'lorebase-python-'));
  try {
    mkdirSync(join(folder, '.lorebase'));
    writeFileSync(join(folder, '.lorebase/root-key'), `${keys.ADMIN}\n`);
    symlinkSync(resolve('client'), join(folder, 'client'));
    const setUp = `${texts('sh').join('')}echo $LOREBASE_KEY`;
    const { stdout } = await promisify(execFile)('bash', ['-ec', setUp], { cwd: folder });
    const env = { LOREBASE_URL: server.url, LOREBASE_KEY: stdout.trim() };
    const program = texts('python').join('\n');
    writeFileSync(
      join(folder, 'program.py'),
      program.replace('http://127.0.0.1:11434/v1', server.models.baseUrl),
    );
    const lines = await runPython(['program.py'], { cwd: folder, env });
    expect(lines).toEqual(texts('text').join('').trimEnd().split('\n'));
    expect(lines.length).toBeGreaterThan(15);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it.skipIf(withoutPython)(
  'docs/python.md starts with three lines, and lists the methods',
  SLOW,
  async () => {
    expect(page).toMatch(/^# [^\n]+\n\n[^\n]+\n\n```python\n([^\n]+\n){3}```/);
    const lines = await runPython(['test/python-client/describe.py']);
    const methods = Object.keys(JSON.parse(lines.join('')).methods);
    const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const missing = methods.map(snake).filter((name) => !page.includes(`\`${name}\``));
    expect(missing).toEqual(['with_options']);
  },
);
