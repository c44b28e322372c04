import { describe, expect, it } from 'vitest';
import { ownIndexName, planOwnIndexes } from '../../src/db/own-indexes.ts';

const space = { model: 'test', dimensions: 3 };

/** What is planned for one project among so many chunks, with the index that a plan for it would create. */
function plan(chunks: number, total: number, state: 'NONE' | 'VALID' | 'INVALID') {
  const counts = {
    bySpace: new Map([['test/3', total]]),
    projects: [{ projectId: 'prj_1', space, chunks }],
  };
  const planned = planOwnIndexes(counts, state === 'NONE' ? [] : [index(state)]);
  return {
    create: planned.create.length,
    drop: planned.drop.length,
    use: planned.use.length,
  };
}

const NAME = ownIndexName({ projectId: 'prj_1', space });

function index(state: 'VALID' | 'INVALID') {
  return { name: NAME, isValid: state === 'VALID' };
}

describe('the index of a single project', () => {
  it('is created for a large project with at most half of the chunks of its space', () => {
    expect(plan(50_000, 100_000, 'NONE')).toEqual({ create: 1, drop: 0, use: 0 });
    expect(plan(49_999, 100_000, 'NONE')).toEqual({ create: 0, drop: 0, use: 0 });
    expect(plan(60_000, 100_000, 'NONE')).toEqual({ create: 0, drop: 0, use: 0 });
  });

  it('is used until the project is much smaller, or most of the space', () => {
    expect(plan(50_000, 100_000, 'VALID')).toEqual({ create: 0, drop: 0, use: 1 });
    expect(plan(25_000, 100_000, 'VALID')).toEqual({ create: 0, drop: 0, use: 1 });
    expect(plan(24_999, 100_000, 'VALID')).toEqual({ create: 0, drop: 1, use: 0 });
    expect(plan(75_000, 100_000, 'VALID')).toEqual({ create: 0, drop: 0, use: 1 });
    expect(plan(76_000, 100_000, 'VALID')).toEqual({ create: 0, drop: 1, use: 0 });
  });

  it('is not created by a process that does not index the project, but kept', () => {
    const counts = {
      bySpace: new Map(),
      projects: [{ projectId: 'prj_1', space, chunks: 60_000 }],
    };
    counts.bySpace.set('test/3', 200_000);
    expect(planOwnIndexes(counts, [], 100_000)).toMatchObject({ create: [] });
    expect(planOwnIndexes(counts, [index('VALID')], 100_000)).toMatchObject({ drop: [] });
  });

  it('is created again after an interrupted creation', () => {
    expect(plan(50_000, 100_000, 'INVALID')).toEqual({ create: 1, drop: 1, use: 0 });
    expect(plan(30_000, 100_000, 'INVALID')).toEqual({ create: 0, drop: 1, use: 0 });
  });

  it('is dropped with its project', () => {
    const gone = planOwnIndexes({ bySpace: new Map(), projects: [] }, [index('VALID')]);
    expect(gone).toEqual({ create: [], drop: [NAME], use: [] });
  });
});
