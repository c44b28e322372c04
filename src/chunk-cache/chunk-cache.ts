import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { StoredChunk } from '../db/chunks.ts';
import type { Connection, Database } from '../db/database.ts';
import { isSameSpace, type ProjectSpace } from '../db/embedding-space.ts';
import { isUnavailable } from '../db/failures.ts';
import type { EntryRow } from '../db/rows.ts';
import type { Changes } from '../events/changes.ts';
import { isSamePosition, type Position, START } from '../events/position.ts';
import { every } from '../every.ts';
import type { CachedChunks } from './cached-chunks.ts';
import { type CachedProject, createCachedProjects, IN_USE_MS, isInUse } from './cached-projects.ts';
import { rowOfStored } from './own-rows.ts';
import {
  type Cached,
  type ChangedChunks,
  readAllChunks,
  readChangedChunks,
} from './read-chunks.ts';

/**
 * The chunks of the projects that are searched and written to, and their entries, in the memory of this process. Comparing them
 * here takes a fraction of the time that a vector index of the database takes, finds exactly the nearest ones, and adds nothing
 * to the cost of a write (docs/decisions/051-chunks-in-the-process.md).
 *
 * Results are never stale. The cache has the chunks of a project as they were after one event of its log. A search first asks whether
 * anything has changed since that event, and reads it. A write compares the chunks of all entries that have changed since, under its lock.
 */
export type ChunkCache = {
  /** The chunks of a project, if they are cached and not far behind its log. */
  find(inProject: ProjectSpace): Cached | null;
  /** Whether the chunks of a project are cached. Unlike `find`, it does not count as a use, so it does not keep them longer. */
  has(projectId: string): boolean;
  /** Whether this process has heard of no change after `cached.head`. There can be one that it has not heard of yet. */
  isLatestKnown(cached: Cached): boolean;
  /**
   * Reads the chunks of the entries that have changed since `cached.head`, or since a later event (`since`). It sends all statements before
   * it waits for an answer. If more than `max` entries have changed (default: `MAX_CHANGED_OF_SEARCH`), `apply` returns false.
   */
  readChanges(
    cached: Cached,
    db: Database,
    options?: { max?: number; since?: Position | undefined },
  ): Promise<ChangesOfCached>;
  /**
   * Adds a write of this process to the cached chunks. Returns false, and adds nothing, if they do not have the state from before the
   * write.
   */
  addOwn(cached: Cached, written: OwnWrite): boolean;
  /** Caches the chunks of a project in the background, if they are worth it. `chunkCount` is how many are to be compared. */
  request(inProject: ProjectSpace, chunkCount: number): void;
  /** The memory that all cached chunks take, in bytes. */
  bytes(): number;
  close(): Promise<void>;
};

/**
 * What has changed up to an event of the log. `apply` brings the cached chunks up to date with it, and returns false if too many
 * entries have changed, it is not known which, or the cached chunks lack earlier changes.
 */
export type ChangesOfCached = { head: Position; apply(): boolean };

/**
 * What a transaction of this process has written: entries in their new states, and the chunks that were added. `since` is the last event
 * of the project's log before the transaction, and `head` the last one after it. All events between them are of this transaction.
 */
export type OwnWrite = {
  since: Position;
  head: Position;
  entries: readonly EntryRow[];
  chunks: readonly StoredChunk[];
};

/** A project is cached for a search or a write among at least this many chunks. The database compares fewer in little time. */
export const MIN_CACHED_CHUNKS = 300;

/** The maximum number of changed entries that a write reads or compares beside what is cached. */
export const MAX_CHANGED = 200;

/** The maximum number of changed entries that a search reads first. Reading this number of entries blocks the event loop for about 5 ms. */
const MAX_CHANGED_OF_SEARCH = 100;

/** Cached chunks are brought up to date after `REFRESH_EVENTS` events, or `REFRESH_MS` after the first one. */
const REFRESH_EVENTS = 32;
const REFRESH_MS = 1000;

/** With more changed entries, all chunks are read again. */
const MAX_REFRESHED = 2000;

/** With a greater share of empty slots, all chunks are read again, to replace those that are cached. */
const MAX_EMPTY_SHARE = 0.25;

/** Projects of which all chunks are read at the same time. Others are read when they are requested again. */
const MAX_LOADS = 2;

/** How long a project is not read again after there was no room for its chunks. */
const REFUSED_MS = 5 * 60_000;

/** How long a project is not read again after reading it failed, or after it changed faster than it was read. */
const RETRY_MS = 30_000;
const MAX_REFUSED = 10_000;

type Kept = CachedProject & {
  isRefreshing: boolean;
  /** Whether the last refresh failed. */
  hasFailed: boolean;
  /**
   * The latest known event when the changes were last read. All changes up to it are cached, even if its number is greater than that of
   * `head`: a log begins again when its project is made again, or after a failover that lost commits.
   */
  coveredNumber: bigint;
};

