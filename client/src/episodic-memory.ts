import { boundedText } from './bounded-text.ts';
import { formatEpisodes } from './format-episodes.ts';
import type { TraceFilter } from './generated.ts';

/** One completed task: what was to be done, what was done, and what came of it. */
export type Episode = {
  task: string;
  /** The messages of the run, in the format of the OpenAI API. */
  trajectory?: Record<string, unknown>[];
  /** The final response or result. */
  result?: string | null;
  /** What the transformation added to the episode before it was stored. */
  notes?: EpisodeNotes;
  metadata?: Record<string, unknown>;
  /**
   * When the episode was recorded, ISO 8601. The store sets it when it is omitted. A store on Lorebase always sets it:
   * a given time is not kept.
   */
  recordedAt?: string;
};

export type EpisodeNotes = {
  summary?: string;
  /** What to do again or otherwise next time. */
  lesson?: string;
  facts?: string[];
};

/** Memory of past tasks (BaseMemory of the reference). */
export interface EpisodicMemory {
  /** The relevant past episodes as text for the system prompt; empty without any. `options` narrow the episodes. */
  recall(task: string, options?: SearchEpisodesOptions): Promise<string>;
  /** Stores a completed episode. If the memory has a transformation, it is applied first. */
  record(episode: Episode): Promise<void>;
  /** What the memory holds, for people. */
  summary(): Promise<string>;
}

/** Where episodes are kept, and how they are found (BaseMemoryStore of the reference). */
export interface EpisodicMemoryStore {
  /** Stores an episode. A store with vectors embeds `embeddedText` in place of the task. */
  write(episode: Episode, embeddedText?: string): Promise<void>;
  /** The `n` newest episodes, newest first; at most 100 from a store on Lorebase. */
  readRecent(n: number, options?: Pick<SearchEpisodesOptions, 'filter'>): Promise<Episode[]>;
  count(): Promise<number>;
  /** The `k` episodes that are most relevant to a query, best first; at most 100 from a store on Lorebase. */
  search(query: string, k: number, options?: SearchEpisodesOptions): Promise<Episode[]>;
  /** What the store holds, for people: what it is, how many episodes, the oldest and the newest. */
  summary(): Promise<string>;
}

export type SearchEpisodesOptions = {
  /** Episodes below this relevance, in 0..1, are left out. */
  minScore?: number;
  /**
   * The episodes in question; all when omitted. Every field applies to a store on Lorebase, whose episodes are traces.
   * A store in a file knows only `metadata`, and fails with BAD_USER_INPUT for other fields.
   */
  filter?: TraceFilter;
};

/** Chooses the episodes that are recalled for a task. */
export type RetrievalStrategy = (
  store: EpisodicMemoryStore,
  task: string,
  limit: number,
  options?: SearchEpisodesOptions,
) => Promise<Episode[]>;

/** Changes an episode before it is stored. It can also return a text that is embedded in place of the task. */
export type Transformation = (
  episode: Episode,
) => Promise<{ episode: Episode; embeddedText?: string }>;

export type EpisodicMemoryOptions = {
  store: EpisodicMemoryStore;
  /** Which episodes are recalled; `searchEpisodes` when omitted. */
  retrieve?: RetrievalStrategy;
  /** Changes each episode before it is stored. When omitted, episodes are stored as they are. */
  transform?: Transformation;
  /** Turns the recalled episodes into text. */
  format?: (episodes: readonly Episode[]) => string;
  /** The most episodes that are recalled; 5 when omitted. */
  limit?: number;
};

const LIMIT = 5;

/** Characters of a task in a summary. */
const MAX_TITLE = 200;

/** An episodic memory on a store, with a retrieval strategy, a transformation before writing, and a text format. */
export class StoredEpisodicMemory implements EpisodicMemory {
  readonly #options: Required<EpisodicMemoryOptions>;

  constructor({ store, retrieve, transform, format, limit }: EpisodicMemoryOptions) {
    this.#options = {
      store,
      retrieve: retrieve ?? searchEpisodes,
      transform: transform ?? (async (episode) => ({ episode })),
      format: format ?? formatEpisodes,
      limit: limit ?? LIMIT,
    };
  }

  async recall(task: string, options?: SearchEpisodesOptions): Promise<string> {
    const { store, retrieve, format, limit } = this.#options;
    const episodes = await retrieve(store, task, limit, options);
    return episodes.length === 0 ? '' : format(episodes);
  }

  async record(episode: Episode): Promise<void> {
    const { store, transform } = this.#options;
    const { episode: changed, embeddedText } = await transform(episode);
    await store.write(changed, embeddedText);
  }

  summary(): Promise<string> {
    return this.#options.store.summary();
  }
}

/** The episodes most relevant to the task. */
export const searchEpisodes: RetrievalStrategy = (store, task, limit, options) =>
  store.search(task, limit, options);

/** The newest episodes, whatever the task. */
export const recentEpisodes: RetrievalStrategy = (store, _task, limit, options) =>
  store.readRecent(limit, options);

/** The most relevant episodes, then the newest ones. At least one place is for the newest, unless `limit` is 1. */
export const searchAndRecentEpisodes: RetrievalStrategy = async (store, task, limit, options) => {
  const [found, recent] = await Promise.all([
    store.search(task, Math.max(limit - 1, 1), options),
    store.readRecent(limit, options),
  ]);
  const known = new Set(found.map(identity));
  return [...found, ...recent.filter((episode) => !known.has(identity(episode)))].slice(0, limit);
};

function identity({ task, recordedAt, result }: Episode): string {
  return JSON.stringify([task, recordedAt, result]);
}

/** The text of `summary`, the same for every store. */
export function describeStore(
  name: string,
  count: number,
  { oldest, newest }: { oldest: Episode | undefined; newest: Episode | undefined },
): string {
  const lines = [`${name}: ${count} episode${count === 1 ? '' : 's'}`];
  if (oldest) lines.push(`Oldest: ${oldest.recordedAt} ${titleOf(oldest)}`);
  if (newest) lines.push(`Newest: ${newest.recordedAt} ${titleOf(newest)}`);
  return lines.join('\n');
}

/** The beginning of a task, as one line. */
function titleOf({ task }: Episode): string {
  const line = task.trim().replace(/\s+/g, ' ');
  return line.length > MAX_TITLE ? `${boundedText(line, MAX_TITLE)} …` : line;
}
