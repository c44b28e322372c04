import { describe, expect, it } from 'vitest';
import {
  createPendingChunks,
  indexSome,
  isIndexingBehind,
  MAX_PENDING,
} from '../src/entries/index/index-chunks.ts';
import { fill } from './support/indexed-chunks.ts';
import { INDEXED_FROM, useServer } from './support/server.ts';

/** No project of this server is large enough for the index, so its background loop adds nothing to it. */
const server = useServer({ VECTOR_INDEX_FROM: '100000' });

describe('a write to a project with many pending chunks', () => {
  it('indexes its own only if the project is not cached, and this process writes to it', async () => {
    const project = await server.project();
    await fill(server, project, await project.memory(), { count: MAX_PENDING + 100 });
    const indexSizes = { ...server.app.indexSizes, minIndexedChunks: INDEXED_FROM };
    const isBehind = async ({ isWritten = true, isCached = false }) => {
      const chunkCache = { ...server.app.chunkCache, has: () => isCached };
      const app = { ...server.app, indexSizes, chunkCache, pendingChunks: createPendingChunks() };
      const { indexed } = await indexSome(app, [project.id], () => isWritten);
      expect(indexed).toBeGreaterThan(0);
      return isIndexingBehind(app, project.id);
    };
    expect(await isBehind({ isCached: true })).toBe(false);
    expect(await isBehind({ isWritten: false })).toBe(false);
    expect(await isBehind({})).toBe(true);
  });

  it('does not once its project has become too small for the index', async () => {
    const project = await server.project();
    const app = { ...server.app, pendingChunks: createPendingChunks() };
    app.pendingChunks.behind.add(project.id);
    expect(await indexSome(app, [project.id])).toEqual({ indexed: 0, unfinished: [] });
    expect(isIndexingBehind(app, project.id)).toBe(false);
  });
});
