import { appendFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type EntryJson,
  entrySection,
  fileNameOf,
  type MemoryJson,
  memoryHeading,
} from '../transfer/markdown.ts';
import { linesIn } from './read-lines.ts';
import { bodyOf, cutOff, request, type Target } from './requests.ts';

/** Maximum number of entries in a file. A larger memory has several files. */
const FILE_ENTRIES = 500;

/** Number of characters, of all files together, that are buffered before they are written. */
const BUFFERED_CHARACTERS = 4_000_000;

/** A memory with the name of its first file, and of the file to which its next entry is added. */
type ExportedMemory = MemoryJson & { first: string; file: string; entries: number };

/** Writes a file for each memory, or several for a large one. Deleted memories and entries are left out. */
export async function writeMarkdown(target: Target, folder: string): Promise<number> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new Error(`The folder ${folder} is not empty.`);
  const response = await request(target, '/export', { headers: { 'accept-encoding': 'gzip' } });
  const memories = new Map<string, ExportedMemory>();
  const names = new Set<string>();
  const files = collectTexts(folder);
  let isComplete = false;
  for await (const line of linesIn(bodyOf(response) as AsyncIterable<Buffer>)) {
    const { memory, entry, end } = JSON.parse(line) as {
      memory?: MemoryJson;
      entry?: EntryJson;
      end?: object;
    };
    isComplete = end !== undefined;
    if (memory?.deletedAt === null) {
      const file = uniqueName(fileNameOf(memory.name), names);
      memories.set(memory.id, { ...memory, first: file, file, entries: 0 });
      await files.add(`${file}.md`, memoryHeading(memory));
    }
    const of = entry?.deletedAt === null ? memories.get(entry.memoryId) : undefined;
    if (entry === undefined || of === undefined) continue;
    if (of.entries > 0 && of.entries % FILE_ENTRIES === 0) {
      const part = of.entries / FILE_ENTRIES + 1;
      of.file = uniqueName(`${of.first} (part ${part})`, names);
      await files.add(`${of.file}.md`, memoryHeading(of));
    }
    await files.add(`${of.file}.md`, entrySection(entry));
    of.entries += 1;
  }
  await files.flush();
  if (!isComplete) throw cutOff();
  return memories.size;
}

/** Buffers texts, and appends them to their files together. */
function collectTexts(folder: string) {
  const waiting = new Map<string, string>();
  let characters = 0;
  const flush = async () => {
    for (const [name, text] of waiting) await appendFile(join(folder, name), text);
    waiting.clear();
    characters = 0;
  };
  return {
    add: async (name: string, text: string) => {
      waiting.set(name, (waiting.get(name) ?? '') + text);
      characters += text.length;
      if (characters > BUFFERED_CHARACTERS) await flush();
    },
    flush,
  };
}

/** A file name that is unique, also on file systems that ignore the case of letters. */
function uniqueName(name: string, names: Set<string>): string {
  for (let number = 1; ; number += 1) {
    const tried = number === 1 ? name : `${name} ${number}`;
    const key = tried.toLowerCase();
    if (names.has(key)) continue;
    names.add(key);
    return tried;
  }
}
