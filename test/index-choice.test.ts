import { describe, expect, it } from 'vitest';
import { spaceName } from '../src/db/embedding-space.ts';
import { efSearchOf, searchMethod, spaceOfProject } from '../src/db/hnsw-index.ts';

const space = { model: 'some-model', dimensions: 384 };
const project = { projectId: 'prj_1', space };
const sizes = ({ shared = 0, own }: { shared?: number; own?: number }) => ({
  shared: new Map([[spaceName(space), shared]]),
  own: new Map(own === undefined ? [] : [[spaceOfProject(space, 'prj_1'), own]]),
  indexedFrom: 750,
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
    const large = { ...project, space: { ...space, dimensions: 5000 } };
    expect(searchMethod(shared, large, 1_000_000)).toBe('EXACT');
  });

  it('keeps more candidates in a larger index, up to the limit of pgvector', () => {
    const efSearch = (size: Parameters<typeof sizes>[0]) => efSearchOf(sizes(size), project);
    expect(efSearch({ shared: 500 })).toBe(64);
    expect(efSearch({ shared: 10_000 })).toBe(100);
    expect(efSearch({ shared: 40_000 })).toBe(200);
    expect(efSearch({ shared: 40_000, own: 90_000 })).toBe(300);
    expect(efSearch({ shared: 50_000_000 })).toBe(1000);
  });
});
