import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import type { ForeignText } from '../importers/foreign-text.ts';
import { type Program, READERS } from '../importers/readers.ts';
import { type Progress, startProgress } from './progress.ts';
import { graphql, type Target } from './requests.ts';
import { withServer } from './with-server.ts';

/** The endings of files that are read in a folder. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  markdown: ['.md', '.mdx', '.markdown'],
  text: ['.txt', '.md', '.text'],
};

/** Texts and characters of one call. */
const MAX_TEXTS = 100;
const MAX_CHARACTERS = 500_000;

type Options = { from: Program; memory: string; project?: string; extract?: boolean };

/** Writes the texts of a file of another program to a memory. As with any other write, duplicates are skipped. */
export async function importForeign(file: string, options: Options): Promise<void> {
  const { from, memory, project, extract = false } = options;
  if (extract && ENDINGS[from] === undefined) {
    throw new Error('--extract is for documents: --from markdown or text.');
  }
  const files = await filesOf(file, from);
  const read = READERS[from];
  const foreign = await Promise.all(
    files.map(async (path) => read(await readFile(path, 'utf8'), relative(file, path) || path)),
  );
  await withServer(project, async (target) => {
    const memoryId = await memoryNamed(target, memory);
    const progress = startProgress();
    const actions = extract
      ? await extractAll(target, memoryId, { files, root: file, progress })
      : await writeAll(target, memoryId, {
          texts: foreign.flatMap(({ texts }) => texts),
          progress,
        });
    progress.end();
    if (actions.some(({ code }) => code !== undefined)) process.exitCode = 1;
    console.log(
      summaryOf(
        actions,
        foreign.flatMap(({ leftOut }) => leftOut),
      ),
    );
  });
}

/** The file, or the files of text in a folder, in the order of their names. */
async function filesOf(path: string, from: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const endings = ENDINGS[from];
  if (endings === undefined) throw new Error(`${path} is a folder; give a file of ${from}.`);
  const found = await readdir(path, { recursive: true, withFileTypes: true });
  return found
    .filter((one) => one.isFile() && endings.includes(extname(one.name).toLowerCase()))
    .map((one) => join(one.parentPath, one.name))
    .filter(
      (one) =>
        !relative(path, one)
          .split(/[\\/]/)
          .some((name) => name.startsWith('.')),
    )
    .sort();
}

const CREATE = `mutation ($input: CreateMemoryInput!) { createMemory(input: $input) { memory { id } } }`;
const WRITE = `mutation ($input: WriteEntriesInput!) { writeEntries(input: $input) { results { __typename
  ... on WriteEntryPayload { action } ... on ItemError { code message } } } }`;
const EXTRACT = `mutation ($input: ExtractEntriesInput!) { extractEntries(input: $input) { results { __typename
  result { __typename ... on WriteEntryPayload { action } ... on ItemError { code message } } } } }`;

async function memoryNamed(target: Target, name: string): Promise<string> {
  const input = { name, ifExists: 'RETURN' };
  const data = await graphql<{ createMemory: { memory: { id: string } } }>(target, CREATE, {
    input,
  });
  return data.createMemory.memory.id;
}

type Result = { action?: string; code?: string; message?: string };

async function writeAll(
  target: Target,
  memoryId: string,
  { texts, progress }: { texts: readonly ForeignText[]; progress: Progress },
): Promise<Result[]> {
  const results: Result[] = [];
  // A text that a file contains twice is written once.
  const keyed = [...new Map(texts.map((text) => [keyOf(memoryId, text), text]))];
  for (let at = 0; at < keyed.length; ) {
    const batch = batchFrom(keyed, at);
    const items = batch.map(([idempotencyKey, text]) => ({ ...text, idempotencyKey }));
    const data = await graphql<{ writeEntries: { results: Result[] } }>(target, WRITE, {
      input: { memoryId, items },
    });
    results.push(...data.writeEntries.results);
    at += batch.length;
    progress.show(at / keyed.length, `${at} of ${keyed.length} texts`);
  }
  return results;
}

type Keyed = [key: string, text: ForeignText];

function batchFrom(texts: readonly Keyed[], at: number): Keyed[] {
  let characters = 0;
  return texts.slice(at, at + MAX_TEXTS).filter(([, text], i) => {
    characters += text.content.length;
    return i === 0 || characters <= MAX_CHARACTERS;
  });
}

/** An idempotency key for the text. An import that is repeated after an interruption writes no text twice. */
function keyOf(memoryId: string, text: ForeignText): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([memoryId, text]))
    .digest('base64url');
  return `import ${digest}`;
}

async function extractAll(
  target: Target,
  memoryId: string,
  { files, root, progress }: { files: readonly string[]; root: string; progress: Progress },
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [i, path] of files.entries()) {
    const text = await readFile(path, 'utf8');
    const metadata = { importedFrom: 'markdown', file: relative(root, path) || path };
    const input = { memoryId, text, metadata };
    const data = await graphql<{ extractEntries: { results: { result: Result }[] } }>(
      target,
      EXTRACT,
      { input },
      // The server goes on with an extraction whose answer was lost, and has no key to recognise it by.
      { attempts: 1 },
    );
    results.push(...data.extractEntries.results.map(({ result }) => result));
    progress.show((i + 1) / files.length, `${i + 1} of ${files.length} files`);
  }
  return results;
}

function summaryOf(results: readonly Result[], leftOut: readonly string[]): string {
  const count = (action: string) => results.filter((one) => one.action === action).length;
  const failed = results.filter(({ code }) => code !== undefined);
  return [
    `Wrote ${results.length - failed.length} texts: ${count('CREATED')} created, ${count('UPDATED')} merged, ` +
      `${count('SKIPPED')} skipped.`,
    ...(leftOut.length > 0 ? [`Left out: ${leftOut.join(', ')}.`] : []),
    ...failed.slice(0, 5).map(({ code, message }) => `Not written: ${message} (${code})`),
    ...(failed.length > 5 ? [`… and ${failed.length - 5} more.`] : []),
  ].join('\n');
}
