import { appendFile, open, readFile } from 'node:fs/promises';
import {
  describeStore,
  type Episode,
  type EpisodicMemoryStore,
  type SearchEpisodesOptions,
} from './episodic-memory.ts';
import { LorebaseError } from './errors.ts';
import type { TraceFilter } from './generated.ts';

/**
 * A store of episodes in a file of JSON lines, for use without a server (JSONMemoryStore of the reference). It
 * finds by shared words, has no vectors, and is meant for one process and some thousand episodes.
 */
export class FileEpisodicStore implements EpisodicMemoryStore {
  readonly #path: string;
  #writing: Promise<void> = Promise.resolve();

  constructor(path: string) {
    this.#path = path;
  }

  /** Appends a line. `embeddedText` is ignored: nothing is embedded. */
  write(episode: Episode): Promise<void> {
    const recordedAt = episode.recordedAt ?? new Date().toISOString();
    const line = JSON.stringify({ ...episode, recordedAt });
    const written = this.#writing.then(async () => {
      const separator = (await endsInLine(this.#path)) ? '' : '\n';
      await appendFile(this.#path, `${separator}${line}\n`);
    });
    this.#writing = written.catch(() => {});
    return written;
  }

  async readRecent(
    n: number,
    { filter }: Pick<SearchEpisodesOptions, 'filter'> = {},
  ): Promise<Episode[]> {
    return n < 1
      ? []
      : selected(await this.#read(), filter)
          .slice(-n)
          .reverse();
  }

  async count(): Promise<number> {
    return (await this.#read()).length;
  }

  /** The episodes that share the most words with the query; rare words weigh more. */
  async search(
    query: string,
    k: number,
    { minScore = 0, filter }: SearchEpisodesOptions = {},
  ): Promise<Episode[]> {
    const episodes = selected(await this.#read(), filter);
    const documents = episodes.map((episode) => wordsIn(textOf(episode)));
    const asked = [...wordsIn(query)].map((word) => {
      const holders = documents.filter((words) => words.has(word)).length;
      return { word, weight: Math.log(1 + episodes.length / (1 + holders)) };
    });
    const most = asked.reduce((sum, { weight }) => sum + weight, 0) || 1;
    return documents
      .map((words, i) => {
        const shared = asked.filter(({ word }) => words.has(word));
        return { i, score: shared.reduce((sum, { weight }) => sum + weight, 0) / most };
      })
      .filter(({ score }) => score > 0 && score >= minScore)
      .sort((a, b) => b.score - a.score || b.i - a.i)
      .slice(0, Math.max(k, 0))
      .flatMap(({ i }) => episodes[i] ?? []);
  }

  async summary(): Promise<string> {
    const episodes = await this.#read();
    const name = `Episodes in ${this.#path}`;
    return describeStore(name, episodes.length, { oldest: episodes[0], newest: episodes.at(-1) });
  }

  /** All episodes, oldest first. @throws SyntaxError that names a line that is not an episode */
  async #read(): Promise<Episode[]> {
    await this.#writing;
    const text = await readFile(this.#path, 'utf8').catch(emptyIfMissing);
    const lines = text.split('\n');
    return lines.flatMap((line, i) => {
      if (line.trim() === '') return [];
      try {
        return [JSON.parse(line) as Episode];
      } catch {
        // A process that was killed during an append leaves an incomplete line. Its write was never acknowledged.
        if (isTorn(line)) return [];
        throw new SyntaxError(`${this.#path}:${i + 1} is not an episode as JSON`);
      }
    });
  }
}

/** The episodes whose metadata match. @throws LorebaseError BAD_USER_INPUT for another field of the filter */
function selected(episodes: Episode[], { metadata, ...others }: TraceFilter = {}): Episode[] {
  const [field] = Object.keys(others);
  if (field !== undefined) {
    const message = `filter.${field} is only for episodes on Lorebase; those in a file have metadata`;
    throw new LorebaseError('BAD_USER_INPUT', message, { path: `filter.${field}` });
  }
  const wanted = Object.entries(metadata ?? {});
  return episodes.filter(({ metadata: own = {} }) =>
    wanted.every(([key, value]) => Object.hasOwn(own, key) && contains(own[key], value)),
  );
}

/** Whether a value contains another one, as in filters of the server: a list contains its items. */
function contains(value: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    return Array.isArray(value) && wanted.every((item) => contains(value, item));
  }
  if (Array.isArray(value)) return value.some((item) => contains(item, wanted));
  if (!(value instanceof Object && wanted instanceof Object)) return value === wanted;
  const own = value as Record<string, unknown>;
  return Object.entries(wanted).every(
    ([key, part]) => Object.hasOwn(own, key) && contains(own[key], part),
  );
}

/** True for the beginning of an object whose end is missing: not every brace outside of its texts is closed. */
function isTorn(line: string): boolean {
  const outside = line.replace(/"(?:\\.|[^"\\])*(?:"|\\?$)/g, '');
  const count = (brace: string) => outside.split(brace).length - 1;
  return line.startsWith('{') && count('{') > count('}');
}

function emptyIfMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}

/** True if a file is missing, empty or ends in a newline. */
async function endsInLine(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (file === null) return true;
  try {
    const { size } = await file.stat();
    if (size === 0) return true;
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
    return buffer.toString() === '\n';
  } finally {
    await file.close();
  }
}

function textOf({ task, result, notes = {} }: Episode): string {
  return [task, result, notes.summary, notes.lesson, ...(notes.facts ?? [])].join(' ');
}

function wordsIn(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}
