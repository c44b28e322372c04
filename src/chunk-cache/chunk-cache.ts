import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Connection, Database } from '../db/database.ts';
import { isSameSpace, type ProjectSpace } from '../db/embedding-space.ts';
import { isUnavailable } from '../db/failures.ts';
import { reusePlans } from '../db/hnsw-index.ts';
import type { Changes } from '../events/changes.ts';
import { type Position, START } from '../events/position.ts';
import { changedInProject, readPosition, readProgress } from '../events/read-events.ts';
import { every } from '../every.ts';
import { type CachedChunks, type ChunkKey, createCachedChunks } from './cached-chunks.ts';
import { type CachedRow, type GoneRow, selectOfEntries, selectPage } from './queries.ts';

/**
 * The chunks of the projects that are searched and written to, and their entries, in the memory of this process. Comparing them
 * here takes a fraction of the time that a vector index of the database takes, finds exactly the nearest ones, and adds nothing
 * to the cost of a write (docs/decisions/051-chunks-in-the-process.md).
 *
 * Results are never stale. The cache has the chunks of a project as they were after one event of its log. A search first reads what has
 * changed since that event. A write compares the chunks of all entries that have changed since, under its lock.
 */
export type ChunkCache = {
  /** The chunks of a project, if they are cached and not far behind its log. */
  find(of: ProjectSpace): Cached | null;
  /** Whether the chunks of a project are cached. Unlike `find`, it does not count as a use, so it does not keep them longer. */
  has(projectId: string): boolean;
  /**
   * Reads the chunks of the entries that have changed since `cached.head`. It sends all statements before it waits for an answer.
   * If more than `max` entries have changed (default: `MAX_CHANGED_OF_SEARCH`), `apply` returns false.
   */
  readChanges(cached: Cached, db: Database, max?: number): Promise<ChangesOfCached>;
  /** Caches the chunks of a project in the background, if they are worth it. `chunkCount` is how many are to be compared. */
  request(of: ProjectSpace, chunkCount: number): void;
  /** The memory that all cached chunks take, in bytes. */
  bytes(): number;
  close(): Promise<void>;
};

/** `head` is the position of the last event whose changes the chunks have. */
export type Cached = { of: ProjectSpace; chunks: CachedChunks; head: Position };

/**
 * What has changed up to an event of the log. `apply` brings the cached chunks up to date with it, and returns false if too many
 * entries have changed, or it is not known which.
 */
export type ChangesOfCached = { head: Position; apply(): boolean };

/** A project is cached for a search or a write among at least so many chunks. The database compares fewer in little time. */
export const MIN_CACHED_CHUNKS = 300;

/** The greatest number of changed entries that a write reads or compares beside what is cached. */
export const MAX_CHANGED = 200;

/** The greatest number of changed entries that a search reads first. Reading so many blocks the event loop for about 5 ms. */
const MAX_CHANGED_OF_SEARCH = 100;

/** What is cached is brought up to date after so many events, and after this time with fewer of them. */
const REFRESH_EVENTS = 32;
const REFRESH_MS = 1000;

/** With more changed entries, all chunks are read again. */
const MAX_REFRESHED = 2000;

/** With a greater share of empty slots, all chunks are read again, to replace those that are cached. */
const MAX_EMPTY_SHARE = 0.25;

/** Chunks that are read at once. Adding them to the cache blocks the event loop for about 5 ms. */
const PAGE_CHUNKS = 100;

/** What was not used for this time is forgotten, and is not in the way of others after the shorter one. */
const KEPT_MS = 10 * 60_000;
const IN_USE_MS = 60_000;

/** A project whose chunks could not be cached is not tried again for this time. */
const REFUSED_MS = 5 * 60_000;
const MAX_REFUSED = 10_000;

type Kept = Cached & { usedAt: number; isRefreshing: boolean };

/**
 * The chunks of the entries that have changed since an event of the log. All changes up to the event `head` are among them.
 * `entries` is the number of changed entries, or infinite if the log does not tell which have changed.
 */
type Changed = { head: Position; rows: (CachedRow | GoneRow)[]; entries: number };

type Options = {
  connection: Connection;
  changes: Pick<Changes, 'onChange' | 'onKeptChange' | 'latest'>;
  log: Logger;
  /** The memory for all cached chunks, in bytes; 0 to cache none. */
  maxBytes: number;
};

