import { boundedText, storable } from './bounded-text.ts';
import {
  describeStore,
  type Episode,
  type EpisodeNotes,
  type EpisodicMemoryStore,
  type SearchEpisodesOptions,
} from './episodic-memory.ts';
import {
  type EpisodeFragment,
  EpisodesDocument,
  SearchEpisodesDocument,
  type TraceFilter,
} from './generated.ts';
import type { Lorebase } from './lorebase.ts';

const MAX_PAGE = 100;

/** The key of a trace's metadata that names the memory that it belongs to, and that of its notes. */
const NAME = 'episodicMemory';
const NOTES = 'episodeNotes';

/**
 * A store of episodes on Lorebase: each is a trace, so that reviews, lessons and the dashboard cover it too.
 * Memories of other names do not see it.
 */
export class LorebaseEpisodicStore implements EpisodicMemoryStore {
  readonly #lorebase: Lorebase;
  readonly #name: string;

  constructor(lorebase: Lorebase, { name = 'default' }: { name?: string } = {}) {
    this.#lorebase = lorebase;
    this.#name = name;
  }

  async write(episode: Episode, embeddedText?: string): Promise<void> {
    const { task, trajectory = [], result, notes, metadata = {} } = episode;
    const input = {
      task,
      trajectory,
      metadata: { ...metadata, [NAME]: this.#name, ...(notes ? { [NOTES]: notes } : {}) },
      ...(result ? { finalResponse: result } : {}),
      ...(embeddedText === undefined ? {} : { embeddedText }),
    };
    await this.#lorebase.createTrace(storable(input));
  }

  async readRecent(
    n: number,
    { filter }: Pick<SearchEpisodesOptions, 'filter'> = {},
  ): Promise<Episode[]> {
    return n < 1 ? [] : (await this.#list(n, 'DESC', filter)).episodes;
  }

  async count(): Promise<number> {
    return (await this.#list(0, 'DESC')).count;
  }

  async search(
    query: string,
    k: number,
    { filter, ...options }: SearchEpisodesOptions = {},
  ): Promise<Episode[]> {
    if (k < 1) return [];
    const { searchTraces } = await this.#lorebase.query(SearchEpisodesDocument, {
      input: {
        query: boundedText(query),
        limit: Math.min(k, MAX_PAGE),
        filter: this.#own(filter),
        ...options,
      },
    });
    return searchTraces.results.map(({ trace }) => episodeOf(trace));
  }

  async summary(): Promise<string> {
    const [newest, oldest] = await Promise.all([this.#list(1, 'DESC'), this.#list(1, 'ASC')]);
    return describeStore(`Episodes "${this.#name}" on Lorebase`, newest.count, {
      oldest: oldest.episodes[0],
      newest: newest.episodes[0],
    });
  }

  async #list(
    n: number,
    direction: 'ASC' | 'DESC',
    filter?: TraceFilter,
  ): Promise<{ count: number; episodes: Episode[] }> {
    const { traces } = await this.#lorebase.query(EpisodesDocument, {
      filter: this.#own(filter),
      orderBy: { field: 'CREATED_AT', direction },
      first: Math.min(n, MAX_PAGE),
    });
    return { count: traces.totalCount, episodes: traces.nodes.map(episodeOf) };
  }

  /** A filter that is met only by episodes of this name. */
  #own(filter: TraceFilter = {}): TraceFilter {
    return { ...filter, metadata: { ...filter.metadata, [NAME]: this.#name } };
  }
}

function episodeOf(trace: EpisodeFragment): Episode {
  const { [NAME]: _name, [NOTES]: notes, ...metadata } = trace.metadata;
  return {
    task: trace.task,
    trajectory: trace.trajectory,
    result: trace.finalResponse,
    metadata,
    recordedAt: trace.createdAt,
    ...(notes === undefined ? {} : { notes: notes as EpisodeNotes }),
  };
}
