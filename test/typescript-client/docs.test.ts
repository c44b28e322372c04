import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import ts from 'typescript';
import { expect, it, vi } from 'vitest';
import { useServer } from '../support/server.ts';

const server = useServer({ CHAT_MODEL: 'test-chat' });

/** The code of docs/client.md is one program: later parts use what earlier ones made. */
async function program(): Promise<{ code: string; printed: string[]; first: string }> {
  const page = await readFile('docs/client.md', 'utf8');
  const blocks = [...page.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map((match) => match[1] ?? '');
  const code = blocks.join('\n');
  const printed = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(
    (match) => match[1] ?? '',
  );
  return { code, printed, first: blocks[0] ?? '' };
}

it('docs/client.md runs and prints what it says', async () => {
  const { code, printed, first } = await program();
  expect(first.trim().split('\n')).toHaveLength(3);
  expect(printed.length).toBe(code.match(/console\.log/g)?.length);
  const project = await server.project();
  await project.run(
    'mutation { createAgent(input: { name: "helper" }) { agent { id } } }',
    {},
    project.keys.ADMIN,
  );
  server.models.chat(({ messages }) => {
    const asked = messages.map(({ content }) => content).join();
    if (asked.includes('rubric')) return { text: '{"result": "PASS", "feedback": "Good"}' };
    return { text: asked.includes('Summarise') ? 'Booked for two.' : 'In Lisbon.' };
  });
  const folder = await mkdtemp(join(tmpdir(), 'lorebase-client-docs-'));
  const file = join(folder, 'program.mjs');
  try {
    await build({
      stdin: {
        contents: code
          .replace('http://127.0.0.1:4000', server.url)
          .replace("'episodes.jsonl'", JSON.stringify(join(folder, 'episodes.jsonl'))),
        loader: 'ts',
        resolveDir: resolve('.'),
      },
      alias: ALIASES,
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile: file,
    });
    vi.stubEnv('LOREBASE_KEY', project.keys.WRITE);
    vi.stubEnv('CHAT_BASE_URL', server.models.baseUrl);
    vi.stubEnv('CHAT_API_KEY', 'none');
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    await import(pathToFileURL(file).href);
    const said = log.mock.calls.map((values) => values.join(' '));
    log.mockRestore();
    expect(said).toEqual(printed);
  } finally {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true, force: true });
  }
});

it('docs/client.md compiles', async () => {
  const { code } = await program();
  const name = resolve('docs-client.ts');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    types: ['node'],
    paths: Object.fromEntries(Object.entries(ALIASES).map(([from, to]) => [from, [to]])),
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (path) => path === name || fileExists(path);
  host.getSourceFile = (path, ...rest) =>
    path === name
      ? ts.createSourceFile(path, code, ts.ScriptTarget.ES2023)
      : getSourceFile(path, ...rest);
  const problems = ts.getPreEmitDiagnostics(ts.createProgram([name], options, host));
  expect(
    problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
  ).toEqual([]);
});

const ALIASES = {
  'lorebase/client/file-store': resolve('client/src/file-store.ts'),
  'lorebase/client': resolve('client/src/index.ts'),
};
