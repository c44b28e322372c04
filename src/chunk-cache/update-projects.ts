import type { Connection } from '../db/database.ts';
import type { Changes } from '../events/changes.ts';
import type { Position } from '../events/position.ts';
import type { CachedChunks } from './cached-chunks.ts';
import type { CachedProject, CachedProjects } from './cached-projects.ts';
import { type Cached, type ChangedChunks, readChangedChunks } from './read-chunks.ts';

/** A cached project with what is known of its log. */
export type UpdatedProject = CachedProject & {
  isRefreshing: boolean;
  /** Whether the last refresh failed. */
  hasFailed: boolean;
  /**
   * The latest known event when the changes were last read. All changes up to it are cached, even if its number is
   * greater than that of `head`: a log starts again at 1 when its project is created again, and continues from a lower
   * number after a failover that lost commits.
   */
  coveredNumber: bigint;
};

/** Brings cached chunks up to date with the logs of their projects. refresh-projects.ts decides when. */
export type ProjectUpdates = {
  /** The number of events of the log whose changes may be missing. */
  lagOf(project: UpdatedProject): bigint;
  /**
   * Reads what has changed, and applies it. Returns false, and drops the cached chunks, if too many entries have
   * changed or the log does not tell which.
   */
  update(project: UpdatedProject): Promise<boolean>;
  /** Puts changed chunks into the cache, unless it has a later state of the project by now. */
  apply(cached: Cached, changed: ChangedChunks): void;
  /** Runs `work` on the cached chunks of a project. `head` becomes the last event whose changes they contain. */
  change(cached: Cached, head: Position, work: (chunks: CachedChunks) => void): void;
};

/** With more changed entries, all chunks are read again. */
const MAX_REFRESHED = 2000;

type ProjectUpdatesOptions = {
  connection: Connection;
  changes: Pick<Changes, 'latest'>;
  projects: CachedProjects<UpdatedProject>;
  /** Called after the cached chunks of a project have changed. */
  onChanged: (projectId: string) => void;
};

export function createProjectUpdates({
  connection,
  changes,
  projects,
  onChanged,
}: ProjectUpdatesOptions): ProjectUpdates {
  const latestOf = (projectId: string) => changes.latest(projectId) ?? 0n;
  const change: ProjectUpdates['change'] = (cached, head, work) => {
    const { projectId } = cached.inProject;
    try {
      work(cached.chunks);
    } catch (error) {
      // Some of the chunks may be replaced and others not, so all of them are dropped.
      projects.delete(projectId);
      throw error;
    }
    cached.head = head;
    if (projects.get(projectId) === cached) onChanged(projectId);
  };
  const apply: ProjectUpdates['apply'] = (cached, { head, rows }) => {
    if (head.number <= cached.head.number) return;
    change(cached, head, ({ replace }) => replace(rows));
  };
  return {
    lagOf: ({ inProject, head, coveredNumber }) => {
      const latest = latestOf(inProject.projectId);
      return latest <= coveredNumber ? 0n : latest - head.number;
    },
    update: async (project) => {
      const { projectId } = project.inProject;
      const latest = latestOf(projectId);
      const changed = await connection.readInOnePacket((db) =>
        readChangedChunks(db, project, MAX_REFRESHED),
      );
      if (changed.entries > MAX_REFRESHED) {
        if (projects.get(projectId) === project) projects.delete(projectId);
        return false;
      }
      apply(project, changed);
      project.coveredNumber = latest;
      project.hasFailed = false;
      return true;
    },
    apply,
    change,
  };
}
