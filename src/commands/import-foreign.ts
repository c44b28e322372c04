import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { counted } from '../counted.ts';
import type { Foreign, ForeignText } from '../importers/foreign-text.ts';
import { type Program, READERS } from '../importers/readers.ts';
import { findFile } from './find-file.ts';
import { type ProgressDisplay, startProgress } from './progress.ts';
import { readText } from './read-text.ts';
import { GraphQLAnswerError, graphql, type Target } from './requests.ts';
import { withServer } from './with-server.ts';

/** The endings of files that are read in a folder. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  markdown: ['.md', '.mdx', '.markdown'],
  text: ['.txt', '.md', '.text'],
};

/** Texts and characters of one call. */
const MAX_TEXTS = 100;
const MAX_CHARACTERS = 500_000;

type ForeignImportOptions = { from: Program; memory: string; project?: string; extract?: boolean };

/** Writes the texts of a file of another program to a memory. As with any other write, duplicates are skipped. */
export async function importForeign(file: string, options: ForeignImportOptions): Promise<void> {
  const { from, memory, project, extract = false } = options;
  if (extract && ENDINGS[from] === undefined) {
    throw new Error('--extract is for documents: --from markdown or text.');
  }
  const files = await filesOf(file, from);
  const { foreign, failed } = extract
    ? { foreign: [], failed: [] }
    : await readAll(files, { root: file, from });
  await withServer(project, async (target) => {
    const progress = startProgress();
    const written = extract
      ? await extractAll(target, memory, { files, root: file, from, progress })
      : await writeAll(target, memory, {
          texts: foreign.flatMap(({ texts }) => texts),
          progress,
        });
    progress.end();
    const results = [...failed, ...written];
    if (results.some(isFailed)) process.exitCode = 1;
    console.log(
      summaryOf(
        results,
        foreign.flatMap(({ leftOut }) => leftOut),
      ),
    );
  });
}

/** Reads the files one after another, since a process may not have as many open as a folder can hold. */
async function readAll(
  files: readonly string[],
  { root, from }: { root: string; from: Program },
): Promise<{ foreign: Foreign[]; failed: WriteResult[] }> {
  const foreign: Foreign[] = [];
  const failed: WriteResult[] = [];
  const now = new Date();
  for (const file of files) {
    const text = await readText(file);
    const path = nameIn(root, file);
    if (text === null) failed.push(notText(path));
    else foreign.push(READERS[from](text, { path, now }));
  }
  return { foreign, failed };
}

function notText(file: string): WriteResult {
  return { message: `${file}: it is not text in UTF-8, or in UTF-16 with a byte order mark` };
}

/** The path of a file within the folder that is imported, or the path of the only file. */
function nameIn(root: string, path: string): string {
  return relative(root, path) || path;
}

/** The file, or the files of text in a folder, in the order of their names. */
async function filesOf(path: string, from: string): Promise<string[]> {
  if (!(await findFile(path)).isDirectory()) return [path];
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

/** The id of the memory, which is created if it is missing: so this is called once there is a text to write. */
async function memoryNamed(target: Target, name: string): Promise<string> {
  const input = { name, ifExists: 'RETURN' };
  const data = await graphql<{ createMemory: { memory: { id: string } } }>(target, CREATE, {
    input,
  });
  return data.createMemory.memory.id;
}

type WriteResult = { action?: string; code?: string; message?: string };

function isFailed({ action }: WriteResult): boolean {
  return action === undefined;
}

async function writeAll(
  target: Target,
  memory: string,
  { texts, progress }: { texts: readonly ForeignText[]; progress: ProgressDisplay },
): Promise<WriteResult[]> {
  if (texts.length === 0) return [];
  const memoryId = await memoryNamed(target, memory);
  const results: WriteResult[] = [];
  // A text that a file contains twice is written once.
  const single = [...new Map(texts.map((text) => [JSON.stringify(text), text])).values()];
  // With a key for each text, a request of this import can be repeated. A later import has other keys: it skips the
  // facts that are there, and writes again what was deleted, edited or superseded since.
  const run = randomUUID();
  const keyed = single.map((text, i) => ({ ...text, idempotencyKey: `import ${run} ${i}` }));
  for (let at = 0; at < keyed.length; ) {
    const items = batchFrom(keyed, at);
    const data = await graphql<{ writeEntries: { results: WriteResult[] } }>(target, WRITE, {
      input: { memoryId, items, source: 'EXTRACTION' },
    });
    results.push(...data.writeEntries.results);
    at += items.length;
    progress.show(at / keyed.length, `${at} of ${keyed.length} texts`);
  }
  return results;
}

function batchFrom<Text extends ForeignText>(texts: readonly Text[], at: number): Text[] {
  let characters = 0;
  return texts.slice(at, at + MAX_TEXTS).filter(({ content }, i) => {
    characters += content.length;
    return i === 0 || characters <= MAX_CHARACTERS;
  });
}

/**
 * Codes of the errors that can concern one file alone, such as one that is too large or that the chat model cannot
 * read.
 */
const ERRORS_OF_A_FILE: readonly unknown[] = ['BAD_USER_INPUT', 'CHAT_UNAVAILABLE'];

/** Extracts facts from each file. An error of one file does not stop the others. */
async function extractAll(
  target: Target,
  memory: string,
  given: { files: readonly string[]; root: string; from: Program; progress: ProgressDisplay },
): Promise<WriteResult[]> {
  const { files, root, from, progress } = given;
  const results: WriteResult[] = [];
  const run = randomUUID();
  let memoryId: string | undefined;
  for (const [i, path] of files.entries()) {
    const text = await readText(path);
    const file = nameIn(root, path);
    if (text === null) results.push(notText(file));
    else if (text.trim() !== '') {
      memoryId ??= await memoryNamed(target, memory);
      const idempotencyKey = `import ${run} ${i}`;
      const input = { memoryId, text, metadata: { importedFrom: from, file }, idempotencyKey };
      const extracted = await extractOne(target, input).catch((error: unknown): WriteResult[] => {
        const isOfFile =
          error instanceof GraphQLAnswerError && ERRORS_OF_A_FILE.includes(error.code);
        if (!isOfFile) throw error;
        return [{ message: `${file}: ${error.message}` }];
      });
      results.push(...extracted);
    }
    progress.show((i + 1) / files.length, `${i + 1} of ${files.length} files`);
  }
  return results;
}

async function extractOne(target: Target, input: Record<string, unknown>): Promise<WriteResult[]> {
  const data = await graphql<{ extractEntries: { results: { result: WriteResult }[] } }>(
    target,
    EXTRACT,
    { input },
  );
  return data.extractEntries.results.map(({ result }) => result);
}

function summaryOf(results: readonly WriteResult[], leftOut: readonly string[]): string {
  const count = (action: string) => results.filter((one) => one.action === action).length;
  const failed = results.filter(isFailed);
  return [
    `Wrote ${counted(results.length - failed.length, 'text')}: ${count('CREATED')} created, ` +
      `${count('UPDATED')} updated, ${count('SKIPPED')} skipped.`,
    ...(leftOut.length > 0 ? [`Left out: ${leftOut.join(', ')}.`] : []),
    ...failed
      .slice(0, 5)
      .map(({ code, message }) => `Not written: ${message}${code ? ` (${code})` : ''}`),
    ...(failed.length > 5 ? [`… and ${failed.length - 5} more.`] : []),
  ].join('\n');
}
