import { describe, expect, it } from 'vitest';
import { spaceName } from '../src/db/embedding-space.ts';
import {
  defaultMinIndexedChunks,
  efSearchOf,
  indexReach,
  searchMethod,
  spaceOfProject,
} from '../src/db/search-method.ts';

const space = { model: 'some-model', dimensions: 384 };
const project = { projectId: 'prj_1', space };
const sizes = ({
  shared = 0,
  own,
  counted = own ?? shared,
}: {
  shared?: number;
  own?: number;
  counted?: number;
}) => ({
  shared: new Map([[spaceName(space), shared]]),
  projects: new Map([[spaceOfProject(space, 'prj_1'), counted]]),
  own: new Map(own === undefined ? [] : [[spaceOfProject(space, 'prj_1'), own]]),
  minIndexedChunks: 750,
});

describe('a search', () => {
  it('uses an index where the scope is no small part of it', () => {
    const shared = sizes({ shared: 1_000_000 });
    expect(searchMethod(shared, project, 15_000)).toBe('EXACT');
    expect(searchMethod(shared, project, 16_000)).toBe('HNSW');
    const own = sizes({ shared: 1_000_000, own: 100_000 });
    expect(searchMethod(own, project, 5000)).toBe('EXACT');
    expect(searchMethod(own, project, 6000)).toBe('OWN_HNSW');
    expect(searchMethod(sizes({ shared: 0 }), project, 1000)).toBe('EXACT');
    const small = sizes({ shared: 10_000, counted: 1000 });
    expect(searchMethod(small, project, 1000)).toBe('EXACT');
    expect(searchMethod(sizes({ shared: 10_000, counted: 0 }), project, 2000)).toBe('HNSW');
    const large = { ...project, space: { ...space, dimensions: 5000 } };
    expect(searchMethod(shared, large, 1_000_000)).toBe('EXACT');
  });

  it('does not use the index where the project is not in it', () => {
    const project = { projectId: 'prj_1', space };
    const cached = { ...sizes({ shared: 1_000_000, counted: 60_000 }), minIndexedChunks: 50_000 };
    expect(searchMethod(cached, project, 60_000)).toBe('EXACT');
    const indexed = { ...sizes({ shared: 1_000_000, counted: 70_000 }), minIndexedChunks: 50_000 };
    expect(searchMethod(indexed, project, 16_000)).toBe('HNSW');
    expect(searchMethod(indexed, project, 15_000)).toBe('EXACT');
  });

  it('has no index in projects that fit into the cache, unless nothing is cached', () => {
    const from = (dimensions: number, isCached: boolean) =>
      defaultMinIndexedChunks({ dimensions }, { isCached });
    expect(from(384, true)).toBe(100_000);
    expect(from(1536, true)).toBe(25_000);
    expect(from(1536, false)).toBe(750);
  });

  it('keeps more candidates in a larger index, up to the limit of pgvector', () => {
    const efSearch = (size: Parameters<typeof sizes>[0]) => efSearchOf(sizes(size), project);
    expect(efSearch({ shared: 500 })).toBe(64);
    expect(efSearch({ shared: 10_000 })).toBe(100);
    expect(efSearch({ shared: 40_000 })).toBe(200);
    expect(efSearch({ shared: 40_000, own: 90_000 })).toBe(300);
    expect(efSearch({ shared: 400_000 })).toBe(727);
    expect(efSearch({ shared: 50_000_000 })).toBe(1000);
  });

  it('reads further than that limit in a larger index, by the share of its scope', () => {
    const reach = (size: Parameters<typeof sizes>[0], inScope: number) =>
      indexReach(sizes(size), project, inScope);
    expect(reach({ shared: 500_000 }, 500_000)).toBe(0);
    expect(reach({ shared: 1_000_000 }, 1_000_000)).toBe(1818);
    expect(reach({ shared: 1_000_000 }, 300_000)).toBe(546);
    expect(reach({ shared: 2_000_000, own: 100_000 }, 100_000)).toBe(0);
    // The memories can have grown since the index was counted.
    expect(reach({ shared: 1_000_000 }, 1_100_000)).toBe(1818);
  });
});