type ChunkCacheOptions = {
  connection: Connection;
  changes: Pick<Changes, 'onChange' | 'onKeptChange' | 'latest'>;
  log: Logger;
  /** The memory for all cached chunks, in bytes; 0 to cache none. */
  maxBytes: number;
};

export function openChunkCache({
  connection,
  changes,
  log,
  maxBytes,
}: ChunkCacheOptions): ChunkCache {
  if (maxBytes === 0) return noChunkCache;
  const projects = createCachedProjects<Kept>(maxBytes);
  const refused = new LRUCache<string, true>({ max: MAX_REFUSED, ttl: REFUSED_MS });
  /** The projects of which all chunks are being read, with the bytes that they take so far. */
  const loading = new Map<string, number>();
  /** All reads in the background. */
  const underWay = new Set<Promise<void>>();
  const timers = new Map<string, NodeJS.Timeout>();
  const closing = new AbortController();

  /** Does work of a project in the background, and then brings its cached chunks up to date with what has come meanwhile. */
  const inBackground = (
    projectId: string,
    work: Promise<unknown>,
    { failed, done }: { failed: (error: unknown) => void; done: () => void },
  ) => {
    const ended = work
      .catch((error: unknown) => {
        if (closing.signal.aborted) return;
        failed(error);
        if (!isUnavailable(error))
          log.warn({ error, projectId }, 'The chunks of a project were not cached');
      })
      .then(() => {
        done();
        underWay.delete(ended);
        refreshSoon(projectId);
      });
    underWay.add(ended);
  };
  /** Whether this many bytes of a project fit beside the other projects that are in use or being read. */
  const hasRoomFor = (projectId: string, bytes: number) => {
    const others = [...loading].filter(([id]) => id !== projectId);
    return projects.hasRoomFor(others.reduce((sum, [, taken]) => sum + taken, bytes));
  };
  const load = async (inProject: ProjectSpace) => {
    const { projectId } = inProject;
    const read = await readAllChunks(connection, inProject, {
      signal: closing.signal,
      hasRoomFor: (bytes) => {
        loading.set(projectId, bytes);
        return hasRoomFor(projectId, bytes);
      },
    });
    if (read === null) {
      refused.set(projectId, true);
      return;
    }
    const usedAt = performance.now();
    const kept = { ...read, usedAt, isRefreshing: false, hasFailed: false, coveredNumber: 0n };
    if (await update(kept)) {
      projects.set(kept);
      projects.makeRoom();
    } else {
      refused.set(projectId, true, { ttl: RETRY_MS });
    }
  };
  /** Puts the changed chunks into the cache, unless it has a later state of the project by now. */
  const apply = (cached: Cached, { head, rows }: ChangedChunks) => {
    if (head.number <= cached.head.number) return;
    change(cached, head, ({ replace }) => replace(rows));
  };
  /** Runs `work` on the cached chunks of a project. `head` becomes the last event whose changes they contain. */
  const change = (cached: Cached, head: Position, work: (chunks: CachedChunks) => void) => {
    const { projectId } = cached.inProject;
    try {
      work(cached.chunks);
    } catch (error) {
      // Some of the chunks may be replaced and others not, so all of them are forgotten.
      projects.delete(projectId);
      throw error;
    }
    cached.head = head;
    if (projects.get(projectId) !== cached) return;
    projects.makeRoom();
    replaceIfSparse(projectId);
  };
  /** Brings chunks up to date. Returns false, and forgets them, if too many have changed, or it is not known which. */
  const update = async (kept: Kept): Promise<boolean> => {
    const { projectId } = kept.inProject;
    const latest = changes.latest(projectId) ?? 0n;
    const changed = await connection.readAtOnce((db) => readChangedChunks(db, kept, MAX_REFRESHED));
    if (changed.entries > MAX_REFRESHED) {
      if (projects.get(projectId) === kept) projects.delete(projectId);
      return false;
    }
    apply(kept, changed);
    kept.coveredNumber = latest;
    kept.hasFailed = false;
    return true;
  };
  /** The number of events of the log whose changes may be missing. */
  const lagOf = ({ inProject, head, coveredNumber }: Kept) => {
    const latest = changes.latest(inProject.projectId) ?? 0n;
    return latest <= coveredNumber ? 0n : latest - head.number;
  };
  /** Brings the cached chunks of a project up to date with its event log, in the background. */
  const refresh = (projectId: string) => {
    clearTimeout(timers.get(projectId));
    timers.delete(projectId);
    const kept = projects.get(projectId);
    if (kept === undefined || kept.isRefreshing || closing.signal.aborted) return;
    kept.isRefreshing = true;
    inBackground(projectId, update(kept), {
      failed: (error) => {
        kept.hasFailed = true;
        // What is cached is brought up to date when the database is there again.
        if (!isUnavailable(error)) projects.delete(projectId);
      },
      done: () => {
        kept.isRefreshing = false;
      },
    });
  };
  const refreshSoon = (projectId: string) => {
    const kept = projects.get(projectId);
    if (kept === undefined || kept.isRefreshing || !isInUse(kept)) return;
    const lag = lagOf(kept);
    const isUrgent = lag >= REFRESH_EVENTS && !kept.hasFailed;
    if (lag <= 0 || (timers.has(projectId) && !isUrgent)) return;
    clearTimeout(timers.get(projectId));
    // A write of this process updates the cached chunks itself, directly after its commit and before the timer.
    const check = () => {
      timers.delete(projectId);
      const now = projects.get(projectId);
      if (now && lagOf(now) > 0) refresh(projectId);
    };
    timers.set(projectId, setTimeout(check, isUrgent ? 0 : REFRESH_MS).unref());
  };
  const loadSoon = (inProject: ProjectSpace) => {
    const { projectId } = inProject;
    loading.set(projectId, 0);
    inBackground(projectId, load(inProject), {
      failed: (error) => {
        // The next search that reaches the database requests it again.
        if (!isUnavailable(error)) refused.set(projectId, true, { ttl: RETRY_MS });
      },
      done: () => loading.delete(projectId),
    });
  };
  const canLoad = (projectId: string) =>
    !loading.has(projectId) &&
    loading.size < MAX_LOADS &&
    !refused.has(projectId) &&
    !closing.signal.aborted;
  /** Reads all chunks of a project again if too many slots are empty. Those that are cached are used until then, if there is room. */
  const replaceIfSparse = (projectId: string) => {
    const kept = projects.get(projectId);
    if (kept === undefined || kept.chunks.emptyShare() <= MAX_EMPTY_SHARE) return;
    if (!canLoad(projectId)) return;
    if (hasRoomFor(projectId, kept.chunks.bytes())) loadSoon(kept.inProject);
    else projects.delete(projectId);
  };
  const stopListening = changes.onChange(refreshSoon);
  const removing = every(IN_USE_MS, async () => projects.removeUnused());
  changes.onKeptChange((group) => {
    // The project may have been deleted, or moved to another model. Reading its log shows whether what is cached is still valid.
    for (const projectId of group === null ? projects.ids() : [group]) refresh(projectId);
  });
  return {
    find: ({ projectId, space }) => {
      const kept = projects.get(projectId);
      if (kept === undefined) return null;
      if (!isSameSpace(kept.inProject.space, space)) {
        projects.delete(projectId);
        return null;
      }
      kept.usedAt = performance.now();
      if (lagOf(kept) <= MAX_CHANGED) return kept;
      refreshSoon(projectId);
      return null;
    },
    has: (projectId) => projects.get(projectId) !== undefined,
    isLatestKnown: (cached) => {
      const kept = projects.get(cached.inProject.projectId);
      return kept === cached && lagOf(kept) <= 0;
    },
    readChanges: async (cached, db, { max = MAX_CHANGED_OF_SEARCH, since = cached.head } = {}) => {
      const { inProject } = cached;
      const changed = await readChangedChunks(db, { inProject, head: since }, max);
      return {
        head: changed.head,
        apply: () => {
          const isEnough = changed.entries <= max && since.number <= cached.head.number;
          if (isEnough) apply(cached, changed);
          else refresh(inProject.projectId);
          return isEnough;
        },
      };
    },
    addOwn: (cached, { since, head, entries, chunks }) => {
      if (!isSamePosition(cached.head, since)) return false;
      change(cached, head, ({ extend }) => extend(entries, chunks.map(rowOfStored)));
      return true;
    },
    request: (inProject, chunkCount) => {
      const { projectId, space } = inProject;
      if (chunkCount < MIN_CACHED_CHUNKS || projects.get(projectId) || !canLoad(projectId)) return;
      if (hasRoomFor(projectId, chunkCount * bytesOfChunk(space.dimensions))) loadSoon(inProject);
      else refused.set(projectId, true);
    },
    bytes: projects.bytes,
    close: async () => {
      closing.abort();
      stopListening();
      clearInterval(removing);
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(underWay);
      projects.clear();
    },
  };
}

const noChunkCache: ChunkCache = {
  find: () => null,
  has: () => false,
  isLatestKnown: () => false,
  readChanges: async () => ({ head: START, apply: () => false }),
  addOwn: () => false,
  request: () => {},
  bytes: () => 0,
  close: async () => {},
};

/** A value of a vector is an integer of 24 bits. */
const BYTES_OF_DIMENSION = 3;

/** An estimate, for a fact of a sentence. */
function bytesOfChunk(dimensions: number): number {
  return BYTES_OF_DIMENSION * dimensions + 1500;
}
