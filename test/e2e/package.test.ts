import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { preparedArchive } from '../../src/db/embedded/prepared-archive.js';
import { createDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { FROM_SOURCE, type Running, startProcess } from '../support/process.ts';
import { run } from '../support/server.ts';

const MODEL_FILE = 'packages/local-model/all-MiniLM-L6-v2.onnx';
const WEIGHTS_FILE = `${MODEL_FILE}.data`;
/** A prepared database (docs/decisions/040-prepared-database.md). */
const DATABASE_FILE = relative('.', preparedArchive());
const isBuilt = (path: string) => [MODEL_FILE, WEIGHTS_FILE, DATABASE_FILE].includes(path);
const SOURCES = /^(src|test|bench|packages|demo|dashboard\/(?!dist\/)|\.ci)/;

/** Packing the model and checking a program of a user take a minute, so `.ci/run` asks for it. */
const isPacked = process.env.TEST_PACKAGE === '1';

it.runIf(isPacked)(
  'the packed package starts and works with nothing but its dependencies',
  {
    timeout: 180_000,
  },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lorebase-pack-'));
    const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [{ filename, files }] = JSON.parse(packed.slice(packed.indexOf('[\n')));
    execFileSync('tar', ['xzf', filename], { cwd: folder });
    symlinkSync(resolve('node_modules'), join(folder, 'package/node_modules'));
    const paths = files.map((file: { path: string }) => file.path);
    expect(paths).toEqual(
      expect.arrayContaining([
        'schema.graphql',
        'LICENSE',
        'README.md',
        'dist/main.js',
        'dashboard/dist/index.html',
        MODEL_FILE,
        WEIGHTS_FILE,
        DATABASE_FILE,
      ]),
    );
    expect(paths.filter((path: string) => /\.map$|_snapshot\.json$/.test(path))).toEqual([]);
    expect(paths.filter((path: string) => !isBuilt(path) && SOURCES.test(path))).toEqual([]);

    const key = 'the-key-of-the-packed-package-test';
    const database = await createDatabase();
    const env = { ...database.env, PORT: '0', LOREBASE_ROOT_KEY: key };
    const command = [process.execPath, join(folder, 'package/dist/main.js')];
    const server = await startProcess(env, { command, cwd: folder });
    try {
      expect(await readiness(server)).toEqual({ ok: 'all-MiniLM-L6-v2 (onnx)' });
      expect(await statusOfScripts(server.url)).toEqual([200]);
      const ask = (query: string) => run(server.url, key, query);
      const memory = await ask(`mutation { createMemory(input: { name: "m" }) { memory { id } } }`);
      const memoryId = memory.createMemory.memory.id;
      const write = (content: string) =>
        ask(
          `mutation { writeEntry(input: { memoryId: "${memoryId}", content: "${content}" }) { action similarity } }`,
        );
      expect((await write('The user lives in Lisbon')).writeEntry.action).toBe('CREATED');
      expect((await write('The user has their home in Lisbon')).writeEntry.action).toBe('UPDATED');
      expect((await write('Deploys happen on Thursdays')).writeEntry.action).toBe('CREATED');
      const found = await ask(
        `{ searchKnowledge(input: { query: "Where is their home?" }) { results { entry { content } } } }`,
      );
      expect(found.searchKnowledge.results[0].entry.content).toContain('Lisbon');
      expect(useClient(folder, { url: server.url, key })).toEqual({ names: ['m'], episodes: 1 });
      await server.kill('SIGTERM');

      // `npx lorebase`: no command, no settings, data in the user's data folder.
      const home = { PORT: '0', XDG_DATA_HOME: join(folder, 'share'), LOREBASE_DATA_DIR: '' };
      const plain = await startProcess(home, { command, subcommand: [], cwd: folder });
      await eventually(plain.output).toMatch(
        /^Sign in: http.*#key=.+\nMCP, for Claude Code: claude mcp add lorebase -- npx -y lorebase mcp /m,
      );
      await plain.kill('SIGTERM');
      if (process.platform === 'linux') {
        expect(readdirSync(join(folder, 'share/lorebase'))).toEqual(
          expect.arrayContaining(['database', 'root-key']),
        );
      }

      rmSync(join(folder, 'package', MODEL_FILE));
      const slow = await startProcess(env, { command, cwd: folder });
      const reason = /^all-MiniLM-L6-v2 \(wasm, slow: .*npm run build:model\)$/;
      const { ok } = await readiness(slow).finally(() => slow.kill('SIGTERM'));
      expect(ok).toMatch(reason);
    } finally {
      await server.kill('SIGTERM');
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

/** The answers to the scripts that the dashboard's page names. */
async function statusOfScripts(url: string): Promise<number[]> {
  const page = await (await fetch(`${url}/`)).text();
  const names = [...page.matchAll(/<script[^>]+src="([^"]+)"/g)].map((match) => match[1]);
  return Promise.all(names.map(async (name) => (await fetch(`${url}${name}`)).status));
}

/** A program of a user of the client. A line that must not compile has the comment that demands an error. */
const PROGRAM = `import { type Entry, isLorebaseError, Lorebase } from 'lorebase/client';
import { FileEpisodicStore } from 'lorebase/client/file-store';
const lorebase = new Lorebase({ url: process.env.URL ?? '', apiKey: process.env.KEY ?? '' });
const { nodes } = await lorebase.memories();
const store = new FileEpisodicStore('episodes.jsonl');
await store.write({ task: 'Import' });
export const content = (entry: Entry): string => entry.content;
// @ts-expect-error an entry has no such field
export const missing = (entry: Entry) => entry.text;
await lorebase.writeEntry({ memoryId: 'mem_0', content: 'x' }).catch((error: unknown) => {
  if (!isLorebaseError(error, 'NOT_FOUND')) throw error;
  // @ts-expect-error the code is known
  if (error.code === 'CONFLICT') throw error;
});
console.log(JSON.stringify({ names: nodes.map(({ name }) => name), episodes: await store.count() }));
`;

/** What a program says that imports the packed client, compiled in both ways in which programs resolve modules. */
function useClient(folder: string, { url, key }: { url: string; key: string }): unknown {
  const cwd = join(folder, 'program');
  mkdirSync(join(cwd, 'node_modules'), { recursive: true });
  symlinkSync(join(folder, 'package'), join(cwd, 'node_modules/lorebase'));
  symlinkSync(resolve('node_modules/@types'), join(cwd, 'node_modules/@types'));
  writeFileSync(join(cwd, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(cwd, 'main.ts'), PROGRAM);
  const tsc = (...options: string[]) =>
    execFileSync(
      process.execPath,
      [
        resolve('node_modules/typescript/bin/tsc'),
        'main.ts',
        '--strict',
        '--target',
        'es2022',
        '--types',
        'node',
        ...options,
      ],
      { cwd, encoding: 'utf8' },
    );
  tsc('--module', 'esnext', '--moduleResolution', 'bundler', '--noEmit');
  tsc('--module', 'nodenext');
  const env = { ...process.env, URL: url, KEY: key };
  return JSON.parse(execFileSync(process.execPath, ['main.js'], { cwd, env, encoding: 'utf8' }));
}

it('the sources start with the local model', async () => {
  const database = await createDatabase();
  const env = { ...database.env, PORT: '0', LOREBASE_ROOT_KEY: 'the-key-of-the-sources-test' };
  const server = await startProcess(env, { command: FROM_SOURCE });
  try {
    expect(await readiness(server)).toEqual({ ok: 'all-MiniLM-L6-v2 (onnx)' });
  } finally {
    await server.kill('SIGTERM');
    await database.drop();
  }
});

/** What /readyz says of the embedding model, once it says anything. */
async function readiness({ url }: Running): Promise<{ ok?: string; error?: string }> {
  for (;;) {
    const answer = await fetch(`${url}/readyz`);
    const { embedder } = (await answer.json()) as { embedder: { ok?: string; error?: string } };
    if (embedder.error !== 'did not answer in time') return embedder;
  }
}
