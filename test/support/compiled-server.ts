import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { rename, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { pid } from 'node:process';

/** A folder like that of the package, with links to what the compiled server reads beside `dist`. */
const FOLDER = 'node_modules/.cache/lorebase-test';
const BESIDE = [
  'package.json',
  'schema.graphql',
  'drizzle',
  'dashboard',
  'packages',
  'node_modules',
];

/**
 * Compiles each file of `src` that differs from what was compiled last, and returns the program. Tests start it dozens
 * of times, and `tsx` would take more than a second each time.
 */
export async function compileServer(): Promise<string> {
  const dist = resolve(FOLDER, 'dist');
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[jt]s$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => ({
      name,
      text: readFileSync(join('src', name), 'utf8'),
      path: join(dist, name.replace(/\.ts$/, '.js')),
    }));
  mkdirSync(dist, { recursive: true });
  await Promise.all(BESIDE.map(link));
  await compile(sources.filter(({ path, text }) => !isCompiled(path, text)));
  return join(dist, 'main.js');
}

/** A relative link, since the folder may be a copy of another one. */
async function link(name: string): Promise<void> {
  const path = join(FOLDER, name);
  await symlink(relative(FOLDER, name), path).catch((error: unknown) => {
    if (!existsSync(path)) throw error;
  });
}

type Source = { name: string; text: string; path: string };

/** The options of tsconfig.json that matter for one file at a time. */
const OPTIONS = {
  target: 'es2023',
  module: 'esnext',
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
};

/** The last line of a compiled file names its source by its hash: a copied folder can have any times. */
function markOf(text: string): string {
  const hash = createHash('sha256').update(JSON.stringify(OPTIONS)).update(text);
  return `// ${hash.digest('hex')}`;
}

function isCompiled(path: string, text: string): boolean {
  return existsSync(path) && readFileSync(path, 'utf8').endsWith(markOf(text));
}

async function compile(sources: Source[]): Promise<void> {
  if (sources.length === 0) return;
  const { default: ts } = await import('typescript');
  const { options } = ts.convertCompilerOptionsFromJson(OPTIONS, '.');
  for (const { name, text, path } of sources) {
    const { outputText } = ts.transpileModule(text, { compilerOptions: options, fileName: name });
    mkdirSync(dirname(path), { recursive: true });
    // Another run of the tests can read and write the same file.
    await writeFile(`${path}.${pid}`, `${outputText}\n${markOf(text)}`);
    await rename(`${path}.${pid}`, path);
  }
}
