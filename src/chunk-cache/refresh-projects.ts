import { isUnavailable } from '../db/failures.ts';
import type { BackgroundWork } from './background-work.ts';
import { type CachedProjects, isInUse } from './cached-projects.ts';
import type { ProjectUpdates, UpdatedProject } from './update-projects.ts';

/** Brings cached projects up to date in the background (update-projects.ts). */
export type Refreshes = {
  /** Refreshes a cached project now, unless that is under way. */
  refresh(projectId: string): void;
  /**
   * Refreshes a cached project that is in use and behind its log: after `REFRESH_EVENTS` events, or `REFRESH_MS`
   * after the first one.
   */
  refreshSoon(projectId: string): void;
  /** Cancels the refreshes that have not begun. */
  stop(): void;
};

const REFRESH_EVENTS = 32;
const REFRESH_MS = 1000;

type RefreshesOptions = {
  projects: CachedProjects<UpdatedProject>;
  updates: ProjectUpdates;
  background: BackgroundWork;
};

export function createRefreshes({ projects, updates, background }: RefreshesOptions): Refreshes {
  const { lagOf, update } = updates;
  /** The refreshes that have not begun, by project. */
  const timers = new Map<string, NodeJS.Timeout>();

  const refresh = (projectId: string) => {
    clearTimeout(timers.get(projectId));
    timers.delete(projectId);
    const project = projects.get(projectId);
    if (project === undefined || project.isRefreshing || background.signal.aborted) return;
    project.isRefreshing = true;
    background.run(projectId, update(project), {
      failed: (error) => {
        project.hasFailed = true;
        // The cached chunks are kept, and are brought up to date when the database is available again.
        if (!isUnavailable(error)) projects.delete(projectId);
      },
      done: () => {
        project.isRefreshing = false;
        refreshSoon(projectId);
      },
    });
  };
  /** A write of this process updates the cached chunks itself, directly after its commit and before the timer. */
  const refreshIfBehind = (projectId: string) => {
    timers.delete(projectId);
    const project = projects.get(projectId);
    if (project && lagOf(project) > 0) refresh(projectId);
  };
  const refreshSoon = (projectId: string) => {
    const project = projects.get(projectId);
    if (project === undefined || project.isRefreshing || !isInUse(project)) return;
    const lag = lagOf(project);
    const isUrgent = lag >= REFRESH_EVENTS && !project.hasFailed;
    if (lag <= 0 || (timers.has(projectId) && !isUrgent)) return;
    clearTimeout(timers.get(projectId));
    const timer = setTimeout(() => refreshIfBehind(projectId), isUrgent ? 0 : REFRESH_MS);
    timers.set(projectId, timer.unref());
  };
  return {
    refresh,
    refreshSoon,
    stop: () => {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
