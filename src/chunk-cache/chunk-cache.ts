import type { Logger } from 'pino';
import type { StoredChunk } from '../db/chunks.ts';
import type { Connection, Database } from '../db/database.ts';
import { isSameSpace, type ProjectSpace } from '../db/embedding-space.ts';
import type { EntryRow } from '../db/rows.ts';
import type { Changes } from '../events/changes.ts';
import { isSamePosition, type Position, START } from '../events/position.ts';
import { every } from '../every.ts';
import { type BackgroundWork, createBackgroundWork } from './background-work.ts';
import { type CachedProjects, createCachedProjects, IN_USE_MS } from './cached-projects.ts';
import { createProjectLoads, type ProjectLoads } from './load-projects.ts';
import { rowOfStored } from './own-rows.ts';
import { type Cached, readChangedChunks } from './read-chunks.ts';
import { createRefreshes, type Refreshes } from './refresh-projects.ts';
import {
  createProjectUpdates,
  type ProjectUpdates,
  type UpdatedProject,
} from './update-projects.ts';

/**
 * The chunks of the projects that are searched and written to, and their entries, in the memory of this process.
 * Comparing them here takes a fraction of the time that a vector index of the database takes, finds exactly the
 * nearest ones, and adds nothing to the cost of a write (docs/decisions/051-chunks-in-the-process.md).
 *
 * Results are never stale. The cache has the chunks of a project as they were after one event of its log. A search
 * first asks whether anything has changed since that event, and reads it. A write compares the chunks of all entries
 * that have changed since, under its lock.
 */
export type ChunkCache = {
  /** The chunks of a project, if they are cached and not far behind its log. */
  find(inProject: ProjectSpace): Cached | null;
  /**
   * Whether the chunks of a project are cached. Unlike `find`, it does not count as a use, so it does not keep them
   * longer.
   */
  has(projectId: string): boolean;
  /** Whether `cached.head` is the last event that this process knows of. There can be later events. */
  isLatestKnown(cached: Cached): boolean;
  /**
   * Reads the chunks of the entries that have changed since `cached.head`, or since a later event (`since`). It sends
   * all statements before it waits for an answer. If more than `max` entries have changed (default:
   * `MAX_CHANGED_OF_SEARCH`), `apply` returns false.
   */
  readChanges(
    cached: Cached,
    db: Database,
    options?: { max?: number; since?: Position | undefined },
  ): Promise<ChangesOfCached>;
  /**
   * Adds a write of this process to the cached chunks. Returns false, and adds nothing, unless they have the state
   * before the write.
   */
  addOwn(cached: Cached, written: OwnWrite): boolean;
  /**
   * Starts to cache the chunks of a project in the background, unless there is no room, or `chunkCount`, the number
   * of chunks that the caller compares, is less than `MIN_CACHED_CHUNKS`.
   */
  request(inProject: ProjectSpace, chunkCount: number): void;
  /** The memory that all cached chunks take, in bytes. */
  bytes(): number;
  close(): Promise<void>;
};

/**
 * What has changed up to an event of the log. `apply` brings the cached chunks up to date with it, and returns false if
 * too many entries have changed, if the log does not tell which have changed, or if the cached chunks lack earlier
 * changes.
 */
export type ChangesOfCached = { head: Position; apply(): boolean };

/**
 * What a transaction of this process has written: entries in their new states, and the chunks that were added.
 * `since` is the last event of the project's log before the transaction, and `head` the last one after it. All events
 * between them are of this transaction.
 */
export type OwnWrite = {
  since: Position;
  head: Position;
  entries: readonly EntryRow[];
  chunks: readonly StoredChunk[];
};

/**
 * A project is cached for a search or a write among at least this many chunks. The database compares fewer in little
 * time.
 */
export const MIN_CACHED_CHUNKS = 300;

/** The maximum number of changed entries that a write reads or compares in addition to the cached chunks. */
export const MAX_CHANGED = 200;

/**
 * The maximum number of changed entries that a search reads first. Reading this number of entries blocks the event
 * loop for about 5 ms.
 */
const MAX_CHANGED_OF_SEARCH = 100;

