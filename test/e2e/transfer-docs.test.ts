import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isEmbedded } from '../support/database.ts';
import { LOREBASE } from '../support/process.ts';
import { seed, useProcesses } from '../support/processes.ts';
import { run, WRITE } from '../support/server.ts';

const execute = promisify(execFile);
const processes = useProcesses();

/** It starts many commands, which takes long on a busy machine. */
const SLOW = { timeout: 180_000 };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lorebase-docs-'));
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const shellBlocks = (page: string): string[] =>
  [...readFileSync(page, 'utf8').matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(
    (match) => match[1] ?? '',
  );

/** Runs commands of a page in the folder, with the command `lorebase`. */
async function shell(script: string, env: Record<string, string>): Promise<string> {
  const lorebase = `lorebase() { ${LOREBASE.join(' ')} "$@"; }`;
  const { PATH = '', HOME = '' } = process.env;
  const { stdout } = await execute('bash', ['-euc', `${lorebase}\n${script}`], {
    cwd: folder,
    env: { PATH, HOME, LOG_LEVEL: 'warn', ...env },
  });
  return stdout;
}

const FILES = {
  'mem0.json': { results: [{ memory: 'Of mem0' }] },
  'agent.af': { name: 'A', core_memory: [{ label: 'human', value: 'Of Letta' }] },
  'memory.jsonl': { type: 'entity', name: 'Jo', entityType: 'person', observations: ['Of MCP'] },
  'items.jsonl': { namespace: ['m'], key: 'k', value: { text: 'Of LangGraph' } },
  'graph.json': { edges: [{ fact: 'Of Zep' }], nodes: [] },
};

describe('docs/import-export.md', () => {
  it('shows commands that run', SLOW, async () => {
    const { url } = await processes.start();
    const { key, memoryId } = await seed(url);
    await run(url, key, WRITE, { input: { memoryId, content: 'Of the export' } });
    for (const [name, value] of Object.entries(FILES)) {
      await writeFile(join(folder, name), JSON.stringify(value));
    }
    await mkdir(join(folder, 'notes'));
    await writeFile(join(folder, 'notes', 'a.md'), '# Of Markdown\nA note');
    const env = { ...processes.env, LOREBASE_URL: url, LOREBASE_KEY: key };
    const blocks = shellBlocks('docs/import-export.md');
    const foreign = blocks.filter((block) => block.includes('--from'));
    expect(foreign).toHaveLength(6);
    const others = blocks.filter((block) => !foreign.includes(block));
    const last = others.pop() ?? '';
    const printed = await shell(others.join('\n'), env);
    expect(printed).toContain('"format":"lorebase-export"');
    expect(printed).toContain('0 entries (1 was there already)');
    expect(printed).toContain('"isComplete":true');
    const written = await Promise.all(foreign.map((block) => shell(block, env)));
    for (const text of written) expect(text).toMatch(/^Wrote 1 text: 1 created/);
    await shell(last, env);
    const names = ['LangGraph', 'Letta', 'MCP', 'Zep', 'mem0'].map((name) => `From ${name}.md`);
    const shown = await readdir(join(folder, 'out'));
    expect(shown.sort()).toEqual([...names, 'Notes.md', 'memory.md'].sort());
  });
});

describe('docs/backup.md', () => {
  const [backup = '', restore = '', onServer = ''] = shellBlocks('docs/backup.md');

  it.runIf(isEmbedded)('shows commands that run on the embedded database', SLOW, async () => {
    const { url } = await processes.start();
    const env = { ...processes.env, PORT: new URL(url).port };
    await shell(`${backup}\n${restore}`, env);
    expect(await readdir(join(folder, 'restored'))).toEqual(['database', 'lock']);
  });

  it.skipIf(isEmbedded)('shows commands that run on PostgreSQL', SLOW, async () => {
    const address = new URL(processes.database.env.DATABASE_URL);
    const name = `restored_${Date.now()}`;
    const script = onServer
      .replaceAll('127.0.0.1:5432/lorebase', `127.0.0.1:${address.port}${address.pathname}`)
      .replaceAll('127.0.0.1:5432', `127.0.0.1:${address.port}`)
      .replaceAll('-h 127.0.0.1', `-h 127.0.0.1 -p ${address.port}`)
      .replaceAll('restored', name);
    const drop = `dropdb -h 127.0.0.1 -p ${address.port} -U postgres ${name}`;
    const { DATABASE_URL: _, ...env } = processes.env;
    await shell(`trap '${drop}' EXIT\n${script}`, env);
  });
});
