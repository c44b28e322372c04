import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CachedProject, createCachedProjects } from '../../src/chunk-cache/cached-projects.ts';
import { START } from '../../src/events/position.ts';

const MAX_BYTES = 100;

/** A cached project of so many bytes, which can be changed. */
function projectOf(projectId: string, size: { bytes: number }): CachedProject {
  const chunks = { bytes: () => size.bytes } as CachedProject['chunks'];
  const inProject = { projectId } as CachedProject['inProject'];
  return { inProject, chunks, head: START, usedAt: performance.now() };
}

describe('the cached projects', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('are measured as they are now, and the one that was not used for longest makes room', () => {
    const projects = createCachedProjects(MAX_BYTES);
    const sizes = { a: { bytes: 10 }, b: { bytes: 10 }, c: { bytes: 10 } };
    for (const [id, size] of Object.entries(sizes)) {
      projects.set(projectOf(id, size));
      vi.advanceTimersByTime(1);
    }
    sizes.b.bytes = 85;
    expect(projects.bytes()).toBe(105);
    projects.makeRoom();
    expect(projects.ids()).toEqual(['b', 'c']);
    sizes.c.bytes = 101;
    projects.makeRoom();
    expect(projects.ids()).toEqual([]);
  });

  it('give room to others once they are not in use', () => {
    const projects = createCachedProjects(MAX_BYTES);
    projects.set(projectOf('a', { bytes: 60 }));
    expect(projects.hasRoomFor(40)).toBe(true);
    expect(projects.hasRoomFor(41)).toBe(false);
    vi.advanceTimersByTime(61_000);
    expect(projects.hasRoomFor(100)).toBe(true);
    expect(projects.ids()).toEqual(['a']);
  });

  it('are removed ten minutes after their last use', () => {
    const projects = createCachedProjects(MAX_BYTES);
    projects.set(projectOf('a', { bytes: 1 }));
    vi.advanceTimersByTime(9 * 60_000);
    projects.set(projectOf('b', { bytes: 1 }));
    vi.advanceTimersByTime(2 * 60_000);
    projects.removeUnused();
    expect(projects.ids()).toEqual(['b']);
  });
});
