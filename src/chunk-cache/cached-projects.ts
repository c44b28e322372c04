import type { Cached } from './read-chunks.ts';

/** A cached project, and when it was last used, by `performance.now()`. */
export type CachedProject = Cached & { usedAt: number };

/** A project that was not used for this time is removed from the cache. */
const KEPT_MS = 10 * 60_000;

/** A project that was not used for this time can be replaced by others. */
export const IN_USE_MS = 60_000;

export type CachedProjects<Project extends CachedProject> = ReturnType<
  typeof createCachedProjects<Project>
>;

/**
 * The cached projects, which together take at most `maxBytes`. Projects grow while they are cached, so their sizes are
 * measured whenever room is needed.
 */
export function createCachedProjects<Project extends CachedProject>(maxBytes: number) {
  const projects = new Map<string, Project>();
  const bytes = () => sumOf([...projects.values()]);
  return {
    get: (projectId: string) => projects.get(projectId),
    set: (project: Project) => {
      projects.set(project.inProject.projectId, project);
    },
    delete: (projectId: string) => {
      projects.delete(projectId);
    },
    ids: () => [...projects.keys()],
    bytes,
    /** Whether this many bytes fit beside the projects that are in use. */
    hasRoomFor: (wanted: number) =>
      sumOf([...projects.values()].filter(isInUse)) + wanted <= maxBytes,
    /** Removes the least recently used projects until the others fit. */
    makeRoom: () => {
      let excess = bytes() - maxBytes;
      if (excess <= 0) return;
      const oldestFirst = [...projects].sort(([, one], [, other]) => one.usedAt - other.usedAt);
      for (const [projectId, { chunks }] of oldestFirst) {
        if (excess <= 0) return;
        projects.delete(projectId);
        excess -= chunks.bytes();
      }
    },
    /** Removes the projects that were not used for `KEPT_MS`. */
    removeUnused: () => {
      for (const [projectId, { usedAt }] of projects) {
        if (performance.now() - usedAt > KEPT_MS) projects.delete(projectId);
      }
    },
    clear: () => projects.clear(),
  };
}

export function isInUse({ usedAt }: CachedProject): boolean {
  return performance.now() - usedAt < IN_USE_MS;
}

function sumOf(projects: readonly CachedProject[]): number {
  return projects.reduce((sum, { chunks }) => sum + chunks.bytes(), 0);
}
