import type { Connection } from '../db/database.ts';
import type { ProjectSpace } from '../db/embedding-space.ts';
import { isUnavailable } from '../db/failures.ts';
import type { BackgroundWork } from './background-work.ts';
import type { CachedProjects } from './cached-projects.ts';
import { createLoadLimits } from './load-limits.ts';
import { readAllChunks } from './read-chunks.ts';
import type { ProjectUpdates, UpdatedProject } from './update-projects.ts';

/** Reads all chunks of projects into the cache, in the background. */
export type ProjectLoads = {
  /** Caches a project if it is not cached, and there is room for this many chunks. */
  request(inProject: ProjectSpace, chunkCount: number): void;
  /**
   * Reads all chunks of a cached project again if too many slots are empty. Until then the cached chunks remain in use,
   * if there is room for both.
   */
  replaceIfSparse(projectId: string): void;
};

/** With a greater share of empty slots, all chunks are read again, to replace those that are cached. */
const MAX_EMPTY_SHARE = 0.25;

type ProjectLoadsOptions = {
  connection: Connection;
  projects: CachedProjects<UpdatedProject>;
  updates: ProjectUpdates;
  background: BackgroundWork;
  /** Called after a project was read, or could not be read. */
  onEnded: (projectId: string) => void;
};

export function createProjectLoads(options: ProjectLoadsOptions): ProjectLoads {
  const { connection, projects, updates, background, onEnded } = options;
  const limits = createLoadLimits(projects.hasRoomFor);
  const canLoad = (projectId: string) => limits.canBegin(projectId) && !background.signal.aborted;
  const load = async (inProject: ProjectSpace) => {
    const { projectId } = inProject;
    const read = await readAllChunks(connection, inProject, {
      signal: background.signal,
      hasRoomFor: (bytes) => limits.reserve(projectId, bytes),
    });
    if (read === null) return limits.refuse(projectId);
    const usedAt = performance.now();
    const project = { ...read, usedAt, isRefreshing: false, hasFailed: false, coveredNumber: 0n };
    if (!(await updates.update(project))) return limits.retryLater(projectId);
    projects.set(project);
    projects.makeRoom();
  };
  const loadSoon = (inProject: ProjectSpace) => {
    const { projectId } = inProject;
    limits.begin(projectId);
    background.run(projectId, load(inProject), {
      failed: (error) => {
        // If the database is unavailable, the next search that reaches it requests the project again.
        if (!isUnavailable(error)) limits.retryLater(projectId);
      },
      done: () => {
        limits.end(projectId);
        onEnded(projectId);
      },
    });
  };
  return {
    request: (inProject, chunkCount) => {
      const { projectId, space } = inProject;
      if (projects.get(projectId) || !canLoad(projectId)) return;
      const bytes = chunkCount * bytesOfChunk(space.dimensions);
      if (limits.hasRoomFor(projectId, bytes)) loadSoon(inProject);
      else limits.refuse(projectId);
    },
    replaceIfSparse: (projectId) => {
      const project = projects.get(projectId);
      if (project === undefined || project.chunks.emptyShare() <= MAX_EMPTY_SHARE) return;
      if (!canLoad(projectId)) return;
      if (limits.hasRoomFor(projectId, project.chunks.bytes())) loadSoon(project.inProject);
      else projects.delete(projectId);
    },
  };
}

/** A value of a vector is an integer of 24 bits. */
const BYTES_OF_DIMENSION = 3;

/** The estimated memory of a chunk, in bytes, for a fact of one sentence. */
function bytesOfChunk(dimensions: number): number {
  return BYTES_OF_DIMENSION * dimensions + 1500;
}