export function openChunkCache({ connection, changes, log, maxBytes }: Options): ChunkCache {
  if (maxBytes === 0) return noChunkCache;
  const projects = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    sizeCalculation: ({ chunks }) => chunks.bytes(),
    ttl: KEPT_MS,
    updateAgeOnGet: true,
  });
  const refused = new LRUCache<string, true>({ max: MAX_REFUSED, ttl: REFUSED_MS });
  /** The projects of which all chunks are being read. */
  const loading = new Set<string>();
  /** All reads in the background. */
  const underWay = new Set<Promise<void>>();
  const timers = new Map<string, NodeJS.Timeout>();
  const closing = new AbortController();

  /** Does work of a project in the background, and then brings its cached chunks up to date with what has come meanwhile. */
  const inBackground = (projectId: string, work: Promise<void>, done: () => void) => {
    const ended = work
      .catch((error: unknown) => {
        // What is cached is brought up to date when the database is there again.
        if (isUnavailable(error) || closing.signal.aborted) return;
        projects.delete(projectId);
        log.warn({ error, projectId }, 'The chunks of a project were not cached');
      })
      .then(() => {
        done();
        underWay.delete(ended);
        refreshSoon(projectId);
      });
    underWay.add(ended);
  };
  /** Reads all chunks of a project. Returns null if they take more memory than `maxBytes`. */
  const readAll = async (of: ProjectSpace): Promise<Kept | null> => {
    const head = await readPosition(connection.db, of.projectId);
    const chunks = createCachedChunks(of.space.dimensions);
    const readPage = async (after: ChunkKey | null) => {
      const page = { after, limit: PAGE_CHUNKS };
      const [, rows] = await connection.readAtOnce((db) =>
        Promise.all([reusePlans(db), selectPage(db, of, page)]),
      );
      closing.signal.throwIfAborted();
      chunks.add(rows);
      return rows;
    };
    let rows = await readPage(null);
    while (rows.length === PAGE_CHUNKS && chunks.bytes() <= maxBytes) {
      await sleep(1);
      rows = await readPage(rows.at(-1) ?? null);
    }
    if (chunks.bytes() > maxBytes) return null;
    return { of, chunks, head, usedAt: performance.now(), isRefreshing: false };
  };
  const load = async (of: ProjectSpace) => {
    const { projectId } = of;
    const read = await readAll(of);
    if (read === null) {
      refused.set(projectId, true);
      return;
    }
    await update(read);
    projects.set(projectId, read);
  };
  /** Reads the chunks of the entries that have changed, of at most `max + 1` entries. It sends all statements before it waits. */
  const readChanged = async (db: Database, { of, head }: Cached, max: number): Promise<Changed> => {
    const changed = changedInProject(of.projectId, { after: head.number, max: max + 1 });
    // The position is read first. A change that is committed after it is read again the next time.
    const [, progress, rows] = await Promise.all([
      reusePlans(db),
      readProgress(db, of.projectId, head),
      selectOfEntries(db, of, changed),
    ]);
    const isComplete = progress?.isComplete && isSameSpace(progress.space, of.space);
    const named = new Set(rows.map(({ entryId }) => entryId)).size;
    const entries = isComplete ? named : Number.POSITIVE_INFINITY;
    return { head: progress?.head ?? START, rows, entries };
  };
  /** Puts the changed chunks into the cache, unless it has a later state of the project by now. */
  const apply = (cached: Cached, { head, rows }: Changed) => {
    const { chunks, of } = cached;
    if (head.number <= cached.head.number) return;
    try {
      chunks.replace(rows);
    } catch (error) {
      // Some of the chunks may be replaced and others not, so all of them are forgotten.
      projects.delete(of.projectId);
      throw error;
    }
    cached.head = head;
    const kept = projects.peek(of.projectId);
    if (kept !== cached) return;
    // The LRU cache measures the size of a value only when it is set.
    if (rows.length > 0) projects.set(of.projectId, kept);
    replaceIfSparse(of.projectId);
  };
  const update = async (kept: Kept) => {
    const changed = await connection.readAtOnce((db) => readChanged(db, kept, MAX_REFRESHED));
    if (changed.entries <= MAX_REFRESHED) apply(kept, changed);
    else if (projects.peek(kept.of.projectId) === kept) projects.delete(kept.of.projectId);
  };
  const lagOf = ({ of, head: { number } }: Kept) =>
    (changes.latest(of.projectId) ?? number) - number;
  /** Brings the cached chunks of a project up to date with its event log, in the background. */
  const refresh = (projectId: string) => {
    clearTimeout(timers.get(projectId));
    timers.delete(projectId);
    const kept = projects.peek(projectId);
    if (kept === undefined || kept.isRefreshing || closing.signal.aborted) return;
    kept.isRefreshing = true;
    inBackground(projectId, update(kept), () => {
      kept.isRefreshing = false;
    });
  };
  const refreshSoon = (projectId: string) => {
    const kept = projects.peek(projectId);
    if (kept === undefined || kept.isRefreshing || performance.now() - kept.usedAt > IN_USE_MS)
      return;
    const lag = lagOf(kept);
    const isFar = lag >= REFRESH_EVENTS;
    if (lag <= 0 || (timers.has(projectId) && !isFar)) return;
    clearTimeout(timers.get(projectId));
    // A write of this process updates the cached chunks itself, directly after its commit and before the timer.
    const check = () => {
      timers.delete(projectId);
      const now = projects.peek(projectId);
      if (now && lagOf(now) > 0) refresh(projectId);
    };
    timers.set(projectId, setTimeout(check, isFar ? 0 : REFRESH_MS).unref());
  };
  /** Whether there is room without what others use. */
  const hasRoomFor = (bytes: number) => {
    let free = maxBytes - projects.calculatedSize;
    for (const kept of projects.rvalues() as Generator<Kept>) {
      if (free >= bytes) return true;
      if (performance.now() - kept.usedAt < IN_USE_MS) return false;
      free += kept.chunks.bytes();
    }
    return free >= bytes;
  };
  const loadSoon = (of: ProjectSpace) => {
    loading.add(of.projectId);
    inBackground(of.projectId, load(of), () => loading.delete(of.projectId));
  };
  /** Reads all chunks of a project again if too many slots are empty. Those that are cached are used until then, if there is room. */
  const replaceIfSparse = (projectId: string) => {
    const kept = projects.peek(projectId);
    if (kept === undefined || kept.chunks.emptyShare() <= MAX_EMPTY_SHARE) return;
    if (loading.has(projectId) || refused.has(projectId) || closing.signal.aborted) return;
    if (hasRoomFor(kept.chunks.bytes())) loadSoon(kept.of);
    else projects.delete(projectId);
  };
  const stopListening = changes.onChange(refreshSoon);
  // Without this, what was not used for `KEPT_MS` would be freed when it is asked for again.
  const purging = every(IN_USE_MS, async () => projects.purgeStale());
  changes.onKeptChange((group) => {
    // The project may have been deleted, or moved to another model. Reading its log shows whether what is cached is still valid.
    for (const projectId of group === null ? projects.keys() : [group]) refresh(projectId);
  });
  return {
    find: ({ projectId, space }) => {
      const kept = projects.get(projectId);
      if (kept === undefined) return null;
      if (!isSameSpace(kept.of.space, space)) {
        projects.delete(projectId);
        return null;
      }
      kept.usedAt = performance.now();
      if (lagOf(kept) <= MAX_CHANGED) return kept;
      refresh(projectId);
      return null;
    },
    has: (projectId) => projects.has(projectId),
    readChanges: async (cached, db, max = MAX_CHANGED_OF_SEARCH) => {
      const changed = await readChanged(db, cached, max);
      const isEnough = changed.entries <= max;
      return {
        head: changed.head,
        apply: () => {
          if (isEnough) apply(cached, changed);
          else refresh(cached.of.projectId);
          return isEnough;
        },
      };
    },
    request: (of, chunkCount) => {
      const { projectId, space } = of;
      if (chunkCount < MIN_CACHED_CHUNKS || refused.has(projectId) || closing.signal.aborted)
        return;
      if (projects.has(projectId) || loading.has(projectId)) return;
      if (!hasRoomFor(chunkCount * bytesOfChunk(space.dimensions))) {
        refused.set(projectId, true);
        return;
      }
      loadSoon(of);
    },
    bytes: () => projects.calculatedSize,
    close: async () => {
      closing.abort();
      stopListening();
      clearInterval(purging);
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(underWay);
      projects.clear();
    },
  };
}

const noChunkCache: ChunkCache = {
  find: () => null,
  has: () => false,
  readChanges: async () => ({ head: START, apply: () => false }),
  request: () => {},
  bytes: () => 0,
  close: async () => {},
};

/** A value of a vector takes 2 bytes as a rounded integer, and 1 for the rest. */
const BYTES_OF_DIMENSION = 2 + 1;

/** An estimate, for a fact of a sentence. */
function bytesOfChunk(dimensions: number): number {
  return BYTES_OF_DIMENSION * dimensions + 1500;
}