type ChunkCacheOptions = {
  connection: Connection;
  changes: Pick<Changes, 'onChange' | 'onInvalidation' | 'latest'>;
  log: Logger;
  /** The memory for all cached chunks, in bytes; 0 to cache none. */
  maxBytes: number;
};

/** Opens an empty cache. It follows the logs of the projects that it caches, until it is closed. */
export function openChunkCache(options: ChunkCacheOptions): ChunkCache {
  if (options.maxBytes === 0) return noChunkCache;
  const parts = createCacheParts(options);
  const { projects, updates, refreshes, loads } = parts;
  const stop = followChanges(parts, options.changes);
  return {
    find: (inProject) => find(parts, inProject),
    has: (projectId) => projects.get(projectId) !== undefined,
    isLatestKnown: (cached) => {
      const project = projects.get(cached.inProject.projectId);
      return project === cached && updates.lagOf(project) <= 0;
    },
    readChanges: async (cached, db, { max = MAX_CHANGED_OF_SEARCH, since = cached.head } = {}) => {
      const { inProject } = cached;
      const changed = await readChangedChunks(db, { inProject, head: since }, max);
      return {
        head: changed.head,
        apply: () => {
          const isEnough = changed.entries <= max && since.number <= cached.head.number;
          if (isEnough) updates.apply(cached, changed);
          else refreshes.refresh(inProject.projectId);
          return isEnough;
        },
      };
    },
    addOwn: (cached, { since, head, entries, chunks }) => {
      if (!isSamePosition(cached.head, since)) return false;
      updates.change(cached, head, ({ extend }) => extend(entries, chunks.map(rowOfStored)));
      return true;
    },
    request: (inProject, chunkCount) => {
      if (chunkCount >= MIN_CACHED_CHUNKS) loads.request(inProject, chunkCount);
    },
    bytes: projects.bytes,
    close: async () => {
      stop();
      await parts.background.close();
      projects.clear();
    },
  };
}

type CacheParts = {
  projects: CachedProjects<UpdatedProject>;
  updates: ProjectUpdates;
  refreshes: Refreshes;
  loads: ProjectLoads;
  background: BackgroundWork;
};

function createCacheParts({ connection, changes, log, maxBytes }: ChunkCacheOptions): CacheParts {
  const background = createBackgroundWork(log);
  const projects = createCachedProjects<UpdatedProject>(maxBytes);
  const onChanged = (projectId: string) => {
    projects.makeRoom();
    loads.replaceIfSparse(projectId);
  };
  const updates = createProjectUpdates({ connection, changes, projects, onChanged });
  const refreshes = createRefreshes({ projects, updates, background });
  // Changes that arrive while a project is being read are applied afterwards.
  const onEnded = refreshes.refreshSoon;
  const loads = createProjectLoads({ connection, projects, updates, background, onEnded });
  return { projects, updates, refreshes, loads, background };
}

/** Refreshes cached projects after events, and removes those that are not used. Returns a function that ends both. */
function followChanges(
  { projects, refreshes }: CacheParts,
  changes: ChunkCacheOptions['changes'],
): () => void {
  const stopListening = changes.onChange(refreshes.refreshSoon);
  const removing = every(IN_USE_MS, async () => projects.removeUnused());
  changes.onInvalidation((group) => {
    // The project may have been deleted, or embedded with another model. Reading its log shows whether what is cached is
    // still valid.
    for (const projectId of group === null ? projects.ids() : [group]) refreshes.refresh(projectId);
  });
  return () => {
    stopListening();
    clearInterval(removing);
    refreshes.stop();
  };
}

/** The cached chunks of a project, as `ChunkCache.find` describes them. */
function find(
  { projects, updates, refreshes }: CacheParts,
  { projectId, space }: ProjectSpace,
): Cached | null {
  const project = projects.get(projectId);
  if (project === undefined) return null;
  if (!isSameSpace(project.inProject.space, space)) {
    projects.delete(projectId);
    return null;
  }
  project.usedAt = performance.now();
  if (updates.lagOf(project) <= MAX_CHANGED) return project;
  refreshes.refreshSoon(projectId);
  return null;
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
